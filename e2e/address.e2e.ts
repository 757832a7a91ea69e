import type { Page } from '@playwright/test';
import { becomeBuyer } from './buyer.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

/** Address form in a browser: keyboard input, a lost connection, and the position of the suggestion panel. */

const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });

/** Fills in the address form by keyboard, from the country on. */
const typeAddress = async (page: Page, line1: string, city: string, state: string, postalCode: string) => {
  const { keyboard } = page;
  await country(page).focus();
  await keyboard.type('ted stat');
  await expect(page.getByRole('option')).toHaveCount(1);
  await keyboard.press('Enter');
  await expect(country(page)).toHaveValue('United States');
  for (const text of ['Grace', 'Hopper', 'Lantern Robotics', line1, '', city]) {
    await keyboard.press('Tab');
    await keyboard.press('ControlOrMeta+a');
    if (text) await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await keyboard.type(state);
  await keyboard.press('Tab');
  await keyboard.type(postalCode);
};

test('[AD-03, AD-04, AD-05, AD-06, AD-09, BY-04, PM-01] adding a card asks for the address first: filled in by keyboard, then back to the card form', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 400.*me\/addresses/);
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await becomeBuyer(page, 'settler', { card: null, address: false, path: '/payments/method?returnPath=%2F' });
  await expect(country(page)).toHaveValue('United States');
  await country(page).click();
  await expect(page.getByRole('option')).toHaveCount(250);
  await expectUsable(page, 'the list of countries');
  await page.keyboard.press('Escape');

  // The button is aria-disabled while fields are empty, but it works: it moves the focus to the first missing field.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByText('Required')).toHaveCount(5);
  await expect(page.getByLabel('Company')).toBeFocused();
  await expectUsable(page, 'messages below the fields');

  await typeAddress(page, 'PO Box 12', 'Austin', 'tex', '78740');
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Texas');
  // The connection is lost when the form is sent: the form keeps its input.
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: "You're offline." });
  await expect(alert).toBeFocused();
  await expect(page.getByLabel('Address line 1')).toHaveValue('PO Box 12');
  await context.setOffline(false);

  await page.getByLabel('Postal code').press('Enter');
  await expect(page.getByText('This is a PO box. Enter a street address.')).toBeVisible();
  await expectUsable(page, 'an address without a suggestion');

  await page.getByLabel('Address line 1').fill('2208 S 1st Street');
  await page.getByLabel('Postal code').press('Enter');
  const panel = page.getByRole('complementary', { name: 'Did you mean this address?' });
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel.getByText('2208 S 1st St', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('radio', { name: /Suggested/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Use suggested address' })).toBeFocused();

  /** Boxes of the form and the panel, measured in one call because content loading above moves both. */
  const measure = async () => {
    const group = await page.getByRole('group', { name: 'Address', exact: true }).elementHandle();
    const [form, aside] = await panel.evaluate(
      (element, beside) => [beside, element].map((one) => one?.getBoundingClientRect().toJSON() as DOMRect),
      group,
    );
    if (!form || !aside) throw new Error('the address form or the suggestion panel is not on the page');
    return { form, aside };
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await measure();
  expect(wide.aside.x, 'the panel is beside the form').toBeGreaterThanOrEqual(wide.form.x + wide.form.width);
  expect(wide.aside.width).toBe(320);
  expect(Math.abs(wide.aside.y - wide.form.y), 'the panel begins at the top of the form').toBeLessThan(40);
  await page.setViewportSize({ width: 375, height: 812 });
  const narrow = await measure();
  expect(narrow.aside.y, 'the panel is below the form').toBeGreaterThanOrEqual(narrow.form.y + narrow.form.height);
  expect(narrow.aside.x + narrow.aside.width).toBeLessThanOrEqual(375);
  await expectUsable(page, 'an address with a suggestion');

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments/method?returnPath=%2F`);
  await expect(page.getByText('2208 S 1st St, Austin, TX 78704, United States')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
});
