import { addressOf, BRANDS, expect, expectUsable, LOOKS, openSignedIn, signInHere, test } from './support.ts';

const IOT = '/subscriptions/iot';

test('[IO-01, IO-02] a trial is started, then bought for the amount that was shown', async ({ page }) => {
  await openSignedIn(page, 'lena', IOT);
  const due = page.getByRole('term').filter({ hasText: 'Due today' }).locator('xpath=../dd');
  await expect(page.getByText('Needs a verified .edu email.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Student' })).toBeDisabled();
  await expect(page.getByText('Individual, 12 months at $10')).toBeVisible();
  await expect(page.getByText('$109.12')).toBeVisible();
  await expect(due).toHaveText('$0.00');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your subscription has been updated.');
  await expect(page.getByRole('region', { name: /Individual/ })).toContainText('Trial');

  await page.getByRole('radio', { name: 'Monthly' }).check();
  await expect(due).toHaveText('$10.83');
  await page.getByRole('button', { name: 'Pay $10.83' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your subscription has been updated.');
  const current = page.getByRole('region', { name: /Individual, monthly/ });
  await expect(current).toBeVisible();

  await page.getByRole('radio', { name: 'Enterprise' }).check();
  await expect(page.getByText(/Individual is paid until .* It is not charged again/)).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert')).toContainText(/contacting you shortly. Individual is paid until/);
  await expect(current).toContainText('Changes to Enterprise on');
  await expectUsable(page, IOT);
  await current.getByRole('button', { name: 'Keep Individual' }).click();
  await expect(current).toContainText('Individual goes on.');
  await expect(current).toContainText('for $10.83 including tax');
  await expect(current.getByRole('heading')).toBeFocused();
});

test('[IO-01, IO-02] enterprise is pay-as-you-go: no card, no address, and somebody calls', async ({ page }) => {
  await openSignedIn(page, 'grace', IOT);
  await page.getByRole('radio', { name: 'Enterprise' }).check();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert')).toContainText('Your subscription has been updated.');
  await expect(page.getByRole('alert')).toContainText("We'll be contacting you shortly.");
  const current = page.getByRole('region', { name: /Enterprise/ });
  await expect(current).toContainText('Current plan');
  await expect(current).toContainText('Billed by agreement, for what you use');
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[IO-01] ${brand}, ${theme}, ${viewport.width}: the page is in nobody’s way`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}${IOT}`);
      await signInHere(page, 'ada');
      await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
      await expectUsable(page, IOT);
      await context.close();
    });
  }
}
