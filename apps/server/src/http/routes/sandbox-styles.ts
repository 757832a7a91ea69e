import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** Weights of the font of the portal that these pages use. */
const weights = [400, 600] as const;

const addressOf = (weight: number): string => `/sandbox/inter-${weight}.woff`;

const faces = weights
  .map(
    (weight) =>
      `@font-face{font-family:Inter;font-weight:${weight};font-display:swap;src:url(${addressOf(weight)}) format('woff')}`,
  )
  .join('\n');

/** Colours, font and focus ring of the pages that only the sandbox has, which are those of the portal in grey. */
export const sandboxStyles = `${faces}
:root{color-scheme:light dark;--bg:light-dark(#f8f8fa,#0e0f12);--surface:light-dark(#fff,#16181d);--line:light-dark(#e4e5ea,#282b33);--text:light-dark(#15171c,#f1f2f5);--soft:light-dark(#4a4f5b,#b6bac5);--hover:light-dark(#f0f0f4,#20232a);font:14px/20px Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);overflow-wrap:anywhere}h1,h2,p,ul,dl,dd{margin:0;padding:0}h1,h2{font-weight:600;letter-spacing:-.02em}ul{list-style:none}:focus-visible{outline:2px solid currentColor;outline-offset:-2px}
`;

/** Serves the font of these pages. The files of the portal have a hash in their names. */
export const serveSandboxFonts = (app: FastifyInstance): void => {
  for (const weight of weights) {
    let font: Buffer | undefined;
    app.get(addressOf(weight), async (_request, reply) => {
      font ??= readFileSync(
        fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
      );
      return reply.header('cache-control', 'public, max-age=86400').type('font/woff').send(font);
    });
  }
};
