import type { Page } from '@playwright/test';
import { addressOf, BRANDS, baseUrl, expect, expectUsable, LOOKS, openSignedIn, signInHere, test } from './support.ts';

const LEGACY = '/legacy-tekscope';

/** From Home to the perpetual licence of Pia, whose maintenance ends in 90 days. */
const openLicence = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Extend Ultimate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ultimate' })).toBeVisible();
};

test('[MA-01, MA-02, MA-03] an extension is chosen, paid for as the button says, and moves the end of maintenance', async ({
  page,
}) => {
  await page.route('https://scope.arcwave.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Install</title><h1>Install</h1>' }),
  );
  await openSignedIn(page, 'pia');
  await openLicence(page);

  // What it covers, and what two lengths would add.
  await expect(page.getByRole('heading', { name: /^Maintenance ends in (89|90) days$/ })).toBeVisible();
  const drawing = page.getByRole('img', { name: /never ends/ });
  const options = page.getByRole('radiogroup', { name: 'Extension' }).getByRole('radio');
  await expect(options).toHaveCount(2);
  const before = await drawing.getAttribute('aria-label');
  await page.getByRole('radio', { name: /3 years/ }).check();
  await expect(drawing).not.toHaveAttribute('aria-label', before ?? '');
  await page.getByRole('radio', { name: /1 year/ }).check();
  await expect(drawing).toHaveAttribute('aria-label', before ?? '');
  await expect(page.getByRole('button', { name: /Confirm and Pay/ })).toHaveCount(0);

  // Chosen, it costs what the button says.
  await page.getByRole('button', { name: 'Choose Extension' }).click();
  const pay = page.getByRole('button', { name: 'Confirm and Pay $433.00' });
  await expect(pay).toBeEnabled();
  const licence = page.url();
  await pay.click();
  await expect(page).toHaveURL(/^https:\/\/scope\.arcwave\.example\/install\?r=maintenance&subId=sub_/);
  expect(licence).toContain(new URL(page.url()).searchParams.get('subId') ?? 'no id');

  // A year longer, and on the receipts.
  await page.goto(licence);
  await expect(page.getByRole('heading', { name: /^Maintenance until/ })).toBeVisible();
  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  await expect(page.getByText('$433.00').first()).toBeVisible();
});

test('[MA-04] a code that is none', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  await openSignedIn(page, 'pia');
  await openLicence(page);
  await page.getByRole('radio', { name: 'Redeem Code' }).check();
  await page.getByLabel('Prepaid Code').fill('not-a-code');
  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(page.getByRole('alert')).toContainText("This code didn't work.");
  expect(page.url()).not.toContain('not-a-code');
});

test('[LG-02, SH-10] the alert leads to the page that says what ends and when', async ({ page }) => {
  await openSignedIn(page, 'lena');
  await page.getByRole('link', { name: 'See what changes' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#${LEGACY}`);
  await expect(page.getByText('Legacy licenses have not been supported since 2025')).toBeVisible();
  await expect(page.getByText(/is over/)).toBeVisible();
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page.getByRole('radio', { name: 'Starter' })).toBeChecked();
});

test('[MA-01] on a phone the button that pays leaves the amount beside it readable, in both languages', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openSignedIn(page, 'pia');
  await openLicence(page);
  const licence = page.url().replace(/\?.*/, '');
  for (const { language, choose, pays } of [
    { language: 'en', choose: 'Choose Extension', pays: /Confirm and Pay/ },
    { language: 'de', choose: 'Verlängerung wählen', pays: /zahlen|bezahlen/ },
  ]) {
    await context.addCookies([{ name: 'foyer-language', value: language, url: baseUrl() }]);
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 });
      await page.goto(licence);
      await page.reload();
      await page.getByRole('radio', { name: /^3 / }).check();
      await page.getByRole('button', { name: choose }).click();
      const pay = page.getByRole('button', { name: pays });
      await expect(pay).toContainText(/1[,.]169[,.]10/);
      const gap = () =>
        pay.evaluate((button) => {
          const amount = button.parentElement?.querySelector('b');
          const written = document.createRange();
          if (amount) written.selectNodeContents(amount);
          return button.getBoundingClientRect().left - written.getBoundingClientRect().right;
        });
      await expect.poll(gap, `${language} at ${width}`).toBeGreaterThanOrEqual(0);
      await expectUsable(page, `${language} at ${width}`);
    }
  }
});

for (const { brand, host } of BRANDS) {
  for (const { theme, viewport } of LOOKS) {
    test(`[MA-01, LG-02] ${brand}, ${theme}, ${viewport.width}: the licence is in nobody’s way`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${addressOf(host)}/`);
      await signInHere(page, 'pia');
      await openLicence(page);
      await page.getByRole('button', { name: 'Choose Extension' }).click();
      await expect(page.getByRole('button', { name: /Confirm and Pay/ })).toBeEnabled();
      await expectUsable(page, 'purchase');
      await page.getByRole('radio', { name: 'Redeem Code' }).check();
      await page.getByRole('button', { name: 'Check Code' }).click();
      await expect(page.getByText('Invalid Coupon Code')).toBeVisible();
      await expectUsable(page, 'redeem');
      await page.goto(`${addressOf(host)}/#${LEGACY}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Legacy License' })).toBeVisible();
      await expectUsable(page, 'legacy');
      await context.close();
    });
  }
}
