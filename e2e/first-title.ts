import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** The title of Home before the bundle has loaded: it comes from the HTML and its inline script. */

/** Records the position of the title in every frame, so that a temporary jump is seen too. Returns a reader. */
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

/**
 * Loads the open Home again while its bundle is held back, and expects the greeting by name in its final position, also
 * while the bundle replaces it.
 */
export const expectTitleAtFirstPaint = async (page: Page): Promise<void> => {
  const title = page.locator('#root h1');
  await expect(title).toHaveText('Welcome, Grace');
  await page.waitForLoadState('networkidle'); // everything above the title has loaded
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
  await expect(title).toHaveText('Loading your account WelcomeWelcome, '); // the style sheet writes the name
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => title.boundingBox(), 'the title has its final position').toEqual(box);
  const places = await watchTitle(page);
  open();
  await expect(title).toHaveText('Welcome, Grace');
  const { x, y } = box ?? {};
  expect(await places(), 'the title does not move when the bundle replaces it').toEqual([`${x} ${y}`]);
};
