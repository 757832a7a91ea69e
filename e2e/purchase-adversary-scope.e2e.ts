import type { Page } from '@playwright/test';
import { answerBank, becomeBuyer, chargedCents, openAfresh, openBeside, openDeaf, standInForInstall } from './buyer.ts';
import { callAs } from './identity.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

/** The same adversary on the pages of scope and IoT (issue 6). */

const SCOPE = '/subscriptions/scope';
const IOT = '/subscriptions/iot';
const STARTER = `${SCOPE}?package=pln_scope_starter_monthly&step=review&pay=now`;
/** Starter monthly in Boston: 2000 + 8.25 %. */
const PAY = 'Pay $21.65';
const INSTALL = /^https:\/\/scope\.arcwave\.example\/install\?r=add&subId=sub_/;

const said = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible();
const buy = (page: Page, planId: string) => callAs(page, 'POST', '/api/subscription/subscriptions', { planId });

test('[SP-05, SU-08] as many as there can be: refused in words, and left out with the reason', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await becomeBuyer(page, 'collector');
  for (let count = 0; count < 9; count += 1) await buy(page, 'pln_scope_starter_monthly');
  await openAfresh(page, STARTER);
  const stale = page.getByRole('button', { name: PAY });
  await expect(stale).toBeEnabled();
  await buy(page, 'pln_scope_starter_monthly');
  await stale.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('You have as many subscriptions to this plan as there can be');
  await expect(alert).toContainText('Nothing was charged.');
  await page.reload();
  await said(page, 'Some plans are left out');
  await said(page, 'You have as many subscriptions to Starter as there can be.');
  await expect(page.getByRole('radio', { name: 'Starter' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expectUsable(page, 'a plan at its limit');
  expect(await chargedCents(page)).toHaveLength(10);
});

test('[SP-04] a double click buys one; a second tab is told that one more would be one more', async ({ page }) => {
  await standInForInstall(page);
  await becomeBuyer(page, 'twice');
  await openAfresh(page, STARTER);
  const beside = await openBeside(page, STARTER);
  await expect(beside.getByRole('button', { name: PAY })).toBeEnabled();
  await page.getByRole('button', { name: PAY }).dblclick();
  await expect(page).toHaveURL(INSTALL);
  await said(beside, 'You have Starter already');
  await said(beside, /adds one more subscription/);
  await expectUsable(beside, 'one more of the same');
  expect(await chargedCents(beside)).toEqual([2165]);
  // Back leads to what was before the order that was placed.
  await page.goBack();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  expect(await chargedCents(beside)).toEqual([2165]);
});

test('[SP-04, SU-08, AD-09] the address is gone meanwhile: to its form, and back to the same review', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await standInForInstall(page);
  await becomeBuyer(page, 'moved', { card: null, address: false });
  // the page believes in an address that the server has not
  const me = '**/api/auth/me';
  await page.route(me, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const address = { country: 'US', firstName: 'Grace', lastName: 'Hopper', organization: '' };
    const rest = { addressLine1: '1 Main St', addressLine2: '', city: 'Boston', state: 'MA', postalCode: '02110' };
    body.user.address = { ...address, ...rest };
    body.user.addresses = [body.user.address];
    await route.fulfill({ response: answer, json: body });
  });
  await openAfresh(page, `${SCOPE}?package=power&step=review`);
  await said(page, '1 Main St, Boston, MA 02110');
  const start = page.getByRole('button', { name: /^Start \d+-Day Trial$/ });
  await expect(start).toBeEnabled();
  await page.unroute(me);
  await start.click();
  await expect(page).toHaveURL(/#\/address\?returnPath=/);
  for (const [label, text] of [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Company', 'Lens Works'],
    ['Address line 1', '2208 S 1st St'],
    ['City', 'Austin'],
    ['Postal code', '78704'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByRole('combobox', { name: 'State' }).fill('Texas');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await said(page, '2208 S 1st St, Austin, TX 78704');
  await start.click();
  await expect(page).toHaveURL(INSTALL);
});

test('[IO-02] pressed twice, gone back, and in a second tab: one charge, and what is held is said', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const path = `${IOT}?plan=pln_iot_individual_monthly`;
  await becomeBuyer(page, 'meter');
  await openAfresh(page, path);
  const deaf = await openDeaf(page, path);
  const pay = (tab: Page) => tab.getByRole('button', { name: 'Pay $10.83' });
  for (const tab of [page, deaf]) {
    await tab.getByRole('radio', { name: /Pay now/ }).check();
    await expect(pay(tab)).toBeEnabled();
  }
  await pay(page).dblclick();
  await expect(page.getByRole('alert')).toHaveText('Your subscription has been updated.');
  await pay(deaf).click();
  await said(deaf, 'You have this plan');
  await expect(deaf.getByRole('button', { name: /^Pay|^Subscribe/ })).toHaveCount(0);
  await page.goto(`${baseUrl()}/#/`);
  await page.goBack();
  await expect(page.getByRole('region', { name: /Individual, monthly/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay|^Subscribe/ })).toHaveCount(0);
  expect(await chargedCents(page)).toEqual([1083]);
});

test('[IO-02, PM-09] a smaller plan says what it takes away; the bank asks, and it is changed once', async ({
  page,
  complaints,
}) => {
  // the bank asks, or has not decided yet
  complaints.expect(/status of (402|409)/);
  await becomeBuyer(page, 'fleet', { card: 'pm_card_authenticationRequiredSetupForOffSession' });
  await buy(page, 'pln_iot_enterprise');
  await openAfresh(page, `${IOT}?plan=pln_iot_individual_monthly`);
  await said(page, 'You will have less than now');
  await said(page, '25 devices (now: Unlimited devices)');
  await said(page, '1 year of history (now: History as long as you need)');
  await said(page, 'Features you lose: Priority support');
  await expectUsable(page, 'a smaller IoT plan');
  const confirm = page.getByRole('button', { name: 'Pay $10.83' });
  await confirm.click();
  await answerBank(page, 'Decline');
  await said(page, /unable to authenticate your payment method/);
  await confirm.click();
  await answerBank(page, 'Approve');
  await expect(page.getByText('Your subscription has been updated.')).toBeVisible();
  expect(await chargedCents(page)).toEqual([1083]);
});
