import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin, type ViteUserConfig } from 'vitest/config';

/**
 * Three test tiers by suffix of the file name: rules without I/O (unit), services and routes on a real PostgreSQL (int),
 * and pages in jsdom (web). Playwright runs the end-to-end tests (playwright.config.ts).
 */

process.env.TZ = 'UTC'; // set before a worker starts, so that dates do not depend on the machine

/** True if the project runs. `--project int` must not load the configuration of the web build, which may be broken. */
const isAsked = (project: string): boolean => !process.argv.includes('--project') || process.argv.includes(project);

const ignored = ['**/node_modules/**', '**/dist/**'];

/** Build step of the texts, and the translations that it reads. */
const locales = new URL('apps/web/src/locales/', import.meta.url);

/** Adds to the key of compiled modules, which Vitest caches, what the compiler of the texts reads besides the module. */
const cachesByTexts = (language: 'en' | 'de'): Plugin => ({
  name: 'foyer-cache-by-texts',
  configureVitest({ defineCacheKeyGenerator }) {
    const step = ['inline-texts.ts', 'de.po'].map((file) => readFileSync(new URL(file, locales), 'utf8'));
    const key = createHash('sha256')
      .update([language, ...step].join())
      .digest('hex');
    defineCacheKeyGenerator(() => key);
  },
});

/** Plugins that compile the pages in a language. Empty if the web project does not run. */
const webPlugins = async (language: 'en' | 'de'): Promise<ViteUserConfig['plugins']> => {
  const file = new URL('apps/web/vite.config.ts', import.meta.url);
  if (!isAsked('web') || !existsSync(file)) return [];
  const { sourcePlugins } = await import(file.href);
  return [cachesByTexts(language), sourcePlugins(language)];
};

/**
 * Test files that run in a separate worker, because they need modules that no other file has loaded. They replace a module
 * (`vi.mock`), load one with other settings, or test a page while its chunk loads.
 */
const needFreshModules = {
  int: ['apps/server/src/http/registering.int.test.ts'],
  web: [
    'apps/web/src/operator/pages.web.test.tsx',
    'apps/web/src/features/coupons/losses-at-once.web.test.tsx',
    'apps/web/src/features/closing/closing.web.test.tsx',
    'apps/web/src/features/legacy/without-legacy.web.test.tsx',
    'apps/web/src/features/promotions/losses-at-once.web.test.tsx',
    'apps/web/src/features/identity/components/devices.web.test.tsx',
    'apps/web/src/features/shell/shell.web.test.tsx',
    'apps/web/src/shared/orders/after-purchase.web.test.ts',
    'apps/web/src/portal/focus-on-late-part.web.test.tsx',
    'apps/web/src/portal/waiting.web.test.tsx',
    'apps/web/src/sign-in/mailed-links.web.test.tsx',
    'apps/web/src/sign-in/register.web.test.tsx',
  ],
};

const withDatabase = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  // Long enough for a machine with six busy processes (`npm run test:busy`). Only a test that fails waits this long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const inBrowser = {
  environment: 'jsdom',
  testTimeout: 120_000, // longer than the 60 s that a query waits for an element
  hookTimeout: 120_000,
  setupFiles: ['apps/web/src/testing/setup-tests.ts'],
};

const english = await webPlugins('en');
const german = await webPlugins('de');
/** Tests of texts, which a build has in one language, in German. */
const inGerman = 'apps/web/**/*.german.web.test.tsx';

export default defineConfig({
  test: {
    maxWorkers: '100%', // the default leaves one core unused, which is half of a machine with two
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.unit.test.ts',
            'apps/**/*.unit.test.ts',
            'scripts/**/*.unit.test.{ts,mjs}',
            'bench/**/*.unit.test.ts',
          ],
          exclude: ignored,
          isolate: false, // loads modules once per worker, which halves the time
          testTimeout: 60_000, // as below: long enough for a machine with six busy processes
        },
      },
      {
        test: {
          name: 'int',
          include: ['apps/server/**/*.int.test.ts', 'drills/**/*.int.test.ts'],
          exclude: [...ignored, ...needFreshModules.int],
          isolate: false,
          ...withDatabase,
        },
      },
      { test: { name: 'int-isolated', include: needFreshModules.int, ...withDatabase } },
      {
        ...(english ? { plugins: english } : {}),
        test: {
          name: 'web',
          include: ['apps/web/**/*.web.test.{ts,tsx}'],
          exclude: [...ignored, ...needFreshModules.web, inGerman],
          isolate: false,
          ...inBrowser,
        },
      },
      {
        ...(english ? { plugins: english } : {}),
        test: { name: 'web-isolated', include: needFreshModules.web, ...inBrowser },
      },
      {
        ...(german ? { plugins: german } : {}),
        test: { name: 'web-german', include: [inGerman], env: { FOYER_LANGUAGE: 'de' }, isolate: false, ...inBrowser },
      },
    ],
  },
});
