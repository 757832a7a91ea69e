import type { Page } from '@playwright/test';
import {
  answerBank,
  becomeBuyer,
  chargedCents,
  openAfresh,
  openBeside,
  openDeaf,
  saveToken,
  standInForInstall,
} from './buyer.ts';
import { callAs, expectHome } from './identity.ts';
import { expect, expectUsable, fillCard, test } from './support.ts';

/** The same adversary at the maintenance of a perpetual licence (issue 6, MA-*). */

const INSTALL = /^https:\/\/scope\.arcwave\.example\/install\?r=maintenance&subId=sub_/;
/** A year of Ultimate in Boston: 40000 + 8.25 %. */
const PAY = 'Confirm and Pay $433.00';
const ONE_YEAR = 'mex_ultimate_1y';

const confirm = (page: Page) => page.getByRole('button', { name: /^Confirm and Pay/ });
const alert = (page: Page) => page.getByRole('alert');

/** Somebody with a perpetual Ultimate out of a code; the path of its page, with a year chosen. */
const ownLicence = async (page: Page, name: string, code: string, card: string): Promise<string> => {
  await standInForInstall(page);
  await becomeBuyer(page, name, { card });
  const { id, subscription } = await callAs<{ id: string; subscription: { maintenanceEnds: string } }>(
    page,
    'POST',
    '/api/subscription/subscriptions',
    { prepaidCouponId: `ppd-forever_${code}` },
  );
  return `/subscriptions/scope/${id}?extension=${ONE_YEAR}&from=${subscription.maintenanceEnds.slice(0, 10)}`;
};

test('[MA-03, PM-09] declined, not confirmed with the bank, then confirmed: one charge, each time in words', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (402|409)/);
  const licence = await ownLicence(page, 'keeper', 'DEMO-SCOPE-FOREVER-2', 'tok_visa_chargeCustomerFail');
  await openAfresh(page, licence);
  await page.getByRole('button', { name: PAY }).dblclick();
  await expect(alert(page)).toContainText('Your card was declined.');
  await expect(alert(page)).toContainText('Nothing was charged.');
  await expectUsable(page, 'a declined extension');

  // Another card, and back to the same choice; this one's bank asks.
  await page.getByRole('link', { name: 'Change card' }).click();
  await fillCard(page, '4000 0038 0000 0446');
  await page.getByRole('button', { name: /Save card/ }).click();
  await expect(page.getByText('Billed to Visa •••• 0446')).toBeVisible();
  await page.getByRole('button', { name: PAY }).click();
  await answerBank(page, 'Decline');
  await expect(alert(page)).toContainText('unable to authenticate your payment method');
  await expect(alert(page)).toContainText('Nothing was charged.');
  await page.getByRole('button', { name: PAY }).click();
  await answerBank(page, 'Approve');
  await expect(page).toHaveURL(INSTALL);

  // Back is neither the order that was placed nor the form of the card: it is the page before the detour, with nothing chosen.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Choose Extension' })).toBeEnabled();
  await expect(confirm(page)).toHaveCount(0);
  await page.goBack();
  await expectHome(page);
  expect(await chargedCents(await openBeside(page, '/'))).toEqual([43300]);
});

test('[MA-03, SU-08] two tabs with the same year chosen buy it once; one that nobody has decided blocks the next', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const licence = await ownLicence(page, 'waiter', 'DEMO-SCOPE-FOREVER-3', 'tok_visa');
  await openAfresh(page, licence);
  const told = await openBeside(page, licence);
  const deaf = await openDeaf(page, licence);
  for (const tab of [page, told, deaf]) await expect(tab.getByRole('button', { name: PAY })).toBeEnabled();
  await page.getByRole('button', { name: PAY }).click();
  await expect(page).toHaveURL(INSTALL);
  await expect(confirm(told)).toHaveCount(0);
  await expect(told.getByRole('button', { name: 'Choose Extension' })).toBeEnabled();
  await deaf.getByRole('button', { name: PAY }).click();
  await expect(alert(deaf)).toContainText('This license or its price changed while you looked at it');
  await expect(alert(deaf)).toContainText('Nothing was charged.');
  expect(await chargedCents(told)).toEqual([43300]);

  // Now with a card whose answer is lost; nobody looks after it before a minute is over.
  await saveToken(told, 'tok_sandbox_timeoutBefore');
  const begun = deaf.waitForResponse((response) => response.request().method() === 'PATCH');
  await deaf.getByRole('button', { name: 'Choose Extension' }).click();
  await deaf.getByRole('button', { name: PAY }).click();
  expect((await begun).status()).toBe(202);
  await openAfresh(told, licence);
  await expect(told.getByText('Your payment is still processing')).toBeVisible();
  await expect(told.getByRole('button', { name: 'Choose Extension' })).toBeDisabled();
  await expectUsable(told, 'an extension under way');
  expect(await chargedCents(told)).toEqual([43300]);
});
