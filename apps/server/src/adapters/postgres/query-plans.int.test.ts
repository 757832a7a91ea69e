import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { buy, starterYearly } from '../../../test/shop.ts';
import { newId } from '../new-id.ts';
import type { Sql } from './database.ts';
import { makeIdentityStore } from './identity-store.ts';
import { loadBillingStates } from './load-billing-states.ts';
import { readDatabaseFacts } from './metric-reads.ts';
import { updateRows } from './rows.ts';
import { makeSignInRows } from './sign-in-rows.ts';
import { workLists } from './work-lists.ts';

let h: Harness;
let customer: Customer;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const CALLS = 20;

/** How often a statement that is called often on one connection was planned for the values of a call; null where none was made. */
const plannedAnew = (words: string, call: (sql: Sql) => Promise<unknown>): Promise<number | null | undefined> =>
  h.database.transaction(async (sql) => {
    for (let n = 0; n < CALLS; n += 1) await call(sql);
    const [row] = await sql.query<{ plans: number | null }>(
      'SELECT sum(custom_plans)::integer AS plans FROM pg_prepared_statements WHERE starts_with(statement, $1)',
      [words],
    );
    return row?.plans;
  });

const storeOn = (sql: Sql) =>
  makeIdentityStore({ ...h.database, query: (text, values) => sql.query(text, values) }, () => newId('audit'));

describe('the statements of every call are planned once, not each time', () => {
  test('who calls', async () => {
    const id = customer.client.jti();
    expect(await plannedAnew('SELECT s.id AS session_id, u.id', (sql) => storeOn(sql).principal(id))).toBe(0);
    expect(await plannedAnew('SELECT json_build_object', (sql) => storeOn(sql).me(id))).toBe(0);
  });

  test('a refresh', async () => {
    const now = h.wall.now();
    const one = { id: customer.client.jti(), generation: 900, now, refreshExpiresAt: now + DAY_MS };
    expect(await plannedAnew('WITH wanted', (sql) => storeOn(sql).stepSession(one))).toBe(0);
  });

  test('a sign-in', async () => {
    const now = h.wall.now();
    const enter = (sql: Sql) =>
      makeSignInRows(sql).enter(
        {
          session: {
            id: newId('session'),
            userId: customer.userId,
            accountId: customer.accountId,
            now,
            refreshExpiresAt: now + DAY_MS,
            expiresAt: now + DAY_MS,
            userAgent: null,
            address: null,
          },
          eventId: newId('audit'),
          requestId: null,
          method: 'password',
          deviceId: 'dev_none',
          language: null,
          clear: ['a', 'b'],
          unchanged: null,
        },
        20,
      );
    expect(await plannedAnew('WITH locked', enter)).toBe(0);
    const device = {
      id: 'dev_none',
      key: 'sign-in-device:none',
      firstAttempt: { failures: 1, lockedUntil: null, lastFailureAt: now },
    };
    expect(await plannedAnew('WITH found', (sql) => storeOn(sql).signInUser(customer.email, device, now))).toBe(0);
  });
});

test('what billing looks at is planned once, for one account and for many', async () => {
  const buyer = await h.makeCustomer({ card: 'tok_visa' });
  expect((await buy(buyer, starterYearly)).status).toBe(201);
  const facts = { lock: false, wallNow: h.wall.now(), hashEmail: (email: string): [string] => [email] };
  const load = (sql: Sql) => loadBillingStates(sql, [buyer.accountId], facts);
  expect(await plannedAnew('SELECT i.account_id, i.subscription_id, i.tax_rate_ppm', load)).toBe(0);
});

test('[OP-04] requests that wait are found by the index of requests, and other subscriptions are not read', async () => {
  const { columns, from, at, id } = workLists.requests;
  const plan = await h.database.transaction(async (sql) => {
    // The test has few rows, of which the planner would read the whole table.
    await sql.query('SET LOCAL enable_seqscan = off');
    const rows = await sql.query<Record<string, string>>(
      `EXPLAIN SELECT ${columns} FROM ${from} ORDER BY ${at}, ${id} LIMIT 50`,
    );
    return rows.flatMap(Object.values).join('\n');
  });
  expect(plan).toContain('subscriptions_one_request');
  expect(plan).not.toContain('Seq Scan');
});

test('the metrics read payment attempts by the index of undecided ones', async () => {
  const plans = await h.database.transaction(async (sql) => {
    // The test has few rows, of which the planner would read the whole table.
    await sql.query('SET LOCAL enable_seqscan = off');
    const lines: string[] = [];
    const query: Sql['query'] = async (text, values) => {
      const rows = await sql.query<Record<string, string>>(`EXPLAIN ${text}`, values);
      lines.push(...rows.flatMap(Object.values));
      return sql.query(text, values);
    };
    await readDatabaseFacts({ query });
    return lines.join('\n');
  });
  expect(plans).toContain('payment_attempts_undecided');
  expect(plans).not.toContain('Seq Scan on payment_attempts');
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
      ...sql,
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
