import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { newId } from '../apps/server/src/adapters/new-id.ts';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { deriveTokenKeys } from '../apps/server/src/derive-keys.ts';
import { makeTokens } from '../apps/server/src/services/identity/tokens.ts';
import { insertCustomer } from '../apps/server/test/customers.ts';
import { type Cleanup, makeCleanup } from '../bench/cleanup.ts';
import type { ClientTokens } from './clients.ts';
import { type ProxyName, proxyNames } from './proxies.ts';

/** Servers, sessions and the frame that all drills share. */

/** Ports below the range for outgoing connections: such a connection could take the port of a stopped server. */
export const SERVER_PORTS = [21_801, 21_802, 21_803];
export const CLIENTS = 12;
/** Pause after a start. The proxy notices meanwhile that the server is back, before the next one stops. */
export const PAUSE_MS = 3_000;
const DRAIN_DELAY_SECONDS = 3;
/** Limit for a stop: the drain delay plus 4 s for the calls in flight and the shutdown. */
const STOP_LIMIT_MS = (DRAIN_DELAY_SECONDS + 4) * 1000;
const READY_LIMIT_MS = 120_000;
const DRILL_LIMIT_MS = 15 * 60_000;
/** Log levels that a drill counts. */
const COUNTED = ['warn', 'error', 'fatal'];
const SECRET = 'secret used only by the drills, long enough';
export const REPOSITORY = path.join(import.meta.dirname, '..');

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

export const waitUntilReady = async (url: string): Promise<void> => {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!(await isReady(url))) {
    if (performance.now() > deadline) throw new Error(`${url} is not ready after ${READY_LIMIT_MS / 1000} s`);
    await sleep(100);
  }
};

const lastLines = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');

export interface ServerPlace {
  /** Folder of the logs. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly port: number;
  /** Folder of the release. Default: this repository. */
  readonly release?: string;
  /** Settings in addition to those of all drills. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Secret key of the Stripe stand-in of a drill. */
export const GATEWAY_KEY = 'sk_test_drill';

/** Settings of a server that charges at the Stripe stand-in and sends its mails to the mail server of a drill. */
export const outsideSettings = (gatewayPort: number, mailUrl: string) => ({
  STRIPE_SECRET_KEY: GATEWAY_KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_drill',
  STRIPE_WEBHOOK_SECRET: 'whsec_drill',
  STRIPE_API_URL: `http://127.0.0.1:${gatewayPort}`,
  SMTP_URL: mailUrl,
  MAIL_FROM: 'foyer@vendor.example',
});

/** Starts one server. Resolves when it is ready, rejects when it ends before that. */
export const startServer = async ({
  folder,
  databaseUrl,
  port,
  release = REPOSITORY,
  settings = {},
}: ServerPlace): Promise<ChildProcess> => {
  const logFile = path.join(folder, `server-${port}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [path.join(release, 'apps/server/src/main.ts')], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      FOYER_SECRET: SECRET,
      PORT: String(port),
      DEMO: '0',
      TRUST_PROXY: '1',
      DRAIN_DELAY_SECONDS: String(DRAIN_DELAY_SECONDS),
      LIMIT_REQUESTS_PER_ADDRESS: '10000000',
      LIMIT_REQUESTS_PER_ACCOUNT: '10000000',
      LIMIT_WRITES_PER_ACCOUNT: '10000000',
      // A drill counts calls that a change of servers fails, not those of a machine that is too slow.
      LIMIT_EVENT_LOOP_DELAY_MS: '60000',
      ...settings,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server on port ${port} ended with code ${code} before it was ready:\n${lastLines(logFile)}`);
  });
  await Promise.race([waitUntilReady(`http://127.0.0.1:${port}/readyz`), ended]);
  ended.catch(() => undefined); // it is stopped later, on purpose
  return child;
};

/** Makes the tokens of the servers that drills start. */
export const drillTokens = () => makeTokens(deriveTokenKeys([SECRET]));

/** Applies the migrations of a release with its command, as an administrator does. Returns the lines that it printed. */
export const migrateWith = async (release: string, databaseUrl: string): Promise<string[]> => {
  const child = spawn(process.execPath, [path.join(release, 'apps/server/src/cli/foyer.ts'), 'migrate'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, FOYER_SECRET: SECRET },
  });
  const [printed, [code]] = await Promise.all([
    child.stdout.toArray(),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`foyer migrate of ${release} ended with code ${code}.`);
  return Buffer.concat(printed).toString().trim().split('\n');
};

/** Inserts customers with one session each. Returns the tokens of each session. */
export const makeSessions = async (config: PoolConfig, customers: number): Promise<ClientTokens[]> => {
  const database = openDatabase(config, () => {});
  const tokens = drillTokens();
  const made: ClientTokens[] = [];
  for (let count = 0; count < customers; count += 1) {
    const { userId } = await insertCustomer(database, 'no password', {});
    const id = newId('session');
    await database.query(
      `INSERT INTO sessions (id, user_id, stepped_at, refresh_expires_at, expires_at, user_agent, address)
       VALUES ($1, $2, now(), now() + interval '14 days', now() + interval '30 days', 'foyer drill', '127.0.0.1')`,
      [id, userId],
    );
    made.push({
      accessToken: tokens.access({ sessionId: id, generation: 0, userId }, Date.now()),
      refreshToken: tokens.refresh(id, 0),
    });
  }
  await database.close();
  return made;
};

/** Counts the warnings and errors in the servers' logs by message and cause. */
export const countWarnings = (folder: string): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log')))
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!line.startsWith('{')) continue;
      const { level, msg, err } = JSON.parse(line) as { level: string; msg: string; err?: { message?: string } };
      const what = err?.message ? `${msg}: ${err.message}` : msg;
      if (COUNTED.includes(level)) counts[what] = (counts[what] ?? 0) + 1;
    }
  return counts;
};

export interface Stopped {
  readonly ms: number;
  readonly code: number | null;
  /** True if the server ended with 0 and within the limit. */
  readonly isGood: boolean;
}

/** Stops one server by SIGTERM. */
export const stopServer = async (child: ChildProcess): Promise<Stopped> => {
  const since = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  const ms = Math.round(performance.now() - since);
  return { ms, code, isGood: code === 0 && ms < STOP_LIMIT_MS };
};

const isInstalled = (name: string): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).error === undefined;

/** Runs a drill. Closes everything at its end and on a signal. */
export const runDrillAlone = async (
  drill: (cleanup: Cleanup) => Promise<boolean>,
  limitMs = DRILL_LIMIT_MS,
): Promise<void> => {
  const cleanup = makeCleanup();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void cleanup.closeAll().then(() => process.exit(1)));
  }
  const limit = setTimeout(() => {
    console.error(`The drill did not end within ${limitMs / 60_000} minutes.`);
    void cleanup.closeAll().then(() => process.exit(1));
  }, limitMs);
  try {
    process.exitCode = (await drill(cleanup)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    clearTimeout(limit);
    await cleanup.closeAll();
  }
};

/** Runs a drill behind the proxies that the command line names, or both. */
export const runDrill = (
  drill: (cleanup: Cleanup, names: readonly ProxyName[]) => Promise<boolean>,
  { asked = process.argv.slice(2), limitMs = DRILL_LIMIT_MS }: { asked?: readonly string[]; limitMs?: number } = {},
): Promise<void> => {
  const names = proxyNames.filter((name) => asked.length === 0 || asked.includes(name));
  return runDrillAlone(async (cleanup) => {
    const missing = names.filter((name) => !isInstalled(name));
    if (missing.length > 0)
      throw new Error(`Not installed: ${missing.join(', ')}. On Debian: apt-get install nginx caddy`);
    return drill(cleanup, names);
  }, limitMs);
};
