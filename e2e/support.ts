import type { TokenPair } from '@foyer/contract/api/auth';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { RECORD_KEY, recordOf } from '../apps/web/src/lib/session/record.ts';
import { type RunningServer, SERVER_TIMEOUT_MS, startServer } from './server.ts';

export { expect };

export const DEMO_PASSWORD = 'arcwave-demo-2026';

/** Server of this worker, shared by its tests. */
let running: RunningServer | undefined;

const serverOfWorker = (): RunningServer => {
  if (!running) throw new Error('the test server of this worker is not running: call this only inside a test or hook');
  return running;
};

export const baseUrl = (): string => serverOfWorker().url;

/** FOYER_HOME of the test server. The command line needs it to reach the same database. */
export const serverHome = (): string => serverOfWorker().home;

export const BRANDS = [
  { brand: 'Arcwave Scope', host: 'localhost' },
  { brand: 'Arcwave Drive', host: 'drive.localhost' },
] as const;

export const THEMES = [
  { theme: 'light', viewport: { width: 1280, height: 900 } },
  { theme: 'dark', viewport: { width: 375, height: 812 } },
] as const;

/** Base URL of the test server with the host name of a brand. */
export const addressOf = (host: string): string => baseUrl().replace('localhost', host);

interface Complaints {
  /** Allows console output that matches. For example, a declined card is a 402, which Chromium logs as an error. */
  expect(pattern: RegExp): void;
}

/**
 * Playwright's `test` with a server per worker, so that parallel tests share no data. Each server has the demo customers.
 * A test fails on an uncaught error, a console error or warning, or a policy violation in any page it opens, unless the
 * test allows it with `complaints.expect`.
 */
export const test = base.extend<{ complaints: Complaints }, { server: RunningServer; settings: NodeJS.ProcessEnv }>({
  /** Settings of the server. A file with other settings gets a separate server. */
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      running = await startServer(settings);
      await use(running);
      await running.stop();
    },
    { scope: 'worker', auto: true, timeout: SERVER_TIMEOUT_MS },
  ],
  complaints: [
    async ({ browser, context }, use) => {
      const heard: string[] = [];
      const expected: RegExp[] = [];
      const watch = (opened: BrowserContext): void => {
        opened.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`));
        opened.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning')
            heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
        });
      };
      watch(context);
      browser.on('context', watch);
      await use({ expect: (pattern) => expected.push(pattern) });
      browser.off('context', watch);
      // A request that the page made in the background may still be inside a route handler of the test. Ignore its error.
      const routed = browser.contexts().flatMap((opened) => [opened, ...opened.pages()]);
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
      const unexpected = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'the browser console stays empty').toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects that the page is not wider than the screen. Polls, because the layout may follow a new screen size late. */
export const expectNoSidewaysScroll = (page: Page, where: string): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${where} is wider than the screen`,
    )
    .toBeLessThanOrEqual(0);

/** Expects that the page shows no loading placeholder (skeleton). */
export const expectNoSkeletons = (page: Page, where?: string): Promise<void> =>
  expect(page.locator('main [class*="skeleton_"]'), where).toHaveCount(0);

const AXE_OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
};

/**
 * Violations of axe's rules in the page and its frames, a line each: id of the rule, then the selectors. Loads axe once per
 * document, because it has 650 kB, and lets only the lines leave the browser.
 */
const findViolations = async (page: Page): Promise<string[]> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, AXE_OPTIONS);
};

/** Expects no axe violations, and a page that is not wider than the screen. */
export const expectUsable = async (page: Page, where: string): Promise<void> => {
  // Wait for the title: a part that is still loading has text but no title.
  await expect(page.locator('h1:visible').first(), where).toBeVisible();
  // During a colour transition the contrast is that of neither state.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findViolations(page), where).toEqual([]);
  await expectNoSidewaysScroll(page, where);
};

export const emailOf = (name: string): string => `${name}@demo.arcwave.test`;

/** Fills in and sends the sign-in form, which must be open. */
export const signInHere = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const postJson = async <Reply>(page: Page, host: string, path: string, data: unknown): Promise<Reply> => {
  // Node does not resolve drive.localhost, unlike the browser; so call localhost and name the host in the header.
  const headers = { host: new URL(addressOf(host)).host };
  const answer = await page.request.post(`${baseUrl()}${path}`, { data, headers });
  expect(answer.ok(), `POST ${path}: ${answer.status()}`).toBe(true);
  return (await answer.json()) as Reply;
};

/**
 * Signs in by two API calls and stores the session record as the portal does. Faster than the form by seconds. The tests of
 * authentication and redirects cover the form.
 */
export const startSession = async (
  page: Page,
  name: string,
  { password = DEMO_PASSWORD, host = 'localhost' } = {},
): Promise<void> => {
  const credentials = { email: emailOf(name), password };
  const { refreshToken } = await postJson<{ refreshToken: string }>(page, host, '/api/auth/sessions', credentials);
  const pair = await postJson<TokenPair>(page, host, '/api/auth/tokens', { refreshToken });
  const record = { name: RECORD_KEY, value: JSON.stringify(recordOf(pair)) };
  // setStorageState clears the storage first. An open portal would see its session end, so leave it before.
  await page.goto('about:blank');
  const { cookies, origins } = await page.context().storageState();
  const origin = addressOf(host);
  const others = origins.filter((one) => one.origin !== origin);
  await page.context().setStorageState({ cookies, origins: [...others, { origin, localStorage: [record] }] });
};

/** Signs in and opens a path of the portal. Resolves when the portal is at that path. */
export const openSignedIn = async (page: Page, name: string, path = '/', host = 'localhost'): Promise<void> => {
  await startSession(page, name, { host });
  await page.goto(`${addressOf(host)}${path}`);
  await expect(page).toHaveURL(`${addressOf(host)}/#${path}`);
};

/** Fills in the card form of the sandbox gateway. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('04 / 40');
  await page.getByLabel('Security code').fill('123');
};

/** Saves a card on the payment-method page. The page then goes to its return path. */
export const saveCard = async (page: Page, number: string): Promise<void> => {
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
};

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Mails to a customer whose subject begins with `about`, newest first. Waits for at least `atLeast` mails, because they are
 * sent after the response and in any order.
 */
export const readMails = async (page: Page, name: string, atLeast: number, about = ''): Promise<Mail[]> => {
  const url = `${baseUrl()}/sandbox/mails?to=${encodeURIComponent(emailOf(name))}&limit=100`;
  let mails: Mail[] = [];
  await expect
    .poll(async () => {
      const all = ((await (await page.request.get(url)).json()) as { mails: Mail[] }).mails;
      mails = all.filter(({ subject }) => subject.startsWith(about));
      return mails.length;
    })
    .toBeGreaterThanOrEqual(atLeast);
  return mails;
};
