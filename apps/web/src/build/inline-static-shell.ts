import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { buildCode } from './build-code.ts';

const source = fileURLToPath(new URL('../portal/static-shell.tsx', import.meta.url));
const place = '<!--static-shell-->';

/** Builds the shell for Node as one module in memory and runs it. */
const render = async (how: InlineConfig): Promise<string> => {
  const code = await buildCode({
    ...how,
    ssr: { noExternal: true },
    build: { ssr: source, minify: false, rollupOptions: { output: { format: 'es', codeSplitting: false } } },
  });
  const shell: { staticShell: () => string } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  return shell.staticShell();
};

/**
 * Writes the static shell into the HTML. It is rendered by the same components as in the bundle, so that nothing moves
 * when React takes over (SH-12).
 */
export const inlineStaticShell = (how: () => InlineConfig): Plugin => {
  let markup: Promise<string> | undefined;
  return {
    name: 'foyer-static-shell',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(place)) return html;
        markup ??= render(how());
        const shell = await markup;
        if (/\sstyle=/.test(shell)) this.error('the static shell has a style attribute, which the policy refuses');
        return html.replace(place, () => shell);
      },
    },
  };
};
