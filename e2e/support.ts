import { AxeBuilder } from '@axe-core/playwright';
import type { TokenPair } from '@foyer/contract/api/auth';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { RECORD_KEY, recordOf } from '../apps/web/src/lib/session/record.ts';
import { type RunningServer, SERVER_TIMEOUT_MS, startServer } from './server.ts';

export { expect };

export const DEMO_PASSWORD = 'arcwave-demo-2026';

/** The server of this worker's tests. */
let running: RunningServer | undefined;

const serverOfWorker = (): RunningServer => {
  if (!running) throw new Error('the server of the tests is not running');
  return running;
};

export const baseUrl = (): string => serverOfWorker().url;

/** FOYER_HOME of the server of the tests, for the command line beside it. */
export const homeOfServer = (): string => serverOfWorker().home;

export const BRANDS = [
  { brand: 'Arcwave Scope', host: 'localhost' },
  { brand: 'Arcwave Drive', host: 'drive.localhost' },
] as const;

export const LOOKS = [
  { theme: 'light', viewport: { width: 1280, height: 900 } },
  { theme: 'dark', viewport: { width: 375, height: 812 } },
] as const;

/** The product as a visitor of that brand's host opens it. */
export const addressOf = (host: string): string => baseUrl().replace('localhost', host);

interface Complaints {
  /** Tells that the page is going to meet this: a declined card is a 402, which the browser also writes to its console. */
  expect(pattern: RegExp): void;
}

/**
 * Each worker has a server of its own with the demo customers, so tests that run at once share nothing.
 * Every test fails on an uncaught error, a console error or a refused policy that it did not announce: in each page of each
 * context that it opens.
 */
export const test = base.extend<{ complaints: Complaints }, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      running = await startServer();
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
      // what a page asks for by itself may still be under way through a route of the test: nobody waits for that
      const routed = browser.contexts().flatMap((opened) => [opened, ...opened.pages()]);
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
      const unexpected = heard.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'the browser console stays empty').toEqual([]);
    },
    { auto: true },
  ],
});

/** Nothing stands out of the page, once it has its place on a screen that may just have changed. */
export const expectWithin = (page: Page, where: string): Promise<void> =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${where} is wider than the screen`,
    )
    .toBeLessThanOrEqual(0);

/** Nothing of the page is on its way any more. */
export const expectWhole = (page: Page, where?: string): Promise<void> =>
  expect(page.locator('main [class*="skeleton_"]'), where).toHaveCount(0);

/** Nothing is in the way of anybody, and nothing stands out of the page. */
export const expectUsable = async (page: Page, where: string): Promise<void> => {
  // a part that is still loaded has its words in place already, and not its title
  await expect(page.locator('h1:visible').first(), where).toBeVisible();
  // half-way from one colour to another the contrast is nobody's
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // no frame of another origin to look into, so no second page to open for it
    .options({
      resultTypes: ['violations'],
      rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
    })
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, where).toEqual([]);
  await expectWithin(page, where);
};

export const emailOf = (name: string): string => `${name}@demo.arcwave.test`;

/** Signs in on the authentication site, where a signed-out visitor lands. */
export const signInHere = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const post = async <Reply>(page: Page, host: string, path: string, data: unknown): Promise<Reply> => {
  // Node does not know the names below localhost, which the browser does
  const headers = { host: new URL(addressOf(host)).host };
  const answer = await page.request.post(`${baseUrl()}${path}`, { data, headers });
  expect(answer.ok(), `POST ${path}: ${answer.status()}`).toBe(true);
  return (await answer.json()) as Reply;
};

/**
 * Signs in by two calls and stores the session record as the portal does. The form costs seconds per test; the tests of
 * authentication and redirects prove it.
 */
export const startSession = async (
  page: Page,
  name: string,
  { password = DEMO_PASSWORD, host = 'localhost' } = {},
): Promise<void> => {
  const credentials = { email: emailOf(name), password };
  const { refreshToken } = await post<{ refreshToken: string }>(page, host, '/api/auth/sessions', credentials);
  const pair = await post<TokenPair>(page, host, '/api/auth/tokens', { refreshToken });
  const record = { name: RECORD_KEY, value: JSON.stringify(recordOf(pair)) };
  // what is stored is taken away before it is put back: a portal that is open would see its session end, and leave
  await page.goto('about:blank');
  const { cookies, origins } = await page.context().storageState();
  const origin = addressOf(host);
  const others = origins.filter((one) => one.origin !== origin);
  await page.context().setStorageState({ cookies, origins: [...others, { origin, localStorage: [record] }] });
};

/** Opens a path of the portal, signed in; done when the portal is at that path. */
export const openSignedIn = async (page: Page, name: string, path = '/', host = 'localhost'): Promise<void> => {
  await startSession(page, name, { host });
  await page.goto(`${addressOf(host)}${path}`);
  await expect(page).toHaveURL(`${addressOf(host)}/#${path}`);
};

/** Fills in the sandbox's card field. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('04 / 40');
  await page.getByLabel('Security code').fill('123');
};

/** Saves a card on the page of the payment method, which then leads away. */
export const saveCard = async (page: Page, number: string): Promise<void> => {
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
};

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails somebody got whose subject begins so, newest first, once there are as many as asked for: they are sent after the answer, in any order. */
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
