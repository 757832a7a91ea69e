import { expectInPlace } from './in-place.ts';
import { HEIGHT_PX, LAYOUTS, WIDTHS } from './layouts.ts';
import { addressOf, BRANDS, expect, openSignedIn, test } from './support.ts';

/** Positions of the named parts of the pages of Ada and Grace. The walk in pages.e2e.ts has those of Pia. */

for (const { brand, host } of BRANDS) {
  for (const who of ['ada', 'grace'] as const) {
    test(`[SH-07] ${brand}, ${who}: the parts of the pages are in their places`, async ({ page }) => {
      test.slow();
      await openSignedIn(page, who, '/', host);
      for (const layout of LAYOUTS.filter((one) => one.who === who)) {
        await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT_PX });
        await page.goto(`${addressOf(host)}/#${layout.path}`);
        await expect(page.getByText(layout.ready).first()).toBeVisible();
        await expectInPlace(page, layout, host);
      }
    });
  }
}

for (const family of ['drive', 'scope', 'iot'])
  test(`[BY-04] ${family}: on a phone the comparison of plans fits, and has no cell with one word in each line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openSignedIn(page, 'ada', `/subscriptions/${family}`);
    await page.getByText('Compare plans', { exact: true }).click();
    const broken = await page.getByRole('region', { name: 'Differences between the plans' }).evaluate((region) =>
      [...region.querySelectorAll<HTMLElement>('th, td, dt, dd > small')]
        .map((cell) => {
          const content = document.createRange();
          content.selectNodeContents(cell);
          const lines = new Set([...content.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
          const text = cell.innerText.trim();
          return { text, lines, words: text.split(/\s+/).length };
        })
        .filter(({ lines, words }) => words > 2 && lines >= words)
        .map(({ text }) => text),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

/** Largest height in CSS pixels of a page of plans on a phone, for a customer without a plan. */
const PHONE_HEIGHTS = { drive: 1500, scope: 1900, iot: 2350 };
for (const [family, heightPx] of Object.entries(PHONE_HEIGHTS))
  test(`[BY-04] ${family}: on a phone a plan that is not chosen is a row, whose price chooses it`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openSignedIn(page, 'ada', `/subscriptions/${family}`);
    await expect(page.getByText('Compare plans', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(heightPx);
    if (family === 'iot') return;
    const row = page.getByRole('article').filter({ hasText: 'Ultimate' });
    const { height = 0 } = (await row.boundingBox()) ?? {};
    expect(height).toBeLessThan(100);
    await row.locator('label', { hasText: '/mo' }).click();
    await expect(row.getByRole('radio', { name: /Monthly/ })).toBeChecked();
    await expect(page.getByRole('link', { name: 'Choose plan' })).toBeVisible();
  });
