import type { Page } from '@playwright/test';
import {
  addressOf,
  baseUrl,
  DEMO_PASSWORD,
  emailOf,
  expect,
  expectUsable,
  expectWhole,
  expectWithin,
  openSignedIn,
  test,
} from './support.ts';

/** BY-05: the pages in German for whoever's browser asks for it, and back to English by choice. */

test.use({ locale: 'de-DE' });

test('[BY-05] in German: words, dates and money, and the way to English, which is remembered', async ({ page }) => {
  const site = addressOf('drive.localhost');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${site}/payments`);
  await expect(page).toHaveTitle('Anmelden · Arcwave Drive Account');
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
  await page.goto(`${site}/id/`);
  await expect(page).toHaveTitle('Sign in · Arcwave Drive Account');
});

/** Where German needs the most room, and what such a page shows when it is whole. */
const TIGHT: readonly (readonly [path: string, ready: string | RegExp])[] = [
  ['/', /^Nächste Zahlung: /],
  ['/security?active=email', 'Neue E-Mail-Adresse'],
  ['/address', 'Adresse hinzufügen oder ändern'],
  ['/payments', 'Bisherige Zahlungen'],
  ['/payments/next', /Boston/],
  ['/payments/method', 'Was beim Speichern geschieht'],
  ['/subscriptions/drive', 'Aktueller Tarif'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', 'Geschätzte Kosten'],
  ['/subscriptions/scope?package=power', /Professional: Power/],
  ['/subscriptions/iot', 'Heute fällig'],
  ['/codes/redeem', 'Prepaid-Code einlösen'],
  ['/promotions/2-series', 'Abonnieren'],
];

/** The narrowest there is (WCAG 1.4.10), where a long German word is the first to stand out. */
const expectNarrow = async (page: Page, where: string): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 700 });
  await expectWithin(page, `${where} at 320 px`);
  await page.setViewportSize({ width: 375, height: 812 });
};

test('[BY-05] [WCAG 1.4.10] in German nothing stands out of a phone, not the button that pays an extension either', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 375, height: 812 });
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Willkommen, Pia' })).toBeVisible();
  for (const [path, ready] of TIGHT) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectWhole(page, path);
    await expectWithin(page, path);
    await expectNarrow(page, path);
  }
  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('article')).toContainText('Zahlungsempfänger');
  await expectWithin(page, 'a receipt');
  await expectNarrow(page, 'a receipt');
  await page.goto(`${baseUrl()}/#/`);
  await page
    .getByRole('link', { name: /^Verlängern/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Verlängerung wählen' }).click();
  await expect(page.getByRole('button', { name: /^Bestätigen und .* bezahlen$/ })).toBeVisible();
  await expectWithin(page, 'the licence with its dock');
});
