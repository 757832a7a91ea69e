import type { Page } from '@playwright/test';
import { baseUrl, DEMO_PASSWORD, emailOf, expect, openSignedIn, test } from './support.ts';

/** Link with a token, opened in a browser where another customer is signed in (SE-02, INV-17). */

const question = (page: Page) => page.getByRole('heading', { name: 'Change to the other account?' });

const tokenOf = async (page: Page, name: string): Promise<string> => {
  const answer = await page.request.post(`${baseUrl()}/api/auth/sessions`, {
    data: { email: emailOf(name), password: DEMO_PASSWORD },
  });
  return ((await answer.json()) as { refreshToken: string }).refreshToken;
};

const arrive = (page: Page, token: string) => page.goto(`${baseUrl()}/signin/payments?token=${token}`);

test('[SE-02] the signed-in customer is asked before the account changes, and the address keeps no part of the token', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/); // a request with the session that ends may be open
  await openSignedIn(page, 'otto');
  await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();

  await arrive(page, await tokenOf(page, 'max'));
  await expect(question(page)).toBeVisible();
  await expect(page.getByText(emailOf('otto'))).toBeVisible();
  await expect(page.getByText(emailOf('max'))).toBeVisible();
  expect(page.url()).not.toContain('fr_');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await page.goto(`${baseUrl()}/#/`);
  await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();

  await arrive(page, await tokenOf(page, 'max'));
  await page.getByRole('button', { name: 'Change account' }).click();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await page.goBack();
  expect(page.url()).not.toContain('fr_');
  await page.goto(`${baseUrl()}/#/`);
  await expect(page.getByRole('heading', { name: /^Welcome, Max/ })).toBeVisible();
});

test('[SE-02, INV-17] a reload at the question keeps the signed-in customer and ends the other session', async ({
  page,
  complaints,
}) => {
  await openSignedIn(page, 'otto');
  await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();
  const exchanged = page.waitForResponse('**/api/auth/tokens');
  await arrive(page, await tokenOf(page, 'max'));
  const { accessToken } = (await (await exchanged).json()) as { accessToken: string };
  await expect(question(page)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  await page.goto(`${baseUrl()}/#/`);
  await expect(page.getByRole('heading', { name: /^Welcome, Otto/ })).toBeVisible();
  const asMax = () => page.request.get(`${baseUrl()}/api/auth/me`, { headers: { 'x-is-at': accessToken } });
  await expect.poll(async () => (await asMax()).status()).toBe(401);

  // The same reload before the bundle has loaded, so that no question was shown. Home may still load its last parts.
  complaints.expect(/ERR_FAILED|script did not arrive/);
  await page.route('**/api/auth/tokens', (route) => route.abort());
  await page.route('**/assets/**', (route) => route.abort());
  const token = await tokenOf(page, 'max');
  await page.goto(`${baseUrl()}/signin/payments?token=${token}`);
  await page.unrouteAll();
  await page.reload();
  await expect(page).toHaveURL(`${baseUrl()}/#/payments`);
});
