import { existsSync } from 'node:fs';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * Three tiers, told apart by the suffix of the file name: rules without I/O (unit), services and routes on a real
 * PostgreSQL (int), screens (web). Journeys through a browser are Playwright's: playwright.config.ts.
 */

process.env.TZ = 'UTC'; // before any worker starts: a date must not depend on where the tests run

/** `--project int` must not depend on whether the pages' build works. */
const isAsked = (project: string): boolean => !process.argv.includes('--project') || process.argv.includes(project);

const ignored = ['**/node_modules/**', '**/dist/**'];

/** The page's own build plugins (texts are compiled by one of them). Without the file there are no pages to test. */
const webPlugins = async (): Promise<ViteUserConfig['plugins']> => {
  const file = new URL('apps/web/vite.config.ts', import.meta.url);
  if (!isAsked('web') || !existsSync(file)) return [];
  const { default: config } = await import(file.href);
  const environment = { command: 'serve', mode: 'test', isSsrBuild: false, isPreview: false };
  return (await (typeof config === 'function' ? config(environment) : config)).plugins ?? [];
};

/**
 * Test files that need modules which no other file of their worker has loaded: they replace one (`vi.mock`), load them with
 * other settings, or test what a page shows while a part of it loads.
 */
const needFreshModules = {
  int: ['apps/server/src/http/registering.int.test.ts'],
  web: [
    'apps/web/src/console/pages.web.test.tsx',
    'apps/web/src/features/codes/losses-at-once.web.test.tsx',
    'apps/web/src/features/leaving/leaving.web.test.tsx',
    'apps/web/src/features/promotions/losses-at-once.web.test.tsx',
    'apps/web/src/features/security/components/devices.web.test.tsx',
    'apps/web/src/features/shell/shell.web.test.tsx',
    'apps/web/src/lib/queries/after-buying.web.test.ts',
    'apps/web/src/portal/focus-on-late-part.web.test.tsx',
    'apps/web/src/portal/waiting.web.test.tsx',
    'apps/web/src/sign-in/mailed-links.web.test.tsx',
    'apps/web/src/sign-in/register.web.test.tsx',
  ],
};

const withDatabase = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  // only what never comes has to wait for so long; a machine that does six other things is that slow
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const inBrowser = {
  environment: 'jsdom',
  testTimeout: 60_000, // longer than the 15 s for which a test waits for one part of its page
  setupFiles: ['apps/web/src/testing/setup-tests.ts'],
};

const plugins = await webPlugins();

export default defineConfig({
  test: {
    maxWorkers: '100%', // the default leaves one core to the reporter, which is every second one of a small machine
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.unit.test.ts', 'apps/**/*.unit.test.ts', 'scripts/**/*.unit.test.{ts,mjs}'],
          exclude: ignored,
          isolate: false, // modules are loaded once per worker: half the time
        },
      },
      {
        test: {
          name: 'int',
          include: ['apps/server/**/*.int.test.ts'],
          exclude: [...ignored, ...needFreshModules.int],
          isolate: false,
          ...withDatabase,
        },
      },
      { test: { name: 'int-isolated', include: needFreshModules.int, ...withDatabase } },
      {
        ...(plugins ? { plugins } : {}),
        test: {
          name: 'web',
          include: ['apps/web/**/*.web.test.{ts,tsx}'],
          exclude: [...ignored, ...needFreshModules.web],
          isolate: false,
          ...inBrowser,
        },
      },
      {
        ...(plugins ? { plugins } : {}),
        test: { name: 'web-isolated', include: needFreshModules.web, ...inBrowser },
      },
    ],
  },
});
