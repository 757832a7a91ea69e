import type { Page } from '@playwright/test';
import { becomeBuyer, deafen } from './buyer.ts';
import { baseUrl, expect, openSignedIn, saveCard, test } from './support.ts';

const review = (plan: string) => `${baseUrl()}/#/subscriptions/drive?plan=${plan}&step=review`;
const paid = (page: Page) => page.getByRole('table').getByRole('row').filter({ hasText: 'Paid' });

test('[DR-04, PY-06] two tabs: what one buys changes the amount in the other, which is told before anything is charged', async ({
  page,
  context,
  complaints,
}) => {
  await deafen(page);
  await openSignedIn(page, 'max');
  await page.goto(`${baseUrl()}/#/payments/method`);
  await saveCard(page, '4242 4242 4242 4242');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);

  // Ultimate is reviewed here, and then forgotten for a while: 89964 + 8.25 %.
  await page.goto(review('pln_drive_ultimate_yearly'));
  const stale = page.getByRole('button', { name: 'Pay $973.86' });
  await expect(stale).toBeEnabled();

  const other = await context.newPage();
  await other.goto(review('pln_drive_starter_yearly'));
  await other.getByRole('button', { name: 'Pay $324.62' }).click();
  await expect(other.getByRole('heading', { name: 'Welcome, Max' })).toBeVisible();

  // The amount on this button is no longer true: nothing is charged, and the new one is said.
  complaints.expect(/status of 409/);
  await stale.click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('The amount changed: $649.24 is due now');
  await expect(notice).toContainText('Nothing was charged. Look at the new figures and confirm again.');
  await expect(notice).toBeFocused();
  await other.goto(`${baseUrl()}/#/payments`);
  await expect(paid(other)).toHaveText([/\$324\.62/]);

  // 89964 less the 29988 of today, + 8.25 %.
  await page.getByRole('button', { name: 'Pay $649.24' }).click();
  await expect(page.getByText(/1 TB · Renews .* for \$973\.86/)).toBeVisible();
  await other.reload();
  await expect(paid(other)).toHaveText([/\$649\.24/, /\$324\.62/]);
});

test('[HO-04, AD-07] two tabs: a card and an address that one saves stand in the other at once', async ({
  page,
  context,
}) => {
  await becomeBuyer(page, 'told', { card: null, address: false });
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/`);
  const address = other.getByRole('link', { name: /^Address/ });
  await expect(address).toHaveText(/Add an address/);

  await page.goto(`${baseUrl()}/#/address`);
  for (const [label, text] of [
    ['Company', 'Told'],
    ['Address line 1', '2208 S 1st St'],
    ['City', 'Austin'],
    ['Postal code', '78704'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('combobox', { name: 'State' }).fill('texas');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await expect(address).toHaveText(/Austin, TX/);

  await page.goto(`${baseUrl()}/#/payments/method`);
  await saveCard(page, '4242 4242 4242 4242');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(other.getByRole('link', { name: /^Payment method/ })).toHaveText(/4242/);
});
