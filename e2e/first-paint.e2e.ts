import type { Page } from '@playwright/test';
import { register, signIn } from './identity.ts';
import { baseUrl, expect, test } from './support.ts';

/** What stands before the bundle is here: all that most visits see of it is that nothing had to be waited for. */

/** From now on, the places the title has had, each frame looked at; so a jump is seen that comes back, too. */
const watchTitle = async (page: Page): Promise<() => Promise<string[]>> => {
  const seen = await page.evaluateHandle(() => {
    const places = new Set<string>();
    const look = () => {
      const place = document.querySelector('#root h1')?.getBoundingClientRect();
      places.add(`${place?.x} ${place?.y}`);
      requestAnimationFrame(look);
    };
    look();
    return places;
  });
  return () => seen.evaluate((places) => [...places]);
};

const PASSWORD = 'a perfectly fine phrase';

test('[HO-01, SH-12] Home greets by name before its bundle has arrived, and nobody after signing out', async ({
  page,
}) => {
  await register(page, 'early', PASSWORD);
  await page.goto(`${baseUrl()}/`);
  await signIn(page, 'early', PASSWORD);
  const title = page.locator('#root h1');
  await expect(title).toHaveText('Welcome, Grace');
  await page.waitForLoadState('networkidle'); // all that stands above it is there
  await page.evaluate(() => document.fonts.ready);
  const box = await title.boundingBox();

  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/assets\/portal-.*\.js/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const name = page.locator('#root h1 > span:visible > span');
  await expect.poll(() => name.evaluate((one) => getComputedStyle(one, '::before').content)).toBe('"Grace"');
  await expect(title).toHaveText('Loading your account WelcomeWelcome, '); // the name is written by the style sheet
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => title.boundingBox(), 'it stands where it stood').toEqual(box);
  const places = await watchTitle(page);
  open();
  await expect(title).toHaveText('Welcome, Grace');
  const { x, y } = box ?? {};
  expect(await places(), 'nothing moves when the page takes over').toEqual([`${x} ${y}`]);

  await page.goto(`${baseUrl()}/#/signout`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${baseUrl()}/version`);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Grace');
});
