import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { withClient } from '../../../test/with-client.ts';
import { MIGRATIONS } from '../../prepare-database.ts';
import { createJobTables } from '../queue/job-queue.ts';
import { fillsOf, inTransaction, type Migration, readMigrations } from './migration-files.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase('empty');
});
afterEach(() => database.drop());

/** Migrations up to this one belong to releases before 2.0.0 and have no header. */
const LAST_UNDECLARED = '0050-plain-comments.sql';

const migrations = readMigrations(MIGRATIONS);
const declared = migrations.filter(({ name }) => name > LAST_UNDECLARED);

/** Tables, and what makes a statement read or write all rows of one: a rewrite, a new index or a check of existing rows. */
const READ_STATE = `
  SELECT c.oid::regclass::text AS name, c.relfilenode::text AS file,
    (SELECT coalesce(json_agg(i.indexrelid::regclass::text), '[]') FROM pg_index i WHERE i.indrelid = c.oid) AS indexes,
    (SELECT coalesce(json_agg(k.conname), '[]') FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.convalidated AND k.contype NOT IN ('n', 't')) AS checks,
    (SELECT coalesce(json_object_agg(a.attname, a.attnotnull), '{}') FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'sandbox'))`;

interface Table {
  readonly name: string;
  readonly file: string;
  readonly indexes: readonly string[];
  readonly checks: readonly string[];
  /** Columns and whether they refuse NULL. */
  readonly columns: Readonly<Record<string, boolean>>;
}

const readState = async (client: pg.Client) => (await client.query<Table>(READ_STATE)).rows;

/** Lock modes under which customers cannot write (PostgreSQL, "Table-Level Locks"). */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
/** Lock mode of a statement that writes rows. */
const WRITING = 'RowExclusiveLock';

const readLocks = async (client: pg.Client) =>
  (
    await client.query<{ name: string; mode: string }>(
      `SELECT relation::regclass::text AS name, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'`,
    )
  ).rows;

const isLong = (before: Table, after: Table): boolean =>
  before.file !== after.file ||
  after.indexes.some((index) => !before.indexes.includes(index)) ||
  after.checks.some((check) => !before.checks.includes(check)) ||
  Object.entries(after.columns).some(([column, isRequired]) => isRequired && before.columns[column] === false);

/** Applies a migration in a transaction, and returns what its header should say. */
const observe = async (client: pg.Client, sql: string) => {
  const before = await readState(client);
  await client.query('BEGIN');
  await client.query(sql);
  const [locks, after] = [await readLocks(client), await readState(client)];
  await client.query('COMMIT');
  const names = before.map(({ name }) => name).sort();
  const has = (name: string, ...modes: string[]) =>
    locks.some((lock) => lock.name === name && modes.includes(lock.mode));
  return {
    locks: names.filter((name) => has(name, ...BLOCKING)),
    longLocks: before
      .filter((table) => {
        const now = after.find(({ name }) => name === table.name);
        return has(table.name, WRITING) || (has(table.name, ...BLOCKING) && now !== undefined && isLong(table, now));
      })
      .map(({ name }) => name)
      .sort(),
  };
};

/** Tables whose rows a migration writes or reads: those of its statements if it fills them in batches, else those of its header. */
const longTables = (migration: Migration): string[] => {
  const longLocks = (migration.declaration?.longLocks ?? []).map((line) => line.split(':')[0] ?? '');
  if (migration.declaration?.outside !== 'batches') return longLocks;
  return [...longLocks, ...fillsOf(migration).map(({ table }) => table)];
};

test('[decision 66] the header of each migration names the tables that it locks, and those that it locks for long', async () => {
  const wrong: object[] = [];
  await withClient(database.config, async (client) => {
    for (const migration of migrations) {
      const { name, declaration } = migration;
      const { locks, longLocks } = await observe(client, inTransaction(migration));
      if (!declared.includes(migration) || declaration?.outside === 'indexes') continue;
      const said = {
        locks: (declaration?.locks ?? []).toSorted(),
        longLocks: longTables(migration).toSorted(),
      };
      if (JSON.stringify(said) !== JSON.stringify({ locks, longLocks })) wrong.push({ name, said, locks, longLocks });
    }
  });
  expect(wrong).toEqual([]);
});

test('[decision 66] the queue has the tables of the last contract migration: a newer pg-boss needs another one', async () => {
  await withClient(database.config, async (client) => {
    await client.query('BEGIN');
    await createJobTables(client);
    expect((await client.query('SELECT version FROM pgboss.version')).rows).toEqual([{ version: 43 }]);
  });
});

test.each([
  ['a new column', 'ALTER TABLE t ADD b int', ['t'], []],
  ['a new column with a default', 'ALTER TABLE t ADD b int NOT NULL DEFAULT 1', ['t'], []],
  ['a new column with a check', 'ALTER TABLE t ADD b int CHECK (b > 0)', ['t'], ['t']],
  ['a check that is not validated', 'ALTER TABLE t ADD CHECK (a > 0) NOT VALID', ['t'], []],
  ['a column that refuses NULL', 'ALTER TABLE t ALTER a SET NOT NULL', ['t'], ['t']],
  ['another type', 'ALTER TABLE t ALTER a TYPE bigint', ['t'], ['t']],
  ['an index', 'CREATE INDEX ON t (a)', ['t'], ['t']],
  ['written rows', 'UPDATE t SET a = 1', [], ['t']],
  ['a new table that refers to it', 'CREATE TABLE u (id int REFERENCES t)', ['t'], []],
  ['a new table alone', 'CREATE TABLE u (id int PRIMARY KEY); INSERT INTO u VALUES (1)', [], []],
])('[decision 66] %s: the locks that a header has to name', async (_case, sql, locks, longLocks) => {
  await withClient(database.config, async (client) => {
    await client.query('CREATE TABLE t (id int PRIMARY KEY, a int)');
    expect(await observe(client, sql)).toEqual({ locks, longLocks });
  });
});

test('[decision 66] each migration since release 2.0.0 is declared', () => {
  expect(declared.filter(({ declaration }) => declaration === null).map(({ name }) => name)).toEqual([]);
});
