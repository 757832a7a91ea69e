import type { Page } from '@playwright/test';
import {
  addressOf,
  BRANDS,
  baseUrl,
  expect,
  expectUsable,
  openSignedIn,
  startSession,
  THEMES,
  test,
} from './support.ts';

/** Every page of the portal and the sign-in site: its title, and no violation of axe in each brand and theme. */

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

type Visit = readonly [path: string, title: string, sign: string | RegExp];

const expectHeading = (page: Page) => expect(page.locator('h1:visible')).toHaveCount(1);

test('[SH-01, SH-06] every route shows its page and title', async ({ page }) => {
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
  for (const [path, title] of ROUTES) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page, path).toHaveTitle(`${title} · Arcwave Scope Account`);
    await expectHeading(page);
  }
  await page.goto(`${baseUrl()}/#/broken`);
  await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible();
});

test('[SH-02] any other path shows Page not found, with the path and a link to Home', async ({ page }) => {
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
  for (const path of ['/nonsense', '/payments/other', '/receipt', '/%3Cscript%3E']) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' }), path).toBeVisible();
    await expect(page.getByText(path, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Arcwave Scope Account');
  }
  // A path that cannot be decoded.
  await page.goto(`${baseUrl()}/%E0%A4%A`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to My Account' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
});

test('[SH-07] the tab of the section is current; only the drive brand has a tab for the drive page', async ({
  page,
}) => {
  for (const [host, tab] of [
    ['localhost', 'Home'],
    ['drive.localhost', 'Subscription'],
  ] as const) {
    await openSignedIn(page, 'pia', '/subscriptions/drive', host);
    await expect(page.locator('nav [aria-current=page]')).toHaveText(tab);
  }
});

test('[SH-17] each brand has its own icon in the browser tab, in the portal and on the sign-in site', async ({
  page,
}) => {
  const icons = new Set<string>();
  const answerTo = (address: string) =>
    page.evaluate(async (asked) => {
      const answer = await fetch(asked);
      return { status: answer.status, type: answer.headers.get('content-type'), path: new URL(answer.url).pathname };
    }, address);
  for (const { host } of BRANDS) {
    for (const path of ['/#/broken', '/id/']) {
      await page.goto(`${addressOf(host)}${path}`);
      const icon = (await page.locator('link[rel=icon]').getAttribute('href')) ?? '';
      icons.add(icon);
      const shown = { status: 200, type: 'image/svg+xml', path: icon };
      expect(await answerTo(icon)).toEqual(shown);
      expect(await answerTo('/favicon.ico')).toEqual(shown);
    }
  }
  expect(icons.size).toBe(BRANDS.length);
});

/** Pages that differ between the brands only in colours and tabs, with a text that appears when the page has loaded. */
const COMMON_PAGES: readonly Visit[] = [
  ['/', 'My Account', /Your next payment is/],
  ['/subscriptions/drive', 'Drive Subscription', 'Current plan'],
  [REVIEW, 'Drive Subscription', 'Estimated cost'],
  ['/payments', 'Payments', 'Past payments'],
  ['/payments/next', 'Next Payment', 'Tax, Boston MA (8.25%)'],
  ['/payments/method', 'Payment Method', 'What happens when you save'],
  ['/nonsense', 'Page not found', 'Page not found'],
  ['/address', 'Address', 'Add or Change Address'],
];

/** Pages checked in one brand: they exist only there, or share all parts with the pages above. */
const OTHER_PAGES: Readonly<Record<string, readonly Visit[]>> = {
  localhost: [
    ['/security', 'Security', 'Security activity'],
    ['/security?active=email', 'Security', 'New email'],
    ['/security?active=password', 'Security', 'New password'],
    ['/security?active=mfa', 'Security', 'Enter the code it shows'],
    ['/security/activity', 'Security Activity', 'Signed in'],
    ['/subscriptions/scope', 'Scope Subscription', 'Scope subscription'],
    ['/subscriptions/scope?package=pln_scope_starter_yearly&step=review', 'Scope Subscription', 'Estimated cost'],
    ['/subscriptions/iot', 'IoT Subscription', 'Due today'],
    ['/codes/redeem', 'Redeem Code', 'Redeem a prepaid code'],
    ['/promotions', 'Promotion', /^Promotion/],
    ['/promotions/2-series', 'Promotion', 'Subscribe'],
    ['/legacy-tekscope', 'Legacy License', 'Legacy License'],
  ],
  'drive.localhost': [['/security/close', 'Close Account', 'Your data is lost']],
};

const SITE: readonly (readonly [path: string, label: string])[] = [
  ['/', 'Password'],
  ['/register', 'Repeat password'],
  ['/forgotten', 'Email'],
];

// Each brand in each theme: light on a desktop screen, dark on a phone.
for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of THEMES) {
    test(`[SH-06, SH-17] ${brand}, ${theme}: every page is usable`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      await startSession(page, 'pia', { host });

      test.slow();
      const visit = async ([path, title, sign]: Visit) => {
        await page.goto(`${addressOf(host)}/#${path}`);
        await expect(page.getByText(sign).first(), path).toBeVisible();
        await expect(page).toHaveTitle(`${title} · ${brand} Account`);
        await expectUsable(page, path);
      };
      for (const one of [...COMMON_PAGES, ...(OTHER_PAGES[host] ?? [])]) await visit(one);
      await page.goto(`${addressOf(host)}/#/payments`);
      const receipt = await page.getByRole('table').getByRole('link').first().getAttribute('href');
      await visit([(receipt ?? '').slice(1), 'Receipt', 'Arcwave Instruments, Inc.']);

      await page.evaluate(() => localStorage.clear());
      for (const [path, label] of SITE) {
        await page.goto(`${addressOf(host)}/id/#${path}`);
        await expect(page.getByLabel(label, { exact: true })).toBeVisible();
        await expectUsable(page, `/id/#${path}`);
      }
      await page.goto(`${addressOf(host)}/payments`);
      await expect(page).toHaveTitle(`Sign in · ${brand} Account`);
      await context.close();
    });
  }
}
