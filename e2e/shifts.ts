import type { Locator, Page, Request } from '@playwright/test';
import { baseUrl, expect } from './support.ts';

/** Layout shifts while a page loads. Home and its first screen allow none (SH-12). */

/** Delays matching requests until the returned function is called. */
export const hold = async (page: Page, pattern: RegExp): Promise<() => void> => {
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

/** Distance from the top of the page, in CSS pixels. */
export const top = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top + scrollY);

/** Records the sum of all layout shifts of the page from its start; `shifted` reads it. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

export const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Visits the pages with late responses and scripts, and returns those on which something moved, with the sum. */
export const movedPages = async (page: Page, paths: readonly string[]): Promise<string[]> => {
  await watchShifts(page);
  // a first visit, at which no height is known
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.removeItem('foyer.rows');
  });
  const open = new Set<Request>();
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  // each response waits until the browser has painted the page without it
  await page.route(/\/api\/|\/assets\/[\w-]{7}\.(js|css)$/, async (route) => {
    open.add(route.request());
    await twoFrames(page).catch(() => {}); // the page was left
    await route.continue();
  });
  const moved: string[] = [];
  for (const path of paths) {
    await page.goto('about:blank');
    open.clear();
    await page.goto(`${baseUrl()}/#${path}`);
    // the footer appears when no placeholder is left
    await expect(page.getByRole('contentinfo'), path).toBeVisible();
    await expect.poll(() => open.size, path).toBe(0);
    await expect(page.getByRole('contentinfo'), path).toBeVisible();
    await twoFrames(page);
    const sum = await shifted(page);
    if (sum > 0.01) moved.push(`${path} ${sum.toFixed(3)}`);
  }
  return moved;
};
