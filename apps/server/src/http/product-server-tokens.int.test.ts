import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import {
  authorize,
  callAsClient,
  exchangeCode,
  ISSUER,
  introspect,
  requestTokens,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';
import { tablesHolding } from '../../test/snapshot.ts';

/** Tokens that servers of the vendor get for each other by client credentials (decision 76). */

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const records = () => h.database.query<{ count: number }>('SELECT count(*) AS count FROM openid_records');
const ask = (scope: string | undefined, more: Readonly<Record<string, string>> = {}) =>
  requestTokens(h, 'server', { grant_type: 'client_credentials', ...(scope ? { scope } : {}), ...more });
const tokenFor = async (scope: string): Promise<string> => {
  const answer = await ask(scope);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.access_token;
};

test('a server gets a token for a receiver, which introspects it with its audience and scopes', async () => {
  const answer = await ask('own:files.read own:files.write');
  expect(answer.body).toEqual({
    access_token: expect.any(String),
    expires_in: 300,
    token_type: 'Bearer',
    scope: 'own:files.read own:files.write',
  });
  const token = answer.body.access_token;
  expect(await introspect(h, 'own', token)).toEqual({
    active: true,
    client_id: 'server',
    aud: 'own',
    iss: ISSUER,
    scope: 'own:files.read own:files.write',
    token_type: 'Bearer',
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(await tablesHolding(h.database, token)).toEqual([]);
});

test('another client, a public one, and another brand learn nothing about the token', async () => {
  const token = await tokenFor('own:files.read');
  for (const other of ['guest', 'desktop']) expect(await introspect(h, other, token)).toEqual({ active: false });
  const elsewhere = await callAsClient(h, 'token/introspection', 'own', { token }, 'drive.localhost');
  expect(elsewhere.body).toEqual({ active: false });
});

test('a token of a server opens neither the claims of a customer nor a call of the portal or the vendor API', async () => {
  const token = await tokenFor('own:files.read');
  expect((await userinfo(h, token)).status).toBe(401);
  for (const url of ['/api/auth/me', '/vendor/v1/events', '/api/operator/me']) {
    const opened = await inject(h.app, { url, headers: { authorization: `Bearer ${token}`, 'x-is-at': token } });
    expect([url, [401, 404].includes(opened.status)]).toEqual([url, true]);
  }
});

test.each<[string, string | undefined, Record<string, string>, string]>([
  ['no scope', undefined, {}, 'invalid_scope'],
  ['no scope for a resource', undefined, { resource: 'urn:foyer:client:own' }, 'invalid_scope'],
  ['a scope beyond those of the client', 'own:files.delete', {}, 'invalid_scope'],
  ['one good scope and one beyond', 'own:files.read own:files.delete', {}, 'invalid_scope'],
  [
    'scopes of two receivers, which would give a token two audiences',
    'own:files.read guest:report',
    {},
    'invalid_scope',
  ],
  ['the scope of customers', 'openid', {}, 'invalid_target'],
  ['the resource of another receiver', 'own:files.read', { resource: 'urn:foyer:client:guest' }, 'invalid_scope'],
  ['an unknown resource', 'own:files.read', { resource: 'https://own.example.com/' }, 'invalid_target'],
])('%s is refused, and no token is stored', async (_name, scope, more, error) => {
  const before = await records();
  const answer = await ask(scope, more);
  expect([answer.status, answer.body.error]).toEqual([400, error]);
  expect(await records()).toEqual(before);
});

test('a token of a server cannot be refreshed, and is refused after its revocation', async () => {
  const answer = await ask('own:files.read');
  expect(answer.body.refresh_token).toBeUndefined();
  const token = answer.body.access_token;
  await callAsClient(h, 'token/revocation', 'guest', { token }); // not its client
  expect(await introspect(h, 'own', token)).toMatchObject({ active: true });
  await callAsClient(h, 'token/revocation', 'server', { token });
  expect(await introspect(h, 'own', token)).toEqual({ active: false });
});

test('a product introspects its own tokens of customers, and no other client does', async () => {
  const ada = await h.makeCustomer();
  const { access_token: token } = await signInAtProduct(h, ada, 'own');
  expect(await introspect(h, 'own', token)).toMatchObject({ active: true, sub: ada.accountId, client_id: 'own' });
  expect(await introspect(h, 'guest', token)).toEqual({ active: false });
});

test('a token of a customer never has a scope of servers', async () => {
  const ada = await h.makeCustomer();
  const authorized = await authorize(h, ada, 'own', { scope: 'openid own:files.read' });
  const { body } = await exchangeCode(h, 'own', authorized);
  expect(body.scope).toBe('openid');
  const grants = await h.database.query('SELECT scopes FROM product_grants WHERE account_id = $1', [ada.accountId]);
  expect(grants).toEqual([{ scopes: ['openid'] }]);
});
