import { describe, expect, test } from 'vitest';
import type { Answer } from '../../test/client.ts';
import { makeCustomerToClose } from '../../test/closing.ts';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { makeMailSender } from '../../test/sent-mails.ts';
import { call, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';
import { makeVisitor } from '../../test/visitor.ts';

/** What a change of credentials does to whatever else is under way at that moment (INV-13, INV-14). */

const SECURITY = '/api/auth/me/security';
const FRESH = 'an entirely new phrase';

const h = useHarness();
const mailSender = makeMailSender(h);

const withPasskey = async (customer: Customer): Promise<string> => {
  const id = `key_${customer.userId}`;
  await h.database.query(
    `INSERT INTO passkeys (id, user_id, rp_id, credential_id, public_key, counter, synced, name) VALUES ($1, $2, 'localhost', $1, '\\x01', 0, false, 'Phone')`,
    [id, customer.userId],
  );
  return id;
};

/** Makes a call whose password is right when it is checked, and another one by the time its change is written. */
const whilePasswordChanges = async (
  { userId }: Customer,
  ask: () => Promise<Answer<unknown>>,
  change = `password_hash = 'another'`,
): Promise<Answer<unknown>> => {
  const { asked } = await h.database.transaction(async (sql) => {
    await sql.query(`UPDATE users SET ${change} WHERE id = $1`, [userId]);
    const pending = ask();
    // Not within the transaction: it would go on seeing the connections of its first look.
    const waiting = () =>
      h.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
    return { asked: pending };
  });
  return asked;
};

describe('[INV-14] a password that was changed while the right one was being checked', () => {
  test.each<[string, (owner: Customer) => Promise<() => Promise<Answer<unknown>>>]>([
    [
      'sets no new password',
      async ({ client }) =>
        () =>
          client.post('/api/auth/me/change-password', { password: PASSWORD, newPassword: FRESH }),
    ],
    [
      'moves to no other address',
      async ({ client, email }) =>
        () =>
          client.patch('/api/auth/me/email', { email: `x-${email}`, password: PASSWORD }),
    ],
    [
      'limits no networks',
      async ({ client }) =>
        () =>
          client.patch('/api/auth/me', { cidrRestriction: '127.0.0.0/24', password: PASSWORD }),
    ],
    ['begins no second step', async (owner) => () => call(h, owner, 'POST', `${SECURITY}/mfa`, { password: PASSWORD })],
    [
      'switches no second step off',
      async (owner) => {
        await switchOnTwoStep(h, owner);
        return () => call(h, owner, 'DELETE', `${SECURITY}/mfa`, { password: PASSWORD });
      },
    ],
    [
      'makes no recovery codes',
      async (owner) => {
        await switchOnTwoStep(h, owner);
        return () => call(h, owner, 'POST', `${SECURITY}/recovery-codes`, { password: PASSWORD });
      },
    ],
    [
      'removes no passkey',
      async (owner) => {
        const id = await withPasskey(owner);
        return () => call(h, owner, 'DELETE', `${SECURITY}/passkeys/${id}`, { password: PASSWORD });
      },
    ],
  ])('%s', async (_, prepare) => {
    const owner = await makeCustomerToClose(h);
    const ask = await prepare(owner);
    const mails = h.queued.length;
    const answer = await whilePasswordChanges(owner, ask);
    expect([answer.status, answer.body.error.type], answer.text).toEqual([400, 'INVALID_CREDENTIALS']);
    expect(h.queued.length).toBe(mails);
  });
});

test.each([`password_hash = 'another'`, 'mfa_enabled_at = now()'])(
  '[INV-14] nor does it let a known device in (%s)',
  async (change) => {
    const owner = await makeCustomerToClose(h);
    const visitor = makeVisitor(h);
    visitor.next();
    const signIn = (more: object = {}) =>
      visitor.call('POST', '/api/auth/sessions', { email: owner.email, password: PASSWORD, ...more });
    const { device } = (await signIn()).body as unknown as { device: string };
    expect((await signIn({ device })).status).toBe(200);
    const answer = await whilePasswordChanges(owner, () => signIn({ device }), change);
    expect([answer.status, answer.body.error.type], answer.text).toEqual([400, 'INVALID_CREDENTIALS']);
  },
);

describe('[INV-14] a link that is on its way dies', () => {
  const pendingLink = async ({ userId, email }: Customer, purpose: 'reset' | 'change') => {
    const id = `emt_${purpose}${userId.slice(4)}`;
    await h.database.query(
      `INSERT INTO email_tokens (id, user_id, purpose, email, expires_at) VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
      [id, userId, purpose, email],
    );
    return async () => {
      const rows = await h.database.query('SELECT 1 FROM email_tokens WHERE id = $1 AND voided_at IS NULL', [id]);
      return rows.length === 1;
    };
  };

  test('with a forgotten password that was set anew', async () => {
    const owner = await makeCustomerToClose(h);
    const visitor = makeVisitor(h);
    visitor.next();
    const isAlive = await pendingLink(owner, 'change');
    await visitor.requestPasswordReset(owner.email);
    await mailSender.deliver();
    expect(await isAlive()).toBe(true);
    const answer = await visitor.reset(await mailSender.secretOf(owner.email, '/id/#/reset/'), FRESH);
    expect(answer.status, answer.text).toBe(204);
    expect(await isAlive()).toBe(false);
  });

  test('with an address that was left', async () => {
    const owner = await makeCustomerToClose(h);
    const email = `moved-${owner.email}`;
    await owner.client.patch('/api/auth/me/email', { email, password: PASSWORD });
    await mailSender.deliver();
    const isAlive = await pendingLink(owner, 'reset');
    const link = await mailSender.secretOf(email, '/#/cea/');
    const answer = await owner.client.get(`/api/auth/me/email/confirm/${link}`);
    expect(answer.status, answer.text).toBe(200);
    expect(await isAlive()).toBe(false);
  });

  test('with a passkey that was removed', async () => {
    const owner = await makeCustomerToClose(h);
    const id = await withPasskey(owner);
    const isAlive = await pendingLink(owner, 'reset');
    const answer = await call(h, owner, 'DELETE', `${SECURITY}/passkeys/${id}`, { password: PASSWORD });
    expect(answer.status, answer.text).toBe(200);
    expect(await isAlive()).toBe(false);
  });
});

test('[INV-13] an access token is no better than its session: with the end of its 30 days it ends too', async () => {
  const { client, userId } = await h.makeCustomer();
  expect((await client.get('/api/auth/me')).status).toBe(200);
  await h.database.query(`UPDATE sessions SET refresh_expires_at = now() - interval '1 second' WHERE user_id = $1`, [
    userId,
  ]);
  for (const url of ['/api/auth/me', '/api/account/me']) {
    const { status, body } = await client.get(url);
    expect([url, status, body.error.type]).toEqual([url, 401, 'INVALID_TOKEN']);
  }
});
