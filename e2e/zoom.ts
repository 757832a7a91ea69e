import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll } from './support.ts';

/** Viewport of a screen of 1280 × 900 at 200 % zoom: half the CSS pixels. */
export const ZOOMED = { width: 640, height: 450 };

/** Elements whose text is wider than the box that clips it. Boxes with an ellipsis or a scrollbar are allowed. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *, header *, footer *')]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const reads = element.clientWidth > 1 && element.innerText?.trim();
        return reads && overflowX !== 'visible' && textOverflow !== 'ellipsis' && overflowX !== 'auto'
          ? element.scrollWidth > element.clientWidth + 1
          : false;
      })
      .map((element) => `${element.className}: ${element.innerText.slice(0, 40)}`),
  );

/** Expects that at 200 % zoom no text of the open page is cut off and the page does not scroll sideways (WCAG 1.4.4). */
export const expectNothingCut = async (page: Page, where: string): Promise<void> => {
  await page.setViewportSize(ZOOMED);
  await expect(page.locator('h1:visible').first(), where).toBeVisible();
  await expectNoSidewaysScroll(page, where);
  await expect.poll(() => cutOff(page), where).toEqual([]);
};
