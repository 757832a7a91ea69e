import { DAY_MS, HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { makeCustomerToClose } from '../../../test/closing.ts';
import { makeVendorKey } from '../../../test/contract-walk/vendor.ts';
import { useHarness } from '../../../test/use-harness.ts';
import { firstIdAt } from '../new-id.ts';
import { makeSweep } from './sweep.ts';

const h = useHarness();

/** Long enough ahead that nothing of the other tests is in the way. */
const NOW = Date.UTC(2036, 0, 10);

const sweep = () => makeSweep(h.database)(NOW, NOW - 14 * DAY_MS);
const rows = async (table: string, where: string): Promise<string[]> => {
  const found = await h.database.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`);
  return found.map(({ id }) => id.split('_').at(-1) ?? '');
};

test('[INV-27] more than one portion: a trail that grew for years, and the keys of a busy day, go in one sweep', async () => {
  const { accountId } = await makeCustomerToClose(h);
  const many = 20_001;
  const overYearAgo = Date.now() - 366 * DAY_MS; // by the database's clock, which decides
  await h.database.query(
    `INSERT INTO security_events (id, account_id, type, at) SELECT $1 || lpad(n::text, 16, '0'), $2, 'swept', to_timestamp($3 / 1000.0)
     FROM generate_series(1, $4::integer) n`,
    [firstIdAt('audit', overYearAgo), accountId, overYearAgo, many],
  );
  await h.database.query(
    `INSERT INTO idempotency_keys (account_id, key, method, path, body_hash, state, locked_at, created_at)
     SELECT $1, n::text, 'POST', '/', '', 'finished', now(), to_timestamp($2 / 1000.0) FROM generate_series(1, $3::integer) n`,
    [accountId, NOW - 73 * HOUR_MS, many],
  );
  await sweep();
  expect(await rows('security_events', `type = 'swept'`)).toEqual([]);
  expect(await h.database.query('SELECT count(*) AS left FROM idempotency_keys')).toEqual([{ left: 0 }]);
});

test('[INV-27] where somebody was signed in is kept for 30 days after it is over, of customers and of the vendor’s people', async () => {
  const { userId } = await makeCustomerToClose(h);
  await h.database.query(
    `INSERT INTO operators (id, email, name, password_hash, password_changed_at, roles) VALUES ('opr_s', 'jo@vendor.example', 'Jo', '', now(), '{support}')`,
  );
  for (const [name, expiredDaysAgo] of [
    ['gone', 31],
    ['kept', 29],
  ] as const) {
    const over = NOW - expiredDaysAgo * DAY_MS;
    await h.database.query(
      `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
       SELECT $1 || '_' || $2, $3, at, at, at, 'a browser', '192.0.2.1' FROM to_timestamp($4 / 1000.0) at`,
      [firstIdAt('session', over - 30 * DAY_MS), name, userId, over],
    );
    await h.database.query(
      `INSERT INTO operator_sessions (id, operator_id, token_hash, created_at, last_used_at, expires_at)
       SELECT $1 || '_' || $2, 'opr_s', $2, at, at, at FROM to_timestamp($3 / 1000.0) at`,
      [firstIdAt('operatorSession', over - 8 * HOUR_MS), name, over],
    );
    await h.database.query(
      `INSERT INTO email_tokens (id, user_id, purpose, email, expires_at, used_at)
       SELECT $1 || '_' || $2, $3, 'verify', 'ada@test.arcwave.test', at, at FROM to_timestamp($4 / 1000.0) at`,
      [firstIdAt('emailToken', over - HOUR_MS), name, userId, over],
    );
  }
  // A step-up at the provider that nobody came back from still names its session.
  await h.database.query(
    `INSERT INTO oidc_sign_ins (id, destination, expires_at, session_id) SELECT 'sign-in', '/', now(), id FROM sessions WHERE user_id = $1 LIMIT 1`,
    [userId],
  );
  await sweep();
  expect(await rows('sessions', `user_id = '${userId}'`)).toEqual(['kept']);
  expect(await rows('operator_sessions', `operator_id = 'opr_s'`)).toEqual(['kept']);
  expect(await rows('email_tokens', `user_id = '${userId}'`)).toEqual(['kept']);
});

test('[INV-27] codes and tokens of products go when they have expired, portal links a day later', async () => {
  const customer = await makeCustomerToClose(h);
  const { id: keyId } = await makeVendorKey(h);
  for (const [name, expiredMsAgo] of [
    ['old', 25 * HOUR_MS],
    ['fresh', HOUR_MS],
    ['live', -HOUR_MS],
  ] as const) {
    const at = NOW - expiredMsAgo;
    await h.database.query(
      `INSERT INTO openid_records (kind, id_hash, payload, expires_at) VALUES ('Swept', $1, '{}', to_timestamp($2 / 1000.0))`,
      [name, at],
    );
    await h.database.query(
      `INSERT INTO portal_links (id, token_hash, account_id, vendor_key_id, task, return_address, created_at, expires_at)
       SELECT $1, $1, $2, $3, 'home', '', at, at FROM to_timestamp($4 / 1000.0) at`,
      [name, customer.accountId, keyId, at],
    );
  }
  await sweep();
  expect(await h.database.query(`SELECT id_hash FROM openid_records WHERE kind = 'Swept'`)).toEqual([
    { idHash: 'live' },
  ]);
  expect(await rows('portal_links', 'true')).toEqual(['fresh', 'live']);
});

test('[INV-10] events of the payment provider that were given up go after 30 days, more than one portion at once; others wait on', async () => {
  await h.database.query(
    `INSERT INTO webhook_events (gateway, event_id, type, received_at, given_up_at)
     SELECT 'stripe', name, 'refund.failed', at, given_up FROM (VALUES
       ('kept', to_timestamp($1 / 1000.0), to_timestamp($1 / 1000.0)), ('waiting', to_timestamp($2 / 1000.0), NULL)) v (name, at, given_up)
     UNION ALL SELECT 'stripe', 'gone_' || n, 'refund.failed', to_timestamp($2 / 1000.0), to_timestamp($2 / 1000.0) FROM generate_series(1, 10001) n`,
    [NOW - 29 * DAY_MS, NOW - 31 * DAY_MS],
  );
  await sweep();
  const left = await h.database.query<{ id: string }>('SELECT event_id AS id FROM webhook_events ORDER BY event_id');
  expect(left.map(({ id }) => id)).toEqual(['kept', 'waiting']);
});
