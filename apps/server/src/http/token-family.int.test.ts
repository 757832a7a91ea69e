import type { TokenPair } from '@foyer/contract/api/auth';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { type Client, inject, makeClient } from '../../test/client.ts';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { makePasskeyCalls, SITE } from '../../test/passkey-calls.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { beginTwoStep, call, createRecoveryCodes, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
const passkeyCalls = makePasskeyCalls(() => h);

const MFA = '/api/auth/me/security/mfa';
const FRESH = 'an entirely new phrase';

const refresh = ({ refreshToken }: Pick<Client, 'refreshToken'>) =>
  inject<TokenPair>(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
const me = (client: Client) => client.get('/api/auth/me');

/** Time passes in the database, whose clock counts for the overlap. */
const age = ({ userId }: Customer, ms: number) =>
  h.database.query(`UPDATE sessions SET stepped_at = stepped_at - $2 * interval '1 millisecond' WHERE user_id = $1`, [
    userId,
    ms,
  ]);

const reuses = async ({ accountId }: Customer) =>
  h.database.query(`SELECT FROM security_events WHERE account_id = $1 AND type = 'refresh_reused'`, [accountId]);

type Prepare = (owner: Customer) => Promise<() => Promise<unknown>>;

/** Each change of credentials that leaves its session signed in: what comes before it, then the change. */
const changes: readonly [string, Prepare][] = [
  [
    'a new password',
    async ({ client }) =>
      () =>
        client.post('/api/auth/me/change-password', { password: PASSWORD, newPassword: FRESH }),
  ],
  [
    'two-step on',
    async (owner) => {
      const app = await beginTwoStep(h, owner);
      return () => call(h, owner, 'PUT', MFA, { firstCode: app.code(-1), secondCode: app.code() });
    },
  ],
  [
    'two-step off',
    async (owner) => {
      await switchOnTwoStep(h, owner);
      return () => call(h, owner, 'DELETE', MFA, { password: PASSWORD });
    },
  ],
  [
    'new recovery codes',
    async (owner) => {
      await switchOnTwoStep(h, owner);
      return () => createRecoveryCodes(h, owner);
    },
  ],
  [
    'a passkey added',
    async (owner) => {
      const ask = await passkeyCalls.requestRegistration(owner);
      return () => passkeyCalls.add(owner, ask, makeSoftwarePasskey(SITE).create(ask.options));
    },
  ],
  [
    'a passkey removed',
    async (owner) => {
      const ask = await passkeyCalls.requestRegistration(owner);
      const { body } = await passkeyCalls.add(owner, ask, makeSoftwarePasskey(SITE).create(ask.options));
      return () => passkeyCalls.remove(owner, body.id);
    },
  ],
];

test.each(changes)(
  '[M1, INV-14] %s: no copy of this session’s tokens survives, the session itself does',
  async (_, prepare) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    const change = await prepare(owner);
    const { jti } = owner.client;
    const before = jti();
    const copy = makeClient(h.app, owner.client);
    await change();

    expect((await me(owner.client)).status).toBe(200);
    expect(owner.client.jti()).toBe(before);
    expect((await me(copy)).body.error.type).toBe('UNAUTHORIZED');

    // another tab of the owner, which has not read the new tokens yet
    const waits = await refresh(copy);
    expect([waits.status, waits.body.error.type, waits.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '1']);
    await age(owner, 11 * SECOND_MS);
    expect((await refresh(copy)).body.error.type).toBe('INVALID_TOKEN');

    // nor does the copy end the session it was taken from
    expect(await reuses(owner)).toEqual([]);
    const next = await refresh(owner.client);
    expect(next.status, next.text).toBe(200);
    expect((await me(makeClient(h.app, next.body))).status).toBe(200);
    expect((await refresh(copy)).body.error.type).toBe('INVALID_TOKEN');
  },
);

test('[M1] a copy that was refreshed at the moment of the change is worth nothing after it', async () => {
  const owner = await h.makeCustomer({ claims: defaultClaimPaths });
  const copy = makeClient(h.app, owner.client);
  const answers = await Promise.all([
    refresh(copy),
    owner.client.post('/api/auth/me/change-password', { password: PASSWORD, newPassword: FRESH }),
  ]);
  expect(answers[1].status, answers[1].text).toBe(200);
  await age(owner, 11 * SECOND_MS);
  for (const held of [copy, answers[0].body]) {
    if (!held.refreshToken) continue;
    expect((await me(makeClient(h.app, held))).status).toBe(401);
    expect((await refresh(held)).status).toBe(401);
  }
  expect((await me(owner.client)).status).toBe(200);
});

test('[M1] the answer to a new password is lost: the new password signs in again', async () => {
  const owner = await h.makeCustomer({ claims: defaultClaimPaths });
  const lost = makeClient(h.app, owner.client);
  await owner.client.post('/api/auth/me/change-password', { password: PASSWORD, newPassword: FRESH });
  await age(owner, 11 * SECOND_MS);
  expect((await refresh(lost)).body.error.type).toBe('INVALID_TOKEN');
  expect((await me(await h.signIn(owner.email, FRESH))).status).toBe(200);
});
