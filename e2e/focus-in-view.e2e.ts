import type { Page } from '@playwright/test';
import { baseUrl, expect, expectWhole, openSignedIn, test } from './support.ts';

/** What has the focus is seen: on a phone, where bars lie over the page, and where the browser chooses the colours. */

const PHONE = { width: 375, height: 812 };

/** Whose page, and what it shows when it is whole. */
const PAGES: readonly (readonly [who: string, path: string, ready: string | RegExp])[] = [
  ['pia', '/', /Your next payment is/],
  ['pia', '/security', 'Security activity'],
  ['grace', '/address', 'Add or Change Address'],
  ['pia', '/subscriptions/drive', 'Current plan'],
  ['ada', '/subscriptions/scope?package=power', /^Professional: Power includes/],
  ['ada', '/subscriptions/scope?package=pln_scope_starter_yearly&step=review', 'Estimated cost'],
];

/** What has the focus: whether it lies behind a bar at the foot of the window, and what it is; null once nothing has it. */
const focused = (page: Page): Promise<{ readonly name: string; readonly behind: boolean } | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    // a radio that is drawn by its label
    const drawn = element.matches('input[type="radio"]') ? (element.closest('label') ?? element) : element;
    const { top, bottom, height } = drawn.getBoundingClientRect();
    const bars = [...document.querySelectorAll('nav[aria-label="Account"], [class*="dock_dock"]')]
      .filter((bar) => !bar.contains(element))
      .map((bar) => bar.getBoundingClientRect());
    const behind = bars.some((bar) => height < bar.top && bottom > bar.top + 1 && top < bar.bottom);
    return { name: `${element.tagName} ${element.getAttribute('name') ?? element.innerText.slice(0, 40)}`, behind };
  });

for (const [who, path, ready] of PAGES)
  test(`[BY-04] [WCAG 2.4.11] ${path}: on a phone nothing that has the focus is behind a bar`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await openSignedIn(page, who);
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectWhole(page); // what comes in late pushes what has the focus
    const seen: string[] = [];
    const hidden: string[] = [];
    for (let presses = 0; presses < 150; presses += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (!now && seen.length > 0) break;
      if (!now) continue;
      seen.push(now.name);
      if (now.behind) hidden.push(now.name);
    }
    expect(seen.length, 'the Tab key goes through the page').toBeGreaterThan(4);
    expect(hidden).toEqual([]);
    await context.close();
  });

test('[SH-07] [WCAG 1.4.1] with forced colours the current tab has a mark that the others have not', async ({
  browser,
}) => {
  const context = await browser.newContext({ forcedColors: 'active' });
  const page = await context.newPage();
  await openSignedIn(page, 'pia');
  const tabs = page.getByRole('navigation', { name: 'Account' });
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveCSS('border-bottom-width', '2px');
  await expect(tabs.getByRole('link', { name: 'Payments' })).toHaveCSS('border-bottom-width', '0px');
  await context.close();
});
