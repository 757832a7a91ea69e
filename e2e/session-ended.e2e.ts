import { callAs, register, signIn } from './identity.ts';
import { baseUrl, expect, openSignedIn, test } from './support.ts';

/** The session ends while somebody fills in a form, or because they end it. */

const NAME = 'interrupted';
const PASSWORD = 'a perfectly fine phrase';

test('[SE-05, AD-08] an address is half typed when the session ends: after signing in again nothing has to be typed twice', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await register(page, NAME, PASSWORD);
  await page.goto(`${baseUrl()}/#/address?returnPath=%2Fpayments`);
  await signIn(page, NAME, PASSWORD);
  const typed = [
    ['Company', 'Lantern Robotics 🏮'],
    ['Address line 1', '2208 S 1st St'],
    ['City', 'Austin'],
    ['Postal code', '78704'],
  ] as const;
  for (const [label, text] of typed) await page.getByLabel(label).fill(text);
  await page.getByRole('combobox', { name: 'State' }).fill('texas');
  await page.keyboard.press('Tab');

  // from another device, as far as this page knows
  const { sessions } = await callAs<{ sessions: { id: string; current: boolean }[] }>(
    page,
    'GET',
    '/api/auth/me/security/sessions',
  );
  for (const { id } of sessions) await callAs(page, 'DELETE', `/api/auth/me/security/sessions/${id}`);
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await signIn(page, NAME, PASSWORD);

  await expect(page.getByRole('heading', { name: 'Add or Change Address' })).toBeVisible();
  for (const [label, text] of typed) await expect(page.getByLabel(label)).toHaveValue(text);
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Texas');
  await page.getByRole('button', { name: 'Add Address' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lantern');
});

test('[SE-11, SH-03] whoever signed out and opens a page cold later reads no word of a session that ended', async ({
  page,
}) => {
  await openSignedIn(page, 'pia');
  await page.getByRole('button', { name: /Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.goto(`${baseUrl()}/payments`);
  await expect(page.getByText('Sign in to go on to Payments.')).toBeVisible();
});
