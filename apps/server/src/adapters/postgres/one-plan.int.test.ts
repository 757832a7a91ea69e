import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { newId } from '../new-id.ts';
import type { Sql } from './database.ts';
import { makeIdentityStore } from './identity-store.ts';
import { updateRows } from './rows.ts';
import { makeSignInRows } from './sign-in-rows.ts';

let h: Harness;
let customer: Customer;

const SESSIONS = 20_000;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer();
  // So many of one user that an index is worth it and the average says little of the next user.
  await h.database.query(
    `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at)
     SELECT 'ses_plan' || n, $1, now(), now() + interval '14 days', now() + interval '30 days'
     FROM generate_series(1, $2::integer) n`,
    [(await h.makeCustomer()).userId, SESSIONS],
  );
  await h.database.query('ANALYZE');
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

/** PostgreSQL makes five plans for the values of a call, and a few more, before it decides that one serves them all. */
const CALLS = 20;

/** How often a statement that is called often on one connection was carried out by the plan for all. */
const withOnePlan = (words: string, call: (sql: Sql) => Promise<unknown>): Promise<number> =>
  h.database.transaction(async (sql) => {
    for (let n = 0; n < CALLS; n += 1) await call(sql);
    const [row] = await sql.query<{ plans: number }>(
      'SELECT sum(generic_plans)::integer AS plans FROM pg_prepared_statements WHERE starts_with(statement, $1)',
      [words],
    );
    return row?.plans ?? 0;
  });

const storeOn = (sql: Sql) =>
  makeIdentityStore({ ...h.database, query: (text, values) => sql.query(text, values) }, () => newId('audit'));

describe('the statements of every call are planned once, not each time', () => {
  test('who calls', async () => {
    const id = customer.client.jti();
    expect(await withOnePlan('SELECT s.id AS session_id, u.id', (sql) => storeOn(sql).principal(id))).toBeGreaterThan(
      CALLS / 2,
    );
    expect(await withOnePlan('SELECT json_build_object', (sql) => storeOn(sql).me(id))).toBeGreaterThan(CALLS / 2);
  });

  test('a refresh', async () => {
    const now = h.wall.now();
    const one = { id: customer.client.jti(), generation: 900, now, refreshExpiresAt: now + DAY_MS };
    expect(await withOnePlan('WITH wanted', (sql) => storeOn(sql).stepSession(one))).toBeGreaterThan(CALLS / 2);
  });

  test('a sign-in', async () => {
    const now = h.wall.now();
    const enter = (sql: Sql) =>
      makeSignInRows(sql).enter(
        {
          session: {
            id: newId('session'),
            userId: customer.userId,
            now,
            refreshExpiresAt: now + DAY_MS,
            expiresAt: now + DAY_MS,
            userAgent: null,
            address: null,
          },
          eventId: newId('audit'),
          requestId: null,
          deviceId: 'dev_none',
          language: null,
          clear: ['a', 'b'],
          unchanged: null,
        },
        20,
      );
    expect(await withOnePlan('WITH locked', enter)).toBeGreaterThan(CALLS / 2);
    const device = {
      id: 'dev_none',
      key: 'sign-in-device:none',
      firstGuess: { failures: 1, lockedUntil: null, lastFailureAt: now },
    };
    expect(
      await withOnePlan('WITH found', (sql) => storeOn(sql).signInUser(customer.email, device, now)),
    ).toBeGreaterThan(CALLS / 2);
  });
});

test('the rows of a batch are found by their ids, and thousands of others are not read for them', async () => {
  const plan = await h.database.transaction(async (sql) => {
    await sql.query(`CREATE TEMPORARY TABLE wide (id text PRIMARY KEY, words text, note text) ON COMMIT DROP`);
    await sql.query(
      `INSERT INTO wide SELECT 'inv_' || lpad(n::text, 26, '0'), repeat('words ', 60) FROM generate_series(1, 4000) n`,
    );
    await sql.query('ANALYZE wide');
    const lines: string[] = [];
    const explaining: Sql = {
      query: async (text, values) => {
        const rows = await sql.query<Record<string, string>>(`EXPLAIN ${text}`, values);
        lines.push(...rows.flatMap(Object.values));
        return [];
      },
    };
    await updateRows(explaining, { name: 'wide', instants: [] }, [{ id: 'inv_1', note: 'paid' }]);
    return lines.join('\n');
  });
  expect(plan).toContain('Index Scan using wide_pkey');
  expect(plan).not.toContain('Seq Scan');
});
