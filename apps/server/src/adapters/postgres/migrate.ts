import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { connectionTargetOf, describeUnsupportedDatabase, type ServerFacts } from './describe-database-error.ts';
import { beginLocked, type LockWait } from './migration-lock.ts';

/**
 * Applies numbered SQL files to a database, in order. Each runs in a separate transaction under a lock. Without the
 * lock, two servers that start at the same time would both create the first table.
 */

type Migration = { name: string; sql: string; checksum: string };
type AppliedRow = { name: string; checksum: string };

/** Limit for the connection. The administrator waits for the start, so a wrong address is reported soon. */
const CONNECT_TIMEOUT_MS = 10_000;

const READ_APPLIED = 'select name, checksum from schema_migrations order by name collate "C"';

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Checksum of a migration. Line ends do not count, because a checkout on another system may change them. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

const readMigrations = (folder: string): Migration[] => {
  const names = readdirSync(folder)
    .filter((name) => /^\d.*\.sql$/.test(name)) // other files are not migrations
    .sort();
  for (const [index, name] of names.entries()) {
    if (!FILE_NAME.test(name))
      throw new Error(`Migration ${name} is named wrongly. Rename it to the form 0001-accounts.sql.`);
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Migrations ${before} and ${name} have the same number. Give the newer one the next number.`);
  }
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: checksumOf(sql) };
  });
};

/**
 * Compares applied migrations with the files and returns those to apply. Refuses every unexpected difference, because a guess
 * could break the database.
 */
const planMigrations = (known: Migration[], applied: AppliedRow[]): Migration[] => {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) {
      throw new CannotStart(
        `The database holds migration ${name}, which this version of Foyer does not know. Start the newer version that wrote it.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new CannotStart(
        `Migration ${name} was changed after it was applied to this database. Undo the change and add a new migration instead.`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? '';
  const done = new Set(applied.map(({ name }) => name));
  const open = known.filter(({ name }) => !done.has(name));
  const late = open.find(({ name }) => name < last);
  if (late)
    throw new Error(`Migration ${late.name} comes before ${last}, which is already applied. Give it the next number.`);
  return open;
};

/** Error of a failed migration. PostgreSQL reports a character offset; the message names the line. */
const failure = ({ name, sql }: Migration, error: unknown): Error => {
  const position = Number(error instanceof pg.DatabaseError ? error.position : 0);
  const line = position > 0 ? `, line ${sql.slice(0, position).split('\n').length}` : '';
  return new Error(`Migration ${name} failed${line}: ${(error as Error).message}`, { cause: error });
};

/**
 * Refuses an unsupported server before the first table is created. Otherwise a part of the tables would be left there.
 */
const refuseUnfit = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as "versionNumber", current_setting('server_encoding') as encoding`,
  );
  const reason = rows[0] && describeUnsupportedDatabase(rows[0]);
  if (reason) throw new CannotStart(reason);
};

/** Applies the first open migration in the transaction that holds the lock. Null when none is open. */
const applyNext = async (client: pg.Client, known: Migration[]): Promise<string | null> => {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<AppliedRow>(READ_APPLIED);
  const [next] = planMigrations(known, rows);
  if (!next) return null;
  await client.query(next.sql).catch((error: unknown) => {
    throw failure(next, error);
  });
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [next.name, next.checksum]);
  return next.name;
};

/** Applies all open migrations. Each has a separate transaction and lock, and the list is read again under the lock. */
const applyAll = async (client: pg.Client, known: Migration[], wait: LockWait): Promise<string[]> => {
  const applied: string[] = [];
  for (;;) {
    await beginLocked(client, wait);
    try {
      const name = await applyNext(client, known);
      await client.query('commit');
      if (name === null) return applied;
      applied.push(name);
    } catch (error) {
      await client.query('rollback').catch(() => {}); // without a connection there is nothing left to roll back
      throw error;
    }
  }
};

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/**
 * Checks that this release has each of these migrations as it was applied. Throws `CannotStart` otherwise.
 */
export const requireKnown = (applied: readonly AppliedMigration[], folder: string): void => {
  planMigrations(readMigrations(folder), [...applied]);
};

/** Applies the files of `folder`, up to the migration `last` or all, in the transaction of `client`. */
export const migrateUpTo = async (client: pg.Client, folder: string, last?: string): Promise<void> => {
  await refuseUnfit(client);
  const wanted = readMigrations(folder).filter(({ name }) => last === undefined || name <= last);
  while ((await applyNext(client, wanted)) !== null) {
    // the next one
  }
};

/** Refuses a database without tables of Foyer. */
export const requireTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ isNew: boolean }>(`select to_regclass('schema_migrations') is null as "isNew"`);
  if (!rows[0]?.isNew) return;
  const { at, database } = connectionTargetOf(client);
  throw new CannotStart(
    `The database "${database}" at ${at} has no tables of Foyer. Set DATABASE_URL or FOYER_HOME as for the server. Only a start of the server (npm start) prepares a new database.`,
  );
};

/**
 * Refuses a database whose tables are not those of this release. For programs that only read: they migrate nothing.
 */
export const requireMigrated = async (client: pg.Client, folder: string): Promise<void> => {
  await requireTables(client);
  const { rows } = await client.query<AppliedRow>(READ_APPLIED);
  const [next] = planMigrations(readMigrations(folder), rows);
  if (next)
    throw new CannotStart(
      `The database lacks migration ${next.name} of this release. Run the command of the release that the servers run, or start a server of this one first.`,
    );
};

interface MigrateOptions extends LockWait {
  /** Allows to create the tables in an empty database. Default true. */
  readonly mayCreate?: boolean;
}

const migrateWith = async (
  client: pg.Client,
  folder: string,
  { mayCreate = true, ...wait }: MigrateOptions,
): Promise<string[]> => {
  const known = readMigrations(folder);
  await refuseUnfit(client);
  if (!mayCreate) await requireTables(client);
  return applyAll(client, known, wait);
};

/**
 * Applies the files of `folder` that the database does not have yet and returns their names. A configuration opens a
 * separate connection. A client must have no other user meanwhile.
 */
export const migrate = async (
  database: pg.Client | pg.PoolConfig,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> => {
  if (database instanceof pg.Client) return migrateWith(database, folder, options);
  const { Client = pg.Client, ...config } = database;
  const client = new (Client as typeof pg.Client)({
    ...config,
    application_name: 'foyer migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the process
  try {
    await client.connect();
    return await migrateWith(client, folder, options);
  } finally {
    await client.end().catch(() => {});
  }
};
