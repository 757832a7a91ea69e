import type { Page } from '@playwright/test';
import { register, signIn } from './identity.ts';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, LOOKS, signInHere, test } from './support.ts';

/** The address of a customer: entered by keyboard alone, doubted, corrected, and then only to be read. */

const PASSWORD = 'a perfectly fine phrase';
const REFUSED = /status of 400.*me\/addresses/;

const open = async (page: Page, host: string, name: string, path: string) => {
  await page.goto(`${addressOf(host)}/#${path}`);
  await signInHere(page, name);
  await expect(page.getByRole('heading', { name: 'Add or Change Address' })).toBeVisible();
};

const country = (page: Page) => page.getByRole('combobox', { name: 'Country' });

/** From the country on, with nothing but keys. */
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

test('[AD-03, AD-05, AD-09, PM-01] the way to a card leads over the address, by keyboard alone, and comes back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(REFUSED);
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await register(page, 'settler', PASSWORD);
  await page.goto(`${baseUrl()}/#/payments/method?returnPath=%2F`);
  await signIn(page, 'settler', PASSWORD);
  await page.getByRole('link', { name: 'Add Address' }).click();
  await expect(country(page)).toHaveValue('United States');

  await typeAddress(page, '2208 S 1st Street', 'Austin', 'tex', '78740');
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Texas');
  // gone in the middle of it: nothing typed is lost
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'You are offline' });
  await expect(alert).toBeFocused();
  await expect(page.getByLabel('Address line 1')).toHaveValue('2208 S 1st Street');
  await context.setOffline(false);

  await page.getByLabel('Postal code').press('Enter');
  const panel = page.getByRole('complementary', { name: 'Did you mean this address?' });
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel.getByText('2208 S 1st St', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('radio', { name: /Suggested/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Use suggested address' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(`${baseUrl()}/#/payments/method?returnPath=%2F`);
  await expect(page.getByText('2208 S 1st St, Austin, TX 78704, United States')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();

  // from now on to be read
  await page.goto(`${baseUrl()}/#/address?returnPath=%2Fpayments`);
  await expect(page.getByText('78704')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '#/payments');
  await expect(page.getByRole('link', { name: 'support@arcwave.example' })).toBeVisible();
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[AD-01, AD-04, AD-05, BY-04] the address in ${brand}, ${theme}, ${viewport.width} wide`, async ({
      page,
      complaints,
    }) => {
      complaints.expect(REFUSED);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await open(page, host, 'grace', '/address');
      await expect(country(page)).toHaveValue('United States');
      await expectUsable(page, `the empty form in ${brand}, ${theme}`);
      await country(page).click();
      await expect(page.getByRole('option')).toHaveCount(250);
      await expectUsable(page, `the list of countries in ${brand}, ${theme}`);
      await page.keyboard.press('Escape');

      // it waits for the rest and says so, but it can be reached and pressed: then it leads to what is missing
      await expect(page.getByRole('button', { name: 'Add Address' })).toBeDisabled();
      await page.getByRole('button', { name: 'Add Address' }).press('Enter');
      await expect(page.getByText('Required')).toHaveCount(5);
      await expect(page.getByLabel('Company')).toBeFocused();
      await expectUsable(page, `messages in ${brand}, ${theme}`);

      await typeAddress(page, '2208 S 1st Street', 'Austin', 'tex', '78740');
      await page.keyboard.press('Enter');
      const panel = page.getByRole('complementary', { name: 'Did you mean this address?' });
      await expect(panel).toBeVisible();
      await expectUsable(page, `a suggestion in ${brand}, ${theme}`);
      // measured in one breath, because what comes in above moves both
      const group = await page.getByRole('group', { name: 'Address', exact: true }).elementHandle();
      const [form, aside] = await panel.evaluate(
        (element, beside) => [beside, element].map((one) => one?.getBoundingClientRect().toJSON() as DOMRect),
        group,
      );
      if (!form || !aside) throw new Error('the form and the panel have a place');
      if (viewport.width >= 1024) {
        expect(aside.x, 'the panel stands beside the form').toBeGreaterThanOrEqual(form.x + form.width);
        expect(aside.width).toBe(320);
        expect(Math.abs(aside.y - form.y), 'and begins with it').toBeLessThan(40);
      } else {
        expect(aside.y, 'the panel stands below the form').toBeGreaterThanOrEqual(form.y + form.height);
        expect(aside.x + aside.width).toBeLessThanOrEqual(viewport.width);
      }

      await page.getByLabel('Address line 1').fill('PO Box 12');
      await expect(panel).toHaveCount(0);
      await page.getByLabel('Postal code').fill('78704');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: "We couldn't verify this address" })).toBeVisible();
      await expect(page.getByText('This is a PO box. Enter a street address.')).toBeVisible();
      await expectUsable(page, `no suggestion in ${brand}, ${theme}`);
    });
  }

  test(`[AD-01] the address there is, in ${brand}`, async ({ page }) => {
    await open(page, host, 'otto', '/address');
    await expect(page.getByText('Am Fliegeberg 4')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectUsable(page, `the address to read in ${brand}`);
    await page.getByRole('link', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Otto' })).toBeVisible();
  });
}
