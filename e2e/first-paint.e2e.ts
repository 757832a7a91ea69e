import { expectTitleAtFirstPaint } from './first-title.ts';
import { register, signIn } from './identity.ts';
import { hold, twoFrames } from './shifts.ts';
import { baseUrl, expect, openSignedIn, test } from './support.ts';

const PASSWORD = 'a perfectly fine phrase';

test('[HO-01, SH-12] Home greets by name before its bundle has loaded, and no name is stored after signing out', async ({
  page,
}) => {
  await register(page, 'early', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'early', PASSWORD);
  await expectTitleAtFirstPaint(page);

  await page.goto(`${baseUrl()}/#/signout`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${baseUrl()}/version`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Grace');
});

test('[HO-01] on a phone Home sends at most ten requests before it shows its data', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 }); // where its lower part, which is loaded in view, is out of view
  await openSignedIn(page, 'pia');
  const payment = page.getByText(/Your next payment is/);
  await expect(payment).toBeVisible();

  // Customers of a vendor have no sandbox bar, which is five files.
  await page.route(`${baseUrl()}/`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace('"gateway":"sandbox"', '"gateway":"stripe"');
    await route.fulfill({ response, body: html });
  });
  const calls = /\/api\/(auth\/me|account\/me|subscription\/subscriptions)$/;
  // The page before may still send its last requests, which are not counted.
  await page.goto('about:blank');
  const release = await hold(page, calls);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${baseUrl()}/`, { waitUntil: 'commit' });
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  await expect.poll(() => requests.filter((url) => calls.test(url)).length).toBe(3);
  await page.evaluate(() => document.fonts.ready);
  await twoFrames(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10);
  release();
  await expect(payment).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sandbox' })).toBeHidden();
});
