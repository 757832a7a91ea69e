import type { Locator, Page } from '@playwright/test';
import { baseUrl, expect, expectNoSkeletons, openSignedIn, startSession, test } from './support.ts';

/** Visibility of the focused element: on a phone with fixed bars over the page, and with forced colours. */

const PHONE = { width: 375, height: 812 };

/** Demo customer, path, and a text that appears when the page has loaded. */
const PAGES: readonly (readonly [who: string, path: string, ready: string | RegExp])[] = [
  ['pia', '/', /Your next payment is/],
  ['pia', '/security', 'Security activity'],
  ['grace', '/address', 'Add or Change Address'],
  ['pia', '/subscriptions/drive', 'Current plan'],
  // the comparison loads after the plans and moves what is below it
  ['ada', '/subscriptions/scope?package=power', 'Compare plans'],
  ['ada', '/subscriptions/scope?package=pln_scope_starter_yearly&step=review', 'Estimated cost'],
];

/** Name of the focused element, and whether a bar at the bottom of the window covers it. Null without a focused element. */
const focused = (page: Page): Promise<{ readonly name: string; readonly behind: boolean } | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    // A radio button is drawn by its label.
    const drawn = element.matches('input[type="radio"]') ? (element.closest('label') ?? element) : element;
    const { top, bottom, height } = drawn.getBoundingClientRect();
    const bars = [...document.querySelectorAll('nav[aria-label="Account"], [class*="dock_dock"]')]
      .filter((bar) => !bar.contains(element))
      .map((bar) => bar.getBoundingClientRect());
    const behind = bars.some((bar) => height < bar.top && bottom > bar.top + 1 && top < bar.bottom);
    return { name: `${element.tagName} ${element.getAttribute('name') ?? element.innerText.slice(0, 40)}`, behind };
  });

for (const [who, path, ready] of PAGES)
  test(`[BY-04] [WCAG 2.4.11] ${path}: on a phone no bar covers the focused element`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await startSession(page, who);
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectNoSkeletons(page); // content that loads later would move the focused element
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

/**
 * Expects that an element takes a touch above and below its middle. Asks until then, because a part that comes into view
 * begins to load, and the footer is hidden until it has loaded.
 */
const expectTouched = async (element: Locator, byPx: number): Promise<void> => {
  await expect(element).toBeVisible();
  const reached = () =>
    element.evaluate((one, by) => {
      // the middle of the window, because the tabs cover its foot
      one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect();
      return [-by, by].map((each) => one.contains(document.elementFromPoint(x + width / 2, y + height / 2 + each)));
    }, byPx);
  await expect.poll(reached, await element.innerText()).toEqual([true, true]);
};

test('[BY-04] [WCAG 2.5.8] on a phone a short link also takes a touch 20 px above or below its middle', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia', '/security');
  await expectTouched(page.getByRole('link', { name: 'View all security activity' }), 20);
});

test('[BY-04] [WCAG 2.5.8] on a phone the links of the footer and the button of the sandbox bar take a touch over 44 px', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  const advance = page.getByRole('button', { name: 'Advance' });
  await expect(advance).toBeVisible();
  const takes = await advance.evaluate((one) => {
    const { x, width } = one.getBoundingClientRect();
    return [1, 43].map((y) => document.elementFromPoint(x + width / 2, y) === one);
  });
  expect(takes, 'from the top of the window down').toEqual([true, true]);
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links).toHaveCount(3);
  for (const link of await links.all()) await expectTouched(link, 20);
});

test('[BY-04] [WCAG 2.5.8] on a phone the buttons of Home and Security take a touch over 42 px', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia');
  const main = page.getByRole('main');
  await expectTouched(main.getByRole('button', { name: 'More' }), 21);
  await expectTouched(main.getByRole('link', { name: 'Manage Pro' }), 21);
  await expectTouched(main.getByRole('link', { name: 'Launch' }), 21);
  await page.goto(`${baseUrl()}/#/security`);
  await expect(main.getByText('This device')).toBeVisible();
  for (const button of await main.getByRole('button').all()) await expectTouched(button, 21);
});

test('[SH-07] [WCAG 1.4.1] with forced colours the current tab has an underline that the other tabs do not have', async ({
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
