import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * Journeys through browser, server and database. The files are shared out among two workers, one for each core of the
 * smallest machine that is supported, each with a server of its own (e2e/support.ts); a file's tests run in order.
 * The browser is the system's Chromium; Playwright's own download is not used.
 */

const findChromium = (): string | undefined =>
  existsSync('/usr/bin/chromium')
    ? '/usr/bin/chromium'
    : spawnSync('which', ['chromium', 'chromium-browser', 'google-chrome'], { encoding: 'utf8' }).stdout?.split(
        '\n',
      )[0] || undefined;

const executablePath = findChromium();

/** No chatter to the network; as root Chromium has no sandbox to offer. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;

/** With late answers (CONTRIBUTING.md) everything takes longer, and nothing of it is a fault. */
const patience = process.env.E2E_DELAYS ? 3 : 1;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // what a busy machine shows a little later is no fault: only what never comes has to wait for so long
  timeout: 120_000 * patience,
  expect: { timeout: 20_000 * patience },
  use: {
    browserName: 'chromium',
    timezoneId: 'UTC',
    locale: 'en-US',
    trace: 'off', // scripts/test/runners.mjs runs failed tests once more with a trace
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
});
