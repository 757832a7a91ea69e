import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { describeDatabaseError } from '../postgres/describe-database-error.ts';
import { FOLDER_LOCK_KEY } from './roles.ts';
import type { EmbeddedPostgres } from './start-embedded-postgres.ts';

/**
 * Lock on the folder of the embedded database. Two Foyer servers on one folder would both charge, send mails and stop the
 * shared database. The running server holds an advisory lock on a separate connection. The lock ends with the process, also
 * after `kill -9`, so there is no lock file to remove.
 */

export type FolderLock = {
  /**
   * Releases the folder after `last`. The server stops the database in `last`, while it still holds the lock. Otherwise the
   * next Foyer could take the folder and then lose the database.
   */
  release(last?: () => Promise<unknown>): Promise<void>;
};

export type FolderLockOptions = {
  embedded: Pick<EmbeddedPostgres, 'config' | 'bringUp'>;
  /** Data folder, for error messages. */
  folder: string;
  /** Called if the lock was lost with its connection and another server took it. This server must stop. */
  onLost: (error: Error) => void;
};

/** PostgreSQL needs a moment to notice that the connection of a killed process is gone. */
const LOCK_TIMEOUT_MS = 1500;
const RETRY_MS = 100;
/** Limit for starting the database again while other programs keep stopping it. */
const DATABASE_GONE_TIMEOUT_MS = 60_000;

/** Another Foyer holds the lock. Only that Foyer may stop the database. */
class FolderTaken extends CannotStart {
  constructor(folder: string) {
    super(`Foyer is already running on ${folder}. Stop it first, or choose another folder with FOYER_HOME.`);
  }
}

/**
 * Codes of errors that pass when the lock is tried again: the database is stopping, starting or out of connections
 * (PostgreSQL, appendix A: 57P01 to 57P03, 53300), or does not listen yet. Other errors, such as a full disk or a refused
 * user, do not pass.
 */
const PASSING_CODES = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);
/** Message of the driver for a closed connection. This error has no code. */
const connectionClosed = /^connection terminated/i;
const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  (PASSING_CODES.has(String((error as NodeJS.ErrnoException).code)) || connectionClosed.test(error.message));

const makeLockClient = (config: pg.ClientConfig): pg.Client => {
  const client = new pg.Client({ ...config, application_name: 'foyer folder lock', keepAlive: true });
  client.on('error', () => {}); // the `end` event follows and is handled
  return client;
};

/** Rejects unless the server takes new connections. */
const checkAcceptsConnections = async (config: pg.ClientConfig): Promise<void> => {
  const client = makeLockClient(config);
  await client.connect().finally(() => client.end().catch(() => {}));
};

/**
 * Returns a connection that holds the lock, or null if another process holds it. A server that shuts down closes the
 * connection of the holder first. So the lock counts only if the server still accepts connections.
 */
const tryLock = async (config: pg.ClientConfig): Promise<pg.Client | null> => {
  const client = makeLockClient(config);
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      FOLDER_LOCK_KEY,
    ]);
    if (rows[0]?.held) {
      await checkAcceptsConnections(config);
      return client;
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end().catch(() => {});
  return null;
};

const describeUnstableDatabase = (folder: string, error: unknown): CannotStart =>
  new CannotStart(
    `The database on ${folder} could not be used for a minute (${error instanceof Error ? error.message : error}). If another program stops it, start again when that one has ended.`,
  );

const lockWithinTimeout = async (
  { config, bringUp }: FolderLockOptions['embedded'],
  folder: string,
): Promise<pg.Client> => {
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  for (;;) {
    try {
      const client = await tryLock(config);
      if (client) return client;
      if (waitedMs() > LOCK_TIMEOUT_MS) throw new FolderTaken(folder);
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      if (!isPassing(error)) throw describeDatabaseError(error, config);
      // Another Foyer that ended at this moment has stopped its database.
      if (waitedMs() > DATABASE_GONE_TIMEOUT_MS) throw describeUnstableDatabase(folder, error);
      await bringUp();
    }
    await sleep(RETRY_MS);
  }
};

/**
 * Takes the lock for this process. Throws `FolderTaken` when another Foyer holds it. Throws `CannotStart` at once for an error
 * that does not pass, and after the limit when the database cannot be started again.
 */
export const acquireFolderLock = async ({ embedded, folder, onLost }: FolderLockOptions): Promise<FolderLock> => {
  const { config } = embedded;
  let released = false;
  let holder = await lockWithinTimeout(embedded, folder);

  /** A crash of the database ends the connection and the lock. Takes the lock again as soon as the database is back. */
  const retakeWhenLost = (client: pg.Client): void => {
    client.once('end', () => {
      if (!released) void retakeLock();
    });
  };
  const retakeLock = async (): Promise<void> => {
    while (!released) {
      try {
        const client = await tryLock(config);
        if (!client) return onLost(new FolderTaken(folder));
        if (released) return void (await client.end());
        holder = client;
        return retakeWhenLost(client);
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false }); // the database is not back yet
      }
    }
  };

  retakeWhenLost(holder);
  return {
    release: async (last = async () => {}) => {
      released = true;
      await last().finally(() => holder.end().catch(() => {}));
    },
  };
};

/** Like `acquireFolderLock`, but returns null when another Foyer holds the lock. Throws the other errors. */
export const acquireUnlessTaken = (options: FolderLockOptions): Promise<FolderLock | null> =>
  acquireFolderLock(options).catch((error: unknown) => {
    if (error instanceof FolderTaken) return null;
    throw error;
  });
