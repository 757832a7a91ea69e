import { becomeBuyer, chargedCents, standInForInstall } from './buyer.ts';
import { baseUrl, expect, expectUsable, test } from './support.ts';

const SCOPE = '/subscriptions/scope';

test('[SP-01, SP-02, SP-03, SP-04] a package is bought by a double click, then changed, for the amount on the button', async ({
  page,
}) => {
  await standInForInstall(page);
  await becomeBuyer(page, 'carla', { path: SCOPE }); // on a clock of its own, so that what is bought and changed falls on one day

  // Step 1: a tier, a package, what that can do.
  await page.getByRole('radio', { name: 'Professional' }).check();
  await page.getByRole('radio', { name: /^Automotive/ }).check();
  await page.getByRole('heading', { name: 'Professional: Automotive includes' }).scrollIntoViewIfNeeded();
  await page.getByText('How to install').first().click();
  await expect(page.getByText(/Run the installer/).first()).toBeVisible();
  await expectUsable(page, 'choose a plan');
  await page.getByRole('link', { name: 'Choose plan' }).click();

  // Step 2: the trial is chosen, paying is one press away.
  await expect(page.getByRole('button', { name: 'Start 30-Day Trial' })).toBeEnabled();
  await page.getByRole('radio', { name: /Pay now/ }).check();
  await expect(page.getByRole('button', { name: 'Pay $381.91' })).toBeEnabled();
  await expectUsable(page, 'review');
  await page.getByRole('button', { name: 'Pay $381.91' }).dblclick();
  await expect(page).toHaveURL(/^https:\/\/scope\.arcwave\.example\/install\?r=add&subId=sub_/);
  const subId = new URL(page.url()).searchParams.get('subId') ?? '';

  // Back leads to the choice and not to the order that was just placed.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Scope subscription' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

  // The one that was bought, changed to all packages.
  await page.goto(`${baseUrl()}/#${SCOPE}/${subId}`);
  await expect(page.getByRole('region', { name: /Professional: Automotive, yearly/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Ultimate' }).check();
  await page.getByRole('link', { name: 'Choose plan' }).click();
  // A year for a year on the first day: the difference, and tax on it.
  await page.getByRole('button', { name: 'Pay $163.67' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  expect(await chargedCents(page)).toEqual([16367, 38191]);
});
