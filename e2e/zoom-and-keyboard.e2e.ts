import type { Locator, Page } from '@playwright/test';
import { baseUrl, emailOf, expect, expectNoSidewaysScroll, openSignedIn, test } from './support.ts';

/** Pages at 200 % zoom, with reduced motion, and by keyboard alone (BY-04). */

const PAGES: readonly (readonly [path: string, ready: string | RegExp])[] = [
  ['/', /Your next payment is/],
  ['/security', 'Security activity'],
  ['/security?active=email', 'New email'],
  ['/security?active=password', 'New password'],
  ['/security?active=mfa', 'Enter the code it shows'],
  ['/security/activity', 'Signed in'],
  ['/address', 'Add or Change Address'],
  ['/payments', 'Past payments'],
  ['/payments/next', /Tax, Boston/],
  ['/payments/method', 'What happens when you save'],
  ['/subscriptions/drive', 'Current plan'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', 'Estimated cost'],
  ['/subscriptions/scope', 'Scope subscription'],
  ['/subscriptions/scope?package=pln_scope_starter_yearly&step=review', 'Estimated cost'],
  ['/subscriptions/iot', 'Due today'],
  ['/codes/redeem', 'Redeem a prepaid code'],
  ['/promotions', /^Promotion/],
  ['/promotions/2-series', 'Subscribe'],
  ['/legacy-tekscope', 'Legacy License'],
  ['/nonsense', 'Page not found'],
];

/** Pages whose path contains an id: the page with the link to it, the link, and a text of the loaded page. */
const LINKED: readonly (readonly [from: string, link: string | RegExp, ready: string | RegExp])[] = [
  ['/', 'Extend Ultimate', 'License Extension'],
  ['/payments', /Drive Pro, monthly/, 'Arcwave Instruments, Inc.'],
];

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

const expectNothingCut = async (page: Page, where: string): Promise<void> => {
  await expect(page.locator('h1:visible').first(), where).toBeVisible();
  await expectNoSidewaysScroll(page, where);
  await expect.poll(() => cutOff(page), where).toEqual([]);
};

/** Class names of elements with an animation or transition of more than 10 ms. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 10)
      .map(({ effect }) => (effect instanceof KeyframeEffect && effect.target?.className) || 'something'),
  );

test('[BY-04] [WCAG 1.4.4] at 200 % zoom no text is cut off and no page scrolls sideways', async ({ browser }) => {
  test.slow();
  // 200 % zoom halves the CSS width and doubles the device pixels.
  const context = await browser.newContext({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const look = async (path: string, ready: string | RegExp) => {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectNothingCut(page, path);
  };
  await openSignedIn(page, 'pia');
  for (const [path, ready] of PAGES) await look(path, ready);
  for (const [from, name, ready] of LINKED) {
    await page.goto(`${baseUrl()}/#${from}`);
    const link = page.getByRole('main').getByRole('link', { name }).first();
    await expect(link).toBeVisible();
    await look((await link.getAttribute('href'))?.slice(1) ?? '', ready);
  }
  await openSignedIn(page, 'pia', '/security/close', 'drive.localhost'); // only this brand has the page
  await expect(page.getByText('Your data is lost')).toBeVisible();
  await expectNothingCut(page, '/security/close');
  await context.close();

  const stranger = await browser.newContext({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
  const site = await stranger.newPage();
  for (const [path, label] of [
    ['/', 'Password'],
    ['/register', 'Repeat password'],
    ['/forgotten', 'Email'],
  ] as const) {
    await site.goto(`${baseUrl()}/id/#${path}`);
    await expect(site.getByLabel(label, { exact: true })).toBeVisible();
    await expectNothingCut(site, `/id/#${path}`);
  }
  await stranger.close();
});

test('[BY-04] [WCAG 2.3.3] with reduced motion nothing is animated, also while a page is loading', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  // Requests stay open, so that skeletons and busy buttons stay.
  await page.route('**/api/{subscription,account,auth,consent}/**', () => undefined);
  for (const [path] of PAGES) {
    await page.goto(`${baseUrl()}/#${path}`);
    await page.reload();
    await expect(page.locator('main, [data-shell]').first()).toBeAttached();
    expect(await moving(page), path).toEqual([]);
  }
  await context.close();
});

/** Presses Tab until the element has the focus, and expects a visible focus. Throws after 80 presses. */
const tabTo = async (page: Page, wanted: Locator): Promise<Locator> => {
  const one = wanted.first();
  await expect(one).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await one.evaluate((element) => element === document.activeElement)) {
      const shows = await one.evaluate(
        (element) => getComputedStyle(element).outlineStyle !== 'none' || element.matches('input'),
      );
      expect(shows, `${wanted} shows that it has the focus`).toBe(true);
      return one;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`80 presses of the Tab key did not reach ${wanted}`);
};

const pressOn = async (page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> => {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) });
  await expect(wanted.first()).toBeEnabled();
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
};

const typeInto = async (page: Page, fields: readonly (readonly [label: string, text: string])[]): Promise<void> => {
  for (const [label, text] of fields) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
};

/** Moves the focus to a radio button: Tab to its group, then arrow keys. */
const arrowTo = async (page: Page, group: Locator, wanted: Locator): Promise<void> => {
  await tabTo(page, group);
  for (let presses = 0; presses < 20; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(wanted).toBeFocused();
  await expect(wanted).toBeChecked();
};

test('[BY-04] [WCAG 2.1.1] by keyboard alone a customer registers, signs in, chooses a plan, enters address and card, and pays', async ({
  page,
}) => {
  test.slow();
  const email = emailOf('keyboard-newcomer');
  const password = 'a long enough passphrase';
  await page.goto(`${baseUrl()}/`);
  await pressOn(page, 'link', 'Create an account');
  await typeInto(page, [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', email],
    ['Repeat email', email],
    ['Password', password],
    ['Repeat password', password],
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto(`${baseUrl()}/subscriptions/drive?r=newuser`);
  await typeInto(page, [
    ['Email', email],
    ['Password', password],
  ]);
  await page.keyboard.press('Enter');
  const billing = page.getByRole('group', { name: 'Starter billing' });
  await arrowTo(page, page.getByRole('main').getByRole('radio'), billing.getByRole('radio', { name: /Yearly/ }));
  await pressOn(page, 'link', /^(Next|Review|Continue)/);

  await expect(page.getByRole('heading', { level: 1, name: 'Setup your account' })).toBeVisible(); // the address step (AD-02)
  await typeInto(page, [
    ['Company', 'Navy'],
    ['Address line 1', '88 Charles St'],
    ['City', 'Boston'],
    ['State', 'Massach'],
  ]);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await typeInto(page, [['Postal code', '02110']]);
  await pressOn(page, 'button', 'Continue');

  const choice = page.getByRole('button', { name: /^(Use suggested address|Use what I entered|Save anyway)/ });
  const card = page.getByLabel('Card number');
  await expect(choice.or(card).first()).toBeVisible();
  if (await choice.isVisible()) {
    await tabTo(page, choice);
    await page.keyboard.press('Enter');
  }
  await expect(card).toBeVisible(); // the next step (PM-05)
  await typeInto(page, [
    ['Card number', '4242424242424242'],
    ['Expiry', '0440'],
    ['Security code', '123'],
  ]);
  await pressOn(page, 'button', 'Continue');

  await pressOn(page, 'button', /^Pay \$/);
  await expect(page).not.toHaveURL(/step=review/);
});
