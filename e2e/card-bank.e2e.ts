import type { Page } from '@playwright/test';
import { advance, answerBank, becomeBuyer, chargedCents, openAfresh, saveToken } from './buyer.ts';
import { callAs } from './identity.ts';
import { expect, expectUsable, fillCard, test } from './support.ts';

/** A new card pays what is open, and its bank asks: about the card, about the money, or about both (PM-09). */

/** Starter monthly in Boston: 2975 + 8.25 %. */
const MONTHLY = '$32.20';
/** Kept without a question; its bank asks whenever the customer is there. */
const ASKS_TO_PAY = '4000 0038 0000 0446';
/** Its bank asks when it is kept, too. */
const ASKS_ALWAYS = '4000 0027 6000 3184';

const asked = (page: Page) => page.getByText('Your bank wants you to confirm', { exact: true });
const savePays = (page: Page) => page.getByRole('button', { name: `Save card and pay ${MONTHLY}` });

/** Whose renewal was declined, on the page where a card is saved. */
const becomeLate = async (page: Page, name: string): Promise<void> => {
  await becomeBuyer(page, name);
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
  await saveToken(page, 'tok_visa_chargeCustomerFail');
  await advance(page, { until: 'next_renewal' });
  await openAfresh(page, '/payments/method');
  await expect(savePays(page)).toBeVisible();
};

test.beforeEach(({ complaints }) => {
  // the bank asks, or its question is over
  complaints.expect(/status of (402|409|410)/);
});

test('[PM-09] kept at once, asked about before it pays: there and then; given up the card stays, and paid it is when it is confirmed', async ({
  page,
}) => {
  await becomeLate(page, 'card-asked');
  await fillCard(page, ASKS_TO_PAY);
  await savePays(page).dblclick();
  await expect(page.getByText('Your card is saved', { exact: true })).toBeVisible();
  await expect(asked(page)).toBeVisible();
  await expect(page.getByText(`Drive Starter, monthly: ${MONTHLY}`)).toBeVisible();
  await expectUsable(page, 'a new card that the bank asks about before it pays');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You canceled it')).toBeVisible();
  expect(await chargedCents(page)).toEqual([3220]);

  await page.getByRole('button', { name: 'Continue' }).click();
  const pay = page.getByRole('button', { name: `Pay ${MONTHLY}` });
  await expect(page.getByText('•••• 0446').first()).toBeVisible();
  await pay.click();
  await answerBank(page, 'Approve');
  await expect(page.getByText(`You paid ${MONTHLY}`)).toBeVisible();
  expect(await chargedCents(page)).toEqual([3220, 3220]);
});

test('[PM-02, PM-09] reloaded in the middle of both questions: each is asked again, and confirmed the card is kept and pays', async ({
  page,
}) => {
  await becomeLate(page, 'card-reloaded');
  await fillCard(page, ASKS_ALWAYS);
  await savePays(page).click();
  await expect(page.getByText('Your bank wants you to confirm your card')).toBeVisible();
  await page.reload();
  await answerBank(page, 'Approve');
  await expect(page.getByText('Your card is saved', { exact: true })).toBeVisible();
  await expect(asked(page)).toBeVisible();

  await page.reload();
  await expect(asked(page)).toBeVisible();
  // another card would be charged for it in its place
  await expect(savePays(page)).toBeVisible();
  await expectUsable(page, 'the card page that asks again before what is open is paid');
  await answerBank(page, 'Approve');
  await expect(page.getByText(`You paid ${MONTHLY}`)).toBeVisible();
  await expect(savePays(page)).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([3220, 3220]);
  await openAfresh(page, '/payments');
  await expect(page.getByText('•••• 3184').first()).toBeVisible();
});

test('[PM-09] nobody answers for a day: said while the page stands, and behind a reload', async ({ page }) => {
  await becomeLate(page, 'card-unanswered');
  await fillCard(page, ASKS_TO_PAY);
  await savePays(page).click();
  await expect(asked(page)).toBeVisible();
  await advance(page, { by: 'P1D' });
  await page.getByRole('button', { name: 'I have confirmed' }).click();
  const over = page.getByRole('alert').filter({ hasText: 'The time to confirm with your bank is over' });
  await expect(over).toContainText('Nothing was charged. Try again to get a new question from your bank.');

  await openAfresh(page, '/payments');
  await page.getByRole('button', { name: `Pay ${MONTHLY}` }).click();
  await expect(asked(page)).toBeVisible();
  await advance(page, { by: 'P1D' });
  await page.reload();
  await expect(over).toContainText('Nothing was charged.');
  await expectUsable(page, 'payments that say that a question ran out');
  // what was said is forgotten, so that nobody is asked about it any more
  const looks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) looks.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: `Pay ${MONTHLY}` })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(looks).toEqual([]);
  await expect(over).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([3220]);
});
