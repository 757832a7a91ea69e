import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { newId } from '../apps/server/src/adapters/new-id.ts';
import { type Database, defaultLimits, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { DEMO_PASSWORD } from '../apps/server/src/demo/demo-customers.ts';
import { deriveTokenKeys } from '../apps/server/src/derive-keys.ts';
import { makeTokens, type Tokens } from '../apps/server/src/services/identity/tokens.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import type { Cleanup } from './cleanup.ts';
import { startServer } from './processes.ts';
import { BARE_PAGE_ROW, RAW_SCHEMA, type RawOptions } from './raw/options.ts';

/** Product and raw server on one database server, with many sessions for requests. */
export interface Stage {
  readonly product: { readonly port: number; readonly url: string };
  readonly raw: { readonly port: number; readonly url: string };
  readonly tokens: Tokens;
  readonly userId: string;
  /** Session ids of the product. The rows of the raw server have the same keys. */
  readonly sessionIds: readonly string[];
  readonly users: readonly BenchUser[];
  /** Database that all servers share, and the number of connections of each. */
  readonly database: pg.ClientConfig;
  readonly connections: number;
  /** Folder for logs; removed at the end. */
  readonly folder: string;
}

/** Credentials of a user for sign-in requests. */
export interface BenchUser {
  readonly email: string;
  readonly password: string;
}

export interface StageOptions {
  readonly bareFolder: string | null;
  /** Folder for a CPU profile of the product; null for no profile. */
  readonly profileFolder: string | null;
}

/** Enough that no two clients use the same row at once, and that the rows fill more than a few database pages. */
const SESSIONS = 2_048;
/**
 * Demo customer with products and a card, so that every join of `me` finds rows. Not ada, who signs in elsewhere: a sign-in
 * ends a user's older sessions.
 */
const CUSTOMER = 'pia@demo.arcwave.test';
const ROOT = path.dirname(import.meta.dirname);

/** Starts the production server in a new process, with raised request-rate limits. */
export const startProduct = async (
  cleanup: Cleanup,
  {
    folder,
    databaseUrl,
    secret,
    profileFolder,
    demo = true,
  }: { folder: string; databaseUrl: string; secret: string; profileFolder: string | null; demo?: boolean },
): Promise<Stage['product'] & { readonly pid: number }> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const profile = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const pid = await startServer(cleanup, {
    name: 'the product',
    args: [...profile, path.join(ROOT, 'apps/server/src/main.ts')],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      FOYER_HOME: path.join(folder, 'home'),
      FOYER_SECRET: secret,
      DEMO: demo ? '1' : '0',
      TRUST_PROXY: '1', // lets the timing measurement send wrong passwords from many addresses
      LIMIT_REQUESTS_PER_ADDRESS: '10000000',
      LIMIT_REQUESTS_PER_ACCOUNT: '10000000',
      LIMIT_WRITES_PER_ACCOUNT: '10000000',
    },
    readyUrl: `${url}/readyz`,
    logFile: path.join(folder, 'product.log'),
  });
  return { port, url, pid };
};

const startRaw = async (cleanup: Cleanup, folder: string, options: Omit<RawOptions, 'port'>): Promise<Stage['raw']> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const all: RawOptions = { ...options, port };
  await startServer(cleanup, {
    name: 'the raw server',
    args: [path.join(import.meta.dirname, 'raw/server.ts')],
    env: { NODE_ENV: 'production', RAW_OPTIONS: JSON.stringify(all) },
    readyUrl: `${url}/ready`,
    logFile: path.join(folder, 'raw.log'),
  });
  return { port, url };
};

/** Inserts sessions as rows; their tokens can be derived. Thousands of sign-ins would take long because of argon2. */
const makeSessions = async (database: Database, count: number): Promise<{ userId: string; ids: string[] }> => {
  const [user] = await database.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [CUSTOMER]);
  if (!user) throw new Error(`the demo customer ${CUSTOMER} does not exist in the database`);
  const ids = Array.from({ length: count }, () => newId('session'));
  await database.query(
    `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
     SELECT id, $2, now(), now() + interval '14 days', now() + interval '30 days', 'foyer bench', '127.0.0.1' FROM unnest($1::text[]) id`,
    [ids, user.id],
  );
  return { userId: user.id, ids };
};

/** Number of users that sign in. Many, because each sign-in counts the sessions of its account and writes its row. */
const USERS = 256;

/** Adds customers with the password and the claims of a demo customer. */
const makeUsers = async (database: Database): Promise<BenchUser[]> => {
  const ids = Array.from({ length: USERS }, (_, index) => ({
    account: newId('account'),
    user: newId('user'),
    email: `bench-${index}@bench.arcwave.test`,
  }));
  const column = (name: 'account' | 'user' | 'email') => ids.map((one) => one[name]);
  await database.query(
    `INSERT INTO accounts (id, brand, gateway) SELECT id, 'scope', 'sandbox' FROM unnest($1::text[]) id`,
    [column('account')],
  );
  await database.query(
    `INSERT INTO users (id, account_id, first_name, last_name, email, email_verified_at, password_hash, claims)
     SELECT n.id, n.account_id, 'Bench', 'User', n.email, now(), u.password_hash, u.claims
     FROM unnest($1::text[], $2::text[], $3::text[]) AS n (id, account_id, email), users u WHERE u.email = $4`,
    [column('user'), column('account'), column('email'), CUSTOMER],
  );
  return ids.map(({ email }) => ({ email, password: DEMO_PASSWORD }));
};

const answerOf = async (url: string, init: RequestInit): Promise<string> => {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: status ${response.status}: ${text}`);
  return text;
};

/** Stores a real response of `me` under each key, so that the raw server sends the same bytes as the product. */
const fillRawTables = async (database: Database, ids: readonly string[], meAnswer: string): Promise<void> => {
  await database.query(`CREATE SCHEMA ${RAW_SCHEMA}`);
  await database.query(`CREATE TABLE ${RAW_SCHEMA}.answers (id text PRIMARY KEY, body text NOT NULL)`);
  await database.query(
    `CREATE TABLE ${RAW_SCHEMA}.rotations (id text PRIMARY KEY, generation integer NOT NULL, stepped_at timestamptz NOT NULL)`,
  );
  await database.query(`INSERT INTO ${RAW_SCHEMA}.answers SELECT id, $2 FROM unnest($1::text[]) id`, [
    [...ids, BARE_PAGE_ROW],
    meAnswer,
  ]);
  await database.query(`INSERT INTO ${RAW_SCHEMA}.rotations SELECT 'fr_' || id, 0, now() FROM unnest($1::text[]) id`, [
    ids,
  ]);
  await database.query('ANALYZE');
};

const startDatabase = async (cleanup: Cleanup, folder: string) => {
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => embedded.stop());
  return embedded.config;
};

/** Starts the database server, the product and the raw server, with their data in a temporary folder. */
export const startStage = async (cleanup: Cleanup, { bareFolder, profileFolder }: StageOptions): Promise<Stage> => {
  const folder = makeTempFolder('bench');
  cleanup.add('the temporary folder', () => folder.remove());
  const config = await startDatabase(cleanup, folder.path);
  const secret = randomBytes(32).toString('base64url');
  const tokens = makeTokens(deriveTokenKeys([secret]));
  const product = await startProduct(cleanup, {
    folder: folder.path,
    databaseUrl: addressOf(config),
    secret,
    profileFolder,
  });

  const database = openDatabase(config satisfies pg.ClientConfig, () => {});
  cleanup.add('our own connections', () => database.close());
  const { userId, ids } = await makeSessions(database, SESSIONS + 1);
  const [sample = '', ...sessionIds] = ids;
  const me = await answerOf(`${product.url}/api/auth/me`, {
    headers: { 'x-is-at': tokens.access({ sessionId: sample, generation: 0, userId }, Date.now()) },
  });
  const pair = await answerOf(`${product.url}/api/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: tokens.refresh(sample, 0) }),
  });
  await fillRawTables(database, sessionIds, me);
  const [hashed] = await database.query<{ passwordHash: string }>('SELECT password_hash FROM users WHERE email = $1', [
    CUSTOMER,
  ]);
  const passwordHash = hashed?.passwordHash ?? '';
  const raw = await startRaw(cleanup, folder.path, {
    database: config,
    connections: defaultLimits.connections,
    rotationBytes: Buffer.byteLength(pair),
    passwordHash,
    pages: bareFolder,
  });
  const rawMe = await answerOf(`${raw.url}/me/${sessionIds[0]}`, {});
  if (rawMe !== me) throw new Error('GET /me of the raw server and GET /api/auth/me of the product differ');
  return {
    product,
    raw,
    tokens,
    userId,
    sessionIds,
    users: await makeUsers(database),
    database: config,
    connections: defaultLimits.connections,
    folder: folder.path,
  };
};
