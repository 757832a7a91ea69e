import type { Page } from '@playwright/test';
import { readManifest } from './built.ts';
import { expectHome, register, signIn } from './identity.ts';
import {
  addressOf,
  BRANDS,
  baseUrl,
  expect,
  expectUsable,
  expectWhole,
  LOOKS,
  openSignedIn,
  signInHere,
  test,
} from './support.ts';

/** What stands around every page: the way in, the alert, and the pages without all that. */

/** For so long a page believes what it was told (query-client.ts). */
const KEPT_MS = 30_000;

const openHome = async (page: Page, host: string, name: string): Promise<void> => {
  await page.goto(`${addressOf(host)}/`);
  await signInHere(page, name);
  await expectHome(page);
};

/** The items of a menu with where they lead, opened with the keyboard alone. */
const itemsOf = async (page: Page, button: string | RegExp): Promise<(readonly [string, string | null])[]> => {
  await page.getByRole('button', { name: button }).press('ArrowDown');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  const found = await items.evaluateAll((all) =>
    all.map((item) => [item.textContent ?? '', item.getAttribute('href')] as const),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: button })).toBeFocused();
  return found;
};

test('[SH-08, HO-07, HO-09] the menus of the scope brand lead where the brand says', async ({ page }) => {
  await openHome(page, 'localhost', 'pia');
  expect(await itemsOf(page, 'Products')).toEqual([
    ['Arcwave Drive', 'https://drive.arcwave.example/'],
    ['Arcwave Scope', 'https://scope.arcwave.example/'],
  ]);
  expect(await itemsOf(page, /Your menu/)).toEqual([
    ['My Account', '#/'],
    ['My Settings', '#/security'],
    ['Deutsch', null],
    ['Sign out', '#/signout?reason=signedout'],
  ]);
  expect(await itemsOf(page, 'More')).toEqual([
    ['Install', 'https://scope.arcwave.example/install'],
    ['Update License', 'https://scope.arcwave.example/license'],
    ['Packages', 'https://arcwave.example/scope/packages'],
    ['Help', 'https://arcwave.example/scope/help'],
  ]);
  await expect(page.getByRole('link', { name: 'Launch' })).toHaveAttribute('href', 'https://drive.arcwave.example/');
});

test('[SH-08] the drive brand has no launcher, and Feedback and Support in the menu', async ({ page }) => {
  await openHome(page, 'drive.localhost', 'pia');
  await expect(page.getByRole('button', { name: 'Products' })).toHaveCount(0);
  expect((await itemsOf(page, /Your menu/)).map(([name]) => name)).toEqual([
    'My Account',
    'My Settings',
    'Feedback',
    'Support',
    'Deutsch',
    'Sign out',
  ]);
});

test('[HO-03, HO-09] an export review is said on Home and takes the scope product out of the launcher', async ({
  page,
}) => {
  await openHome(page, 'localhost', 'max');
  await expect(page.getByRole('heading', { name: 'Account Pending' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^mailto:/);
  expect((await itemsOf(page, 'Products')).map(([name]) => name)).toEqual(['Arcwave Drive']);
  const scope = page.getByRole('article').filter({ hasText: 'Arcwave Scope' });
  await expect(scope.getByRole('link')).toHaveText(['Learn More']);
});

test('a newcomer without a sandbox clock is not asked for one: the console stays empty', async ({ page }) => {
  const name = 'shell-newcomer';
  await register(page, name, 'a long enough passphrase');
  await page.goto(`${baseUrl()}/`);
  await signIn(page, name, 'a long enough passphrase');
  await expectHome(page);
  await expect(page.getByText('This account runs on real time.')).toBeVisible();
});

test('[SH-10] a legacy license is announced under the top bar, and its place is kept at the next visit', async ({
  page,
}) => {
  await openHome(page, 'localhost', 'lena');
  const alert = page.getByRole('region', { name: 'Account alert' });
  await expect(alert).toContainText('Account Alert: Your legacy license is scheduled for end of life');
  await expect(page.getByRole('link', { name: 'See what changes' })).toHaveAttribute('href', '#/legacy-tekscope');
  const heightNow = async () => Math.round((await alert.boundingBox())?.height ?? 0);
  const keptNow = () => page.evaluate(() => Number(localStorage.getItem('foyer.rows')?.split(' ').at(-1)));
  // kept in the frame after the one that shows it, and again when it changes
  await expect.poll(async () => (await keptNow()) - (await heightNow())).toBe(0);
  const height = await heightNow();
  await page.reload({ waitUntil: 'commit' });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--rows-4')))
    .toBe(`${height}px`);
  await expect(alert).toBeVisible();

  await page.getByRole('button', { name: 'Put away' }).click();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expectHome(page);
  await expect(alert).toHaveCount(0);
});

test('[SH-10] nobody else is alarmed', async ({ page }) => {
  await openHome(page, 'localhost', 'pia');
  await page.waitForLoadState('networkidle'); // an alert would come with the account, in a part of its own
  await expect(page.getByRole('region', { name: 'Account alert' })).toHaveCount(0);
});

test('[SH-13] the pages of paying hide the main header and keep a slim bar, the brand, the title', async ({ page }) => {
  await openSignedIn(page, 'pia');
  for (const [path, title] of [
    ['/payments/next', 'Next Payment'],
    ['/payments/method', 'Payment Method'],
  ] as const) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page).toHaveTitle(`${title} · Arcwave Scope Account`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Account' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Your menu|Products/ })).toHaveCount(0);
    const bar = page.getByRole('banner').getByRole('link');
    await expect(bar).toHaveText(['Payments', /Arcwave\s+Scope/]);
  }
});

test('[SH-14] the host decides the environment, an unknown one is production; the release stands in the footer', async ({
  page,
}) => {
  const environmentAt = async (host: string) => {
    await page.goto(`${addressOf(host)}/#/broken`);
    return page.evaluate(
      () => (JSON.parse(document.getElementById('config')?.textContent ?? '{}') as { environment: string }).environment,
    );
  };
  expect(await environmentAt('localhost')).toBe('development');
  expect(await environmentAt('unknown.localhost')).toBe('production');
  const { version } = (await (await page.request.get(`${baseUrl()}/version`)).json()) as { version: string };
  expect(version).toMatch(/^1\.\d+\.\d+$/);
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('contentinfo')).toContainText(`Version ${version}`);
});

test('[SH-01, SH-06, SH-15] a survey fills the screen from its own host, without signing in, and stays in its frame', async ({
  page,
  complaints,
}) => {
  complaints.expect(/sandbox|Unsafe attempt|Blocked opening/i);
  const asked: string[] = [];
  await page.route('https://survey.arcwave.example/**', (route) => {
    if (route.request().method() === 'POST')
      return route.fulfill({ contentType: 'text/html', body: `<h1>Thanks: ${route.request().postData()}</h1>` });
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: `<title>s</title><h1>How was it?</h1>
        <form method="post"><label>Answer <input name="a"></label><button>Send</button></form><script>
        try { top.location = 'https://evil.example/' } catch {}
        open('https://evil.example/');
        parent.postMessage({ type: 'navigate', to: 'https://evil.example/' }, '*');
      </script>`,
    });
  });
  await page.goto(`${baseUrl()}/id/#/`);
  await page.goto(`${baseUrl()}/survey/a%2F..%2Fb`);
  await expect(page.frameLocator('iframe').getByText('How was it?')).toBeVisible();
  await expect(page).toHaveTitle('Survey · Arcwave Scope Account');
  expect(asked).toEqual(['https://survey.arcwave.example/s/a%2F..%2Fb']);
  const size = page.viewportSize();
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, ...size });
  expect(page.url().startsWith(baseUrl())).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  // answered by keyboard alone: the first stop is in the survey
  await page.keyboard.press('Tab');
  await page.keyboard.type('well');
  await page.keyboard.press('Enter');
  await expect(page.frameLocator('iframe').getByText('Thanks: a=well')).toBeVisible();
  // Back leads through the survey's own pages, and then to where one came from
  await page.evaluate(() => history.back());
  await expect(page.frameLocator('iframe').getByText('How was it?')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${baseUrl()}/id/#/`);
});

test('[SH-07] a change of page brings the focus to the heading of the new one, and each page begins once', async ({
  page,
}) => {
  await openHome(page, 'localhost', 'pia');
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/me/security/sessions')) asked.push(Date.now());
  });
  const tabs = page.getByRole('navigation');
  for (const [tab, title] of [
    ['Security', 'Security'],
    ['Payments', 'Payments'],
    ['Home', 'Welcome, Pia'],
    ['Security', 'Security'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expectWhole(page, tab); // what nobody waits for any more is given up, and asked for again at the next visit
  }
  const soon = asked.filter((at) => at < (asked[0] ?? 0) + KEPT_MS);
  expect(soon).toHaveLength(1);
});

test('[SE-04] a part that does not arrive: it can be fetched again, and signing out signs out all the same', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|dynamically imported|preload CSS|did not arrive/);
  await openHome(page, 'localhost', 'otto');
  const manifest = readManifest('en/.vite/manifest.json');
  const files = ['security', 'sign-out'].map((page) => manifest[`src/portal/routes/${page}.tsx`]?.file ?? page);
  const parts = ({ pathname }: URL) => files.includes(pathname.slice(1));
  await page.route(parts, (route) => route.abort());
  await page.goto(`${baseUrl()}/#/security`);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await page.unroute(parts);
  await tryAgain.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.route(parts, (route) => route.abort());
  await page.goto(`${baseUrl()}/#/signout?reason=signedout`);
  // the page leaves meanwhile, which ends a look into it that is made only once
  await page.waitForFunction(() => localStorage.getItem('foyer.session') === null);
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[SH-08, SH-10, HO-03] ${brand}, ${theme}: alert, menus and notices are usable`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}/?referrerClient=drive`);
      await signInHere(page, 'lena');
      await expect(page.getByRole('region', { name: 'Account alert' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to Arcwave Drive' })).toBeVisible();
      await expectUsable(page, 'Home with the alert and the arrow');
      for (const menu of ['More', /Your menu/]) {
        await page.getByRole('button', { name: menu }).click();
        await expect(page.getByRole('menuitem').first()).toBeVisible();
        await expectUsable(page, `Home with the menu ${menu}`);
        await page.keyboard.press('Escape');
      }
      await page.goto(`${addressOf(host)}/#/broken`);
      await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible();
      await expectUsable(page, '/broken');
      await context.close();
    });
  }
}
