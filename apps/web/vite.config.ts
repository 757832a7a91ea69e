import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@foyer/contract/vocabulary/languages';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { type CSSModulesOptions, defineConfig, type InlineConfig, type Plugin, type PluginOption } from 'vite';
import { buildOperatorSite } from './src/build/build-operator-site.ts';
import { buildViewScript } from './src/build/build-view-script.ts';
import { assetFileNames, chunkFileNames, chunks, firstFile } from './src/build/chunks.ts';
import { jsxAsModule, paintFirst, preloadFont, stylesByName } from './src/build/first-screen.ts';
import { inlineFirstScript } from './src/build/inline-first-script.ts';
import { inlineStaticShell } from './src/build/inline-static-shell.ts';
import { inLanguage, languageOfBuild } from './src/locales/in-language.ts';
import { textPlugins } from './src/locales/inline-texts.ts';
import { readTranslations } from './src/locales/read-translations.ts';

const language = languageOfBuild();
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Plugins that compile the source in a language, also for tests and the static shell. */
export const sourcePlugins = async (language: Language): Promise<PluginOption[]> => [
  react(),
  babel({ plugins: textPlugins(await readTranslations(language)), include: /\/apps\/web\/src\/.*\.tsx?$/ }),
];

/** Hides a warning of Vite about its own plugin, caused by `composes` in CSS modules. */
const withoutFalseAlarm = (): Plugin => ({
  name: 'foyer-without-false-alarm',
  configResolved({ logger }) {
    const warnOnce = logger.warnOnce.bind(logger);
    logger.warnOnce = (message, options) => {
      if (!message.includes('did not pass the `from` option to `postcss.parse`')) warnOnce(message, options);
    };
  },
});

/** Modules of packages that the first chunk does not need, with their replacements. */
const alias = {
  './mutationCache.js': fileURLToPath(import.meta.resolve('./src/build/no-mutations.ts')),
};

const cssModules: CSSModulesOptions = {
  // file and class name, so that bundle and static shell agree and the inspector shows them
  generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, '')}_${name}`,
};

const outDir = here(`dist/${language}`);

const operatorSiteSettings = (): InlineConfig => ({
  root: here('.'),
  publicDir: false,
  plugins: [
    inLanguage(language),
    sourcePlugins(language),
    stylesByName(),
    jsxAsModule(),
    withoutFalseAlarm(),
    inlineFirstScript(),
    preloadFont(),
  ],
  resolve: { alias },
  css: { modules: cssModules },
  build: { outDir, target: 'es2022', sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [
    inLanguage(language),
    sourcePlugins(language),
    stylesByName(),
    jsxAsModule(),
    withoutFalseAlarm(),
    inlineStaticShell(() => ({
      root: here('.'),
      publicDir: false,
      plugins: [inLanguage(language), sourcePlugins(language)],
      resolve: { alias },
      css: { modules: cssModules },
    })),
    inlineFirstScript(),
    preloadFont(),
    paintFirst(),
    buildOperatorSite(operatorSiteSettings),
    buildViewScript(),
  ],
  resolve: { alias },
  css: { modules: cssModules },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true, // read by e2e/size-budget.e2e.ts
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !firstFile.test(file)),
    },
    rollupOptions: {
      // hides the timing of plugins, which is only noise at a start of the product
      checks: { bundlerTimings: false },
      treeshake: { propertyReadSideEffects: false }, // drops reads of values that are not used
      input: { portal: here('index.html'), id: here('id/index.html') },
      output: { codeSplitting: { groups: chunks }, chunkFileNames, assetFileNames },
    },
  },
  server: {
    // The server answers calls, and Vite serves the pages, so /id/ is not proxied.
    proxy: { '/api': 'http://127.0.0.1:4000', '/sandbox': 'http://127.0.0.1:4000' },
  },
});
