import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { baseUrl, expect, expectUsable, openSignedIn, signInHere, test } from './support.ts';

/** Sign-in at products in a browser: redirects, cookies and pages between the product and the portal (docs/openid.md). */

/** Page of the product. A browser cannot be given an answer to a redirect, so it is a server. */
const product = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Product</title><h1>Product</h1>');
});
const address = (path: string): string => `http://127.0.0.1:${(product.address() as AddressInfo).port}${path}`;
const callback = (): string => address('/callback');
const bye = (): string => address('/bye');
await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
const client = { kind: 'public', scopes: ['openid', 'email'], redirectAddresses: ['http://127.0.0.1/callback'] };
const name = { en: 'Test Product', de: 'Testprodukt' };
const ownName = { en: 'Own Product', de: 'Eigenes Produkt' };
const grants = ['authorization_code', 'device_code'];
const clients = () => [
  { id: 'own', name: ownName, vendorsOwn: true, grants, postLogoutAddresses: [bye()], ...client },
  { id: 'guest', name, ...client },
];
test.afterAll(async () => {
  product.closeAllConnections();
  await new Promise((resolve) => product.close(resolve));
});
test.use({
  // A fixture, because every process that reads this file would leave a folder otherwise.
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const catalogue = mkdtempSync(join(tmpdir(), 'foyer-openid-'));
      cpSync(join(import.meta.dirname, '../catalog'), catalogue, { recursive: true });
      writeFileSync(join(catalogue, 'clients.yaml'), JSON.stringify(clients()));
      await use({ CATALOGUE: catalogue });
      rmSync(catalogue, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Goes to the portal as the product does, and returns the verifier of its request. */
const comeFromProduct = async (page: Page, clientId: string, more: Record<string, string> = {}): Promise<string> => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback(),
    response_type: 'code',
    scope: 'openid email',
    state: 'of-the-product',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  await page.goto(`${baseUrl()}/openid/auth?${query}`);
  return verifier;
};

/** Expects that the browser is back at the product, and exchanges the code of its address, or the posted one. */
const expectSignedIn = async (
  page: Page,
  clientId: string,
  verifier: string,
  posted?: string | null,
): Promise<{ id_token: string }> => {
  await expect(page.getByRole('heading', { name: 'Product', exact: true })).toBeVisible();
  const parameters = new URLSearchParams(posted ?? new URL(page.url()).search);
  expect(parameters.get('state')).toBe('of-the-product');
  const answer = await page.request.post(`${baseUrl()}/openid/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: parameters.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: callback(),
    },
  });
  const tokens = await answer.json();
  expect(tokens).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) });
  return tokens;
};

/** Signs in at the portal on the way to the product, as a customer without a session does. */
const signInOnTheWay = async (page: Page): Promise<void> => {
  const verifier = await comeFromProduct(page, 'own');
  await signInHere(page, 'ada');
  await expectSignedIn(page, 'own', verifier);
};

test('a customer without a session signs in on the way, and one with a session goes on without a question', async ({
  page,
}) => {
  await signInOnTheWay(page);
  const again = await comeFromProduct(page, 'own');
  await expectSignedIn(page, 'own', again);
});

test('a product that wants its answer by form_post gets it as a form, and its address has no code', async ({
  page,
}) => {
  const sent = page.waitForRequest((request) => request.url() === callback() && request.method() === 'POST');
  const verifier = await comeFromProduct(page, 'own', { response_mode: 'form_post' });
  await signInHere(page, 'ada');
  await expectSignedIn(page, 'own', verifier, (await sent).postData());
});

test('a product of another vendor is named with the data that it reads, and gets nothing after a refusal', async ({
  page,
}) => {
  await signInOnTheWay(page);
  await comeFromProduct(page, 'guest');
  await expect(page.getByRole('heading', { level: 1, name: 'Test Product' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(['an id of your account', 'your email address']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/error=access_denied/);
  const verifier = await comeFromProduct(page, 'guest');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page, 'guest', verifier);
});

test('the security page lists the product on a small dark screen too, and removes its access', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInOnTheWay(page);
  await page.goto(`${baseUrl()}/#/security`);
  const apps = page.getByRole('region', { name: 'Apps with access' });
  const row = apps.locator('ul > li').filter({ hasText: 'Own Product' });
  await expect(row).toContainText('your email address');
  await expectUsable(page, 'security page on a small dark screen');
  const [text, button] = [row.getByText(/last used/), row.getByRole('button', { name: /Remove access/ })];
  const [{ y = 0, height = 0 } = {}, below] = [(await text.boundingBox()) ?? {}, await button.boundingBox()];
  expect(below?.y, 'the button is below the text').toBeGreaterThanOrEqual(y + height);
  await row.getByRole('button', { name: /Remove access/ }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('Access of a product removed')).toBeVisible();
});

test('a product of another vendor stays listed after the sign-out, and the question returns after its access was removed', async ({
  page,
}) => {
  const verifier = await comeFromProduct(page, 'guest');
  await signInHere(page, 'lena');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page, 'guest', verifier);
  await page.goto(`${baseUrl()}/openid/session/end`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();

  await openSignedIn(page, 'lena', '/security');
  const apps = page.getByRole('region', { name: 'Apps with access' });
  const row = apps.locator('ul > li').filter({ hasText: 'Test Product' });
  await expect(row).toContainText("Signed out. Your permission stays, so its next sign-in won't ask for it.");
  await row.getByRole('button', { name: /Remove access/ }).click();
  await expect(row).toHaveCount(0);
  await comeFromProduct(page, 'guest');
  await expect(page.getByRole('heading', { level: 1, name: 'Test Product' })).toBeVisible();
});

test('a sign-out at the product ends the session: at once with its ID token, otherwise with a button', async ({
  page,
}) => {
  const verifier = await comeFromProduct(page, 'own');
  await signInHere(page, 'ada');
  const { id_token: hint } = await expectSignedIn(page, 'own', verifier);
  const signOut = (query: Record<string, string>) =>
    page.goto(
      `${baseUrl()}/openid/session/end?${new URLSearchParams({ post_logout_redirect_uri: bye(), state: 's', ...query })}`,
    );
  await signOut({ client_id: 'own' });
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(/\/#\/$/);
  await signOut({ id_token_hint: hint });
  await expect(page).toHaveURL(`${bye()}?state=s`);
  await page.goto(`${baseUrl()}/#/security`);
  await expect(page).toHaveURL(/\/id\//);
});

test('a user types the code of a device at the portal and allows it, and the device is signed in', async ({ page }) => {
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${baseUrl()}/openid/${path}`, { form: { client_id: 'own', ...form } });
  const begun = await (await post('device/auth', { scope: 'openid email' })).json();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(begun.verification_uri_complete);
  await signInHere(page, 'ada');
  await expect(page.getByLabel('Code')).toHaveValue(begun.user_code);
  await expectUsable(page, 'code of a device on a small screen');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Own Product' })).toBeVisible();
  await expectUsable(page, 'question about a device');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('You can go back to your device.')).toBeVisible();
  const polled = await post('token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: begun.device_code,
  });
  expect(await polled.json()).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) });
});
