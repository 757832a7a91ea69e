/** Colours, font and focus ring of the pages that only the sandbox has, which are those of the portal in grey. */
export const sandboxStyles = `:root{color-scheme:light dark;--bg:light-dark(#f8f8fa,#0e0f12);--surface:light-dark(#fff,#16181d);--line:light-dark(#e4e5ea,#282b33);--text:light-dark(#15171c,#f1f2f5);--soft:light-dark(#4a4f5b,#b6bac5);--hover:light-dark(#f0f0f4,#20232a);font:14px/20px Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);overflow-wrap:anywhere}h1,h2,p,ul,dl,dd{margin:0;padding:0}ul{list-style:none}:focus-visible{outline:2px solid currentColor;outline-offset:-2px}
`;
