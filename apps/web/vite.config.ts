import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { type CSSModulesOptions, defineConfig, type InlineConfig, type Plugin, type PluginOption } from 'vite';
import { inlineFirstScript } from './src/first-script/inline-first-script.ts';
import { checkTexts } from './src/locales/check-texts.ts';
import { inLanguage, languageOfBuild } from './src/locales/in-language.ts';
import { shortIds } from './src/locales/short-ids.ts';
import { buildOperatorSite } from './src/operator/build-operator-site.ts';
import { buildViewScript } from './src/operator/view/build-view-script.ts';
import { assetFileNames, chunkFileNames, chunks, firstFile } from './src/portal/chunks.ts';
import { inlineStaticShell } from './src/portal/inline-static-shell.ts';
import { paintFirst } from './src/portal/paint-first.ts';
import { preloadFont } from './src/portal/preload-font.ts';
import { leanIcons } from './src/ui/lean-icons.ts';
import { stylesByName } from './src/ui/styles-by-name.ts';

const language = languageOfBuild();
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Plugins that compile the source, also for tests and the static shell. */
const sourcePlugins = (): PluginOption[] => [
  inLanguage(language),
  react(),
  // plugin-react 6 has no Babel, so only files with the macro pay for it.
  babel({
    // by name, because tests start in the root of the repository, which has no such file
    plugins: [
      ['@lingui/babel-plugin-lingui-macro', { linguiConfig: getConfig({ configPath: here('lingui.config.ts') }) }],
    ],
    include: /\/apps\/web\/src\/.*\.tsx?$/,
  }),
  lingui({ configPath: here('lingui.config.ts'), failOnMissing: true, failOnCompileError: true }),
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
  './mutationCache.js': fileURLToPath(import.meta.resolve('./src/lib/no-mutations.ts')),
};

const cssModules: CSSModulesOptions = {
  // file and class name, so that bundle and static shell agree and the inspector shows them
  generateScopedName: (name, file) =>
    `${relative(here('src'), file)
      .replace(/\.module\.css.*|features\/|components\//g, '')
      .replaceAll('/', '-')}_${name}`,
};

const outDir = here(`dist/${language}`);

const operatorSiteSettings = (): InlineConfig => ({
  root: here('.'),
  publicDir: false,
  plugins: [
    ...sourcePlugins(),
    leanIcons(),
    stylesByName(),
    shortIds(),
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
    ...sourcePlugins(),
    leanIcons(),
    stylesByName(),
    withoutFalseAlarm(),
    checkTexts(),
    shortIds(),
    inlineStaticShell(() => ({
      root: here('.'),
      publicDir: false,
      plugins: [...sourcePlugins(), leanIcons()],
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
      input: { portal: here('index.html'), id: here('id/index.html') },
      output: { codeSplitting: { groups: chunks }, chunkFileNames, assetFileNames },
    },
  },
  server: {
    // The server answers calls, and Vite serves the pages, so /id/ is not proxied.
    proxy: { '/api': 'http://127.0.0.1:4000', '/sandbox': 'http://127.0.0.1:4000' },
  },
});
