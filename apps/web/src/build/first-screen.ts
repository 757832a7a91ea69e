import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Delays the scripts until the style has loaded, because the static shell in the HTML only needs the style to be
 * painted (HO-01). Otherwise scripts share the connection with the style, and the first paint is later
 * (docs/benchmarks.md).
 */
export const paintFirst = (): Plugin => ({
  name: 'foyer-paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) =>
      path === '/index.html'
        ? html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
        : html,
  },
});

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

const jsxRuntime = fileURLToPath(import.meta.resolve('./jsx-runtime.ts'));

/** Lets all pages import the functions that create elements by name. Saves 80 bytes in the first screen. */
export const jsxAsModule = (): Plugin => ({
  name: 'foyer-jsx-as-module',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react\/jsx-runtime$/ },
    handler: (_, importer) => (importer === jsxRuntime ? null : jsxRuntime),
  },
});

const styles = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/**
 * Imports each class of a style sheet by name instead of as one object. This drops unused classes and saved 300 bytes
 * in the first chunk. Where the class is chosen at run time (`styles[tone]`), the object stays.
 */
export const stylesByName = (): Plugin => ({
  name: 'foyer-styles-by-name',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: '.module.css' },
    handler: (code) => ({
      code: code.replace(styles, (whole, name: string, file: string) =>
        code.includes(`${name}[`) ? whole : `import * as ${name} from ${file};`,
      ),
      map: null,
    }),
  },
});
