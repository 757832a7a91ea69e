import type { Browser, BrowserContext, Page } from '@playwright/test';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, LOOKS, openSignedIn, signInHere, test } from './support.ts';

/** The pages as a visitor meets them: each route answers, has its title, and a machine finds nothing hard to use in it. */

/** Every route of the portal with its title. */
const ROUTES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'My Account'],
  ['/security?active=email', 'Security'],
  ['/address', 'Address'],
  ['/payments?active=receipts', 'Payments'],
  ['/payments?active=payment', 'Payments'],
  ['/payments/next', 'Next Payment'],
  ['/payments/method?returnPath=%2F', 'Payment Method'],
  ['/cea/token', 'Confirm Email Change'],
  ['/subscriptions/drive', 'Drive Subscription'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&r=newuser', 'Drive Subscription'],
  ['/subscriptions/scope?package=x&r=expired', 'Scope Subscription'],
  ['/subscriptions/iot', 'IoT Subscription'],
  ['/promotions?from=x', 'Promotion'],
  ['/codes/redeem', 'Redeem Code'],
  ['/legacy-tekscope', 'Legacy License'],
];

const REVIEW = '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
const sessions = new Map<string, Session>();

/** A session on one host, to be opened in other contexts; signed in once. */
const sessionOf = async (browser: Browser, host: string, name: string): Promise<Session> => {
  const held = sessions.get(host + name);
  if (held) return held;
  const page = await browser.newPage();
  await page.goto(`${addressOf(host)}/`);
  await signInHere(page, name);
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  const session = await page.context().storageState();
  await page.close();
  sessions.set(host + name, session);
  return session;
};

const shown = (page: Page) => expect(page.locator('h1:visible')).toHaveCount(1);

test('[SH-01, SH-06] every route answers with its page and its title', async ({ page }) => {
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
  for (const [path, title] of ROUTES) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page, path).toHaveTitle(`${title} · Arcwave Scope Account`);
    await shown(page);
  }
  await page.goto(`${baseUrl()}/#/broken`);
  await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible();
});

test('[SH-02] any other path: page not found, with the path and the way back', async ({ page }) => {
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
  for (const path of ['/nonsense', '/payments/other', '/receipt', '/%3Cscript%3E']) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
    await expect(page.getByText(path, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Arcwave Scope Account');
  }
  // not even readable as a path
  await page.goto(`${baseUrl()}/%E0%A4%A`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to My Account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
});

test('[SH-07] the tab of the section is marked: the drive page has one in the drive brand only', async ({
  browser,
}) => {
  for (const [host, tab] of [
    ['localhost', 'Home'],
    ['drive.localhost', 'Subscription'],
  ] as const) {
    const context = await browser.newContext({ storageState: await sessionOf(browser, host, 'pia') });
    const page = await context.newPage();
    await page.goto(`${addressOf(host)}/#/subscriptions/drive`);
    await expect(page.locator('nav [aria-current=page]')).toHaveText(tab);
    await context.close();
  }
});

test('[SH-17] each brand has its own sign in the tab, in the portal and on the authentication site', async ({
  page,
}) => {
  const signs = new Set<string>();
  const answerTo = (address: string) =>
    page.evaluate(async (asked) => {
      const answer = await fetch(asked);
      return { status: answer.status, type: answer.headers.get('content-type'), path: new URL(answer.url).pathname };
    }, address);
  for (const { host } of BRANDS) {
    for (const path of ['/#/broken', '/id/']) {
      await page.goto(`${addressOf(host)}${path}`);
      const sign = (await page.locator('link[rel=icon]').getAttribute('href')) ?? '';
      signs.add(sign);
      const shown = { status: 200, type: 'image/svg+xml', path: sign };
      expect(await answerTo(sign)).toEqual(shown);
      expect(await answerTo('/favicon.ico')).toEqual(shown);
    }
  }
  expect(signs.size).toBe(BRANDS.length);
});

// each brand in each theme once; the light ones on a desk and the dark ones on a phone
for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[SH-06, SH-17] ${brand}, ${theme}: every page is usable`, async ({ browser }) => {
      const storageState = await sessionOf(browser, host, 'pia');
      const context = await browser.newContext({ storageState, viewport, colorScheme: theme });
      const page = await context.newPage();

      test.slow();
      const visit = async (path: string, title: string, sign: string | RegExp) => {
        await page.goto(`${addressOf(host)}/#${path}`);
        await expect(page.getByText(sign).first(), path).toBeVisible();
        await expect(page).toHaveTitle(`${title} · ${brand} Account`);
        await expectUsable(page, path);
      };
      await visit('/', 'My Account', /Your next payment is/);
      await visit('/subscriptions/drive', 'Drive Subscription', 'Current plan');
      await visit(REVIEW, 'Drive Subscription', 'Estimated cost');
      await visit('/payments', 'Payments', 'Past payments');
      const receipt = await page.getByRole('table').getByRole('link').first().getAttribute('href');
      await visit((receipt ?? '').slice(1), 'Receipt', 'Arcwave Instruments, Inc.');
      await visit('/payments/next', 'Next Payment', 'Tax, Boston MA (8.25%)');
      await visit('/payments/method', 'Payment Method', 'What happens when you save');
      await visit('/nonsense', 'Page not found', 'Page not found');
      await visit('/address', 'Address', 'Add or Change Address');

      await page.evaluate(() => localStorage.clear());
      await page.goto(`${addressOf(host)}/payments`);
      await expect(page.getByLabel('Email')).toBeVisible();
      await expect(page).toHaveTitle(`Sign in · ${brand} Account`);
      await expectUsable(page, 'sign-in');
      await context.close();
    });
  }
}
