import { renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { loadOrCreatePasswords, scramVerifier } from './role-passwords.ts';
import { DATABASE_OWNER, FOLDER_LOCK_KEY, SERVER_ROLE } from './roles.ts';
import { type ServerUser, writeAnew } from './server-user.ts';

/**
 * Makes a server require passwords that admits every process at its socket (`trust`), as earlier releases set it up. Each
 * step can be repeated. A start decides by the result of the last step, so it finishes what a killed start began.
 */

export const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // the query that was under way rejects; an `error` event without a listener would end the process
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};

/** A function, because the driver takes an empty text for none and looks for `PGPASSWORD`. */
const NO_PASSWORD = { password: () => '' };

/** Tells whether the server refused to authenticate a role (PostgreSQL, appendix A: 28000, 28P01). Waiting does not change that. */
export const isAuthenticationRefused = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code === '28000' || error.code === '28P01');

/** Tells whether the driver had no password to send. It refuses an empty one itself. */
const isPasswordMissing = (error: unknown): boolean => error instanceof Error && error.message.startsWith('SASL:');

/**
 * Tells whether the running server admits a role without a password. Throws any other connection error. A server that
 * requires a password writes one line about this attempt into its log.
 */
export const admitsWithoutPassword = (config: pg.ClientConfig): Promise<boolean> =>
  withClient({ ...config, ...NO_PASSWORD }, async () => true).catch((error: unknown) => {
    if (isPasswordMissing(error) || isAuthenticationRefused(error)) return false;
    throw error;
  });

const HBA = `# Written by Foyer. Every role needs its password; the server listens on no network.
local all         all scram-sha-256
local replication all scram-sha-256
`;

/** Time for a running server to read its files again. */
const RELOAD_LIMIT_MS = 10_000;

const untilRequired = async (config: pg.ClientConfig): Promise<void> => {
  const deadline = performance.now() + RELOAD_LIMIT_MS;
  while (await admitsWithoutPassword(config)) {
    if (performance.now() > deadline)
      throw new CannotStart(
        'The database server did not reload pg_hba.conf and still admits roles without a password. Stop it, and start again.',
      );
    await sleep(10);
  }
};

/** Whether a Foyer runs on this server. It holds the folder lock: a bigint, which pg_locks shows as two halves. */
const isInUse = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
     and classid::bigint = $1::bigint >> 32 and objid::bigint = $1::bigint & 4294967295`,
    [FOLDER_LOCK_KEY],
  );
  return rowCount !== null && rowCount > 0;
};

export type Upgrade = { dataDir: string; user: ServerUser; log: (line: string) => void };

/** Sets the passwords of both roles and requires them from then on. `config`: the owner, in any database. */
export const requirePasswords = async (config: pg.ClientConfig, { dataDir, user, log }: Upgrade): Promise<void> => {
  const passwords = loadOrCreatePasswords(dataDir);
  const isDone = await withClient({ ...config, ...NO_PASSWORD }, async (client) => {
    // An earlier release knows no password, so a server of one that still runs could open no connection any more.
    if (await isInUse(client)) return false;
    const role = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${SERVER_ROLE} login`);
    await client.query(`alter role ${DATABASE_OWNER} password '${scramVerifier(passwords.owner)}'`);
    await client.query(`alter role ${SERVER_ROLE} password '${scramVerifier(passwords.server)}'`);
    const file = path.join(dataDir, 'pg_hba.conf');
    writeAnew(`${file}.foyer`, HBA, user);
    renameSync(`${file}.foyer`, file);
    await client.query('select pg_reload_conf()');
    return true;
  });
  if (!isDone)
    return log('embedded database: an earlier release of Foyer uses it; passwords are required from the next start');
  await untilRequired(config);
  log('embedded database: each role needs a password from now on');
};
