import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CannotStart } from '../cannot-start.ts';
import { readServerProcesses } from '../postgres/database.ts';
import { connectionTargetOf } from '../postgres/describe-database-error.ts';
import { migrateUpTo } from '../postgres/migrate.ts';
import { beginLocked, type LockWait } from '../postgres/migration-lock.ts';
import { markRestored } from '../postgres/restored-backup.ts';
import { createJobTables } from '../queue/job-queue.ts';
import { findJobTable } from '../queue/job-tables.ts';
import { type BackupTable, readSequences, readTables, setTextFormat } from './backup-tables.ts';
import type { BackupFooter } from './format.ts';
import { type BackupBlock, damaged, type OpenBackup, refuse } from './read-backup.ts';
import { RowsDigest } from './rows-digest.ts';
import { digestRows } from './write-backup.ts';

export interface Restored {
  readonly tables: number;
  readonly rows: number;
  /** Tables in the backup that are none of Foyer's. */
  readonly skipped: readonly string[];
}

const LINE_END = Buffer.from('\n');

/** Tables, views, sequences and schemas that exist in a database. Objects of extensions are left out. */
const READ_CONTENT = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  UNION ALL SELECT format('schema %I', nspname) FROM pg_namespace WHERE nspname IN ('sandbox', 'pgboss') ORDER BY 1`;

const refuseContent = async (client: pg.Client, file: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(READ_CONTENT);
  if (rows.length === 0) return;
  const { at, database } = connectionTargetOf(client);
  throw refuse(
    file,
    `the database "${database}" at ${at} is not empty: it holds ${rows[0]?.name}${rows.length > 1 ? ` and ${rows.length - 1} more` : ''}. Restore into a new one: CREATE DATABASE, or another FOYER_HOME.`,
  );
};

/** Refuses a database that a server uses: it would go on with what it knows of the former rows and numbers. */
const refuseServers = async (client: pg.Client, file: string): Promise<void> => {
  const processes = await readServerProcesses(client);
  if (processes.length === 0) return;
  throw refuse(
    file,
    `a server uses the database (its processes there: ${processes.join(', ')}). Stop all servers first; after the restore, start them with ROLE=web until reconcile has run.`,
  );
};

/** Copies the rows of a block into its table. Returns their count and digest. */
const copyRows = async (client: pg.Client, { name, columns, rows }: BackupBlock): Promise<RowsDigest> => {
  const digest = new RowsDigest();
  async function* bytes() {
    for await (const batch of rows) {
      for (const row of batch) digest.add(row);
      yield Buffer.concat(batch.flatMap((row) => [row, LINE_END]));
    }
  }
  await pipeline(
    Readable.from(bytes(), { objectMode: false }),
    client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`)),
  );
  return digest;
};

/** Reads the rows of a block without a table of ours. */
const skipRows = async ({ rows }: BackupBlock): Promise<RowsDigest> => {
  const digest = new RowsDigest();
  for await (const batch of rows) for (const row of batch) digest.add(row);
  return digest;
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** Triggers of Foyer that act on changes of rows. Those of foreign keys are internal. */
const READ_TRIGGERS = `
  SELECT tgrelid::regclass::text AS "table", quote_ident(tgname) AS name FROM pg_trigger
   WHERE NOT tgisinternal AND tgenabled = 'O' AND tgrelid = ANY($1::regclass[]) ORDER BY 1, 2`;

/**
 * Disables the triggers of tables, which would change the written rows. The owner of a table may do this without being a superuser.
 * Returns a function that enables them again. It needs that no check of a constraint is pending.
 */
const disableTriggers = async (client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ table: string; name: string }>(READ_TRIGGERS, [tables]);
  const change = async (action: 'DISABLE' | 'ENABLE'): Promise<void> => {
    for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} ${action} TRIGGER ${name}`);
  };
  await change('DISABLE');
  return () => change('ENABLE');
};

const setSequences = async (client: pg.Client, file: string, sequences: BackupFooter['sequences']): Promise<void> => {
  const known = await readSequences(client);
  for (const { name, value, isCalled } of sequences) {
    if (!known.includes(name)) throw damaged(file, `this release has no sequence ${name}`);
    await client.query('SELECT setval($1, $2, $3)', [name, value, isCalled]);
  }
};

/** Explains what the database refuses in rows of a damaged backup. */
const describeRefusedRow = (file: string, error: unknown): unknown =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
    ? damaged(file, `the database refuses a row of ${error.table ?? 'it'} (${error.message})`)
    : error;

/**
 * Replaces the rows of all tables by those of a backup, in the transaction of the caller. The tables are those of the release
 * that wrote it. Rows that differ from their digest are refused.
 */
export const fillTables = async (client: pg.Client, backup: OpenBackup): Promise<Restored> => {
  const { file } = backup;
  await setTextFormat(client);
  const jobs = await findJobTable(client);
  const known = new Map([...(await readTables(client)), ...(jobs ? [jobs] : [])].map((table) => [table.name, table]));
  // Migrations write some rows themselves.
  await client.query(`TRUNCATE ${[...known.keys()].join(', ')}`);
  const enableTriggers = await disableTriggers(client, [...known.keys()]);

  const read = new Map<string, RowsDigest>();
  const restored: BackupTable[] = [];
  const skipped: string[] = [];
  for await (const block of backup.blocks) {
    const table = known.get(block.name);
    if (table && !isSameSet(table.columns, block.columns))
      throw damaged(file, `${block.name} has other columns in this release`);
    read.set(block.name, await (table ? copyRows(client, block) : skipRows(block)));
    if (table) restored.push(block);
    else skipped.push(block.name);
  }

  const footer = backup.footer();
  for (const { name, rows, digest } of footer.tables) {
    const found = read.get(name);
    if (found?.rows !== rows || found.digest !== digest)
      throw damaged(file, `the rows of ${name} do not match its digest`);
  }
  if (footer.tables.length !== read.size) throw damaged(file, 'it holds a table that its last line does not name');
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await enableTriggers();
  for (const table of restored) {
    const { rows, digest } = await digestRows(client, table);
    const wanted = read.get(table.name);
    if (rows !== wanted?.rows || digest !== wanted.digest)
      throw new CannotStart(
        `restore ${file}: the database returns other rows of ${table.name} than it was given. Nothing was restored.`,
      );
  }
  await setSequences(client, file, footer.sequences);
  return {
    tables: restored.length,
    rows: restored.reduce((sum, { name }) => sum + (read.get(name)?.rows ?? 0), 0),
    skipped,
  };
};

const fill = async (client: pg.Client, backup: OpenBackup, migrations: string): Promise<Restored> => {
  const { file, header } = backup;
  await refuseContent(client, file);
  await refuseServers(client, file);
  await migrateUpTo(client, migrations, header.migrations.at(-1)?.name ?? '');
  await createJobTables(client);
  const restored = await fillTables(client, backup);
  await migrateUpTo(client, migrations);
  await markRestored((text, values) => client.query(text, values), header.restoredFrom ?? header.takenAt);
  await client.query('ANALYZE');
  return restored;
};

/**
 * Restores a backup into an empty database, as its owner. One transaction: a failure leaves the database empty. A server that starts
 * meanwhile waits for the migration lock. `beforeCommit` is called when nothing can fail any more but the commit.
 */
export const restoreBackup = async (
  client: pg.Client,
  backup: OpenBackup,
  { migrations, beforeCommit, ...wait }: LockWait & { migrations: string; beforeCommit: () => void },
): Promise<Restored> => {
  await beginLocked(client, wait);
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    const restored = await fill(client, backup, migrations);
    beforeCommit();
    await client.query('COMMIT');
    return restored;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // without a connection there is nothing left to roll back
    throw describeRefusedRow(backup.file, error);
  }
};
