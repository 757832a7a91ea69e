import type { Page } from '@playwright/test';
import { boston } from './buyer.ts';
import { callAs, register, signIn } from './identity.ts';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, LOOKS, openSignedIn, signInHere, test } from './support.ts';

const SCOPE = '/subscriptions/scope';

const PASSWORD = 'a-very-long-lens-2026';

/** Somebody of this journey's own: what is bought stays, and other journeys want the demo customers as they were. */
const openAsNewcomer = async (page: Page): Promise<void> => {
  await register(page, 'carla', PASSWORD);
  await page.goto(`${baseUrl()}${SCOPE}`);
  await signIn(page, 'carla', PASSWORD);
  await expect(page).toHaveURL(`${baseUrl()}/#${SCOPE}`);
  await callAs(page, 'POST', '/api/account/me/clock'); // on it, what is bought and changed falls on one day
  await callAs(page, 'POST', '/api/auth/me/addresses', {
    ...boston,
    firstName: 'Carla',
    lastName: 'Zeiss',
    organization: 'Long Lens',
  });
  await callAs(page, 'POST', '/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' });
  await page.reload();
};

test('[SP-01, SP-02, SP-03, SP-04] a package is tried or bought, then changed, for the amount on the button', async ({
  page,
}) => {
  await page.route('https://scope.arcwave.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Install</title><h1>Install</h1>' }),
  );
  await openAsNewcomer(page);

  // Step 1: a tier, a package, what that can do.
  await expect(page.getByRole('radiogroup', { name: 'Plan' }).getByText('Try Free')).toHaveCount(3);
  await page.getByRole('radio', { name: 'Professional' }).check();
  await page.getByRole('radio', { name: /^Automotive/ }).check();
  await page.getByRole('heading', { name: 'Professional: Automotive includes' }).scrollIntoViewIfNeeded();
  await page.getByText('How to install').first().click();
  await expect(page.getByText(/Run the installer/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Choose plan' }).click();

  // Step 2: the trial is chosen, paying is one press away.
  await expect(page.getByRole('button', { name: 'Start 30-Day Trial' })).toBeEnabled();
  await page.getByRole('radio', { name: /Pay now/ }).check();
  await page.getByRole('button', { name: 'Pay $381.91' }).click();
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
  await expect(page.getByText('Included')).toHaveCount(4);
  await page.getByRole('link', { name: 'Choose plan' }).click();
  // A year for a year on the first day: the difference, and tax on it.
  await page.getByRole('button', { name: 'Pay $163.67' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/`);
  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  for (const amount of ['$381.91', '$163.67']) await expect(page.getByText(amount).first()).toBeVisible();
});

test('[SP-07] an id that is nobody’s', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await openSignedIn(page, 'ada', `${SCOPE}/sub_gone`);
  await expect(page.getByText('There was an error locating this subscription.')).toBeVisible();
  await expect(page.getByText('Invalid Subscription ID')).toBeVisible();
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[SP-01, SP-02] ${brand}, ${theme}, ${viewport.width}: choosing and reviewing are in nobody’s way`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}${SCOPE}?package=power`);
      await signInHere(page, 'ada');
      await expect(page.getByRole('radio', { name: 'Professional' })).toBeChecked();
      await expectUsable(page, 'choose a plan');
      await page.getByRole('link', { name: 'Choose plan' }).click();
      await expect(page.getByRole('button', { name: 'Start 30-Day Trial' })).toBeEnabled();
      await expectUsable(page, 'review');
      await context.close();
    });
  }
}
