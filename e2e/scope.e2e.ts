import { becomeBuyer, chargedCents, stubInstallSite } from './buyer.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

const SCOPE = '/subscriptions/scope';

test('[SP-01, SP-02, SP-03, SP-04] a customer buys a package with a double click, then changes the plan, each for the amount on the button', async ({
  page,
}) => {
  await stubInstallSite(page);
  await becomeBuyer(page, 'carla', { path: SCOPE }); // with a sandbox clock, so that purchase and change are on the same day

  // Step 1: choose a tier and a package, read their features.
  await page
    .getByRole('group', { name: 'Professional billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await page.getByRole('radio', { name: /^Automotive/ }).check();
  await page.getByRole('heading', { name: 'Professional: Automotive includes' }).scrollIntoViewIfNeeded();
  await page.getByText('How to install').first().click();
  await expect(page.getByText(/Run the installer/).first()).toBeVisible();
  await expectUsable(page, 'choose a plan');
  await page.getByRole('link', { name: 'Choose plan' }).click();

  // Step 2: the trial is preselected; the customer chooses to pay now.
  await expect(page.getByRole('button', { name: 'Start 30-Day Trial' })).toBeEnabled();
  await page.getByRole('radio', { name: /Pay now/ }).check();
  await expect(page.getByRole('button', { name: 'Pay $381.91' })).toBeEnabled();
  await expectUsable(page, 'review');
  await page.getByRole('button', { name: 'Pay $381.91' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Paid $381.91' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expectUsable(page, 'the result');
  await page.getByRole('link', { name: 'Install Scope' }).click();
  await expect(page).toHaveURL(/^https:\/\/scope\.arcwave\.example\/install\?r=add&subId=sub_/);
  const subId = new URL(page.url()).searchParams.get('subId') ?? '';

  // Back leads to the result, then to the choice of plans, and not to the placed order.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Paid $381.91' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Scope subscription' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

  // Change to the plan with all packages.
  await page.goto(`${baseUrl()}/#${SCOPE}/${subId}`);
  await expect(page.getByRole('region', { name: /Professional: Automotive, yearly/ })).toBeVisible();
  await page
    .getByRole('group', { name: 'Ultimate billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await page.getByRole('link', { name: 'Choose plan' }).click();
  // On the first day the charge is the difference between the yearly prices, plus tax.
  await page.getByRole('button', { name: 'Pay $163.67' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  expect(await chargedCents(page)).toEqual([16367, 38191]);
});
