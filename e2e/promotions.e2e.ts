import type { Page } from '@playwright/test';
import { becomeBuyer } from './buyer.ts';
import { baseUrl, expect, expectUsable, fillCard, openSignedIn, THEMES, test } from './support.ts';

/** Promotion from its link to the confirmation, for a customer without address and card. */

/** Link with `lexington`, an alias of the promotion 2-series. */
const LINK = `/promotions/${encodeURIComponent(btoa('lexington'))}`;

const step = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');

test('[PR-01, PR-02, PR-03, PR-04] the 2-series promotion from its link: address, card, review, and redeemed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404.*promotion\/account/);
  await becomeBuyer(page, 'proma', { card: null, address: false });
  await page.goto(`${baseUrl()}${LINK}?from=%2Fpayments`);
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
  await expectUsable(page, 'the card step');
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: '2-series promotion' })).toBeFocused();
  await expect(step(page)).toContainText('Review');
  await expect(page.getByText('then $299.88/yr')).toBeVisible();
  await expect(page.getByText('then $504/yr')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectUsable(page, 'the review');
  await page.getByRole('button', { name: 'Subscribe' }).dblclick();

  await expect(page.getByRole('heading', { name: 'Promotion Redeemed' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Open Drive' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Install Scope' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '#/payments');
  await expectUsable(page, 'the confirmation');
  await page.getByRole('link', { name: 'Go to Account Home' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();

  // Opened a second time, the page says that the promotion was claimed.
  await page.goto(`${baseUrl()}/#${LINK}`);
  await expect(page.getByRole('alert')).toContainText('Your account has already claimed this promotion');
  await expectUsable(page, 'a promotion that was claimed');
});

test('[EX-01] [BY-04] a promotion waits for the review: the page without a code says so, with a gap above its form', async ({
  page,
}) => {
  const held = {
    kind: 'promotion',
    name: '2-series',
    heldAt: '2026-11-25T00:00:00Z',
    releasedAt: '2026-12-25T00:00:00Z',
  };
  await page.route('**/api/auth/me/ecac-status', (route) =>
    route.fulfill({ json: { isPending: true, status: 'pending', answerBy: '2026-11-30', held: [held] } }),
  );
  await openSignedIn(page, 'max', '/promotions');
  const notice = page
    .locator('[class*="notice_notice"]')
    .filter({ hasText: 'Your last promotion waits for the review.' });
  const form = page.locator('#main [class*="card_card"]');
  for (const { viewport } of THEMES) {
    await page.setViewportSize(viewport);
    await expect(notice).toBeVisible();
    await expect(form).toBeVisible();
    const [above, below] = [await notice.boundingBox(), await form.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBe(16);
  }
  await expectUsable(page, 'promotions with one that waits for the review');
});
