import { createHash, createHmac } from 'node:crypto';
import type { TokenPair } from '@foyer/contract/api/auth';
import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { readRecoveryCode } from '@foyer/domain/identity/recovery-code';
import { stepAt } from '@foyer/domain/identity/totp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { operatorSignIn } from '../../test/operators.ts';
import { createRecoveryCodes, switchOnTwoStep } from '../../test/two-step.ts';
import { oneTimeCodes } from '../adapters/one-time-codes.ts';
import { deriveKeys } from '../derive-keys.ts';
import type { Secrets } from '../secrets.ts';
import { makeLinkTokens } from '../services/identity/link-tokens.ts';

const OLD = 'the old secret of the tests, long enough';
const NEW = 'the new secret of the tests, long enough';

let own: TestDatabase;
/** One server after the other on one database, as an administrator restarts it while the secret is replaced. */
let servers: { readonly old: Harness; readonly both: Harness; readonly fresh: Harness };

beforeAll(async () => {
  own = await createTestDatabase();
  const start = (...secrets: [string, ...string[]]) => startHarness({ config: own.config, secrets });
  servers = { old: await start(OLD), both: await start(NEW, OLD), fresh: await start(NEW) };
});
afterAll(async () => {
  for (const server of Object.values(servers)) {
    server.log.expectQuiet();
    await server.stop();
  }
  await own.drop();
});

/** Moves the clock of every server, so that the next one-time code is another one. */
const nextCode = (secret: string): string => {
  for (const { wall } of Object.values(servers)) wall.advance(30 * SECOND_MS);
  return oneTimeCodes.codeAt(secret, stepAt(servers.both.wall.now()));
};

const enter = (h: Harness, email: string, second: object) =>
  inject<{ refreshToken: string; device: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password: PASSWORD, ...second },
  });
const me = (h: Harness, accessToken: string) =>
  inject(h.app, { url: '/api/auth/me', headers: { 'x-is-at': accessToken } });
const refresh = (h: Harness, refreshToken: string) =>
  inject<TokenPair>(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });

test('[L8] sessions and devices live through a replaced secret, and are signed anew on the way', async () => {
  const { old, both, fresh } = servers;
  const { email, client } = await old.makeCustomer();
  const { device } = (await enter(old, email, {})).body;
  expect((await me(both, client.accessToken)).status).toBe(200);
  const renewed = await refresh(both, client.refreshToken);
  expect(renewed.status, renewed.text).toBe(200);
  expect((await me(fresh, renewed.body.accessToken)).status).toBe(200);
  expect((await refresh(fresh, renewed.body.refreshToken)).status).toBe(200);
  expect((await me(fresh, client.accessToken)).status).toBe(401);

  const known = (await enter(both, email, { device })).body.device;
  expect(known.split('.')[0]).toBe(device.split('.')[0]);
  expect(known).not.toBe(device);
  expect((await enter(fresh, email, { device: known })).body.device).toBe(known);
});

test('[L8, INV-22] the second factor of a customer is sealed anew by its use, and recovery codes are known by both', async () => {
  const { old, both, fresh } = servers;
  const customer = await old.makeCustomer({ claims: ['drive', 'access:mfa:create'] });
  const { secret } = await switchOnTwoStep(old, customer);
  const [first, second] = await createRecoveryCodes(old, customer);
  const enters = async (h: Harness, more: object) => (await enter(h, customer.email, more)).status;

  expect(await enters(both, { recoveryCode: first })).toBe(200);
  expect(await enters(both, { recoveryCode: first })).not.toBe(200);
  expect(await enters(fresh, { recoveryCode: second })).not.toBe(200);
  expect(await enters(both, { code: nextCode(secret) })).toBe(200);
  expect(await enters(fresh, { code: nextCode(secret) })).toBe(200);
});

test('[L8, OP-01] the second step of an operator is sealed anew by its use', async () => {
  const { old, both, fresh } = servers;
  const email = 'rotation@vendor.example';
  const by = { actor: 'test', reason: 'a test needs one' };
  const added = await old.operator.addOperator({ email, name: 'Jo', roles: 'support', secondStep: true }, by);
  // the printed password signs in once only
  await old.database.query('UPDATE operators SET first_password_expires_at = NULL WHERE id = $1', [added.id]);
  for (const h of [both, fresh]) {
    const signed = await operatorSignIn(h, { email, password: added.password, code: nextCode(added.secret ?? '') }, '');
    expect(signed.status, signed.text).toBe(201);
  }
});

test('[L8] links in mails, and the keys of statements, are those of both', async () => {
  const { old, both } = servers;
  const linkTokens = (...secrets: Secrets) => makeLinkTokens(deriveKeys(secrets, 'link token'));
  const link = linkTokens(OLD).of('emt_1');
  expect(linkTokens(NEW, OLD).read(link)).toBe('emt_1');
  expect(linkTokens(NEW).read(link)).toBeNull();
  const keysOf = async (h: Harness) => h.services.statementKeys().keys.map(({ kid }) => kid);
  const [signing, ...more] = await keysOf(both);
  expect([signing, ...more]).toEqual([...(await keysOf(servers.fresh)), ...(await keysOf(old))]);
});

/** Hash under the former derivation of a key (decision 46), as an earlier release stored it. */
const formerHash = (purpose: string, text: string): string => {
  const key = createHash('sha256').update(`${purpose}:${OLD}`).digest('base64url');
  return createHmac('sha256', key).update(text).digest('base64url');
};

test('[L8, INV-22] recovery codes whose hashes an earlier release stored work once', async () => {
  const { old, both, fresh } = servers;
  const customer = await old.makeCustomer({ claims: ['drive', 'access:mfa:create'] });
  await switchOnTwoStep(old, customer);
  const codes = (await createRecoveryCodes(old, customer)).slice(0, 3);
  await old.database.query('DELETE FROM recovery_codes WHERE user_id = $1', [customer.userId]);
  for (const code of codes)
    await old.database.query('INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, $2, now())', [
      customer.userId,
      formerHash('recovery codes', `${customer.userId} ${readRecoveryCode(code)}`),
    ]);
  const [first, second, third] = codes;
  const enters = async (h: Harness, recoveryCode: string | undefined) =>
    (await enter(h, customer.email, { recoveryCode })).status;
  expect(await enters(old, first)).toBe(200);
  expect(await enters(old, first)).not.toBe(200);
  expect(await enters(both, second)).toBe(200);
  expect(await enters(fresh, third)).not.toBe(200);
});

test('[L8, INV-8] a trial begun under the old secret, or stored by an earlier release, is known by the address and by the card', async () => {
  const { old, both } = servers;
  const tryDrive = (customer: Awaited<ReturnType<Harness['makeCustomer']>>) =>
    customer.client.post(
      '/api/subscription/subscriptions',
      { planId: 'pln_drive_starter', trial: true },
      { key: `try-${customer.accountId}` },
    );
  const make = async (h: Harness, email: string, fingerprint: string) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await h.database.query('UPDATE users SET email = $2 WHERE id = $1', [customer.userId, email]);
    await h.database.query('UPDATE payment_methods SET fingerprint = $2 WHERE account_id = $1', [
      customer.accountId,
      fingerprint,
    ]);
    return customer;
  };
  expect((await tryDrive(await make(old, 'rotated+a@arcwave.test', 'the same card'))).status).toBe(201);
  const sameMailbox = await make(both, 'rotated+b@arcwave.test', 'another card');
  const sameCard = await make(both, 'other@arcwave.test', 'the same card');
  for (const customer of [sameMailbox, sameCard])
    expect((await tryDrive(customer)).body).toMatchObject({ error: { type: 'TRIAL_ALREADY_USED' } });

  const first = await make(old, 'earlier@arcwave.test', 'a card of an earlier release');
  expect((await tryDrive(first)).status).toBe(201);
  const stored = await old.database.query(
    'UPDATE trial_redemptions SET email_hash = $2, card_fingerprint_hash = $3 WHERE account_id = $1 RETURNING trial_key',
    [
      first.accountId,
      formerHash('email hash', 'earlier@arcwave.test'),
      formerHash('email hash', 'card a card of an earlier release'),
    ],
  );
  expect(stored).toHaveLength(1);
  for (const h of [old, both]) {
    const another = `another of ${h === old ? 'old' : 'both'}`;
    const sameEmail = await make(h, `earlier+${h === old ? 'old' : 'both'}@arcwave.test`, another);
    const anyCard = await make(h, `${h === old ? 'old' : 'both'}@arcwave.test`, 'a card of an earlier release');
    for (const customer of [sameEmail, anyCard])
      expect((await tryDrive(customer)).body).toMatchObject({ error: { type: 'TRIAL_ALREADY_USED' } });
  }
});
