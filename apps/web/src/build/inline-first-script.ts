import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildCode } from './build-code.ts';

const source = fileURLToPath(new URL('../first-script/first-script.ts', import.meta.url));
/** Comment in the pages that the script replaces. */
const PLACEHOLDER = '<!--first-script-->';

/** Size limit of the script. It is inlined into each page, so that it needs no request and no `unsafe-inline`. */
const MAX_BYTES = 4_096;

const compile = async (minify: boolean): Promise<string> => {
  const code = await buildCode({
    build: {
      minify,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: source, output: { format: 'iife' } },
    },
  });
  return code.trim();
};

/** Puts the same compiled script into every page, so that one hash in the policy covers all of them. */
export const inlineFirstScript = (): Plugin => {
  let code: Promise<string> | undefined;
  let minify = false;
  return {
    name: 'foyer-first-script',
    configResolved(config) {
      minify = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        code ??= compile(minify);
        const script = await code;
        if (minify && Buffer.byteLength(script) > MAX_BYTES)
          this.error(
            `the first script has ${Buffer.byteLength(script)} bytes, and its limit is ${MAX_BYTES}: move code from apps/web/src/first-script into a chunk of the pages`,
          );
        if (script.includes('</script')) this.error('the first script would end its own element');
        return html.replace(PLACEHOLDER, () => `<script>${script}</script>`);
      },
    },
  };
};
