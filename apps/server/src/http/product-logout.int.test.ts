import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { claimsIn, ISSUER, signInAtProduct } from '../../test/product.ts';
import { productClients } from '../../test/product-clients.ts';
import { type ProductServer, startProduct } from '../../test/product-server.ts';

/** Ends of sessions of which products learn (OpenID Connect Back-Channel Logout). */

let h: Harness;
let product: ProductServer;
beforeAll(async () => {
  product = await startProduct();
  h = await startHarness({
    productClients: productClients.map((client) =>
      client.id === 'own' ? { ...client, backchannelLogoutAddress: `${product.url}/logout` } : client,
    ),
  });
});
beforeEach(() => {
  product.answers(204);
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await product.stop();
});

/** Logout tokens that the product has received since the last call. */
let seen = 0;
const received = async (): Promise<string[]> => {
  while (await h.work.sendLogouts()) {
    // as the worker does
  }
  const fresh = product.received.slice(seen);
  seen = product.received.length;
  expect(fresh.every(({ headers }) => headers['content-type'] === 'application/x-www-form-urlencoded')).toBe(true);
  return fresh.map(({ body }) => new URLSearchParams(body).get('logout_token') ?? '');
};
const makeDue = () =>
  h.database.query('UPDATE product_grants SET logout_due_at = now() WHERE logout_due_at IS NOT NULL');

const endWith = (method: 'DELETE' | 'POST', url: string) => async (_ada: Customer, token: string) => {
  const ended = await inject(h.app, { method, url, headers: { 'x-is-at': token }, payload: { password: PASSWORD } });
  expect(ended.status, ended.text).toBeLessThan(300);
};

test.each<[string, (ada: Customer, token: string) => Promise<void>]>([
  ['signs out', async ({ client }) => void (await client.delete(`/api/auth/me/security/tokens/${client.jti()}`))],
  [
    'ends the session from another one',
    (ada, token) => endWith('DELETE', `/api/auth/me/security/sessions/${ada.client.jti()}`)(ada, token),
  ],
  ['ends all other sessions', endWith('DELETE', '/api/auth/me/security/sessions')],
  ['removes the access of the product', endWith('DELETE', '/api/auth/me/security/products/own')],
])('when the customer %s, the product gets one logout token, signed with the published key', async (_name, end) => {
  const ada = await h.makeCustomer();
  const { id_token: idToken } = await signInAtProduct(h, ada, 'own');
  const other = await h.signIn(ada.email);
  expect(await received()).toEqual([]);
  await end(ada, other.accessToken);
  const [token = '', ...more] = await received();
  expect(more).toEqual([]);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { alg, typ, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  expect([alg, typ]).toEqual(['ES256', 'logout+jwt']);
  const { body } = await inject<{ keys: (JsonWebKey & { kid: string })[] }>(h.app, { url: '/openid/jwks' });
  const jwk = body.keys.find((key) => key.kid === kid);
  expect(jwk?.d, 'no private key is published').toBeUndefined();
  const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
  const claims = claimsIn(token);
  expect(claims).toEqual({
    iss: ISSUER,
    aud: 'own',
    sub: ada.accountId,
    sid: claimsIn(idToken).sid,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(claims.nonce).toBeUndefined();
  expect(await received()).toEqual([]);
});

test('a refresh of the session and other sessions of the customer end nothing at the product', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'own');
  const other = await h.signIn(ada.email);
  await other.delete(`/api/auth/me/security/tokens/${other.jti()}`);
  const refreshed = await ada.client.post('/api/auth/tokens', { refreshToken: ada.client.refreshToken });
  expect(refreshed.status).toBe(200);
  expect(await received()).toEqual([]);
});

test('a product that wants no logout tokens gets none, and nothing is left to send', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'desktop');
  await ada.client.delete(`/api/auth/me/security/tokens/${ada.client.jti()}`);
  expect(await received()).toEqual([]);
  expect(await h.database.query('SELECT 1 FROM product_grants WHERE logout_due_at IS NOT NULL')).toEqual([]);
});

test('a product that does not answer gets further tries, and after the last one the log has a fault', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'own');
  product.answers(503);
  await ada.client.delete(`/api/auth/me/security/tokens/${ada.client.jti()}`);
  expect(await received()).toHaveLength(1);
  expect(await received(), 'not at once').toEqual([]);
  await makeDue();
  product.answers(200);
  expect(await received()).toHaveLength(1);
  await makeDue();
  expect(await received()).toEqual([]);

  const grace = await h.makeCustomer();
  await signInAtProduct(h, grace, 'own');
  product.answers(500);
  await grace.client.delete(`/api/auth/me/security/tokens/${grace.client.jti()}`);
  for (let tries = 1; tries <= 12; tries += 1) {
    expect(await received()).toHaveLength(1);
    await makeDue();
  }
  expect(await received()).toEqual([]);
  expect(h.log.takeErrors()).toHaveLength(1);
});

test('two servers send a product one logout token', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'own');
  await ada.client.delete(`/api/auth/me/security/tokens/${ada.client.jti()}`);
  await Promise.all([h.work.sendLogouts(), h.work.sendLogouts(), h.work.sendLogouts()]);
  expect(await received()).toHaveLength(1);
});
