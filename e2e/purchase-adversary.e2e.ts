import type { Page, Response } from '@playwright/test';
import { advance, becomeBuyer, chargedCents, deafen, openAfresh, openBeside, openDeaf, saveToken } from './buyer.ts';
import { callAs, expectHome } from './identity.ts';
import { expect, expectUsable, saveCard, test } from './support.ts';

/** Whoever presses twice, goes back, uses two tabs or an old link: charged once, and told what is so now (issue 6). */

const DRIVE = '/subscriptions/drive';
const review = (plan: string) => `${DRIVE}?plan=${plan}&step=review`;
const MONTHLY = review('pln_drive_starter_monthly');
/** Starter monthly in Boston: 2975 + 8.25 %. */
const PAY = 'Pay $32.20';

const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const held = (page: Page) => page.getByRole('region', { name: /Starter, monthly/ });
const said = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible();

test('[DR-01, SP-03, IO-01] a plan of another product in the address is not ordered, and the page says so', async ({
  page,
}) => {
  await becomeBuyer(page, 'stray');
  for (const path of [
    review('pln_scope_ultimate_yearly'),
    '/subscriptions/scope?package=pln_drive_pro_yearly&step=review&pay=now',
    '/subscriptions/iot?plan=pln_scope_power_monthly',
  ]) {
    await openAfresh(page, path); // the page before says the same
    await said(page, 'The plan of this link is not on offer here');
    await expect(pay(page), path).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Estimated cost' }), path).toHaveCount(0);
    await expectUsable(page, path);
  }
});

test('[DR-04, DR-05] a double click, then back: charged once, and the page shows what is held', async ({ page }) => {
  await becomeBuyer(page, 'hasty');
  await openAfresh(page, MONTHLY);
  await page.getByRole('button', { name: PAY }).dblclick();
  await expectHome(page);
  await page.goBack();
  await said(page, 'You have this plan');
  await expect(held(page)).toContainText('for $32.20 including tax');
  await expect(pay(page)).toHaveCount(0);
  await expectUsable(page, 'back after paying');
  await page.reload();
  await said(page, 'You have this plan');
  expect(await chargedCents(page)).toEqual([3220]);
});

test('[DR-04, PY-06] a second tab doing the same: told, deaf, and at the same moment', async ({ page, complaints }) => {
  complaints.expect(/status of 409/);
  await becomeBuyer(page, 'double');
  await openAfresh(page, MONTHLY);
  const told = await openBeside(page, MONTHLY);
  const deaf = await openDeaf(page, MONTHLY);
  for (const tab of [told, deaf]) await expect(tab.getByRole('button', { name: PAY })).toBeEnabled();
  await page.getByRole('button', { name: PAY }).click();
  await expectHome(page);
  // One hears of it and has nothing left to press.
  await said(told, 'You have this plan');
  await expect(pay(told)).toHaveCount(0);
  // The other has a button that is no longer true; the server does not believe it.
  await deaf.getByRole('button', { name: PAY }).click();
  await said(deaf, 'You have this plan');
  await expect(held(deaf)).toBeVisible();
  expect(await chargedCents(page)).toEqual([3220]);

  // Both at once: one of them is charged. Whichever is quicker, the other does not hear of it before it is pressed.
  await deafen(page);
  const yearly = review('pln_drive_starter_yearly');
  await openAfresh(page, yearly);
  const twin = await openDeaf(page, yearly);
  for (const tab of [page, twin]) await expect(pay(tab)).toBeEnabled();
  const isChange = (answer: Response) => answer.request().method() === 'PATCH';
  const answered = [page, twin].map((tab) => tab.waitForResponse(isChange));
  await Promise.all([pay(page).click(), pay(twin).click()]);
  await Promise.all(answered);
  for (const tab of [page, twin]) {
    await tab.goto('about:blank'); // the one that bought is about to leave for Home
    await openAfresh(tab, DRIVE);
    await expect(tab.getByRole('region', { name: /Starter, yearly/ })).toBeVisible();
  }
  expect(await chargedCents(page)).toHaveLength(2);
});

test('[SU-04, SU-08] a trial twice: in a second tab, by an old link, and by going back', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const trial = review('pln_drive_pro_trial');
  await becomeBuyer(page, 'tried', { card: null });
  await openAfresh(page, trial);
  const start = /^Start \d+-day trial$/;
  const deaf = await openDeaf(page, review('pln_drive_ultimate_trial'));
  await expect(deaf.getByRole('button', { name: start })).toBeEnabled();
  await page.getByRole('button', { name: start }).dblclick();
  await expectHome(page);
  await deaf.getByRole('button', { name: start }).click();
  await expect(deaf.getByRole('alert')).toContainText('You have had a trial of this product');
  await deaf.getByRole('link', { name: 'Plans' }).click();
  // left, the page has learned that there is none
  await said(deaf, 'No trial of this plan is on offer');
  await expect(deaf.getByRole('button', { name: start })).toHaveCount(0);
  await page.goBack();
  await said(page, 'You have this plan');
  expect(await chargedCents(page)).toEqual([]);
});

test('[DR-04, BY-03] the price moves between review and pay: said, nothing charged, and the new one is what is paid', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await becomeBuyer(page, 'slow');
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_yearly' });
  await openAfresh(page, review('pln_drive_ultimate_yearly'));
  const stale = page.getByRole('button', { name: 'Pay $649.24' });
  await expect(stale).toBeEnabled();
  const other = await openBeside(page, '/');
  await expectHome(other);
  await advance(other, { by: 'P3M' });
  await stale.click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(/The amount changed: \$\d+\.\d\d is due now/);
  await expect(notice).toContainText('Nothing was charged.');
  const [, now = ''] = /\$(\d+\.\d\d)/.exec(await notice.innerText()) ?? [];
  await page.getByRole('button', { name: `Pay $${now}` }).click();
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([Math.round(Number(now) * 100), 32462]);
});

test('[PM-07, SU-06, SU-08] the card expires, then is declined: said each time, and the choice is kept', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 402/);
  await becomeBuyer(page, 'late', { card: 'tok_sandbox_expiresInMonths_1' });
  await openAfresh(page, MONTHLY);
  await said(page, 'Billed to Visa •••• 4242');
  await advance(page, { by: 'P2M' });
  await page.reload();
  await said(page, /•••• 4242 expired in/);
  // its bank may know a newer one: it decides
  await expect(page.getByRole('button', { name: PAY })).toBeEnabled();
  await expectUsable(page, 'a review with an expired card');

  await saveToken(page, 'tok_visa_chargeCustomerFail');
  await page.getByRole('button', { name: PAY }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your card was declined.');
  await expect(alert).toContainText('Nothing was charged.');
  await said(page, 'Billed to Visa •••• 0341');
  await page.getByRole('link', { name: 'Change card' }).click();
  await saveCard(page, '5555 5555 5555 4444');
  await said(page, 'Billed to Mastercard •••• 4444');
  expect(await chargedCents(page)).toEqual([]);
  await page.getByRole('button', { name: PAY }).click();
  await expectHome(page);
  expect(await chargedCents(page)).toEqual([3220]);
});

test('[SU-08] a payment nobody has decided: still processing, after a reload too, and nothing more is bought', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (502|409)/);
  // nobody looks after an answer that was lost before a minute is over
  await becomeBuyer(page, 'patient', { card: 'tok_sandbox_timeoutBefore' });
  await openAfresh(page, MONTHLY);
  const deaf = await openDeaf(page, review('pln_drive_pro_monthly'));
  await expect(pay(deaf)).toBeEnabled();
  await page.getByRole('button', { name: PAY }).click();
  await expect(page.getByRole('alert')).toContainText('Your payment is still processing');
  await expect(pay(page)).toBeDisabled();
  await deaf.bringToFront();
  await pay(deaf).click();
  await expect(deaf.getByRole('alert')).toContainText('Your payment is still processing');
  for (const path of [MONTHLY, DRIVE]) {
    await openAfresh(page, path);
    await said(page, 'Your payment is still processing');
    await expectUsable(page, `still processing: ${path}`);
  }
  await expect(page.getByRole('radio')).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([]);
});
