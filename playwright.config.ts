import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * End-to-end tests through browser, server and database. Two workers, one for each core of the smallest supported machine,
 * run the files. Each worker has a separate server (e2e/support.ts), and the tests of a file run in order.
 * The browser is the Chromium installed on the system; Playwright's own browser is not downloaded.
 */

const findChromium = (): string | undefined =>
  existsSync('/usr/bin/chromium')
    ? '/usr/bin/chromium'
    : spawnSync('which', ['chromium', 'chromium-browser', 'google-chrome'], { encoding: 'utf8' }).stdout?.split(
        '\n',
      )[0] || undefined;

const executablePath = findChromium();

/** Arguments that turn off Chromium's background requests and GPU use. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;

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
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
});
