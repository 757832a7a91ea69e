import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFullCustomer } from '../../../test/full-customer.ts';
import { useShop } from '../../../test/use-harness.ts';
import { MIGRATIONS } from '../../prepare-database.ts';
import type { Sql } from './database.ts';

/** Rows of a subscription or an invoice name their account (migrations 0072 to 0077). */

const h = useShop();

/** Tables of such rows, with a join to the row that owns them. */
const TABLES = {
  subscription_changes: 'JOIN subscriptions o ON o.id = r.subscription_id',
  subscription_discounts: 'JOIN subscriptions o ON o.id = r.subscription_id',
  subscription_events: 'JOIN subscriptions o ON o.id = r.subscription_id',
  maintenance_periods: 'JOIN subscriptions o ON o.id = r.subscription_id',
  invoice_lines: 'JOIN invoices o ON o.id = r.invoice_id',
} as const;
const tables = Object.keys(TABLES) as (keyof typeof TABLES)[];

let accountId: string;
let otherAccountId: string;
beforeAll(async () => {
  ({ accountId } = await makeFullCustomer(h));
  ({ accountId: otherAccountId } = await h.makeCustomer());
});

interface Counts {
  readonly all: number;
  readonly named: number;
}
const countsOf = async (sql: Pick<Sql, 'query'>, table: keyof typeof TABLES): Promise<Counts> => {
  const [counts] = await sql.query<Counts>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE r.account_id = o.account_id) AS named FROM ${table} r ${TABLES[table]}`,
    [],
  );
  return counts ?? { all: 0, named: 0 };
};

/** Thrown at the end of a transaction that leaves nothing. */
class Undone extends Error {}
const undone = (work: (sql: Sql) => Promise<void>): Promise<void> =>
  h.database
    .transaction(async (sql) => {
      await work(sql);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });

const withoutAccounts = async (sql: Sql): Promise<void> => {
  await sql.query('SET LOCAL session_replication_role = replica', []);
  for (const table of tables) await sql.query(`UPDATE ${table} SET account_id = NULL`, []);
  await sql.query('SET LOCAL session_replication_role = origin', []);
};

test.each(tables)('[decision 98] %s: each row names its account', async (table) => {
  const { all, named } = await countsOf(h.database, table);
  expect(all).toBeGreaterThan(0);
  expect(named).toBe(all);
});

test('[decision 98] the migration names the accounts of rows of earlier releases', async () => {
  const fill = readFileSync(path.join(MIGRATIONS, '0073-fill-account-of-rows.sql'), 'utf8');
  await undone(async (sql) => {
    await withoutAccounts(sql);
    for (const table of tables) expect((await countsOf(sql, table)).named).toBe(0);
    for (const statement of fill
      .replace(/^--.*$/gm, '')
      .split(';')
      .filter((text) => text.trim()))
      await sql.query(statement, []);
    for (const table of tables) {
      const { all, named } = await countsOf(sql, table);
      expect(named).toBe(all);
    }
  });
});

/** Statements of a server of an earlier release, which knows no account of these rows. */
const EARLIER: Readonly<Record<keyof typeof TABLES, string>> = {
  subscription_changes: `INSERT INTO subscription_changes (id, subscription_id, mode, to_price_id, to_quantity, status, apply_at)
    SELECT 'row_x', subscription_id, 'now', to_price_id, 1, 'discarded', now() FROM subscription_changes LIMIT 1`,
  subscription_discounts: `INSERT INTO subscription_discounts (id, subscription_id, status)
    SELECT 'row_x', subscription_id, 'over' FROM subscription_discounts LIMIT 1`,
  subscription_events: `INSERT INTO subscription_events (id, subscription_id, type, at, actor)
    SELECT 'row_x', subscription_id, 'began', now(), 'system' FROM subscription_events LIMIT 1`,
  maintenance_periods: `INSERT INTO maintenance_periods (id, subscription_id, starts_at, expires_at, source, source_id)
    SELECT 'row_x', subscription_id, '2001-01-01', '2001-01-02', 'grant', 'x' FROM maintenance_periods LIMIT 1`,
  invoice_lines: `INSERT INTO invoice_lines (id, invoice_id, position, kind, description, quantity, unit_amount_cents, gross_cents, amount_cents)
    SELECT 'row_x', invoice_id, 99, 'grant', '', 1, 0, 0, 0 FROM invoice_lines LIMIT 1`,
};

test.each(tables)('[decision 98] %s: a row of a server of an earlier release gets its account', async (table) => {
  await undone(async (sql) => {
    await sql.query(EARLIER[table], []);
    // Lines are inserted before their invoice, so they get it at the end of the transaction.
    await sql.query('SET CONSTRAINTS invoice_lines_account IMMEDIATE', []);
    const [row] = await sql.query<{ accountId: string }>(`SELECT account_id FROM ${table} WHERE id = 'row_x'`, []);
    expect(row?.accountId).toBe(accountId);
  });
});

test.each(tables.filter((table) => table !== 'subscription_events'))(
  '[decision 98] %s: a row cannot name another account than its owner',
  async (table) => {
    await expect(
      undone(async (sql) => {
        await sql.query('SET CONSTRAINTS ALL IMMEDIATE', []);
        await sql.query(`UPDATE ${table} SET account_id = $1`, [otherAccountId]);
      }),
    ).rejects.toThrow(`${table}_of_account`);
  },
);

test.each([
  `UPDATE subscription_events SET account_id = 'x'`,
  `UPDATE subscription_events SET type = 'x'`,
  'DELETE FROM subscription_events',
])('[decision 98] events stay append-only: %s', async (statement) => {
  await expect(undone((sql) => sql.query(statement, []).then(() => {}))).rejects.toThrow('append-only');
});

test('[decision 98] an event that gets its account keeps everything else', async () => {
  await expect(
    undone(async (sql) => {
      await withoutAccounts(sql);
      await sql.query(`UPDATE subscription_events SET account_id = $1, actor = 'x'`, [accountId]);
    }),
  ).rejects.toThrow('append-only');
});
