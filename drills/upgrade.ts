import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readCatalogueFile } from '../apps/server/src/adapters/catalogue-files.ts';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { checkBooks } from '../apps/server/src/adapters/postgres/check-books.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { configFor } from '../apps/server/test/config-for.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { withClient } from '../apps/server/test/with-client.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import { describeFailures, startClients } from './clients.ts';
import { insertIdleSessions, startRefreshes } from './idle-sessions.ts';
import { type ProxyName, startProxy } from './proxies.ts';
import { type Releases, writeReleases } from './releases.ts';
import {
  CLIENTS,
  countWarnings,
  makeSessions,
  migrateWith,
  PAUSE_MS,
  runDrill,
  SERVER_PORTS,
  startServer,
  stopServer,
  waitUntilReady,
} from './servers.ts';

/**
 * `npm run drill -- upgrade [nginx|caddy] [--from <commit>] [--sessions <number>]`: applies the migrations of this repository
 * beside three servers of the last release, replaces them one after the other, and goes back. Meanwhile twelve clients read,
 * order and load pages, and idle sessions refresh their tokens. The drill fails when one call or stop fails, when an
 * order was not charged exactly once, or when the database lacks what the catalogue of the new release says.
 */

const BUYERS = 400;
const LIMIT_MS = 40 * 60_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, sessions: { type: 'string', default: '200000' } },
});
const SESSIONS = Number(options.sessions);
if (!Number.isSafeInteger(SESSIONS) || SESSIONS < 1)
  throw new Error(`--sessions is a number from 1 on, not "${options.sessions}".`);

/** Release that a server says it has. */
const releaseAt = async (port: number): Promise<string> =>
  ((await (await fetch(`http://127.0.0.1:${port}/version`)).json()) as { commit: string }).commit;

interface Books {
  readonly orders: number;
  readonly charges: number;
  readonly wrong: readonly string[];
}

const readBooks = (config: pg.ClientConfig): Promise<Books> =>
  withClient(config, async (client) => {
    const count = async (text: string): Promise<number> =>
      (await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`)).rows[0]?.count ?? 0;
    return {
      orders: await count('subscriptions'),
      charges: await count(`sandbox.charges WHERE status = 'succeeded'`),
      wrong: await checkBooks({ query: async (text) => (await client.query(text)).rows }, { isSettled: false }),
    };
  });

/**
 * Features and packages of the files of a release that the database has otherwise, such as without the features that they
 * include. Servers of that release have imported the files.
 */
const findOtherFeatures = async (config: pg.ClientConfig, release: string): Promise<string[]> => {
  const { features, addOns } = await readCatalogueFile(path.join(release, 'catalog'));
  const wanted = [
    ...features.map(({ key, includes }) => `${key} includes ${JSON.stringify(includes)}`),
    ...addOns.map(({ id, featureKey }) => `${id} is ${featureKey}`),
  ];
  const stored = await withClient(config, async (client) => {
    const rows = await client.query<{ key: string; includes: string[] }>('SELECT key, includes FROM features');
    const packages = await client.query<{ id: string; feature: string | null }>(
      'SELECT id, feature_key AS feature FROM add_ons',
    );
    return new Set([
      ...rows.rows.map(({ key, includes }) => `${key} includes ${JSON.stringify(includes)}`),
      ...packages.rows.map(({ id, feature }) => `${id} is ${feature}`),
    ]);
  });
  return wanted.filter((line) => !stored.has(line));
};

interface Stage {
  readonly server: pg.ClientConfig;
  readonly folder: string;
  readonly releases: Releases;
}

/** Upgrades and goes back behind one proxy, on a new database. Returns true if nothing failed. */
const upgrade = async (cleanup: Cleanup, name: ProxyName, { server, folder, releases }: Stage): Promise<boolean> => {
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const config = configFor(server, name);
  const databaseUrl = addressOf(config);
  const servers: ChildProcess[] = [];
  cleanup.add('the servers', () => Promise.all(servers.map(stopProcess)));
  for (const port of SERVER_PORTS)
    servers.push(await startServer({ folder, databaseUrl, port, release: releases.earlier }));
  const tokens = await makeSessions(config, CLIENTS + BUYERS);
  await insertIdleSessions(config, SESSIONS);
  const port = await freePort();
  const proxy = startProxy(name, { folder, port, serverPorts: SERVER_PORTS });
  cleanup.add(name, () => stopProcess(proxy));
  await waitUntilReady(`http://127.0.0.1:${port}/healthz`);
  const clients = startClients({
    port,
    tokens: tokens.slice(0, CLIENTS),
    buyers: tokens.slice(CLIENTS),
    loadsPages: true,
  });
  const refreshes = startRefreshes(port, SESSIONS);
  let isGood = true;
  await sleep(PAUSE_MS);
  const since = performance.now();
  const lines = await migrateWith(releases.later, databaseUrl);
  console.log(
    `${new Date().toISOString()} ${name}: ${lines.length} migrations in ${Math.round((performance.now() - since) / 1000)} s, ${SESSIONS} idle sessions`,
  );
  isGood &&= lines.length === releases.migrations.length;
  for (const release of ['later', 'earlier'] as const) {
    for (const [index, serverPort] of SERVER_PORTS.entries()) {
      const stopped = await stopServer(servers[index] as ChildProcess);
      isGood &&= stopped.isGood;
      servers[index] = await startServer({ folder, databaseUrl, port: serverPort, release: releases[release] });
      const running = await Promise.all(SERVER_PORTS.map(releaseAt));
      console.log(
        `${new Date().toISOString()} ${name}: server ${index + 1} stopped in ${stopped.ms} ms with code ${stopped.code}${stopped.isGood ? '' : ' (FAILED)'}; running now: ${running.join(', ')}`,
      );
      await sleep(PAUSE_MS);
    }
    if (release === 'earlier') continue;
    const others = await findOtherFeatures(config, releases.later);
    console.log(`${name}: features and packages that differ from the files of the later release: ${others.length}`);
    for (const line of others.slice(0, 10)) console.log(line);
    isGood &&= others.length === 0;
  }
  const { calls, orders, files, failed } = await clients.stop();
  const refreshed = await refreshes.stop();
  const { sum, text } = describeFailures({ ...failed, ...refreshed.failed });
  await stopProcess(proxy);
  await Promise.all(servers.map(stopProcess));
  const books = await readBooks(config);
  console.log(
    `${name}: ${sum} of ${calls + refreshed.calls} calls failed${text}; ${refreshed.calls} refreshes of idle sessions, longest ${refreshed.longestMs} ms; ${orders} orders answered, ${books.orders} subscriptions, ${books.charges} charges; ${files} pages and files; wrong rows in the books: ${books.wrong.length}`,
  );
  for (const line of books.wrong.slice(0, 10)) console.log(line);
  const isOnce = orders > 0 && books.orders === orders && books.charges === orders;
  return isGood && sum === 0 && isOnce && books.wrong.length === 0;
};

const drill = async (cleanup: Cleanup, names: readonly ProxyName[]): Promise<boolean> => {
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const folder = temporary.path;
  const releases = writeReleases(folder, options.from);
  console.log(`Migrations since the last release: ${releases.migrations.join(', ')}`);
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => embedded.stop());
  const stage: Stage = { server: embedded.config, folder, releases };
  let isGood = true;
  for (const name of names) if (!(await upgrade(cleanup, name, stage))) isGood = false;
  for (const [what, count] of Object.entries(countWarnings(folder))) console.log(`server logs: ${count} × ${what}`);
  return isGood;
};

await runDrill(drill, { asked: positionals, limitMs: LIMIT_MS });
