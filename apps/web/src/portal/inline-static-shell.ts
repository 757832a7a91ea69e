import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

const source = fileURLToPath(new URL('static-shell.tsx', import.meta.url));
const place = '<!--static-shell-->';

/** Builds the shell for Node as one module in memory and runs it. */
const render = async (how: InlineConfig): Promise<string> => {
  const result = await build({
    ...how,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: source,
      write: false,
      minify: false,
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('build of the static shell: Vite returned no output');
  const { code } = output.output[0];
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
