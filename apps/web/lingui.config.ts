import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const src = '<rootDir>/src';
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'];

/**
 * Texts are split by when they are needed, so that the first screen does not carry the words of every page:
 * `portal` comes with the first chunk, `pages` with the first lazy page, `sandbox` with the sandbox bar, `sign-in` with
 * the authentication site.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: `${src}/locales/{locale}/portal`,
      include: ['portal', 'features/home', 'features/shell', 'lib', 'ui/retry.tsx'].map((part) => `${src}/${part}`),
      exclude: [...tests, '**/portal/routes/!(home).tsx'],
    },
    {
      path: `${src}/locales/{locale}/pages`,
      include: ['portal/routes', 'features', 'ui'].map((part) => `${src}/${part}`),
      exclude: [...tests, '**/features/{home,shell,sandbox}/**', '**/portal/routes/home.tsx'],
    },
    {
      path: `${src}/locales/{locale}/sandbox`,
      include: [`${src}/features/sandbox`],
      exclude: tests,
    },
    {
      path: `${src}/locales/{locale}/sign-in`,
      include: ['sign-in', 'ui', 'lib'].map((part) => `${src}/${part}`),
      exclude: tests,
    },
  ],
  // Line numbers would touch the catalogue with every unrelated edit.
  format: formatter({ lineNumbers: false }),
});
