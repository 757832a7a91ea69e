import type { Locator } from '@playwright/test';
import { type Box, HEIGHT_PX, LAYOUTS, WIDTHS } from './layouts.ts';
import { addressOf, BRANDS, expect, openSignedIn, test } from './support.ts';

/**
 * Positions of the named parts of the main pages. A broken layout has the right text in the wrong place, which no other
 * test notices. Compares boxes and not screenshots, because those change with each Chromium version.
 */

/** Allowed difference, for the rounding of line heights. */
const TOLERANCE_PX = 3;
/** Differences between the box of a part and the expected one. Empty if the part is in its place. */
const describeDisplaced = async (part: Locator, expected: Box, offsetY: number): Promise<string[]> => {
  const box = await part.boundingBox();
  if (!box) return ['not visible'];
  const found = [box.x, box.y - offsetY, box.width, box.height];
  return (['left', 'top', 'width', 'height'] as const).flatMap((name, at) => {
    const wanted = expected[at] ?? null;
    const is = found[at] ?? Number.NaN;
    return wanted === null || Math.abs(is - wanted) <= TOLERANCE_PX ? [] : [`${name} ${Math.round(is)}, not ${wanted}`];
  });
};

for (const { brand, host } of BRANDS) {
  for (const who of ['pia', 'ada', 'grace'] as const) {
    test(`[SH-07] ${brand}, ${who}: the parts of the pages are in their places`, async ({ page }) => {
      test.slow();
      await openSignedIn(page, who, '/', host);
      for (const { path, follow, ready, frame, parts, lowerInDrive = 0 } of LAYOUTS.filter(
        (layout) => layout.who === who,
      )) {
        await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT_PX });
        await page.goto(`${addressOf(host)}/#${path}`);
        if (follow) await page.getByRole('main').locator(follow).first().click();
        await expect(page.getByText(ready).first()).toBeVisible();
        for (const [at, width] of WIDTHS.entries()) {
          await page.setViewportSize({ width, height: HEIGHT_PX });
          await page.evaluate(() => scrollTo(0, 0));
          const strays = async (): Promise<string[]> => {
            const found: string[] = [];
            for (const [name, [part, boxes]] of Object.entries({ ...frame, ...parts })) {
              const offsetY = host === 'drive.localhost' && name in parts ? lowerInDrive : 0;
              const wrong = await describeDisplaced(part(page), boxes[at] ?? [], offsetY);
              if (wrong.length > 0) found.push(`${name}: ${wrong.join('; ')}`);
            }
            return found;
          };
          // Parts that are positioned by a script move one frame after the width has changed, so poll.
          await expect.soft.poll(strays, `${path} ${follow ?? ''} at ${width}`).toEqual([]);
        }
      }
    });
  }
}
