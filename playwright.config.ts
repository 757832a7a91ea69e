import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './e2e/chromium.ts';

/**
 * End-to-end tests through browser, server and database. Two workers, one for each core of the smallest supported machine,
 * run the files. Each worker has a separate server (e2e/support.ts), and the tests of a file run in order.
 * The browser is a Chromium installed on the system, by preference its headless shell.
 */

const executablePath = findBrowser();

/**
 * Leaves out the compilers of V8 that optimise. A test opens each page in a new context and leaves it after seconds, so they
 * cost about 5 % of the processor time of `e2e/pages` and gain nothing. Benchmarks run with them.
 */
const withoutOptimising = '--js-flags=--no-opt --no-maglev';

/** Factor of all timeouts. Delayed responses (E2E_DELAYS, CONTRIBUTING.md) make every test slower. */
const timeoutFactor = process.env.E2E_DELAYS ? 3 : 1;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long timeouts let tests pass on a busy machine. Only a test that fails waits this long.
  timeout: 300_000 * timeoutFactor,
  expect: { timeout: 20_000 * timeoutFactor },
  use: {
    browserName: 'chromium',
    timezoneId: 'UTC',
    locale: 'en-US',
    trace: 'off', // scripts/test/runners.mjs runs failed tests again with a trace
    screenshot: 'only-on-failure',
    launchOptions: { args: [...browserArguments, withoutOptimising], ...(executablePath ? { executablePath } : {}) },
  },
});
