import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { inWords } from '../postgres/why-unusable.ts';
import { FOLDER_LOCK_KEY } from './roles.ts';
import type { EmbeddedPostgres } from './start-embedded-postgres.ts';

/**
 * Two Foyer servers on one embedded folder would both charge, mail and stop the shared database. Whoever runs holds
 * an advisory lock on a connection of its own: the lock ends with the process, `kill -9` included, so nobody ever
 * has to remove a file.
 */

export type FolderLock = {
  /**
   * Gives the folder free, after `last`: whoever stops the database does so while the folder is still theirs, or the next
   * Foyer would take both and lose the one.
   */
  release(last?: () => Promise<unknown>): Promise<void>;
};

export type FolderLockOptions = {
  embedded: Pick<EmbeddedPostgres, 'config' | 'bringUp'>;
  /** Named in the message. */
  folder: string;
  /** Called when the lock was lost with its connection and another server took it meanwhile: this one must end. */
  onLost: (error: Error) => void;
};

/** A killed predecessor's connection takes a moment to be noticed. */
const PATIENCE_MS = 1500;
const RETRY_MS = 100;
/** As long as a database that others stop is brought up again and again; one does so once. */
const GONE_PATIENCE_MS = 60_000;

/** Another Foyer has the folder, and the database is its own to stop. */
class FolderTaken extends CannotStart {
  constructor(folder: string) {
    super(`Foyer is already running on ${folder}. Stop it first, or choose another folder with FOYER_HOME.`);
  }
}

/**
 * A database that another Foyer has just taken away, or that is coming back, or has no connection left at the moment: nobody
 * listens, the connection breaks off, or the server says so (PostgreSQL, appendix A: 57P01 to 57P03, 53300). Anything else, a
 * full disk or a user who is not let in, is as it is in a minute.
 */
const PASSING_CODES = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']);
/** What the driver says without any code. */
const hungUp = /^connection terminated/i;
const mayClear = (error: unknown): boolean =>
  error instanceof Error &&
  (PASSING_CODES.has(String((error as NodeJS.ErrnoException).code)) || hungUp.test(error.message));

const askedBy = (config: pg.ClientConfig): pg.Client => {
  const client = new pg.Client({ ...config, application_name: 'foyer folder lock', keepAlive: true });
  client.on('error', () => {}); // the end of the connection is what counts, and has its own event
  return client;
};

/** Rejects unless the server takes new connections. */
const knock = async (config: pg.ClientConfig): Promise<void> => {
  const client = askedBy(config);
  await client.connect().finally(() => client.end().catch(() => {}));
};

/**
 * A connection that holds the lock, or null when another process holds it. A server that goes down ends the others'
 * connections first, and theirs may have held it: so it counts only while the server takes new ones.
 */
const tryLock = async (config: pg.ClientConfig): Promise<pg.Client | null> => {
  const client = askedBy(config);
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      FOLDER_LOCK_KEY,
    ]);
    if (rows[0]?.held) {
      await knock(config);
      return client;
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end().catch(() => {});
  return null;
};

const neverStays = (folder: string, error: unknown): CannotStart =>
  new CannotStart(
    `The database on ${folder} could not be used for a minute (${error instanceof Error ? error.message : error}). If another program stops it, start again when that one has ended.`,
  );

const lockWithPatience = async (
  { config, bringUp }: FolderLockOptions['embedded'],
  folder: string,
): Promise<pg.Client> => {
  const startedAt = performance.now();
  const waitedMs = () => performance.now() - startedAt;
  for (;;) {
    try {
      const client = await tryLock(config);
      if (client) return client;
      if (waitedMs() > PATIENCE_MS) throw new FolderTaken(folder);
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      if (!mayClear(error)) throw inWords(error, config);
      // a Foyer that was just ending has taken its database with it
      if (waitedMs() > GONE_PATIENCE_MS) throw neverStays(folder, error);
      await bringUp();
    }
    await sleep(RETRY_MS);
  }
};

/**
 * Takes the folder for this process. Throws `FolderTaken` when another Foyer has it; what cannot be mended by waiting, at once
 * and in words; and whatever kept the database from being brought up again.
 */
export const acquireFolderLock = async ({ embedded, folder, onLost }: FolderLockOptions): Promise<FolderLock> => {
  const { config } = embedded;
  let released = false;
  let holder = await lockWithPatience(embedded, folder);

  /** A crash of the database ends the connection and with it the lock: it is taken again as soon as that is possible. */
  const keep = (client: pg.Client): void => {
    client.once('end', () => {
      if (!released) void takeAgain();
    });
  };
  const takeAgain = async (): Promise<void> => {
    while (!released) {
      try {
        const client = await tryLock(config);
        if (!client) return onLost(new FolderTaken(folder));
        if (released) return void (await client.end());
        holder = client;
        return keep(client);
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false }); // the database is not back yet
      }
    }
  };

  keep(holder);
  return {
    release: async (last = async () => {}) => {
      released = true;
      await last().finally(() => holder.end().catch(() => {}));
    },
  };
};

/** The same for who may do without: null when another Foyer has the folder. Why else there is no lock is thrown. */
export const acquireUnlessTaken = (options: FolderLockOptions): Promise<FolderLock | null> =>
  acquireFolderLock(options).catch((error: unknown) => {
    if (error instanceof FolderTaken) return null;
    throw error;
  });
