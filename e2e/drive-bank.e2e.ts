import type { Page } from '@playwright/test';
import { answerBank, becomeBuyer, chargedCents, openBank } from './buyer.ts';
import { expectHome } from './identity.ts';
import { expect, expectUsable, test } from './support.ts';

/** 3-D Secure challenge in the bank's window during the purchase of a drive plan: one charge, and the result is shown. */

const MONTHLY = '/subscriptions/drive?plan=pln_drive_starter_monthly&step=review';
/** Starter monthly in Boston: 2975 + 8.25 %. */
const PAY = 'Pay $32.20';
/** Card saved without a challenge. Each payment made by the customer needs one. */
const CHALLENGED_CARD = 'pm_card_authenticationRequiredSetupForOffSession';

const pay = (page: Page) => page.getByRole('button', { name: PAY });
const challenge = (page: Page) => page.getByText('Your bank wants you to confirm');

test('[DR-04, DR-05, PM-09, INV-12] the bank declines; at the second try its window is closed and the page reloaded, then approved: charged once', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (402|409)/); // challenge, decline, or no decision yet
  await becomeBuyer(page, 'banked', { card: CHALLENGED_CARD, path: MONTHLY });
  await pay(page).dblclick();
  await expect(page.getByRole('alert').filter({ has: challenge(page) })).toBeFocused();
  await expectUsable(page, 'a plan that the bank asks about');
  await answerBank(page, 'Decline');
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await expect(challenge(page)).toHaveCount(0);
  await expectUsable(page, 'a plan that the bank refused');
  expect(await chargedCents(page)).toEqual([]);

  await pay(page).click();
  await (await openBank(page)).close();
  await page.getByRole('button', { name: 'I have confirmed' }).click();
  await expect(page.getByText("Your bank hasn't decided yet.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Waiting for your bank…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(1);
  await answerBank(page, 'Approve');
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([3220]);
});
