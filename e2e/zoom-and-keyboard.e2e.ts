import type { Page } from '@playwright/test';
import { register, signIn } from './identity.ts';
import { baseUrl, expect, expectUsable, fillCard, openSignedIn, test } from './support.ts';

/** The journeys of those who enlarge the page or have no mouse (BY-04). */

const PAGES: readonly (readonly [path: string, ready: string | RegExp])[] = [
  ['/', /Your next payment is/],
  ['/security', 'Security activity'],
  ['/address', 'Add or Change Address'],
  ['/payments', 'Past payments'],
  ['/payments/next', /Tax, Boston/],
  ['/payments/method', 'What happens when you save'],
  ['/subscriptions/drive', 'Current plan'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', 'Estimated cost'],
  ['/subscriptions/scope', 'Scope subscription'],
  ['/subscriptions/iot', 'IoT subscription'],
  ['/codes/redeem', 'Redeem a prepaid code'],
  ['/promotions', /^Promotion/],
];

/** Words that stand out of the box that cuts them, and are not meant to end in an ellipsis. */
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

test('[BY-04] [WCAG 1.4.4] at 200 % nothing is cut and nothing scrolls sideways', async ({ browser }) => {
  // zooming to 200 % halves the page's own width and doubles its pixels
  const context = await browser.newContext({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await openSignedIn(page, 'pia');
  for (const [path, ready] of PAGES) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectUsable(page, path);
    expect(await cutOff(page), path).toEqual([]);
  }
  await context.close();
});

/** Goes on with the Tab key until what is wanted has the focus; a trap or something out of reach ends it. */
const tabTo = async (page: Page, name: string | RegExp, role: 'link' | 'button' | 'radio' | 'textbox' | 'combobox') => {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      const outline = await wanted.evaluate(
        (element) => getComputedStyle(element).outlineStyle !== 'none' || element.matches('input'),
      );
      expect(outline, `${name} shows that it has the focus`).toBe(true);
      return wanted;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached with the Tab key`);
};

test('[BY-04] [WCAG 2.1.1] by the keyboard alone: choose a plan, give address and card, pay', async ({ page }) => {
  const name = 'keyboard-newcomer';
  await register(page, name, 'a long enough passphrase');
  await page.goto(`${baseUrl()}/`);
  await signIn(page, name, 'a long enough passphrase');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await page.goto(`${baseUrl()}/#/subscriptions/drive?plan=pln_drive_starter_yearly&r=newuser`);

  await (await tabTo(page, /^(Next|Review|Continue)/, 'link')).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Setup your account' })).toBeVisible(); // AD-02
  for (const [label, value] of [
    ['Company', 'Navy'],
    ['Address line 1', '88 Charles St'],
    ['City', 'Boston'],
  ] as const) {
    await tabTo(page, label, 'textbox');
    await page.keyboard.type(value);
  }
  await tabTo(page, 'State', 'combobox');
  await page.keyboard.type('Massach');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Postal code', 'textbox');
  await page.keyboard.type('02110');
  await (await tabTo(page, 'Continue', 'button')).press('Enter');

  const here = page.getByRole('button', { name: /^(Use suggested address|Use what I entered|Save anyway)/ }).first();
  const card = page.getByLabel('Card number');
  await expect(here.or(card).first()).toBeVisible();
  if (await here.isVisible()) await here.press('Enter');
  await expect(card).toBeVisible(); // PM-05: one step on
  await fillCard(page, '4242 4242 4242 4242');
  await (await tabTo(page, 'Continue', 'button')).press('Enter');

  await (await tabTo(page, /^Pay \$/, 'button')).press('Enter');
  await expect(page).not.toHaveURL(/step=review/);
});
