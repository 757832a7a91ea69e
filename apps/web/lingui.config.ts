import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './src/locales/languages.ts';

const sourceLocale = 'en';

/** Each language has one catalogue with the texts of all pages. English has none: the texts in the code are English. */
export default defineConfig({
  sourceLocale,
  locales: LANGUAGES.filter((language) => language !== sourceLocale),
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    },
  ],
  // Without line numbers, which would change the catalogue with every unrelated edit.
  format: formatter({ lineNumbers: false }),
});
