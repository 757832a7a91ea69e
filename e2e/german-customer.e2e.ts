import { callAs } from './identity.ts';
import { baseUrl, emailOf, expect, readMails, test } from './support.ts';

/** Texts from the server to a German customer, from the first mail to the PDF receipt (BY-05). */

test.use({ locale: 'de-DE' });

const ADDRESS = {
  country: 'US',
  firstName: 'Käthe',
  lastName: 'Hermann',
  organization: 'Lichtbogen',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  phone1: '6175550100',
};

/** Replaces no-break spaces, which German amounts contain, by normal spaces. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('[BY-05, BY-06, PY-07] a German customer registers, buys and gets German mails; mails are in English after the customer chooses English', async ({
  page,
  complaints,
}) => {
  const name = 'kaethe';
  const password = 'ein ganz guter Satz';
  await page.goto(`${baseUrl()}/id/#/register`);
  for (const [label, value] of [
    ['Vorname', 'Käthe'],
    ['Nachname', 'Hermann'],
    ['E-Mail-Adresse', emailOf(name)],
    ['E-Mail-Adresse wiederholen', emailOf(name)],
    ['Passwort', password],
    ['Passwort wiederholen', password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await expect(page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' })).toBeVisible();
  const [first] = await readMails(page, name, 1);
  expect(first?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');

  await page.goto(`${baseUrl()}/id/`);
  await page.getByLabel('E-Mail-Adresse').fill(emailOf(name));
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Willkommen, Käthe' })).toBeVisible();
  await callAs(page, 'POST', '/api/auth/me/addresses', ADDRESS);

  // The page, the quote, the receipt and the mail are in German and show the same amount.
  await page.goto(`${baseUrl()}/#/payments/method`);
  await page.reload();
  await page.getByLabel('Kartennummer').fill('4242 4242 4242 4242');
  await page.getByLabel('Gültig bis').fill('04 / 40');
  await page.getByLabel('Prüfziffer').fill('123');
  await page.getByRole('button', { name: 'Karte speichern' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await page.goto(`${baseUrl()}/#/subscriptions/drive`);
  await page
    .getByRole('group', { name: 'Abrechnung für Starter' })
    .getByRole('radio', { name: /Jährlich/ })
    .check();
  await page.getByRole('link', { name: 'Tarif wählen' }).click();
  await expect(page.getByText('Drive Starter, jährlich')).toBeVisible();
  await page.getByRole('button', { name: '324,62 $ bezahlen' }).click();
  await expect(page.getByRole('heading', { name: 'Willkommen, Käthe' })).toBeVisible();

  await expect
    .poll(async () => (await readMails(page, name, 1)).map(({ subject }) => plain(subject)))
    .toContain('Beleg über 324,62 $: Drive Starter, jährlich');
  // Frames of the mailbox run no scripts, which includes those of Playwright.
  complaints.expect(/Blocked script execution in .*\/sandbox\/mail\//);
  await page.goto(`${baseUrl()}/sandbox/mail`);
  await page
    .getByRole('navigation', { name: 'Emails' })
    .getByRole('link')
    .filter({ hasText: emailOf(name) })
    .filter({ hasText: 'Beleg über' })
    .click();
  const mail = page.getByRole('article').filter({ hasText: emailOf(name) });
  await expect(mail.getByRole('heading', { name: /^Beleg über/ })).toBeVisible();
  await expect(mail.locator('pre')).toContainText('Guten Tag, Käthe! Dies ist Ihr Beleg für Drive Starter, jährlich.');
  const html = await page.request.get(`${baseUrl()}${await mail.locator('iframe').getAttribute('src')}`);
  expect(await html.text()).toContain('<html lang="de">');

  await page.goto(`${baseUrl()}/#/payments?active=receipts`);
  await page.getByRole('link', { name: 'Drive Starter, jährlich' }).click();
  await expect(page.getByRole('heading', { name: 'Beleg' })).toBeVisible();
  const asked = page.waitForResponse(/\/receipts\/[^/]+\.pdf$/);
  await page.getByRole('button', { name: 'PDF herunterladen' }).click();
  expect((await asked).headers()['content-language']).toBe('de');

  // After English is chosen in the menu, the next mail is in English, although the browser prefers German.
  await page.goto(`${baseUrl()}/`);
  await page.getByRole('button', { name: /Käthe Hermann/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Käthe' })).toBeVisible();
  await page.request.post(`${baseUrl()}/api/auth/password-resets`, { data: { email: emailOf(name) } });
  await expect
    .poll(async () => (await readMails(page, name, 1)).map(({ subject }) => subject))
    .toContain('Set a new password');
});
