import type { Page } from '@playwright/test';
import { register, signIn } from './identity.ts';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, fillCard, LOOKS, signInHere, test } from './support.ts';

/** Promotions from a link to the confirmation, for somebody who has nothing yet and for somebody who may have no card. */

const PASSWORD = 'a promising phrase of 2026';
/** `lexington`, which is another name of the 2-series. */
const LINK = `/promotions/${encodeURIComponent(btoa('lexington'))}`;

const openAsNewcomer = async (page: Page, name: string, path: string): Promise<void> => {
  await register(page, name, PASSWORD);
  await page.goto(`${baseUrl()}${path}`);
  await signIn(page, name, PASSWORD);
};

const step = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' });

test('[PR-01, PR-02, PR-03, PR-04] the 2-series from its link: address, card, review, and it is theirs', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404.*promotion\/account/);
  await openAsNewcomer(page, 'proma', `${LINK}?from=%2Fpayments`);
  await expect(page.getByRole('heading', { name: 'Setup your account' })).toBeVisible();
  await expect(step(page)).toContainText('Setup');
  await expectUsable(page, 'the address step');
  await page.getByLabel('Company').fill('Promising Labs');
  await page.getByLabel('Address line 1').fill('2208 S 1st St');
  await page.getByLabel('City').fill('Austin');
  await page.getByRole('combobox', { name: 'State' }).fill('Texas');
  await page.getByLabel('Postal code').fill('78704');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Add card' })).toBeFocused();
  await expect(step(page)).toContainText('Setup');
  await expectUsable(page, 'the card step');
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: '2-series promotion' })).toBeFocused();
  await expect(step(page)).toContainText('Review');
  await expect(page.getByText('then $299.88/yr')).toBeVisible();
  await expect(page.getByText('then $504/yr')).toBeVisible();
  await expect(page.getByText(/Your card is not charged before that date/)).toBeVisible();
  await subscribe(page).click();

  await expect(page.getByRole('heading', { name: 'Promotion Redeemed' })).toBeFocused();
  await expect(page.getByText(/Drive Starter/)).toBeVisible();
  await expect(page.getByText(/Scope Ultimate/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Drive' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Install Scope' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '#/payments');
  await expectUsable(page, 'the confirmation');
  await page.getByRole('link', { name: 'Go to Account Home' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();

  // a second time it is theirs already
  await page.goto(`${baseUrl()}/#${LINK}`);
  await expect(page.getByRole('alert')).toContainText('Your account has already claimed this promotion');
});

test('[PR-01, PR-03] the portal promotion needs neither address nor card', async ({ page }) => {
  await openAsNewcomer(page, 'porter', '/promotions/portal');
  await expect(page.getByText('Free forever', { exact: true })).toBeVisible();
  await subscribe(page).click();
  await expect(page.getByRole('heading', { name: 'Promotion Redeemed' })).toBeVisible();
  await expect(page.getByText(/is yours for good/)).toBeVisible();
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[PR-01, PR-04, BY-04] promotions in ${brand}, ${theme}, ${viewport.width} wide`, async ({
      browser,
      complaints,
    }) => {
      complaints.expect(/status of 404/); // no such promotion
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}/promotions?from=https%3A%2F%2Fevil.example`);
      await signInHere(page, 'otto');
      await expect(page.getByLabel('Promotion code')).toBeVisible();
      await expectUsable(page, 'the field for a code');
      await page.getByLabel('Promotion code').fill('no such promotion');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toContainText('Promotion not found.');
      await expectUsable(page, 'no such promotion');
      await page.goto(`${addressOf(host)}/#/promotions/2-series?from=https%3A%2F%2Fevil.example`);
      await expect(subscribe(page)).toBeEnabled();
      await expect(page.getByText(/Does not auto-renew/)).toBeVisible();
      await expectUsable(page, 'the review');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(`${addressOf(host)}/#/`);
      await context.close();
    });
  }
}
