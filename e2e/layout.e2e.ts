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

for (const family of ['drive', 'scope'])
  test(`[BY-04] ${family}: on a phone the comparison of plans has no cell with one word in each line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openSignedIn(page, 'ada', `/subscriptions/${family}`);
    await page.getByText('Compare plans', { exact: true }).click();
    const broken = await page.getByRole('region', { name: 'Differences between the plans' }).evaluate((region) =>
      [...region.querySelectorAll<HTMLElement>('th, td')]
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
  });
