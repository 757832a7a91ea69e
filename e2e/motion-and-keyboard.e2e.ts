import type { Locator, Page } from '@playwright/test';
import { COMMON_PAGES, OTHER_PAGES } from './portal-pages.ts';
import { baseUrl, emailOf, expect, openSignedIn, test } from './support.ts';

/** Pages with reduced motion, and by keyboard alone (BY-04). */

/** Class names of elements with an animation or transition of more than 10 ms. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 10)
      .map(({ effect }) => (effect instanceof KeyframeEffect && effect.target?.className) || 'something'),
  );

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
  for (const { path } of [...COMMON_PAGES, ...OTHER_PAGES.localhost]) {
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
  await pressOn(page, 'link', /^(Next|Choose plan|Review|Continue)/);

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
