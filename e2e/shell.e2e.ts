import { BRAND_LOOKS } from './brand-looks.ts';
import { readManifest } from './built.ts';
import { expectHome } from './identity.ts';
import { addressOf, baseUrl, expect, expectUsable, openSignedIn, startSession, test } from './support.ts';

/** Frame of the pages: the alert, the menus, the survey without a frame, and chunks that fail to load. */

test('[SH-10] an alert about a legacy licence is under the top bar, and the next visit reserves its height', async ({
  page,
}) => {
  await openSignedIn(page, 'lena');
  const alert = page.getByRole('region', { name: 'Account alert' });
  await expect(alert).toContainText('Account Alert: Your legacy license is scheduled for end of life');
  await expect(page.getByRole('link', { name: 'See what changes' })).toHaveAttribute('href', '#/legacy-tekscope');
  const heightNow = async () => Math.round((await alert.boundingBox())?.height ?? 0);
  const keptNow = () => page.evaluate(() => Number(localStorage.getItem('foyer.rows')?.split(' ')[3]));
  // The height is stored one frame after the alert appears, and again when it changes.
  await expect.poll(async () => (await keptNow()) - (await heightNow())).toBe(0);
  const height = await heightNow();
  await page.reload({ waitUntil: 'commit' });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--rows-4')))
    .toBe(`${height}px`);
  await expect(alert).toBeVisible();
});

test('[SH-01, SH-06, SH-15] a survey from another host fills the screen, needs no sign-in, and cannot leave its frame', async ({
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
  // By keyboard: the first Tab stop is in the survey.
  await page.keyboard.press('Tab');
  await page.keyboard.type('well');
  await page.keyboard.press('Enter');
  await expect(page.frameLocator('iframe').getByText('Thanks: a=well')).toBeVisible();
  // Back leads through the pages of the survey, then to the page before it.
  await page.evaluate(() => history.back());
  await expect(page.frameLocator('iframe').getByText('How was it?')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${baseUrl()}/id/#/`);
});

test('[SE-04] if a chunk fails to load, Try again loads it; signing out works without its chunk', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|dynamically imported|preload CSS|did not arrive/);
  await openSignedIn(page, 'otto');
  await expectHome(page);
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
  // Polls in the page, because a single evaluate fails when the page navigates.
  await page.waitForFunction(() => localStorage.getItem('foyer.session') === null);
});

test('[SH-08, SH-10, HO-03] alert, menus and notices are usable', async ({ browser }) => {
  for (const { brand, host, theme, viewport } of BRAND_LOOKS) {
    const context = await browser.newContext({ viewport, colorScheme: theme });
    const page = await context.newPage();
    await startSession(page, 'lena', { host });
    await page.goto(`${addressOf(host)}/?referrerClient=drive`);
    await expect(page.getByRole('region', { name: 'Account alert' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Arcwave Drive' })).toBeVisible();
    for (const menu of ['More', /Your menu/]) {
      await page.getByRole('button', { name: menu }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await expectUsable(page, `${brand}: Home with the alert, the arrow and the menu ${menu}`);
      await page.keyboard.press('Escape');
    }
    await page.goto(`${addressOf(host)}/#/broken`);
    await expect(page.getByRole('heading', { name: 'Something broke on our side' })).toBeVisible();
    await expectUsable(page, `${brand}: /broken`);
    await context.close();
  }
});
