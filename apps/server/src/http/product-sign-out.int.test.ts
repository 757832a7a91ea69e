import type { SignOutStep } from '@foyer/contract/api/product-sign-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { beginSignOut, signInAtProduct } from '../../test/product.ts';

/** Sign-out that begins at a product (OpenID Connect RP-Initiated Logout 1.0). */

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const BYE = 'https://own.example.com/bye';
const read = (request: string, sessionId?: string, host = 'localhost') =>
  inject<SignOutStep>(h.app, {
    method: 'POST',
    url: `/api/auth/sessions/sign-out-requests/${request}`,
    headers: { host },
    payload: sessionId === undefined ? {} : { sessionId },
  });
const requestCount = async () => {
  const sql = "SELECT count(*) AS count FROM openid_records WHERE kind LIKE 'SignOutRequest%'";
  return (await h.database.query<{ count: number }>(sql))[0]?.count;
};

test('discovery names the endpoint', async () => {
  const { body } = await inject<Record<string, unknown>>(h.app, { url: '/openid/.well-known/openid-configuration' });
  expect(body.end_session_endpoint).toBe('http://localhost/openid/session/end');
});

test('an ID token proves the session that it was given for, and no other one', async () => {
  const ada = await h.makeCustomer();
  const { id_token: hint } = await signInAtProduct(h, ada, 'own');
  const other = await h.signIn(ada.email);
  const request = await beginSignOut(h, { id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'a b&c' });
  const step = { address: `${BYE}?state=a+b%26c`, client: 'Own Product' };
  expect((await read(request, ada.client.jti())).body).toEqual({ ...step, isProved: true });
  expect((await read(request, other.jti())).body).toEqual({ ...step, isProved: false });
  expect((await read(request)).body).toEqual({ ...step, isProved: false });
  expect((await read(request, ada.client.jti(), 'drive.localhost')).status, 'another brand').toBe(404);
  expect((await ada.client.get('/api/auth/me')).status, 'reading ends nothing').toBe(200);
});

test('an ID token of an ended grant proves the session as long as that lasts', async () => {
  const ada = await h.makeCustomer();
  const { id_token: hint } = await signInAtProduct(h, ada, 'own');
  await h.database.query('UPDATE product_grants SET ended_at = now() WHERE account_id = $1', [ada.accountId]);
  const request = await beginSignOut(h, { id_token_hint: hint });
  expect((await read(request, ada.client.jti())).body).toEqual({
    isProved: true,
    address: null,
    client: 'Own Product',
  });
});

test.each([
  [
    'the client alone',
    { client_id: 'own', post_logout_redirect_uri: BYE, state: 's' },
    `${BYE}?state=s`,
    'Own Product',
  ],
  ['no client', {}, null, null],
  ['an address without a client', { post_logout_redirect_uri: BYE, state: 's' }, null, null],
])('with %s nothing is proved', async (_name, query, address, client) => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'own');
  const request = await beginSignOut(h, query as Record<string, string>);
  expect((await read(request, ada.client.jti())).body).toEqual({ isProved: false, address, client });
});

test.each([
  ['an address that differs by one character', { client_id: 'own', post_logout_redirect_uri: `${BYE}e` }],
  ['an address with a query', { client_id: 'own', post_logout_redirect_uri: `${BYE}?x` }],
  [
    'a redirect address of sign-ins',
    { client_id: 'own', post_logout_redirect_uri: 'https://own.example.com/callback' },
  ],
  ['an address of another client', { client_id: 'guest', post_logout_redirect_uri: BYE }],
  ['an unknown client', { client_id: 'nobody', post_logout_redirect_uri: BYE }],
  ['a client of another brand', { client_id: 'other-brand' }],
  ['a token that is none', { id_token_hint: 'e30.e30.e30' }],
])('%s is refused with a page, and no request is stored', async (_name, query) => {
  const before = await requestCount();
  const asked = await inject(h.app, {
    url: `/openid/session/end?${new URLSearchParams(query as Record<string, string>)}`,
    headers: { accept: 'text/html' },
  });
  expect([asked.status, asked.headers.location]).toEqual([400, undefined]);
  expect(asked.text).toMatch(/invalid_(request|client)/);
  expect(await requestCount()).toBe(before);
});

test('a changed ID token, and one of another client than the parameter, are refused', async () => {
  const ada = await h.makeCustomer();
  const { id_token: hint } = await signInAtProduct(h, ada, 'own');
  const [head, body, signature = ''] = hint.split('.');
  const changed = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const query of [{ id_token_hint: changed }, { id_token_hint: hint, client_id: 'guest' }]) {
    const asked = await inject(h.app, { url: `/openid/session/end?${new URLSearchParams(query)}` });
    expect([asked.status, asked.headers.location]).toEqual([400, undefined]);
  }
});

test('the question of the library and its answers do not exist', async () => {
  for (const path of ['confirm', 'success'])
    expect((await inject(h.app, { method: 'POST', url: `/openid/session/end/${path}` })).status).toBe(404);
});

test('a request expires after ten minutes', async () => {
  const request = await beginSignOut(h, { client_id: 'own' });
  expect((await read(request)).status).toBe(200);
  await h.database.query("UPDATE openid_records SET expires_at = expires_at - interval '10 minutes'");
  expect((await read(request)).status).toBe(404);
});
