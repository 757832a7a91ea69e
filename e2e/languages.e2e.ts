import { addressOf, BRANDS, DEMO_PASSWORD, emailOf, expect, expectUsable, LOOKS, test } from './support.ts';

/** BY-05: the pages in German for whoever's browser asks for it, and back to English by choice. */

test.use({ locale: 'de-DE' });

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[BY-05] ${brand} in German, ${theme}, ${viewport.width} px: words, dates and money, and the way to English`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(viewport);
      await page.goto(`${addressOf(host)}/payments`);
      await expect(page).toHaveTitle(`Anmelden · ${brand} Account`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expectUsable(page, 'sign-in in German');
      await page.getByLabel('E-Mail-Adresse').fill(emailOf('pia'));
      await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

      await expect(page.getByRole('heading', { name: 'Zahlungen', level: 1 })).toBeVisible();
      await expect(page.getByText('64,41 $').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Bisherige Zahlungen' })).toBeVisible();
      await expectUsable(page, 'payments in German');
      await page.getByRole('link', { name: 'Start' }).first().click();
      await expect(page.getByRole('heading', { name: 'Willkommen, Pia' })).toBeVisible();
      await expectUsable(page, 'home in German');

      await page.getByRole('button', { name: 'Pia Curie' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      // it is remembered, whatever the browser asks for
      await page.goto(`${addressOf(host)}/id/`);
      await expect(page).toHaveTitle(`Sign in · ${brand} Account`);
    });
  }
}
