import type { Page } from '@playwright/test';
import { answerBank, becomeBuyer, chargedCents, comeBack, openAfresh, openBank, openBeside } from './buyer.ts';
import { expectHome } from './identity.ts';
import { expect, expectUsable, test } from './support.ts';

/** 3-D Secure while a drive plan is bought: whatever becomes of the bank's page, it is said, and charged once. */

const MONTHLY = '/subscriptions/drive?plan=pln_drive_starter_monthly&step=review';
/** Starter monthly in Boston: 2975 + 8.25 %. */
const PAY = 'Pay $32.20';
/** Kept without a question; its bank asks whenever the customer is there. */
const ASKING = 'pm_card_authenticationRequiredSetupForOffSession';

const pay = (page: Page) => page.getByRole('button', { name: PAY });
const asked = (page: Page) => page.getByText('Your bank wants you to confirm');
const looks = (page: Page) => page.getByRole('button', { name: 'I have confirmed' });

test.beforeEach(({ complaints }) => {
  // the bank asks, or has not decided yet
  complaints.expect(/status of (402|409|410)/);
});

test('[DR-04, DR-05, PM-09] the bank refuses, then approves: said in words, nothing is lost, charged once', async ({
  page,
}) => {
  await becomeBuyer(page, 'banked', { card: ASKING });
  await openAfresh(page, MONTHLY);
  await pay(page).dblclick();
  await expect(asked(page)).toBeVisible();
  await expect(page.getByRole('alert').filter({ has: asked(page) })).toBeFocused();
  await expectUsable(page, 'a plan that the bank asks about');
  await answerBank(page, 'Decline');
  const refused = page.getByRole('alert');
  await expect(refused).toContainText('Nothing was charged.');
  await expect(asked(page)).toHaveCount(0);
  await expectUsable(page, 'a plan that the bank refused');
  expect(await chargedCents(page)).toEqual([]);

  await pay(page).click();
  await answerBank(page, 'Approve');
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([3220]);
  await openAfresh(page, MONTHLY);
  await expect(page.getByText('You have this plan')).toBeVisible();
});

test('[DR-04, PM-09] the bank’s page closed without an answer: asked again, given up, and free to try once more', async ({
  page,
}) => {
  await becomeBuyer(page, 'unsure', { card: ASKING });
  await openAfresh(page, MONTHLY);
  await pay(page).click();
  await (await openBank(page)).close();
  await looks(page).click();
  await expect(page.getByText("Your bank hasn't decided yet.")).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await expect(asked(page)).toHaveCount(0);
  await pay(page).click();
  await answerBank(page, 'Approve');
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([3220]);
});

test('[DR-04, PM-09] a reload in the middle: asked again where it was, and confirmed it is bought as if nothing had been', async ({
  page,
}) => {
  await becomeBuyer(page, 'reloader', { card: ASKING });
  await openAfresh(page, MONTHLY);
  await pay(page).click();
  await (await openBank(page)).close();
  await page.reload();
  await expect(pay(page)).toBeEnabled();
  await expectUsable(page, 'a review that asks again what the bank asked');
  await answerBank(page, 'Approve');
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([3220]);
});

test('[DR-02, PY-01, PM-09, INV-12] left for other pages: the plans and Payments ask again, and there it is given up', async ({
  page,
}) => {
  await becomeBuyer(page, 'wanderer', { card: ASKING });
  await openAfresh(page, MONTHLY);
  await pay(page).click();
  await expect(asked(page)).toBeVisible();
  // nothing is loaded anew: the page hears by itself that it left something open
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(asked(page)).toBeVisible();
  await expect(page.getByText('Drive Starter, monthly: $32.20')).toBeVisible();
  await expectUsable(page, 'payments that ask again');
  await openAfresh(page, '/subscriptions/drive');
  await expect(asked(page)).toBeVisible();
  const bank = await openBank(page);
  await openAfresh(page, '/payments');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(bank.getByText('Not approved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No past payments')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([]);
});

test('[DR-04, PM-09] the same order in a second tab takes the place of the first: an old bank page charges nothing', async ({
  page,
}) => {
  await becomeBuyer(page, 'doubled', { card: ASKING });
  await openAfresh(page, MONTHLY);
  await pay(page).click();
  const old = await openBank(page);
  const second = await openBeside(page, MONTHLY);
  await pay(second).click();
  const bank = await openBank(second);
  // the older question is no longer one
  await old.getByRole('button', { name: 'Approve' }).click();
  await expect(old.getByText('Not approved')).toBeVisible();
  expect(await chargedCents(page)).toEqual([]);
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(bank.getByText(/go back to the portal/)).toBeVisible();
  await comeBack(second);
  await expectHome(second);
  // and the first tab has heard of it
  await page.bringToFront();
  await expect(page.getByText('You have this plan')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
  await expect(pay(page)).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([3220]);
});
