import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFullCustomer } from '../../../test/full-customer.ts';
import type { Customer } from '../../../test/harness.ts';
import { useShop } from '../../../test/use-harness.ts';
import { MIGRATIONS } from '../../prepare-database.ts';
import type { Sql } from './database.ts';

/** Rows of a user name their account (migrations 0078 to 0083). */

const h = useShop();

/** Tables of such rows, with the columns of a row besides its user and account, and their values. */
const ROWS = {
  sessions: ['id, stepped_at, refresh_expires_at, expires_at', `'row_x', now(), now(), now()`],
  known_devices: ['id, created_at, last_used_at', `'row_x', now(), now()`],
  email_tokens: ['id, purpose, email, expires_at', `'row_x', 'verify', 'x@example.test', now()`],
  totp_secrets: ['sealed_secret, begun_at', `'sealed', now()`],
  recovery_codes: ['code_hash, created_at', `'row_x', now()`],
  passkeys: [
    'id, rp_id, credential_id, public_key, counter, synced, name',
    `'row_x', 'localhost', 'row_x', '\\x01', 0, false, 'Phone'`,
  ],
  consents: [
    'id, article, answer, form_text, form_version, client, answered_at',
    `'row_x', 'marketing', 'no', 'x', 'x', 'portal', now()`,
  ],
  data_exports: ['id, requested_at', `'row_x', now()`],
  operator_views: [
    'id, operator_id, operator_session_id, created_at, expires_at',
    `'row_x', operator_id, operator_session_id, now(), now() FROM operator_views LIMIT 1`,
  ],
} as const;
type Table = keyof typeof ROWS;
const tables = Object.keys(ROWS) as Table[];

let ada: Customer;
let eve: Customer;
beforeAll(async () => {
  ada = await makeFullCustomer(h);
  eve = await h.makeCustomer();
});

interface Counts {
  readonly all: number;
  readonly named: number;
}
const countsOf = async (sql: Pick<Sql, 'query'>, table: Table): Promise<Counts> => {
  const [counts] = await sql.query<Counts>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE r.account_id = u.account_id) AS named FROM ${table} r JOIN users u ON u.id = r.user_id`,
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

/** Makes the rows those of an earlier release. */
const withoutAccounts = async (sql: Sql): Promise<void> => {
  for (const table of tables) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_has_account`, []);
  await sql.query('SET LOCAL session_replication_role = replica', []);
  for (const table of tables) await sql.query(`UPDATE ${table} SET account_id = NULL`, []);
  await sql.query('SET LOCAL session_replication_role = origin', []);
};

test.each(tables)('[decision 99] %s: each row names its account', async (table) => {
  const { all, named } = await countsOf(h.database, table);
  expect(all).toBeGreaterThan(0);
  expect(named).toBe(all);
});

test('[decision 99] the migration names the accounts of rows of earlier releases', async () => {
  const fill = readFileSync(path.join(MIGRATIONS, '0079-fill-account-of-user-rows.sql'), 'utf8');
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

test.each(tables)('[decision 99] %s: a row of a server of an earlier release gets its account', async (table) => {
  const [columns, values] = ROWS[table];
  await undone(async (sql) => {
    const count = async (accountId: string) =>
      (await sql.query(`SELECT FROM ${table} WHERE user_id = $1 AND account_id = $2`, [eve.userId, accountId])).length;
    const before = await count(eve.accountId);
    await sql.query(`INSERT INTO ${table} (user_id, ${columns}) SELECT $1, ${values}`, [eve.userId]);
    expect(await count(eve.accountId)).toBe(before + 1);
    expect(await count(ada.accountId)).toBe(0);
  });
});

test.each(tables)('[decision 99] %s: a row cannot name another account than its user', async (table) => {
  const [columns, values] = ROWS[table];
  const insert = (userId: string, accountId: string) =>
    undone(async (sql) => {
      await sql.query(`INSERT INTO ${table} (user_id, account_id, ${columns}) SELECT $1, $2, ${values}`, [
        userId,
        accountId,
      ]);
    });
  await expect(insert(eve.userId, ada.accountId)).rejects.toThrow(`${table}_of_account`);
  await expect(insert('nobody', ada.accountId)).rejects.toThrow(`${table}_of_account`);
  await insert(eve.userId, eve.accountId);
});

test.each(tables)('[decision 99] %s: a row without a known user has no account and is refused', async (table) => {
  const [columns, values] = ROWS[table];
  await expect(
    undone(async (sql) => {
      await sql.query(`INSERT INTO ${table} (user_id, ${columns}) SELECT $1, ${values}`, ['nobody']);
    }),
  ).rejects.toThrow(`${table}_has_account`);
});

test('[decision 99] a user stays in its account', async () => {
  await expect(
    undone(async (sql) => {
      await sql.query('UPDATE users SET account_id = $2 WHERE id = $1', [ada.userId, eve.accountId]);
    }),
  ).rejects.toThrow('_of_account');
});

test.each([
  'UPDATE consents SET account_id = account_id',
  `UPDATE consents SET answer = 'yes'`,
  'DELETE FROM consents',
])('[decision 99] consents stay append-only: %s', async (statement) => {
  await expect(undone((sql) => sql.query(statement, []).then(() => {}))).rejects.toThrow('append-only');
});

test('[decision 99] a consent that gets its account keeps everything else', async () => {
  await expect(
    undone(async (sql) => {
      await withoutAccounts(sql);
      await sql.query(`UPDATE consents SET account_id = $2, answer = 'no' WHERE user_id = $1`, [
        ada.userId,
        ada.accountId,
      ]);
    }),
  ).rejects.toThrow('append-only');
});
