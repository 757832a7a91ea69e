import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import {
  answerAuthorization,
  authorize,
  beginAuthorization,
  callAsClient,
  exchangeCode,
  refreshAt,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';

/** Products with access to an account, as its customer lists and ends them. */

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const PRODUCTS = '/api/auth/me/security/products';
const productsOf = async ({ client }: Pick<Customer, 'client'>) =>
  (await client.get<{ products: ConnectedProduct[] }>(PRODUCTS)).body.products;
const eventsOf = async ({ client }: Pick<Customer, 'client'>) =>
  (await client.get<{ events: { type: string }[] }>('/api/auth/me/security/activity')).body.events
    .map(({ type }) => type)
    .filter((type) => type === 'product_access_ended');

test('[BY-01] a product is listed once for all sessions, with its data, first grant and last use', async () => {
  const ada = await h.makeCustomer();
  expect(await productsOf(ada)).toEqual([]);
  await signInAtProduct(h, ada, 'guest', { scope: 'openid' });
  const tokens = await signInAtProduct(h, ada, 'own');
  const elsewhere = { client: await h.signIn(ada.email) };
  await signInAtProduct(h, elsewhere, 'guest', { scope: 'openid email' });
  await h.database.query(
    "UPDATE product_grants SET created_at = created_at - interval '9 days', last_used_at = last_used_at - interval '9 days' WHERE account_id = $1",
    [ada.accountId],
  );
  await refreshAt(h, 'own', tokens.refresh_token);
  const [own, guest, ...more] = await productsOf(ada);
  expect(more).toEqual([]);
  expect(own).toMatchObject({ id: 'own', name: 'Own Product', brand: null });
  expect(guest).toMatchObject({ id: 'guest', name: 'Guest Product', scopes: ['openid', 'email'] });
  const days = (product: ConnectedProduct | undefined) =>
    (Date.parse(product?.lastUsedAt ?? '') - Date.parse(product?.firstGivenAt ?? '')) / 86_400_000;
  expect(days(own)).toBeCloseTo(9, 1);
  expect(days(guest)).toBeCloseTo(0, 1);
});

test('[BY-05] a product has its name in the language of the browser, on the list and in the question for consent', async () => {
  const ada = await h.makeCustomer();
  const inGerman = { headers: { 'accept-language': 'de', cookie: 'foyer-language=de' } };
  await signInAtProduct(h, ada, 'own');
  const list = await ada.client.get<{ products: ConnectedProduct[] }>(PRODUCTS, inGerman);
  expect(list.body.products).toMatchObject([{ name: 'Eigenes Produkt' }]);
  expect(await productsOf(ada)).toMatchObject([{ name: 'Own Product' }]);
  const { id, cookie } = await beginAuthorization(h, 'guest');
  const question = await ada.client.post(
    `/api/auth/authorization-requests/${id}`,
    {},
    { headers: { 'accept-language': 'de', cookie: `${cookie}; foyer-language=de` } },
  );
  expect(question.body).toMatchObject({ client: 'Fremdes Produkt' });
});

test('[BY-01] removed access ends codes, access and refresh tokens of all sessions at once, and nothing else', async () => {
  const [ada, grace] = [await h.makeCustomer(), await h.makeCustomer()];
  const elsewhere = { client: await h.signIn(ada.email) };
  const tokens = [await signInAtProduct(h, ada, 'own'), await signInAtProduct(h, elsewhere, 'own')];
  const unused = await authorize(h, ada, 'own');
  const others = [await signInAtProduct(h, ada, 'desktop'), await signInAtProduct(h, grace, 'own')] as const;
  expect((await ada.client.delete(`${PRODUCTS}/own`)).status).toBe(204);
  for (const token of tokens) {
    expect((await userinfo(h, token.access_token)).status).toBe(401);
    expect((await refreshAt(h, 'own', token.refresh_token)).body.error).toBe('invalid_grant');
  }
  expect((await exchangeCode(h, 'own', unused)).body.error).toBe('invalid_grant');
  expect((await productsOf(ada)).map(({ id }) => id)).toEqual(['desktop']);
  expect((await ada.client.get('/api/auth/me')).status, 'the session stays').toBe(200);
  expect((await refreshAt(h, 'desktop', others[0].refresh_token)).status).toBe(200);
  expect((await refreshAt(h, 'own', others[1].refresh_token)).status).toBe(200);
  expect(await eventsOf(ada)).toHaveLength(1);
  expect((await ada.client.delete(`${PRODUCTS}/own`)).status, 'a repeated call').toBe(204);
  expect([(await eventsOf(ada)).length, (await eventsOf(grace)).length]).toEqual([1, 0]);
  await signInAtProduct(h, ada, 'own');
  expect(await productsOf(ada)).toHaveLength(2);
});

test('a product of another vendor asks for consent again after its access was removed', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'guest');
  expect((await answerAuthorization(ada, await beginAuthorization(h, 'guest'))).body.next).toBe('leave');
  await ada.client.delete(`${PRODUCTS}/guest`);
  expect((await answerAuthorization(ada, await beginAuthorization(h, 'guest'))).body.next).toBe('consent');
});

/** Statements that wait for a lock. */
const waiting = () =>
  h.database.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);

test('access that is removed during a sign-in by remembered permission is removed from that sign-in too', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'guest');
  const later = { client: await h.signIn(ada.email) };
  const begun = await beginAuthorization(h, 'guest');
  const [signIn, removal] = await h.database.transaction(async (sql) => {
    // The sign-in has read the permission and waits before it stores its grant.
    await sql.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [later.client.jti()]);
    const signIn = answerAuthorization(later, begun);
    await expect.poll(waiting).toHaveLength(1);
    const removal = ada.client.delete(`${PRODUCTS}/guest`);
    await Promise.race([removal, expect.poll(waiting).toHaveLength(2)]);
    return [signIn, removal] as const;
  });
  expect((await removal).status).toBe(204);
  const { pathname, host } = new URL((await signIn).body.address ?? '');
  const resumed = await inject(h.app, { url: pathname, headers: { host, cookie: begun.cookie } });
  expect(resumed.headers.location, 'a new question, no code').toMatch(/^\/api\/auth\/authorization-requests\//);
  expect(await productsOf(ada)).toEqual([]);
  expect((await answerAuthorization(ada, await beginAuthorization(h, 'guest'))).body.next).toBe('consent');
});

test('a sign-in that begins while the access is being removed asks for consent', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'guest');
  const later = { client: await h.signIn(ada.email) };
  const begun = await beginAuthorization(h, 'guest');
  const [signIn, removal] = await h.database.transaction(async (sql) => {
    await sql.query('SELECT 1 FROM product_grants WHERE account_id = $1 FOR UPDATE', [ada.accountId]);
    const removal = ada.client.delete(`${PRODUCTS}/guest`);
    await expect.poll(waiting).toHaveLength(1);
    const signIn = answerAuthorization(later, begun);
    await Promise.race([signIn, expect.poll(waiting).toHaveLength(2)]);
    return [signIn, removal] as const;
  });
  expect([(await signIn).body.next, (await removal).status]).toEqual(['consent', 204]);
  expect(await productsOf(ada)).toEqual([]);
});

test.each<[string, (ada: Customer) => Promise<unknown>]>([
  ['signs out', ({ client }) => client.delete(`/api/auth/me/security/tokens/${client.jti()}`)],
  [
    'signs out everywhere else',
    async ({ email }) => {
      const { accessToken: token } = await h.signIn(email);
      const url = '/api/auth/me/security/sessions';
      await inject(h.app, { method: 'DELETE', url, headers: { 'x-is-at': token }, payload: { password: PASSWORD } });
    },
  ],
  [
    'lets the session expire',
    ({ client }) => h.database.query('UPDATE sessions SET expires_at = now() WHERE id = $1', [client.jti()]),
  ],
])(
  '[BY-01] when the customer %s, a product of another vendor stays listed until its permission is removed',
  async (_name, end) => {
    const [ada, grace] = [await h.makeCustomer(), await h.makeCustomer()];
    await signInAtProduct(h, grace, 'guest');
    for (const product of ['own', 'guest', 'desktop']) await signInAtProduct(h, ada, product);
    expect((await productsOf(ada)).map(({ isSignedIn }) => isSignedIn)).toEqual([true, true, true]);
    await end(ada);
    const later = { client: await h.signIn(ada.email) };
    // The vendor's own products need no permission, so nothing of them is left to remove.
    expect(await productsOf(later)).toMatchObject([
      { id: 'guest', name: 'Guest Product', isSignedIn: false, scopes: ['openid', 'email'] },
    ]);
    expect(await productsOf(grace), 'another account').toMatchObject([{ id: 'guest', isSignedIn: true }]);
    expect((await answerAuthorization(grace, await beginAuthorization(h, 'guest'))).body.next).toBe('leave');

    const removals = [1, 2].map(() => later.client.delete(`${PRODUCTS}/guest`));
    expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([204, 204]);
    expect(await productsOf(later)).toEqual([]);
    expect(await eventsOf(later)).toHaveLength(1);
    await later.client.delete(`${PRODUCTS}/own`);
    expect(await eventsOf(later), 'a product that was not listed').toHaveLength(1);
    expect((await answerAuthorization(later, await beginAuthorization(h, 'guest'))).body.next).toBe('consent');
    expect([await productsOf(grace), await eventsOf(grace)]).toMatchObject([[{ id: 'guest' }], []]);
  },
);

test('a product that revoked its own tokens keeps the permission, and a new sign-in shows it as signed in', async () => {
  const ada = await h.makeCustomer();
  const { access_token: token } = await signInAtProduct(h, ada, 'guest', { scope: 'openid email' });
  await callAsClient(h, 'token/revocation', 'guest', { token });
  expect((await userinfo(h, token)).status).toBe(401);
  const [before] = await productsOf(ada);
  await signInAtProduct(h, ada, 'guest', { scope: 'openid' });
  const [after, ...more] = await productsOf(ada);
  expect(more).toEqual([]);
  expect(after).toMatchObject({ isSignedIn: true, scopes: ['openid', 'email'], firstGivenAt: before?.firstGivenAt });
});

test('a product that is no longer in the file is not listed', async () => {
  const ada = await h.makeCustomer();
  await signInAtProduct(h, ada, 'guest');
  await h.database.query("UPDATE product_grants SET client_id = 'gone' WHERE account_id = $1", [ada.accountId]);
  expect(await productsOf(ada)).toEqual([]);
});

test('an unknown product is not found, and an own product of an ended session is not listed', async () => {
  const ada = await h.makeCustomer();
  expect((await ada.client.delete(`${PRODUCTS}/nobody`)).status).toBe(404);
  const elsewhere = await h.signIn(ada.email);
  await signInAtProduct(h, { client: elsewhere }, 'own');
  expect(await productsOf(ada)).toHaveLength(1);
  await elsewhere.delete(`/api/auth/me/security/tokens/${elsewhere.jti()}`);
  expect(await productsOf(ada)).toEqual([]);
});
