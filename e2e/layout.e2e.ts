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
