import type { Page } from '@playwright/test';
import { expectInPlace } from './in-place.ts';
import { LAYOUTS, type Layout } from './layouts.ts';
import { COMMON_PAGES, OTHER_PAGES, type PortalPage } from './portal-pages.ts';
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
import { expectNothingCut } from './zoom.ts';

/**
 * Every page of the portal and the sign-in site: its title, no violation of axe in each brand and theme, the positions of its
 * parts, and 200 % zoom. One walk checks all of these, because opening a page costs more than to look at it.
 */

/** Every route of the portal with its title. */
const ROUTES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'My Account'],
  ['/security?active=email', 'Security'],
  ['/address', 'Add or Change Address'],
  ['/payments?active=receipts', 'Payments'],
  ['/payments?active=payment', 'Payments'],
  ['/payments/next', 'Next payment'],
  ['/payments/method?returnPath=%2F', 'Payment method'],
  ['/cea/token', 'Confirm Email Change'],
  ['/subscriptions/drive', 'Drive subscription'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&r=newuser', 'Drive subscription'],
  ['/subscriptions/scope?package=x&r=expired', 'Scope subscription'],
  ['/subscriptions/iot', 'IoT subscription'],
  ['/promotions?from=x', 'Promotion'],
  ['/codes/redeem', 'Redeem a prepaid code'],
  ['/legacy-tekscope', 'Legacy License'],
];

/** Expected positions on the page at this path, or on the page that a link on it leads to. */
const layoutOf = (path: string, follow?: string): Layout | undefined =>
  LAYOUTS.find((layout) => layout.who === 'pia' && layout.path === path && layout.follow === follow);

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

const SITE: readonly (readonly [path: string, label: string])[] = [
  ['/', 'Password'],
  ['/register', 'Repeat password'],
  ['/forgotten', 'Email'],
];

/** Pages whose path contains an id: the page with the link to it, the link in its main part, title and text as above. */
const LINKED = [
  { from: '/payments', link: 'table a', title: 'Receipt', ready: 'Arcwave Instruments, Inc.' },
  {
    from: '/',
    link: 'article a[href*="/subscriptions/scope/sub"]',
    title: 'Scope subscription',
    ready: 'License Extension',
  },
] as const;

// Each brand in each theme: light on a desktop screen, dark on a phone. The desktop screen is also made narrower.
for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of THEMES) {
    const narrows = theme === 'light';
    const claims = narrows ? '[SH-06, SH-07, SH-17, BY-04] [WCAG 1.4.4]' : '[SH-06, SH-17]';
    const also = narrows ? ', also at 200 % zoom, with its parts in their places' : '';
    test(`${claims} ${brand}, ${theme}: every page is usable${also}`, async ({ browser }) => {
      test.slow();
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      await startSession(page, 'pia', { host });
      const open = async (path: string, ready: string | RegExp) => {
        await page.goto(`${addressOf(host)}/#${path}`);
        await expect(page.getByText(ready).first(), path).toBeVisible();
      };
      const visit = async ({ path, title, ready }: PortalPage, layout = layoutOf(path)) => {
        await open(path, ready);
        await expect(page).toHaveTitle(`${title} · ${brand} Account`);
        await expectUsable(page, path);
        if (!narrows) return;
        if (layout) await expectInPlace(page, layout, host);
        await expectNothingCut(page, path);
        await page.setViewportSize(viewport);
      };
      const pages = [...COMMON_PAGES, ...OTHER_PAGES[host]];
      for (const one of pages) await visit(one);
      for (const { from, link, title, ready } of LINKED) {
        await page.goto(`${addressOf(host)}/#${from}`);
        const path = (await page.getByRole('main').locator(link).first().getAttribute('href'))?.slice(1) ?? '';
        await visit({ path, title, ready }, layoutOf(from, link));
      }
      for (const layout of narrows ? LAYOUTS : []) {
        if (layout.who !== 'pia' || layout.follow || pages.some(({ path }) => path === layout.path)) continue;
        await page.setViewportSize(viewport);
        await open(layout.path, layout.ready);
        await expectInPlace(page, layout, host);
      }

      await page.evaluate(() => localStorage.clear());
      for (const [path, label] of SITE) {
        await page.setViewportSize(viewport);
        await page.goto(`${addressOf(host)}/id/#${path}`);
        await expect(page.getByLabel(label, { exact: true })).toBeVisible();
        await expectUsable(page, `/id/#${path}`);
        if (narrows) await expectNothingCut(page, `/id/#${path}`);
      }
      await page.goto(`${addressOf(host)}/payments`);
      await expect(page).toHaveTitle(`Sign in · ${brand} Account`);
      await context.close();
    });
  }
}
