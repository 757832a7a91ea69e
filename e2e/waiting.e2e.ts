import type { Page } from '@playwright/test';
import { baseUrl, expect, openSignedIn, test } from './support.ts';

/** What a page shows while its parts and its data are on their way (SH-12). */

/** Holds back what matches until the returned function is called. */
const hold = async (page: Page, pattern: RegExp): Promise<() => void> => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(pattern, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
};

/** The files that stand in the HTML have long names; those of a later part are nothing but a hash. */
const LATER_SCRIPT = /\/assets\/[\w-]{7}\.js$/;

const PHONE = { width: 375, height: 812 };

test('[SH-12] [BY-04] a page whose part is on its way has its one heading, and nothing below that it would push away', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  const letGo = await hold(page, LATER_SCRIPT);
  await page.goto(`${baseUrl()}/#/payments`);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#main h1')).toHaveText('Loading your account ');
  await expect(page.locator('#main [class*="leadBone"]')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  letGo();
  await expect(page.locator('#main h1')).toHaveText('Payments');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('[SH-12] [PY-04] a receipt stands where its place was kept, on a phone too', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia', '/payments');
  const receipt = page.getByRole('main').locator('a[href*="/receipt/"]').first();
  await expect(receipt).toBeVisible();
  const letGo = await hold(page, /\/api\/account\/me\/receipts\/\w+/);
  await receipt.click();
  await expect(page.getByText('Loading receipt…')).toBeAttached();
  const paper = page.getByRole('main').locator('[class*="card_card"]').first();
  const before = (await paper.boundingBox())?.y;
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  letGo();
  await expect(page.getByText('Arcwave Instruments, Inc.')).toBeVisible();
  await expect.poll(async () => (await paper.boundingBox())?.y).toBe(before);
});

test('the sandbox bar says the time to its end on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia');
  const said = page.getByRole('region', { name: 'Sandbox' }).getByRole('status');
  await expect(said).toContainText(/\d\d:\d\d/);
  expect(await said.evaluate((one) => [one.scrollWidth - one.clientWidth, one.clientHeight <= 40])).toEqual([0, true]);
});
