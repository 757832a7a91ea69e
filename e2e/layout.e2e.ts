import type { Locator } from '@playwright/test';
import { type Box, HEIGHT_PX, LAYOUTS, WIDTHS } from './layouts.ts';
import { addressOf, BRANDS, expect, openSignedIn, test } from './support.ts';

/**
 * Where the named parts of the main pages stand (language.md §2): a page whose layout broke has the right words in the
 * wrong places, which no other journey sees. Boxes and not pictures: they survive a new Chromium.
 */

/** A line of text may round differently; nothing else may. */
const TOLERANCE_PX = 3;
/** What of a box is not where it should be; empty for a part in its place. */
const strayed = async (part: Locator, expected: Box, lower: number): Promise<string[]> => {
  const box = await part.boundingBox();
  if (!box) return ['not there'];
  const found = [box.x, box.y - lower, box.width, box.height];
  return (['left', 'top', 'width', 'height'] as const).flatMap((name, at) => {
    const wanted = expected[at] ?? null;
    const is = found[at] ?? Number.NaN;
    return wanted === null || Math.abs(is - wanted) <= TOLERANCE_PX ? [] : [`${name} ${Math.round(is)}, not ${wanted}`];
  });
};

for (const { brand, host } of BRANDS) {
  for (const who of ['pia', 'ada', 'grace'] as const) {
    test(`[SH-07] [language.md §2] ${brand}, ${who}: the parts of the pages stand in their places`, async ({
      page,
    }) => {
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
              const lower = host === 'drive.localhost' && name in parts ? lowerInDrive : 0;
              const wrong = await strayed(part(page), boxes[at] ?? [], lower);
              if (wrong.length > 0) found.push(`${name}: ${wrong.join('; ')}`);
            }
            return found;
          };
          // what is measured by a script has its place a frame after the width has changed
          await expect.soft.poll(strays, `${path} ${follow ?? ''} at ${width}`).toEqual([]);
        }
      }
    });
  }
}
