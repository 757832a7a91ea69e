import type pg from 'pg';
import { tablePlaces } from '../apps/server/src/adapters/postgres/table-places.ts';

/** Distributes the account tables, and prepares them for it as far as asked. */

/** Changes before the distribution. Each includes those before it. */
export type Preparation = 'none' | 'without triggers and foreign keys' | 'with the account in every key';

export interface Distribution {
  readonly distributed: readonly string[];
  /** Reason of Citus by table. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Account tables with the column, in the order of the declarations. */
const accountTables = Object.entries(tablePlaces).flatMap(([name, place]) =>
  place.place === 'account' ? [{ name, column: place.column }] : [],
);
const copiedTables = Object.entries(tablePlaces)
  .filter(([, { place }]) => place === 'catalogue' || place === 'directory')
  .map(([name]) => name);

export const accountTableCount = accountTables.length;
export const withoutColumn = accountTables.filter(({ column }) => column === null).map(({ name }) => name);

interface Key {
  readonly name: string;
  readonly isConstraint: boolean;
  readonly isPrimary: boolean;
  readonly isExclusion: boolean;
  readonly columns: readonly string[];
  readonly definition: string;
}

const dropForeignKeys = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
};

const dropTriggers = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`DROP TRIGGER ${name} ON ${table}`);
};

/** Puts the account first into each unique key of a table. Exclusion constraints are dropped. */
const addAccountToKeys = async (client: pg.Client, table: string, column: string): Promise<void> => {
  const { rows } = await client.query<Key>(
    `SELECT c.relname AS name, k.oid IS NOT NULL AS "isConstraint", i.indisprimary AS "isPrimary", i.indisexclusion AS "isExclusion",
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])) AS columns,
       pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')
     WHERE i.indrelid = $1::regclass AND (i.indisunique OR i.indisexclusion)`,
    [table],
  );
  for (const { name, isConstraint, isPrimary, isExclusion, columns, definition } of rows) {
    if (!isExclusion && columns.includes(column)) continue;
    await client.query(isConstraint ? `ALTER TABLE ${table} DROP CONSTRAINT ${name}` : `DROP INDEX ${name}`);
    if (isPrimary) await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (${[column, ...columns].join(', ')})`);
    else if (!isExclusion) await client.query(definition.replace('USING btree (', `USING btree (${column}, `));
  }
};

const tryIn = async (client: pg.Client, work: () => Promise<unknown>): Promise<string | null> => {
  await client.query('SAVEPOINT attempt');
  try {
    await work();
    await client.query('RELEASE SAVEPOINT attempt');
    return null;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    return error instanceof Error ? error.message : String(error);
  }
};

/**
 * Copies catalogue and directory tables to all nodes and distributes account tables, in one transaction. Without `keep` it is
 * rolled back, and each table is tried alone.
 */
export const distribute = async (client: pg.Client, preparation: Preparation, keep: boolean): Promise<Distribution> => {
  const distributed: string[] = [];
  const refused: Record<string, string> = {};
  await client.query('BEGIN');
  try {
    // By default Citus refuses triggers, because they run on the worker and see only its tables.
    await client.query(`SET LOCAL citus.enable_unsafe_triggers = ${preparation === 'with the account in every key'}`);
    if (preparation !== 'none') {
      await dropForeignKeys(client);
      if (preparation === 'without triggers and foreign keys') await dropTriggers(client);
    }
    const tried = accountTables.filter((table) => table.column !== null) as { name: string; column: string }[];
    if (preparation === 'with the account in every key')
      for (const { name, column } of tried) await addAccountToKeys(client, name, column);
    if (keep && preparation === 'with the account in every key')
      for (const table of copiedTables) {
        const problem = await tryIn(client, () => client.query('SELECT create_reference_table($1)', [table]));
        if (problem) refused[table] = problem;
      }
    for (const { name, column } of tried) {
      const problem = await tryIn(client, () =>
        client.query(`SELECT create_distributed_table($1, $2)`, [name, column]),
      );
      if (problem) refused[name] = problem;
      else distributed.push(name);
    }
    await client.query(keep ? 'COMMIT' : 'ROLLBACK');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return { distributed, refused };
};
