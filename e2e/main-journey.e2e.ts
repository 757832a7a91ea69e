import type { Page } from '@playwright/test';
import {
  baseUrl,
  DEMO_PASSWORD,
  emailOf,
  expect,
  openSignedIn,
  readMails,
  saveCard,
  signInHere,
  test,
} from './support.ts';

/** Starter yearly for Boston: 29988 + 8.25 % (PY-06). */
const STARTER_YEARLY = '$324.62';

const chooseStarterYearly = async (page: Page): Promise<void> => {
  await page.goto(`${baseUrl()}/#/subscriptions/drive`);
  await page
    .getByRole('group', { name: 'Starter billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await page.getByRole('link', { name: 'Choose plan' }).click();
};

const toNextRenewal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'To next renewal' }).click();
  await expect(page.getByRole('button', { name: 'To next renewal' })).toBeEnabled();
};

test('[SH-01, SH-03, SH-05, SH-06, SE-01, SE-02, DR-01, DR-03, DR-04, DR-05, PM-02, PY-04, BY-07] a customer signs in, chooses a plan, pays, gets the receipt, and the subscription renews', async ({
  page,
  complaints,
}) => {
  // A deep link opened signed out leads to the sign-in site and back.
  await page.goto(`${baseUrl()}/payments?active=receipts`);
  await expect(page).toHaveURL((url) => url.pathname === '/id/');
  await expect(page.getByText('Sign in to continue to')).toBeVisible();
  await signInHere(page, 'ada');
  await expect(page).toHaveURL(`${baseUrl()}/#/payments?active=receipts`);
  await expect(page).toHaveTitle('Payments · Arcwave Scope Account');
  await expect(page.getByText('No past payments')).toBeVisible();

  // Home shows that the customer has no subscription yet.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(page.getByText('No subscription').first()).toBeVisible();

  // Steps 1 and 2 of the drive page, with the tax for the customer's ZIP code.
  await chooseStarterYearly(page);
  await expect(page.getByText('Tax, Boston MA (8.25%)')).toBeVisible();
  await expect(page.getByText('Payment required')).toBeVisible();
  await page.getByRole('link', { name: 'Add card to continue' }).click();

  // A card that is declined when saved: the page shows the gateway's message and keeps the input.
  complaints.expect(/status of 402/);
  await saveCard(page, '4000 0000 0000 9995');
  await expect(page.getByRole('alert')).toContainText('Your card has insufficient funds.');
  await expect(page.getByRole('alert')).toContainText('Please try again or contact support.');
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 9995');

  // After a valid card the review returns with the chosen plan.
  await saveCard(page, '4242 4242 4242 4242');
  await expect(page.getByText('Billed to Visa •••• 4242')).toBeVisible();
  await page.getByRole('button', { name: `Pay ${STARTER_YEARLY}` }).dblclick();

  // Home, Payments, the receipt and the mail show the same amount.
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  const renews = await page.getByText(/50 GB · Renews .* for \$324\.62/).innerText();
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'Drive Starter, yearly' });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(STARTER_YEARLY);
  await expect(rows).toContainText('Paid');
  await rows.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  for (const text of [
    'Arcwave Instruments, Inc.',
    'Drive Starter, yearly',
    'Tax, Boston MA (8.25%)',
    '$24.74',
    '$299.88',
    STARTER_YEARLY,
    '•••• 4242',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  const [receipt] = await readMails(page, 'ada', 1, 'Receipt for');
  expect(receipt?.subject).toContain(STARTER_YEARLY);

  // One year later: one renewal, one charge, and the next payment is due in another year.
  await page.goto(`${baseUrl()}/#/payments`);
  await toNextRenewal(page);
  await expect(rows).toHaveCount(2);
  const [, renewedIn = ''] = /, (\d{4}) for/.exec(renews) ?? [];
  await expect(page.getByText(new RegExp(`, ${Number(renewedIn) + 1} · billed to Visa`))).toBeVisible();
  expect(await readMails(page, 'ada', 2, 'Receipt for')).toHaveLength(2);
});

test('[SE-04] signing out ends the session in this tab, on the server and in the other tab', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 401/); // a request of the other tab may be open at that moment
  await openSignedIn(page, 'otto');
  await expect(page.getByRole('heading', { name: 'Welcome, Otto' })).toBeVisible();
  const record = await page.evaluate(() => JSON.stringify(localStorage));
  const accessToken = /accessToken\\?":\\?"([^"\\]+)/.exec(record.replaceAll('\\"', '"'))?.[1] ?? '';
  expect(accessToken).not.toBe('');
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/#/`);
  await expect(other.getByRole('heading', { name: 'Welcome, Otto' })).toBeVisible();

  await page.getByRole('button', { name: /Otto/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/id/');
  await expect(other).toHaveURL((url) => url.pathname === '/id/');
  const asBefore = () => page.request.get(`${baseUrl()}/api/auth/me`, { headers: { 'x-is-at': accessToken } });
  await expect.poll(async () => (await asBefore()).status()).toBe(401);
});

test('[SE-12, SE-02] a token in the address is removed before any other request, and is of no use afterwards', async ({
  page,
}) => {
  const signIn = await page.request.post(`${baseUrl()}/api/auth/sessions`, {
    data: { email: emailOf('pia'), password: DEMO_PASSWORD },
  });
  const { refreshToken } = (await signIn.json()) as { refreshToken: string };
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto(`${baseUrl()}/#/signin?token=${refreshToken}&to=%2Fpayments`);
  // This browser did not start the sign-in, so the page asks first (M2).
  await expect(page.getByRole('heading', { name: /^Continue as/ })).toContainText(emailOf('pia').replace('ia@', '…@'));
  expect(await page.evaluate(() => localStorage.getItem('foyer.session'))).toBeNull();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  expect(addresses.filter((address) => address.replace(/#.*$/, '').includes(refreshToken))).toEqual([]);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain(refreshToken);
});
