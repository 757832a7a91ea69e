import type { Page } from '@playwright/test';
import {
  addressOf,
  baseUrl,
  DEMO_PASSWORD,
  emailOf,
  expect,
  expectNoSidewaysScroll,
  expectNoSkeletons,
  expectUsable,
  openSignedIn,
  test,
} from './support.ts';

/** German pages for browsers that prefer German, and the choice of English (BY-05). */

test.use({ locale: 'de-DE' });

test('[BY-05] texts, dates and amounts are German; the choice of English is remembered', async ({ page }) => {
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
  const clock = page.getByRole('region', { name: 'Sandbox' }).getByRole('status');
  await expect(clock).toContainText(/\d\d:\d\d/);
  expect(await clock.evaluate(({ clientHeight }) => clientHeight), 'the time is on one line').toBeLessThan(20);

  await page.getByRole('button', { name: 'Pia Curie' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Pia' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // The choice wins over the language that the browser prefers.
  await page.goto(`${site}/id/`);
  await expect(page).toHaveTitle('Sign in · Arcwave Drive Account');
});

/** Pages with the longest German texts, and a text that appears when the page has loaded. */
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

/** Expects that the page fits at 320 px, the narrowest width to support (WCAG 1.4.10). Restores 375 px. */
const expectNarrow = async (page: Page, where: string): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page, `${where} at 320 px`);
  await page.setViewportSize({ width: 375, height: 812 });
};

test('[BY-05] [WCAG 1.4.10] in German no page is wider than a phone, and neither is the button that pays for a licence extension', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 375, height: 812 });
  await openSignedIn(page, 'pia');
  await expect(page.getByRole('heading', { name: 'Willkommen, Pia' })).toBeVisible();
  for (const [path, ready] of TIGHT) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(page.getByText(ready).first()).toBeVisible();
    await expectNoSkeletons(page, path);
    await expectNoSidewaysScroll(page, path);
    await expectNarrow(page, path);
  }
  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('article')).toContainText('Zahlungsempfänger');
  await expectNoSidewaysScroll(page, 'a receipt');
  await expectNarrow(page, 'a receipt');
  await page.goto(`${baseUrl()}/#/`);
  await page
    .getByRole('link', { name: /^Verlängern/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Verlängerung wählen' }).click();
  await expect(page.getByRole('button', { name: /^Bestätigen und .* bezahlen$/ })).toBeVisible();
  await expectNoSidewaysScroll(page, 'the licence with its dock');
});
