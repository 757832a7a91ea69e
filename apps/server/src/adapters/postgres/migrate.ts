import pg from 'pg';
import { CannotStart, WrongSettings } from '../cannot-start.ts';
import { readServerProcesses } from './database.ts';
import { connectionTargetOf, describeUnsupportedDatabase, type ServerFacts } from './describe-database-error.ts';
import { fillInBatches } from './fill-in-batches.ts';
import { concurrentIndexesOf, fillsOf, inTransaction, type Migration, readMigrations } from './migration-files.ts';
import { APPLICATION, beginLocked, describeOldest, isWaitTooLong, type LockWait, pause } from './migration-lock.ts';

/**
 * Applies numbered SQL files to a database, in order. Each runs in a separate transaction under a lock. Without the
 * lock, two servers that start at the same time would both create the first table. Kinds of migrations: decision 66.
 */

type AppliedRow = { name: string; checksum: string; kind: string | null };

/** Limit for the connection. The administrator waits for the start, so a wrong address is reported soon. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Reads the applied migrations, also of a database whose last release did not know kinds. */
const READ_APPLIED = `select name, checksum, to_jsonb(m) ->> 'kind' as kind from schema_migrations m order by name collate "C"`;

const refuseUnknown = ({ name, kind }: AppliedRow): WrongSettings =>
  new WrongSettings(
    kind === 'contract'
      ? `The database holds migration ${name} of a newer release, which changes what this release uses. Start the newer release, and stop the servers of this one.`
      : `The database holds migration ${name}, which this version of Foyer does not know. Start the newer version that wrote it.`,
  );

/**
 * Compares applied migrations with the files and returns those to apply. Refuses every unexpected difference, because a guess
 * could break the database. Newer migrations that only expand the tables are expected while a newer release is rolled out.
 */
const planMigrations = (
  known: readonly Migration[],
  applied: readonly AppliedRow[],
  { mayBeNewer = true }: { mayBeNewer?: boolean } = {},
): Migration[] => {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const migration = byName.get(row.name);
    if (!migration) {
      if (mayBeNewer && row.kind === 'expand') continue;
      throw refuseUnknown(row);
    }
    if (migration.checksum !== row.checksum) {
      throw new WrongSettings(
        `Migration ${row.name} was changed after it was applied to this database. Undo the change and add a new migration instead.`,
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

/** A lock that was not free in time, or a deadlock. The message names what needed the lock. */
class NoLock extends Error {}

/** Servers of an earlier release that are still running. */
class MustWait extends Error {}

/** Error of a failed migration. PostgreSQL reports a character offset; the message names the line. */
const failure = ({ name, sql, declaration }: Migration, error: unknown): Error => {
  const isWholeFile = !declaration?.outside;
  const position = Number(isWholeFile && error instanceof pg.DatabaseError ? error.position : 0);
  const line = position > 0 ? `, line ${sql.slice(0, position).split('\n').length}` : '';
  if (isWaitTooLong(error)) return new NoLock(`Migration ${name}`, { cause: error });
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
  if (reason) throw new WrongSettings(reason);
};

/** Creates the table of applied migrations, or adds the column that a database of an earlier release lacks. */
const prepareTable = async (client: pg.Client): Promise<void> => {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      kind text
    )`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'kind'`,
  );
  // "if not exists" would lock the table also when the column is there, and wait for a backup.
  if (rowCount !== 0) return;
  await client.query('alter table schema_migrations add column kind text').catch((error: unknown) => {
    throw isWaitTooLong(error) ? new NoLock('The table of migrations', { cause: error }) : error;
  });
};

const findNext = async (client: pg.Client, known: readonly Migration[]) => {
  await prepareTable(client);
  const { rows } = await client.query<AppliedRow>(READ_APPLIED);
  return { next: planMigrations(known, rows)[0] ?? null, isNew: rows.length === 0 };
};

/** Refuses a contract migration while servers use the database, because their calls would fail after it. */
const requireNoServers = async (client: pg.Client, { name }: Migration): Promise<void> => {
  const processes = await readServerProcesses(client);
  if (processes.length > 0)
    throw new MustWait(
      `Migration ${name} changes what servers of earlier releases use, and waits until they have stopped. Their database processes: ${processes.join(', ')}.`,
    );
};

const applyInTransaction = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query(inTransaction(migration)).catch((error: unknown) => {
    throw failure(migration, error);
  });
};

const recordApplied = ({ name, checksum, declaration }: Migration, client: pg.Client) =>
  client.query('insert into schema_migrations (name, checksum, kind) values ($1, $2, $3)', [
    name,
    checksum,
    declaration?.kind ?? 'contract',
  ]);

/** Connection that runs migrations, and how to open another one. */
interface Connections {
  readonly client: pg.Client;
  /** Null if `client` is the only connection. */
  readonly withAnother: (<T>(work: (other: pg.Client) => Promise<T>) => Promise<T>) | null;
}

/** Ends the statement of `client` when the signal aborts. Returns a function that ends this. */
const cancelOnAbort = async (
  { client, withAnother }: Connections,
  signal: AbortSignal | undefined,
): Promise<() => void> => {
  if (!signal || !withAnother) return () => {};
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cancel = (): void => {
    // A pool may have given this process of the database to another program meanwhile.
    const text = `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and application_name = '${APPLICATION}'`;
    withAnother((other) => other.query(text, [rows[0]?.pid])).catch(() => {
      // The connection closes with this process, and PostgreSQL then rolls the transaction back.
    });
  };
  signal.addEventListener('abort', cancel, { once: true });
  return () => signal.removeEventListener('abort', cancel);
};

/**
 * Builds the indexes of a migration while customers write. PostgreSQL does so only outside a transaction, so the transaction
 * of another connection holds the migration lock meanwhile. An index that an interrupted build left behind is dropped first.
 */
const buildIndexes = async (connections: Connections, migration: Migration, signal?: AbortSignal): Promise<void> => {
  const unwatch = await cancelOnAbort(connections, signal);
  try {
    for (const { name, schema, statement } of concurrentIndexesOf(migration)) {
      signal?.throwIfAborted();
      const { client } = connections;
      const { rows } = await client.query<{ isValid: boolean }>(
        `select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
          where c.relname = $1 and c.relnamespace = $2::regnamespace`,
        [name, schema],
      );
      if (rows[0]?.isValid) continue;
      if (rows[0]) await client.query(`drop index concurrently ${schema}.${name}`);
      await client.query(statement).catch((error: unknown) => {
        throw failure(migration, error);
      });
    }
  } finally {
    unwatch();
  }
};

/** Pause before the next try, in which the calls that wait behind the migration go on. */
const LOCK_PAUSE_MS = 5_000;

/**
 * Fills the rows of a migration while customers write. The transaction of another connection holds the migration lock
 * meanwhile. Rows that an interrupted fill has written stay, and the next one finds the others.
 */
const fillRows = async (
  connections: Connections,
  migration: Migration,
  { onWait, ...wait }: LockWait & { readonly lockPauseMs: number },
): Promise<void> => {
  const unwatch = await cancelOnAbort(connections, wait.signal);
  const report = (line: string): void => onWait?.(`Migration ${migration.name}: ${line}`);
  try {
    for (const fill of fillsOf(migration)) {
      await fillInBatches(connections.client, fill, { ...wait, onWait: report }).catch((error: unknown) => {
        throw failure(migration, error);
      });
    }
  } finally {
    unwatch();
  }
};

interface Applied {
  /** Name of the migration that was applied. Null if none is open. */
  readonly name: string | null;
}

/** Applies the first open migration under the migration lock. The list is read under the lock too. */
const applyNext = async (
  connections: Connections,
  known: readonly Migration[],
  { lockTimeoutMs, lockPauseMs, signal, ...wait }: LockWait & { lockTimeoutMs: number; lockPauseMs: number },
): Promise<Applied> => {
  const { client, withAnother } = connections;
  await beginLocked(client, { signal, ...wait });
  const unwatch = await cancelOnAbort(connections, signal);
  try {
    for (const setting of [
      `lock_timeout = ${lockTimeoutMs}`,
      'statement_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
    ])
      await client.query(`set local ${setting}`);
    const { next, isNew } = await findNext(client, known);
    if (next && !isNew && next.declaration?.kind !== 'expand') await requireNoServers(client, next);
    const outside = next?.declaration?.outside;
    if (next && outside && withAnother)
      await withAnother((other) => {
        const others = { client: other, withAnother };
        return outside === 'indexes'
          ? buildIndexes(others, next, signal)
          : fillRows(others, next, { lockPauseMs, signal, ...wait });
      });
    else if (next) await applyInTransaction(client, next);
    if (next) await recordApplied(next, client);
    signal?.throwIfAborted();
    await client.query('commit');
    return { name: next?.name ?? null };
  } catch (error) {
    await client.query('rollback').catch(() => {}); // without a connection there is nothing left to roll back
    signal?.throwIfAborted();
    throw error;
  } finally {
    unwatch();
  }
};

/** Applies all open migrations. One that has to wait for a lock or for servers is rolled back and tried again. */
const applyAll = async (
  connections: Connections,
  known: readonly Migration[],
  { lockTimeoutMs, lockPauseMs = LOCK_PAUSE_MS, ...wait }: ApplyOptions & { lockTimeoutMs: number },
): Promise<string[]> => {
  const applied: string[] = [];
  for (;;) {
    try {
      const { name } = await applyNext(connections, known, { lockTimeoutMs, lockPauseMs, ...wait });
      if (name === null) return applied;
      applied.push(name);
    } catch (error) {
      if (!(error instanceof NoLock || error instanceof MustWait)) throw error;
      wait.onWait?.(
        error instanceof NoLock
          ? `${error.message} got no lock within ${lockTimeoutMs} ms, and nothing of it was applied.${await describeOldest(connections.client)} Trying again in ${lockPauseMs / 1000} s`
          : error.message,
      );
      await pause(lockPauseMs, wait.signal);
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
  planMigrations(
    readMigrations(folder),
    applied.map((migration) => ({ ...migration, kind: null })),
    { mayBeNewer: false },
  );
};

/** Applies the files of `folder`, up to the migration `last` or all, in the transaction of `client`. */
export const migrateUpTo = async (client: pg.Client, folder: string, last?: string): Promise<void> => {
  await refuseUnfit(client);
  const wanted = readMigrations(folder).filter(({ name }) => last === undefined || name <= last);
  for (;;) {
    const { next } = await findNext(client, wanted);
    if (!next) return;
    await applyInTransaction(client, next);
    await recordApplied(next, client);
  }
};

/** Refuses a database without tables of Foyer. */
export const requireTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ isNew: boolean }>(`select to_regclass('schema_migrations') is null as "isNew"`);
  if (!rows[0]?.isNew) return;
  const { at, database } = connectionTargetOf(client);
  throw new CannotStart(
    `The database "${database}" at ${at} has no tables of Foyer. Set DATABASE_URL or FOYER_HOME as for the server. Only a start of the server prepares a new database.`,
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

interface ApplyOptions extends LockWait {
  /** Limit for each wait for a lock. While a migration waits, the calls that need the table wait behind it. */
  readonly lockTimeoutMs?: number | undefined;
  /** Pause after such a wait. */
  readonly lockPauseMs?: number;
}

export interface MigrateOptions extends ApplyOptions {
  /** Allows to create the tables in an empty database. Default true. */
  readonly mayCreate?: boolean;
}

/** Shorter than `deadlock_timeout` (1 s). PostgreSQL then ends a transaction, which may be a call of a customer. */
const DEFAULT_LOCK_TIMEOUT_MS = 500;

const migrateWith = async (
  connections: Connections,
  folder: string,
  { mayCreate = true, lockTimeoutMs = DEFAULT_LOCK_TIMEOUT_MS, ...wait }: MigrateOptions,
): Promise<string[]> => {
  const known = readMigrations(folder);
  await refuseUnfit(connections.client);
  if (!mayCreate) await requireTables(connections.client);
  return applyAll(connections, known, { lockTimeoutMs, ...wait });
};

const withConnection = async <T>(database: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const { Client = pg.Client, ...config } = database;
  const client = new (Client as typeof pg.Client)({
    ...config,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {}); // the query under way rejects; an `error` event without a listener would end the process
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};

/**
 * Applies the files of `folder` that the database does not have yet and returns their names. A configuration opens separate
 * connections. A client must have no other user meanwhile, and then indexes are built and rows filled in its transaction.
 */
export const migrate = (
  database: pg.Client | pg.PoolConfig,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> =>
  database instanceof pg.Client
    ? migrateWith({ client: database, withAnother: null }, folder, options)
    : withConnection(database, (client) =>
        migrateWith({ client, withAnother: (work) => withConnection(database, work) }, folder, options),
      );

/** Migrations of this release that a database lacks, and whether its servers know the kinds of migrations. */
export interface OpenMigrations {
  readonly open: readonly Migration[];
  readonly knowsKinds: boolean;
}

/** Reads which migrations of `folder` a database lacks. Changes nothing. */
export const readOpenMigrations = (database: pg.PoolConfig, folder: string): Promise<OpenMigrations> =>
  withConnection(database, async (client) => {
    await refuseUnfit(client);
    await requireTables(client);
    const { rows } = await client.query<AppliedRow>(READ_APPLIED);
    return { open: planMigrations(readMigrations(folder), rows), knowsKinds: rows.some(({ kind }) => kind !== null) };
  });
