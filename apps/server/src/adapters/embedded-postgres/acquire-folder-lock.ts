import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';

/**
 * Two Foyer servers on one embedded folder would both charge, mail and stop the shared database. Whoever runs holds
 * an advisory lock on a connection of its own: the lock ends with the process, `kill -9` included, so nobody ever
 * has to remove a file.
 */

export type FolderLock = { release(): Promise<void> };

export type FolderLockOptions = {
  config: pg.ClientConfig;
  /** Named in the message. */
  folder: string;
  /** Called when the lock was lost with its connection and another server took it meanwhile: this one must end. */
  onLost: (error: Error) => void;
};

/** Any number that nobody else uses for an advisory lock in this database. */
const LOCK_KEY = 4_611_230_651;
/** A killed predecessor's connection takes a moment to be noticed. */
const PATIENCE_MS = 1500;
const RETRY_MS = 100;

const taken = (folder: string): CannotStart =>
  new CannotStart(`Foyer is already running on ${folder}. Stop it first, or choose another folder with FOYER_HOME.`);

/** A connection that holds the lock, or null when another process holds it. */
const tryLock = async (config: pg.ClientConfig): Promise<pg.Client | null> => {
  const client = new pg.Client({ ...config, application_name: 'foyer folder lock', keepAlive: true });
  client.on('error', () => {}); // the end of the connection is what counts, and has its own event
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK_KEY]);
    if (rows[0]?.held) return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end().catch(() => {});
  return null;
};

const lockWithPatience = async (config: pg.ClientConfig, folder: string): Promise<pg.Client> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const client = await tryLock(config);
    if (client) return client;
    if (performance.now() > deadline) throw taken(folder);
    await sleep(RETRY_MS);
  }
};

/** Takes the folder for this process, or throws when another Foyer has it. */
export const acquireFolderLock = async ({ config, folder, onLost }: FolderLockOptions): Promise<FolderLock> => {
  let released = false;
  let holder = await lockWithPatience(config, folder);

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
        if (!client) return onLost(taken(folder));
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
    release: async () => {
      released = true;
      await holder.end().catch(() => {});
    },
  };
};
