import type { Locator, Page } from '@playwright/test';
import { type Box, HEIGHT_PX, type Layout, WIDTHS } from './layouts.ts';
import { expect } from './support.ts';

/**
 * Positions of the named parts of a page. A broken layout has the right text in the wrong place, which no other test
 * notices. Compares boxes and not screenshots, because those change with each Chromium version.
 */

/** Allowed difference, because line heights are rounded. */
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

/** Expects each part of the open page in its place, at each of the widths. Leaves the window at the narrowest one. */
export const expectInPlace = async (
  page: Page,
  { path, follow, frame, parts, lowerInDrive = 0 }: Layout,
  host: string,
): Promise<void> => {
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await page.evaluate(() => scrollTo(0, 0));
    const strays = async (): Promise<string[]> => {
      const found = Object.entries({ ...frame, ...parts }).map(async ([name, [part, boxes]]) => {
        const offsetY = host === 'drive.localhost' && name in parts ? lowerInDrive : 0;
        const wrong = await describeDisplaced(part(page), boxes[at] ?? [], offsetY);
        return wrong.length > 0 ? [`${name}: ${wrong.join('; ')}`] : [];
      });
      return (await Promise.all(found)).flat();
    };
    // Parts that are positioned by a script move one frame after the width has changed, so poll.
    await expect.soft.poll(strays, `${path} ${follow ?? ''} at ${width}`).toEqual([]);
  }
};
