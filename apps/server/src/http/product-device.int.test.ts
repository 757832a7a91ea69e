import type { DeviceStep } from '@foyer/contract/api/product-sign-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import {
  beginDevice,
  callAsClient,
  claimsIn,
  type DeviceAnswer,
  refreshAt,
  requestTokens,
  signInAtProduct,
  userinfo,
} from '../../test/product.ts';
import { tablesHolding } from '../../test/snapshot.ts';

/** Sign-in of devices and desktop programs by a code that the user types (RFC 8628, decision 76). */

let h: Harness;
let ada: Customer;
beforeAll(async () => {
  h = await startHarness();
  ada = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const poll = (clientId: string, { device_code }: DeviceAnswer, host = 'localhost') =>
  requestTokens(h, clientId, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }, host);
const errorOf = async (answer: ReturnType<typeof poll>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
/** Lets the time between two polls pass. */
const waitForPoll = () =>
  h.database.query(`UPDATE openid_records SET payload = payload - 'polledAt' WHERE kind LIKE 'DeviceCode%'`);
const type = ({ client }: Pick<Customer, 'client'>, userCode: string, consent?: 'allow' | 'refuse') =>
  client.post<DeviceStep>('/api/auth/device-requests', { userCode, ...(consent ? { consent } : {}) });
const allow = async (customer: Customer, { user_code }: DeviceAnswer) => {
  const answer = await type(customer, user_code, 'allow');
  expect(answer.body.next, answer.text).toBe('done');
};
const grantsOf = ({ accountId }: Customer) =>
  h.database.query('SELECT client_id, scopes FROM product_grants WHERE account_id = $1', [accountId]);

test('a user types the code of a device, reads which product asks and what it reads, and the device gets tokens', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'desktop', { scope: 'openid email offline_access' });
  expect(begun).toEqual({
    device_code: expect.stringMatching(/^[\w-]{40,}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: 'http://localhost/connect',
    verification_uri_complete: `http://localhost/#/connect?user_code=${begun.user_code}`,
    expires_in: 600,
    interval: 5,
  });
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'authorization_pending']);
  const typed = await type(owner, ` ${begun.user_code.replace('-', ' ').toLowerCase()}`);
  expect(typed.body).toMatchObject({ next: 'consent', client: 'Desktop Program', readsLater: true });
  expect(typed.body.scopes).toContain('email');
  expect(await grantsOf(owner)).toEqual([]); // reading changes nothing
  await allow(owner, begun);
  await waitForPoll();
  const { body: tokens } = await poll('desktop', begun);
  expect(claimsIn(tokens.id_token)).toMatchObject({
    aud: 'desktop',
    sub: owner.accountId,
    amr: ['pwd'],
    acr: 'urn:foyer:one-factor',
    sid: expect.stringMatching(/^pgr_/),
  });
  expect((await userinfo(h, tokens.access_token)).body).toMatchObject({ sub: owner.accountId, email: owner.email });
  const { body: next } = await refreshAt(h, 'desktop', tokens.refresh_token);
  expect(claimsIn(next.id_token).sub).toBe(owner.accountId);
  const { body: listed } = await owner.client.get<{ products: { id: string }[] }>('/api/auth/me/security/products');
  expect(listed.products.map(({ id }) => id)).toEqual(['desktop']);
});

test('a device that polls faster than its interval gets slow_down, and later its answer', async () => {
  const begun = await beginDevice(h, 'desktop');
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'authorization_pending']);
  await allow(ada, begun);
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'slow_down']);
  await waitForPoll();
  expect((await poll('desktop', begun)).status).toBe(200);
});

test('of two polls at the same time one must slow down', async () => {
  const begun = await beginDevice(h, 'desktop');
  const answers = await Promise.all([poll('desktop', begun), poll('desktop', begun)]);
  expect(answers.map(({ body }) => body.error).sort()).toEqual(['authorization_pending', 'slow_down']);
});

test('a refusal reaches the device, and the code cannot be answered again', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'own');
  const asked = await type(owner, begun.user_code);
  // The client gets refresh tokens without asking for them.
  expect(asked.body).toMatchObject({ next: 'consent', scopes: ['openid', 'email'], readsLater: true });
  expect((await type(owner, begun.user_code, 'refuse')).body.next).toBe('done');
  expect((await type(owner, begun.user_code, 'allow')).status).toBe(404);
  expect(await errorOf(poll('own', begun))).toEqual([400, 'access_denied']);
  expect(await grantsOf(owner)).toEqual([]);
});

test('an expired code is called expired to its device, and is unknown to a user', async () => {
  const begun = await beginDevice(h, 'desktop');
  await h.database.query(
    `UPDATE openid_records SET expires_at = now() - interval '1 second' WHERE kind LIKE 'UserCode%'`,
  );
  await h.database.query(
    `UPDATE openid_records SET payload = payload || '{"exp": 1000}' WHERE kind LIKE 'DeviceCode%' AND grant_id IS NULL`,
  );
  expect((await type(ada, begun.user_code, 'allow')).status).toBe(404);
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'expired_token']);
});

test('a device code gives tokens once, and a second use ends them', async () => {
  const begun = await beginDevice(h, 'desktop');
  await allow(ada, begun);
  const { body: tokens } = await poll('desktop', begun);
  await waitForPoll();
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'invalid_grant']);
  expect((await userinfo(h, tokens.access_token)).status).toBe(401);
});

test('a stolen device code is worth nothing to another client or at another brand', async () => {
  const begun = await beginDevice(h, 'desktop');
  await allow(ada, begun);
  expect(await errorOf(poll('own', begun))).toEqual([400, 'invalid_grant']);
  expect(await errorOf(poll('desktop', begun, 'drive.localhost'))).toEqual([400, 'invalid_grant']);
  await waitForPoll();
  expect((await poll('desktop', begun)).status).toBe(200);
});

test('another client that polls with the code gets invalid_grant at any pace, and does not slow the device down (RFC 8628)', async () => {
  const begun = await beginDevice(h, 'desktop');
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'authorization_pending']);
  for (const _ of [1, 2]) expect(await errorOf(poll('own', begun))).toEqual([400, 'invalid_grant']);
  await waitForPoll();
  expect(await errorOf(poll('own', begun))).toEqual([400, 'invalid_grant']);
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'authorization_pending']);
});

test.each([
  ['of a client that does not list the grant', 'server', 'openid', 'unauthorized_client'],
  ['for a scope beyond those of the client', 'guest', 'openid entitlements', 'invalid_scope'],
])('a request %s is refused, and nothing is stored', async (_name, clientId, scope, error) => {
  const before = await h.database.query('SELECT count(*) FROM openid_records');
  const answer = await callAsClient<{ error: string }>(h, 'device/auth', clientId, { scope });
  expect([answer.status, answer.body.error]).toEqual([400, error]);
  expect(await h.database.query('SELECT count(*) FROM openid_records')).toEqual(before);
});

test('the end of the session of the user ends an allowed code that its device has not used', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'desktop');
  await allow(owner, begun);
  await owner.client.delete(`/api/auth/me/security/tokens/${owner.client.jti()}`);
  expect(await errorOf(poll('desktop', begun))).toEqual([400, 'invalid_grant']);
});

test('removed access ends the tokens of a device and a code that was allowed', async () => {
  const owner = await h.makeCustomer();
  const first = await beginDevice(h, 'desktop');
  await allow(owner, first);
  const { body: tokens } = await poll('desktop', first);
  const second = await beginDevice(h, 'desktop');
  await allow(owner, second);
  expect((await owner.client.delete('/api/auth/me/security/products/desktop')).status).toBe(204);
  expect((await userinfo(h, tokens.access_token)).status).toBe(401);
  expect(await errorOf(poll('desktop', second))).toEqual([400, 'invalid_grant']);
});

test('a product that wants a new sign-in gets one before the question', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'desktop', { scope: 'openid', max_age: '60' });
  await h.database.query(
    `UPDATE sessions SET created_at = now() - interval '1 hour' WHERE id = '${owner.client.jti()}'`,
  );
  expect((await type(owner, begun.user_code, 'allow')).body.next).toBe('sign_in');
  expect(await grantsOf(owner)).toEqual([]);
});

test('guesses of codes are limited for the account, right ones included', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'desktop');
  for (const _ of Array(20)) expect((await type(owner, 'BBBB-BBBB')).status).toBe(404);
  const refused = await type(owner, begun.user_code, 'allow');
  expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true]);
  expect(await grantsOf(owner)).toEqual([]);
  await allow(ada, begun); // another account still can
});

test('a code needs a session, and the pages of the library do not exist', async () => {
  const begun = await beginDevice(h, 'desktop');
  expect((await type({ client: h.anonymous() }, begun.user_code, 'allow')).status).toBe(401);
  for (const path of ['device', `device?user_code=${begun.user_code}`, 'device/some-id']) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await inject(h.app, { method, url: `/openid/${path}`, headers: { host: 'localhost' } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  }
});

test('the database holds neither the code of a device nor that of its user', async () => {
  const begun = await beginDevice(h, 'desktop');
  for (const secret of [begun.device_code, begun.user_code, begun.user_code.replace('-', '')])
    expect(await tablesHolding(h.database, secret)).toEqual([]);
});

test('a sign-in with codes is still asked for consent after a device of another vendor was allowed for less', async () => {
  const owner = await h.makeCustomer();
  const begun = await beginDevice(h, 'desktop', {});
  const typed = await type(owner, begun.user_code);
  expect(typed.body.scopes).toEqual(['openid']);
  await allow(owner, begun);
  const { body } = await poll('desktop', begun);
  expect((await userinfo(h, body.access_token)).body).toEqual({ sub: owner.accountId });
  await signInAtProduct(h, owner, 'desktop'); // adds its scopes to the grant of the session
  expect((await userinfo(h, body.access_token)).body).toEqual({ sub: owner.accountId });
});
