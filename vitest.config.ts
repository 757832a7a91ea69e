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

/** Replaces a module that other files of the same worker have loaded already, so it needs a worker of its own. */
const replacesModules = ['apps/server/src/http/registering.int.test.ts'];

const withDatabase = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  // only what never comes has to wait for so long; a machine that does six other things is that slow
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const webSetup = 'apps/web/src/testing/setup-tests.ts';

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
          exclude: [...ignored, ...replacesModules],
          isolate: false,
          ...withDatabase,
        },
      },
      { test: { name: 'int-isolated', include: replacesModules, ...withDatabase } },
      {
        ...(plugins ? { plugins } : {}),
        test: {
          name: 'web',
          include: ['apps/web/**/*.web.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'jsdom',
          testTimeout: 60_000, // longer than the 15 s for which a test waits for one part of its page
          ...(existsSync(new URL(webSetup, import.meta.url)) ? { setupFiles: [webSetup] } : {}),
        },
      },
    ],
  },
});
