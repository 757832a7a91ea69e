import type { TokenPair } from '@foyer/contract/api/auth';
import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject, makeClient } from '../../test/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import {
  answerAuthorization,
  authorize,
  beginAuthorization,
  beginDevice,
  claimsIn,
  exchangeCode,
  introspect,
  productClient,
  refreshAt,
  requestTokens,
  returnToProduct,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';
import { productClients } from '../../test/product-clients.ts';
import { makeSignInCalls, switchOnTwoStep } from '../../test/two-step.ts';
import type { ProductClient } from '../services/product-sign-in/client-ports.ts';

/** Products that change in `clients.yaml`: two servers on one database, one before the change and one after it. */

/** The vendor's own product with refresh tokens, and the same as a product of another vendor. */
const own = productClient('own');
const withChanges = (changes: Partial<ProductClient>) =>
  productClients.map((client) => (client.id === own.id ? { ...own, ...changes } : client));

let database: TestDatabase;
let servers: Readonly<Record<'own' | 'foreign' | 'narrow' | 'silent', Harness>>;
beforeAll(async () => {
  database = await createTestDatabase();
  const start = (changes: Partial<ProductClient>) =>
    startHarness({ config: database.config, productClients: withChanges(changes) });
  servers = {
    own: await start({}),
    foreign: await start({ isVendorsOwn: false }),
    // no address, no subscriptions
    narrow: await start({ isVendorsOwn: false, scopes: ['openid', 'profile', 'email', 'offline_access'] }),
    // no refresh tokens
    silent: await start({ isVendorsOwn: false, scopes: own.scopes.filter((scope) => scope !== 'offline_access') }),
  };
});
afterEach(() => {
  for (const { log } of Object.values(servers)) log.expectQuiet();
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  await database.drop();
});

type Signed = Pick<Customer, 'client'>;
const PRODUCTS = '/api/auth/me/security/products';

/** The same browser at another server. */
const at = ({ app }: Harness, { client: { accessToken, refreshToken } }: Signed): Signed => ({
  client: makeClient(app, { accessToken, refreshToken }),
});
const productsAt = async (server: Harness, customer: Signed) =>
  (await at(server, customer).client.get<{ products: ConnectedProduct[] }>(PRODUCTS)).body.products;
const signOut = ({ client }: Signed) => client.delete(`/api/auth/me/security/tokens/${client.jti()}`);

/** Answer to a request of the own product: a question, or an address because none is needed. */
const stepAt = async (
  server: Harness,
  customer: Signed,
  scope: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const begun = await beginAuthorization(server, 'own', { scope, ...more });
  return (await answerAuthorization(at(server, customer), begun)).body;
};
const nextAt = async (...call: Parameters<typeof stepAt>) => (await stepAt(...call)).next;

test('a product that was the vendor’s own and is not any more asks customers who signed in there before', async () => {
  const ada = await servers.own.makeCustomer();
  const tokens = await signInAtProduct(servers.own, ada, 'own', { scope: 'openid email' });
  expect(await productsAt(servers.foreign, ada)).toMatchObject([{ isSignedIn: true, scopes: ['openid', 'email'] }]);
  expect(await nextAt(servers.foreign, ada, 'openid email'), 'in the same session').toBe('consent');
  expect((await refreshAt(servers.foreign, 'own', tokens.refresh_token)).status, 'its session goes on').toBe(200);
  await signOut(ada);
  const later = { client: await servers.own.signIn(ada.email) };
  expect(await productsAt(servers.foreign, later), 'nothing is remembered').toEqual([]);
  expect(await nextAt(servers.foreign, later, 'openid email')).toBe('consent');
  await at(servers.foreign, later).client.delete(`${PRODUCTS}/own`);
  const { events } = (await later.client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body;
  expect(events.map(({ type }) => type)).not.toContain('product_access_ended');

  await signInAtProduct(servers.foreign, at(servers.foreign, later), 'own', { scope: 'openid email' });
  expect(await nextAt(servers.foreign, later, 'openid email'), 'asked once').toBe('leave');
  expect(await nextAt(servers.own, later, 'openid address'), 'the vendor’s own again').toBe('leave');
  expect(await nextAt(servers.foreign, later, 'openid address'), 'that sign-in asked nothing').toBe('consent');
  expect(await nextAt(servers.foreign, later, 'openid email'), 'and took nothing away').toBe('leave');
});

test('a device of the vendor’s own product allows nothing for a later sign-in of another vendor', async () => {
  const ada = await servers.own.makeCustomer();
  const { user_code: userCode } = await beginDevice(servers.own, 'own', { scope: 'openid email' });
  const typed = await ada.client.post<{ next: string }>('/api/auth/device-requests', { userCode, consent: 'allow' });
  expect(typed.body.next).toBe('done');
  expect(await nextAt(servers.foreign, ada, 'openid email')).toBe('consent');
});

test('a scope that is taken out ends in tokens, codes, requests and lists', async () => {
  const { foreign, narrow } = servers;
  const ada = await foreign.makeCustomer();
  const scope = 'openid email address entitlements';
  const tokens = await signInAtProduct(foreign, ada, 'own', { scope });
  const code = await authorize(foreign, ada, 'own', { scope });
  const before = (await userinfo(foreign, tokens.access_token)).body;
  expect(before).toMatchObject({ sub: ada.accountId, email: ada.email, entitlements: [] });

  const after = (await userinfo(narrow, tokens.access_token)).body;
  expect(after).toEqual({ sub: ada.accountId, email: ada.email, email_verified: expect.any(Boolean) });
  for (const token of [tokens.access_token, tokens.refresh_token ?? ''])
    expect(await introspect(narrow, 'own', token)).toMatchObject({ active: true, scope: 'openid email' });
  const exchanged = await exchangeCode(narrow, 'own', code);
  const refreshed = await refreshAt(narrow, 'own', tokens.refresh_token);
  for (const { status, body } of [exchanged, refreshed]) {
    expect([status, body.scope.split(' ').sort()]).toEqual([200, ['email', 'openid']]);
    expect(claimsIn(body.id_token)).not.toHaveProperty('entitlements');
    expect((await userinfo(narrow, body.access_token)).body).toEqual(after);
  }
  const wider = { grant_type: 'refresh_token', refresh_token: exchanged.body.refresh_token ?? '', scope };
  expect((await requestTokens(narrow, 'own', wider)).body.error).toBe('invalid_scope');

  const left = ['openid', 'email', 'offline_access'];
  expect((await productsAt(foreign, ada))[0]?.scopes.toSorted()).toEqual([...left, 'address', 'entitlements'].sort());
  expect((await productsAt(narrow, ada))[0]?.scopes).toEqual(left);
  await signOut(ada);
  const later = { client: await foreign.signIn(ada.email) };
  expect(await productsAt(narrow, later)).toMatchObject([{ isSignedIn: false, scopes: left }]);
  expect(await nextAt(narrow, later, 'openid email')).toBe('leave');
});

test('a request that waits while a scope is taken out is shown and answered without it', async () => {
  const { foreign, narrow } = servers;
  const ada = await foreign.makeCustomer();
  const begun = await beginAuthorization(foreign, 'own', { scope: 'openid email address' });
  const asked = await answerAuthorization(at(narrow, ada), begun);
  expect(asked.body).toMatchObject({ next: 'consent', scopes: ['openid', 'email'], readsLater: true });
  const { body } = await answerAuthorization(at(narrow, ada), begun, { consent: 'allow' });
  const { parameters } = await returnToProduct(narrow.app, body.address, begun);
  const tokens = await exchangeCode(narrow, 'own', { code: parameters.get('code') ?? '', verifier: begun.verifier });
  expect([tokens.status, tokens.body.scope]).toEqual([200, 'openid email']);
  expect(await nextAt(foreign, ada, 'openid email address'), 'the address was not allowed').toBe('consent');

  const { user_code: userCode } = await beginDevice(foreign, 'own', { scope: 'openid address' });
  const typed = await at(narrow, ada).client.post('/api/auth/device-requests', { userCode });
  expect(typed.body).toMatchObject({ next: 'consent', scopes: ['openid'] });
});

test('refresh tokens that a product gets later are asked about, and those that it loses end', async () => {
  const { foreign, silent } = servers;
  const ada = await silent.makeCustomer();
  await signInAtProduct(silent, ada, 'own', { scope: 'openid email' });
  await signOut(ada);
  const later = { client: await silent.signIn(ada.email) };
  expect(await productsAt(silent, later)).toMatchObject([{ id: 'own' }]);
  expect(await productsAt(foreign, later), 'as the next sign-in asks').toEqual([]);
  expect(await stepAt(foreign, later, 'openid email')).toMatchObject({ next: 'consent', readsLater: true });
  const { refresh_token: token } = await signInAtProduct(foreign, at(foreign, later), 'own', { scope: 'openid email' });
  expect(await nextAt(foreign, later, 'openid email')).toBe('leave');
  expect((await refreshAt(silent, 'own', token)).body.error).toBe('unauthorized_client');
});

test.each<[string, string, string, boolean]>([
  ['the scopes of two sessions together', 'openid email', 'openid address', true],
  ['less than one of them', 'openid', 'openid address', true],
  ['what neither of them asked for', 'openid', 'openid email', false],
])('the question and the list agree: %s', async (_name, first, second, isRemembered) => {
  const { foreign } = servers;
  const ada = await foreign.makeCustomer();
  await signInAtProduct(foreign, ada, 'own', { scope: first });
  await signOut(ada);
  const elsewhere = { client: await foreign.signIn(ada.email) };
  await signInAtProduct(foreign, elsewhere, 'own', { scope: second });
  await signOut(elsewhere);
  const later = { client: await foreign.signIn(ada.email) };
  const wanted = isRemembered ? `${first} ${second}` : 'openid profile';
  const [row] = await productsAt(foreign, later);
  const scopes = [...new Set(wanted.split(' '))];
  expect(scopes.every((scope) => row?.scopes.includes(scope as never))).toBe(isRemembered);
  expect(await nextAt(foreign, later, scopes.join(' '))).toBe(isRemembered ? 'leave' : 'consent');
  expect(await nextAt(foreign, later, scopes.join(' '), { prompt: 'consent' })).toBe('consent');
});

test('a sign-in by remembered permission keeps it when the session of the first one is deleted, and no more than it asked for', async () => {
  const { foreign } = servers;
  const ada = await foreign.makeCustomer();
  await signInAtProduct(foreign, ada, 'own', { scope: 'openid email address' });
  const later = { client: await foreign.signIn(ada.email) };
  expect(await nextAt(foreign, later, 'openid email')).toBe('leave');
  await foreign.database.query('DELETE FROM sessions WHERE id = $1', [ada.client.jti()]);
  const last = { client: await foreign.signIn(ada.email) };
  expect(await nextAt(foreign, last, 'openid email')).toBe('leave');
  expect(await nextAt(foreign, last, 'openid address')).toBe('consent');
});

test('a request for no scope that exists is not answered by a remembered permission', async () => {
  const ada = await servers.foreign.makeCustomer();
  await signInAtProduct(servers.foreign, ada, 'own', { scope: 'openid' });
  expect(await nextAt(servers.foreign, ada, 'everything', { nonce: '' })).toBe('consent');
});

test('a permission counts at the second host of the brand, and for this account only', async () => {
  const { foreign } = servers;
  const [ada, grace] = [await foreign.makeCustomer(), await foreign.makeCustomer()];
  await signInAtProduct(foreign, ada, 'own', { scope: 'openid' });
  const step = async ({ client }: Signed) => {
    const host = 'scope.localhost';
    const { id, cookie } = await beginAuthorization(foreign, 'own', { scope: 'openid' }, host);
    const url = `/api/auth/authorization-requests/${id}`;
    return (await client.post<{ next: string }>(url, {}, { headers: { host, cookie } })).body.next;
  };
  expect(await step({ client: await foreign.signIn(ada.email) })).toBe('leave');
  expect(await step(grace)).toBe('consent');
});

test('with two-step authentication a permission is remembered as it is without', async () => {
  const { foreign } = servers;
  const calls = makeSignInCalls(() => foreign);
  const ada = await calls.makeCustomer();
  const app = await switchOnTwoStep(foreign, ada);
  await signInAtProduct(foreign, ada, 'own', { scope: 'openid' });
  await signOut(ada);
  const { refreshToken } = (await calls.signIn(ada, { code: app.nextCode() })).body;
  const payload = { refreshToken };
  const tokens = await inject<TokenPair>(foreign.app, { method: 'POST', url: '/api/auth/tokens', payload });
  const later = { client: makeClient(foreign.app, tokens.body) };
  expect(await productsAt(foreign, later)).toMatchObject([{ id: 'own', isSignedIn: false }]);
  expect(await nextAt(foreign, later, 'openid')).toBe('leave');
  expect(await nextAt(foreign, later, 'openid email')).toBe('consent');
});
