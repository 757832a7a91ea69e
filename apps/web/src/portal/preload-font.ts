import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const font = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));

/** Adds a preload link for the font of the first screen. Its file name is only known after the build. */
export const preloadFont = (): Plugin => {
  let root = '';
  return {
    name: 'foyer-preload-font',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const isFont = (name: string) => path.resolve(root, name) === font;
        const file = Object.values(bundle ?? {}).find(
          (one) => one.type === 'asset' && one.originalFileNames.some(isFont),
        );
        if (!file) throw new Error('the font of the first screen is in no style sheet');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file.fileName}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
};
