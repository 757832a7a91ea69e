import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { ensureDataFolder } from './data-folder.ts';
import { prepareNative } from './native-files.ts';
import { canonicalPath, choosePlace, fullDisk, isFull, makeSocketDir, removeSocketDir, SOCKET_PORT } from './places.ts';
import {
  type Launch,
  lastLogLines,
  launchPostmaster,
  runningPostmaster,
  type Settings,
  stopPostmaster,
} from './postmaster.ts';
import { admitsWithoutPassword, isAuthenticationRefused, requirePasswords, withClient } from './require-passwords.ts';
import {
  howToReplacePasswords,
  passwordFileOf,
  type RolePasswords,
  readPasswords,
  scramVerifier,
} from './role-passwords.ts';
import { DATABASE_OWNER, SERVER_ROLE } from './roles.ts';
import { takeStartLock } from './start-lock.ts';

/**
 * Runs a PostgreSQL from npm on a folder of Foyer, so that there is nothing to install.
 *
 * The database server is a separate process that listens on a unix socket only. It survives a killed Foyer, and the next start
 * uses it again. Foyer watches it and starts it again when it ends.
 */

type EmbeddedConfig = { host: string; port: number; user: string; password: string; database: string };

export type EmbeddedPostgres = {
  /** Connection of the owner role, which migrates. */
  config: EmbeddedConfig;
  /** Connection of the server role. */
  serverConfig: EmbeddedConfig;
  how: 'adopted' | 'started' | 'created';
  /** Folder of the data. It differs from the configured one if the server's user cannot reach that. */
  dataDir: string;
  /** Starts the server unless it runs. Another program may have stopped it. */
  bringUp(): Promise<unknown>;
  /** Stops the server and returns when it is gone. Only for the holder of the folder lock: the server may be shared. */
  stop(): Promise<void>;
  /** Stops watching and leaves the server running. A program calls this when it does not get the folder lock. */
  release(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** Receives warnings for administrators. Default: `log`. */
  warn?: (line: string) => void;
  /** Name of the user that the server runs as when root starts it. Default: chosen among those of the machine. */
  systemUser?: string | null;
  /** PostgreSQL settings that are added or replace Foyer's, for example `{ fsync: 'off' }` in tests. */
  settings?: Settings;
  /** Restarts the server when it ends. Default true. */
  watch?: boolean;
};

const DATABASE = 'foyer';
/** Recovery after a crash can take minutes, so the limit for a running server is longer than for one that keeps ending. */
const RUNNING_TIMEOUT_MS = 120_000;
const ENDED_TIMEOUT_MS = 20_000;
const WATCH_EVERY_MS = 500;

/**
 * Whether an error can pass by waiting: the server is starting, stopping or out of connections. An error of a statement
 * (severity ERROR) does not pass.
 */
const mayPass = (error: unknown): boolean =>
  !(error instanceof CannotStart || (error instanceof pg.DatabaseError && error.severity === 'ERROR'));

const readOrRefuse = (dataDir: string): RolePasswords => {
  const passwords = readPasswords(dataDir);
  if (passwords) return passwords;
  throw new CannotStart(`The passwords of the database in ${dataDir} are missing. ${howToReplacePasswords(dataDir)}`);
};

/**
 * Makes the running server require passwords, and makes our database and the server's role. These two are not part of initdb,
 * so they may be missing after a crash; passwords, in a folder of an earlier release. So each start looks for all three.
 */
const ensureDatabase = async (launch: Launch, log: (line: string) => void): Promise<RolePasswords> => {
  const { dataDir, socketDir: host, user } = launch;
  const asOwner = { host, port: SOCKET_PORT, user: DATABASE_OWNER, database: 'postgres' };
  if (await admitsWithoutPassword(asOwner)) await requirePasswords(asOwner, { dataDir, user, log });
  const passwords = readOrRefuse(dataDir);
  await withClient({ ...asOwner, password: passwords.owner }, async (client) => {
    const database = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE}`);
    const role = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
    if (role.rowCount === 0)
      await client.query(`create role ${SERVER_ROLE} login password '${scramVerifier(passwords.server)}'`);
  }).catch((error: unknown) => {
    if (!isAuthenticationRefused(error)) throw error;
    throw new CannotStart(
      `The database in ${dataDir} refuses the password in ${passwordFileOf(dataDir)} (${error.message}). ${howToReplacePasswords(dataDir)}`,
    );
  });
  return passwords;
};

const startTimeoutError = (dataDir: string, pid: number | null): CannotStart => {
  if (isFull(dataDir)) return new CannotStart(fullDisk(dataDir));
  const what =
    pid === null
      ? `The database server on ${dataDir} does not start.`
      : `The database server (process ${pid}) has been starting or stopping for ${RUNNING_TIMEOUT_MS / 60_000} minutes. Start again when it is done, or has ended.`;
  return new CannotStart(`${what} The last lines of its log:\n${lastLogLines(dataDir)}`);
};

/** Starts the server unless one runs. Resolves when it answers and has the database. `started`: this call started it. */
const ensureRunning = async (launch: Launch, log: (line: string) => void) => {
  const { dataDir } = launch;
  const startedAt = performance.now();
  let started = false;
  const passwordsWhenReady = () =>
    ensureDatabase(launch, log).catch(async (error: unknown) => {
      if (mayPass(error)) return null;
      if (started) await stopPostmaster(dataDir); // no Foyer would use this server, and none would stop it
      throw isFull(dataDir) ? new CannotStart(fullDisk(dataDir)) : error;
    });
  for (;;) {
    const passwords = await passwordsWhenReady();
    if (passwords) return { started, passwords };
    const waitedMs = performance.now() - startedAt;
    // A server on this folder may be starting, recovering or stopping. It can be one that another program started.
    const pid = runningPostmaster(dataDir);
    if (waitedMs > (pid === null ? ENDED_TIMEOUT_MS : RUNNING_TIMEOUT_MS)) throw startTimeoutError(dataDir, pid);
    if (pid === null) {
      if (started) await sleep(200); // the server ended: backends of a killed server may still be running
      await launchPostmaster(launch);
      started = true;
    }
    await sleep(15);
  }
};

/**
 * Checks the server twice a second and restarts it. Returns a function that ends the checks and waits for a start in
 * progress.
 */
const watchOver = (dataDir: string, bringUp: () => Promise<unknown>, log: (line: string) => void) => {
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (underWay || runningPostmaster(dataDir) !== null) return;
    log(`embedded database: the server on ${dataDir} has ended; starting it again`);
    underWay = bringUp()
      .catch((error: Error) => log(`embedded database: the server on ${dataDir} did not start: ${error.message}`))
      .finally(() => {
        underWay = null;
      });
  }, WATCH_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
};

export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const { log, warn = log, systemUser = null, settings = {}, watch = true } = options;
  const place = choosePlace(options.dataDir, systemUser);
  const { user } = place;
  const dataDir = canonicalPath(place.dataDir);
  if (place.warning) warn(place.warning);
  if (user) log(`running as root, so the database server runs as user ${user.uid} with its data in ${dataDir}`);

  const lockFile = `${dataDir}.lock`;

  const bringUp = async () => {
    const release = await takeStartLock(lockFile, RUNNING_TIMEOUT_MS);
    try {
      const native = prepareNative(dataDir, user, log);
      const isSynced = settings.fsync !== 'off';
      const created = runningPostmaster(dataDir) === null && ensureDataFolder(dataDir, native, user, isSynced);
      const socketDir = makeSocketDir(dataDir, user);
      const { started, passwords } = await ensureRunning({ dataDir, socketDir, native, user, settings }, log);
      const at = { host: socketDir, port: SOCKET_PORT, database: DATABASE };
      return {
        config: { ...at, user: DATABASE_OWNER, password: passwords.owner },
        serverConfig: { ...at, user: SERVER_ROLE, password: passwords.server },
        how: created ? 'created' : started ? 'started' : 'adopted',
      } as const;
    } finally {
      release();
    }
  };

  const { config, serverConfig, how } = await bringUp();
  const stopWatching = watch ? watchOver(dataDir, bringUp, log) : async () => {};
  const stop = async () => {
    await stopWatching();
    const release = await takeStartLock(lockFile, RUNNING_TIMEOUT_MS); // a start in progress must keep its socket folder
    try {
      await stopPostmaster(dataDir);
      removeSocketDir(config.host);
    } finally {
      release();
    }
  };
  return { config, serverConfig, how, dataDir, bringUp, stop, release: stopWatching };
};
