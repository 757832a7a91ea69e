import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { newId } from '../apps/server/src/adapters/new-id.ts';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { deriveTokenKeys } from '../apps/server/src/derive-keys.ts';
import { makeTokens } from '../apps/server/src/services/identity/tokens.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { insertCustomer } from '../apps/server/test/customers.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { type Cleanup, makeCleanup } from '../bench/cleanup.ts';
import { freePort, stopProcess } from '../bench/processes.ts';
import { type ClientTokens, startClients } from './clients.ts';
import { type ProxyName, proxyNames, startProxy } from './proxies.ts';

/**
 * `npm run drill -- roll [nginx|caddy]`: three servers on one database are stopped and started one after the other, two
 * rounds, behind each proxy, while twelve clients call. The drill fails when one call fails, when a stop exits with
 * another code than 0, or when a stop takes longer than its limit. It listens on loopback only.
 */

/** Ports below the range for outgoing connections: such a connection could take the port of a stopped server. */
const SERVER_PORTS = [21_801, 21_802, 21_803];
const ROUNDS = 2;
const CLIENTS = 12;
const DRAIN_DELAY_SECONDS = 3;
/** Limit for a stop: the drain delay plus 4 s for the calls in flight and the shutdown. */
const STOP_LIMIT_MS = (DRAIN_DELAY_SECONDS + 4) * 1000;
const READY_LIMIT_MS = 120_000;
const DRILL_LIMIT_MS = 15 * 60_000;
/** Log level of warnings (pino). */
const WARNING = 40;
const SECRET = 'secret used only by the drills, long enough';
const MAIN = path.join(import.meta.dirname, '../apps/server/src/main.ts');

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );

const waitUntilReady = async (url: string): Promise<void> => {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!(await isReady(url))) {
    if (performance.now() > deadline) throw new Error(`${url} is not ready after ${READY_LIMIT_MS / 1000} s`);
    await sleep(100);
  }
};

const lastLines = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');

/** Starts one server. Resolves when it is ready, rejects when it ends before that. */
const startServer = async (folder: string, databaseUrl: string, port: number): Promise<ChildProcess> => {
  const logFile = path.join(folder, `server-${port}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [MAIN], {
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
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server on port ${port} ended with code ${code} before it was ready:\n${lastLines(logFile)}`);
  });
  await Promise.race([waitUntilReady(`http://127.0.0.1:${port}/readyz`), ended]);
  ended.catch(() => undefined); // it is stopped later, on purpose
  return child;
};

/** Inserts customers with one session each. Returns the tokens of each session. */
const makeSessions = async (config: Parameters<typeof openDatabase>[0]): Promise<ClientTokens[]> => {
  const database = openDatabase(config, () => {});
  const tokens = makeTokens(deriveTokenKeys([SECRET]));
  const made: ClientTokens[] = [];
  for (let count = 0; count < CLIENTS; count += 1) {
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
const countWarnings = (folder: string): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log')))
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!line.startsWith('{')) continue;
      const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message?: string } };
      const what = err?.message ? `${msg}: ${err.message}` : msg;
      if (level >= WARNING) counts[what] = (counts[what] ?? 0) + 1;
    }
  return counts;
};

interface Stage {
  readonly config: Parameters<typeof makeSessions>[0];
  readonly folder: string;
  readonly databaseUrl: string;
  readonly servers: ChildProcess[];
}

/** Restarts all servers behind one proxy, one after the other. Returns true if no call and no stop failed. */
const roll = async (cleanup: Cleanup, name: ProxyName, stage: Stage): Promise<boolean> => {
  const { config, folder, databaseUrl, servers } = stage;
  const tokens = await makeSessions(config);
  const port = await freePort();
  const proxy = startProxy(name, { folder, port, serverPorts: SERVER_PORTS });
  cleanup.add(name, () => stopProcess(proxy));
  await waitUntilReady(`http://127.0.0.1:${port}/healthz`);
  const clients = startClients({ port, tokens });
  let isGood = true;
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, serverPort] of SERVER_PORTS.entries()) {
      const child = servers[index] as ChildProcess;
      const since = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      const ms = Math.round(performance.now() - since);
      const isStopGood = code === 0 && ms < STOP_LIMIT_MS;
      isGood &&= isStopGood;
      console.log(
        `${new Date().toISOString()} ${name}: round ${round}, server ${index + 1} stopped in ${ms} ms with code ${code}${isStopGood ? '' : ' (FAILED)'}`,
      );
      servers[index] = await startServer(folder, databaseUrl, serverPort);
      // Gives the proxy time to notice that the server is back before the next one stops.
      await sleep(3_000);
    }
  }
  const { calls, failed } = await clients.stop();
  const failures = Object.entries(failed).map(([what, count]) => `${count} × ${what}`);
  const sum = Object.values(failed).reduce((total, count) => total + count, 0);
  console.log(`${name}: ${sum} of ${calls} calls failed${failures.length > 0 ? `: ${failures.join(', ')}` : ''}`);
  await stopProcess(proxy);
  if (sum > 0 && name === 'nginx') console.log(readFileSync(path.join(folder, 'nginx.log'), 'utf8').slice(0, 10_000));
  return isGood && sum === 0;
};

const isInstalled = (name: string): boolean =>
  spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).error === undefined;

const drill = async (cleanup: Cleanup, names: readonly ProxyName[]): Promise<boolean> => {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new Error(`Not installed: ${missing.join(', ')}. On Debian: apt-get install nginx caddy`);
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const folder = temporary.path;
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => embedded.stop());
  const { config } = embedded;
  const databaseUrl = addressOf(config);
  const servers: ChildProcess[] = [];
  cleanup.add('the servers', () => Promise.all(servers.map(stopProcess)));
  for (const port of SERVER_PORTS) servers.push(await startServer(folder, databaseUrl, port));
  const stage: Stage = { config, folder, databaseUrl, servers };
  let isGood = true;
  for (const name of names) if (!(await roll(cleanup, name, stage))) isGood = false;
  for (const [what, count] of Object.entries(countWarnings(folder))) console.log(`server logs: ${count} × ${what}`);
  return isGood;
};

const asked = process.argv.slice(2);
const names = proxyNames.filter((name) => asked.length === 0 || asked.includes(name));
const cleanup = makeCleanup();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanup.closeAll().then(() => process.exit(1)));
}
const limit = setTimeout(() => {
  console.error(`The drill did not end within ${DRILL_LIMIT_MS / 60_000} minutes.`);
  void cleanup.closeAll().then(() => process.exit(1));
}, DRILL_LIMIT_MS);
try {
  process.exitCode = (await drill(cleanup, names)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  clearTimeout(limit);
  await cleanup.closeAll();
}
