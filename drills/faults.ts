import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { startMailServer } from '../apps/server/test/mail-server.ts';
import { startStripeStandIn } from '../apps/server/test/stripe-stand-in/stand-in.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { type Cleanup, makeCleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import { startPrometheus, TIMES_FASTER, type Watcher } from './prometheus.ts';
import { GATEWAY_KEY, makeSessions, outsideSettings, runDrillAlone, startServer } from './servers.ts';
import { startVisitors } from './visitors.ts';

/**
 * `npm run drill -- faults [name …]`: for each fault one installation: a server, a database, customers and
 * Prometheus with the rules of docs/operations/alerts.yaml. The fault has to fire its alert and no other one, and the alert
 * has to end after the repair. Needs Prometheus; the full disk needs root, for a tmpfs.
 */

/** Time without a fault before each. No alert may fire in it. */
const CALM_SECONDS = 30;
/** Longest time until an alert fires: 25 minutes of the rules. */
const FIRES_WITHIN_SECONDS = 1_500 / TIMES_FASTER;
/** Time that a fault goes on after its alert has fired, in which others could follow. */
const GOES_ON_SECONDS = 30;
/** Time after the repair: 20 minutes of the rules. The alert has to end in it, and no other one may begin. */
const RECOVERS_WITHIN_SECONDS = 1_200 / TIMES_FASTER;
const LIMIT_MS = 60 * 60_000;
const CUSTOMERS = 3;
const BUYERS = 90;
const TMPFS_SIZE = '256m';

/** Parts that a fault can break. */
interface Stage {
  readonly database: pg.ClientConfig;
  readonly mail: { stop(): Promise<void>; start(): Promise<void> };
  readonly hangGateway: () => () => void;
  /** Folder of the database, if it has a disk without other users. */
  readonly disk: string | null;
}

interface Fault {
  readonly name: string;
  readonly alert: string;
  readonly hasDisk?: true;
  /** Default: `RECOVERS_WITHIN_SECONDS`. */
  readonly recoversWithinSeconds?: number;
  /** Breaks it. Returns the repair. */
  readonly breakIt: (stage: Stage) => Promise<() => Promise<unknown>>;
}

const connectTo = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(config);
  client.on('error', () => {}); // a fault may end the connection
  await client.connect();
  return client;
};

const setReadOnly = async (config: pg.ClientConfig, state: 'on' | 'off'): Promise<void> => {
  const client = await connectTo(config);
  await client.query('SET default_transaction_read_only = off');
  await client.query(`ALTER DATABASE ${config.database} SET default_transaction_read_only = ${state}`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
};

const fill = (disk: string): string => {
  const file = path.join(disk, 'filler');
  for (;;) {
    const { bavail, bsize } = statfsSync(disk);
    if (bavail === 0) return file;
    try {
      writeFileSync(file, Buffer.alloc(Math.min(bavail * bsize, 4_000_000)), { flag: 'a' });
    } catch {
      return file;
    }
  }
};

const faults: readonly Fault[] = [
  {
    name: 'mail',
    alert: 'FoyerMailsWait',
    // A mail that failed is tried again after up to four minutes, which the drill does not shorten.
    recoversWithinSeconds: 300,
    breakIt: async ({ mail }) => {
      await mail.stop();
      return mail.start;
    },
  },
  {
    name: 'gateway',
    alert: 'FoyerGatewayFails',
    breakIt: async ({ hangGateway }) => {
      const release = hangGateway();
      return async () => release();
    },
  },
  {
    name: 'read-only',
    alert: 'FoyerDatabaseNotWritable',
    breakIt: async ({ database }) => {
      await setReadOnly(database, 'on');
      return () => setReadOnly(database, 'off');
    },
  },
  {
    // Another program holds a lock, such as an open transaction of psql.
    name: 'worker',
    alert: 'FoyerBackgroundWorkFails',
    breakIt: async ({ database }) => {
      const client = await connectTo(database);
      await client.query('BEGIN');
      await client.query('LOCK TABLE data_exports IN ACCESS EXCLUSIVE MODE');
      return () => client.end();
    },
  },
  {
    name: 'disk',
    alert: 'FoyerDatabaseNotWritable',
    hasDisk: true,
    breakIt: async ({ disk }) => {
      const filler = fill(disk ?? '');
      return async () => rmSync(filler);
    },
  },
];

/** Mounts a small disk in memory. */
const mountDisk = (cleanup: Cleanup, folder: string): void => {
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${TMPFS_SIZE},mode=711`, 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`The full disk needs root and a tmpfs: ${mounted.stderr ?? ''}`);
  cleanup.add('the disk', () => spawnSync('umount', ['-l', folder]));
};

/** Mail server that can be stopped and started at one port. */
const makeMail = async (cleanup: Cleanup) => {
  let running = await startMailServer();
  const { port, url } = running;
  cleanup.add('the mail server', () => running.stop());
  return {
    url,
    stop: () => running.stop(),
    start: async () => {
      running = await startMailServer(port);
    },
  };
};

const setUp = async (cleanup: Cleanup, root: string, fault: Fault) => {
  const folder = path.join(root, fault.name);
  mkdirSync(folder, { mode: 0o711 });
  const disk = fault.hasDisk ? path.join(folder, 'disk') : null;
  if (disk) mountDisk(cleanup, disk);
  const { config, stop } = await startEmbeddedPostgres({
    dataDir: path.join(disk ?? folder, 'postgres'),
    log: () => {},
    settings: { max_wal_size: '64MB', min_wal_size: '32MB' },
  });
  cleanup.add('the database', stop);
  const mail = await makeMail(cleanup);
  const gateway = await startStripeStandIn(GATEWAY_KEY);
  cleanup.add('the gateway', () => gateway.stop());
  const settings = outsideSettings(gateway.api.port, mail.url);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = await startServer({
    folder,
    databaseUrl: addressOf(config),
    port,
    settings: { ...settings, METRICS_PORT: String(metricsPort) },
  });
  cleanup.add('the server', () => stopProcess(child));
  const sessions = await makeSessions(config, CUSTOMERS + BUYERS);
  const client = await connectTo(config);
  await client.query(`UPDATE accounts SET gateway = 'stripe'`);
  await client.end();
  const watcher = await startPrometheus(folder, await freePort(), metricsPort);
  cleanup.add('Prometheus', () => stopProcess(watcher.child));
  const visitors = startVisitors({
    port,
    customers: sessions.slice(0, CUSTOMERS),
    buyers: sessions.slice(CUSTOMERS),
  });
  cleanup.add('the customers', () => visitors.stop());
  const stage: Stage = { database: config, mail, hangGateway: gateway.hang, disk };
  return { watcher, stage };
};

const secondsSince = (since: number): number => Math.round((performance.now() - since) / 1000);

/** Waits until the state is as wanted. Returns the seconds, or null after the limit. */
const secondsUntil = async (limitSeconds: number, isReached: () => Promise<boolean>): Promise<number | null> => {
  const since = performance.now();
  while (!(await isReached())) {
    if (secondsSince(since) > limitSeconds) return null;
    await sleep(500);
  }
  return secondsSince(since);
};

const runFault = async (fault: Fault, { watcher, stage }: { watcher: Watcher; stage: Stage }): Promise<boolean> => {
  const { name, alert, recoversWithinSeconds = RECOVERS_WITHIN_SECONDS } = fault;
  const say = (text: string) => console.log(`${new Date().toISOString()} ${name}: ${text}`);
  const begun = performance.now();
  const isFiring = async () => (await watcher.firing()).includes(alert);
  await sleep(CALM_SECONDS * 1000);
  const before = await watcher.firedWithin(secondsSince(begun));
  say(before.length === 0 ? 'calm: no alert' : `FAILED: without a fault fired ${before.join(', ')}`);
  const repair = await fault.breakIt(stage);
  const firedAfter = await secondsUntil(FIRES_WITHIN_SECONDS, isFiring);
  say(firedAfter === null ? `FAILED: ${alert} did not fire` : `${alert} fired after ${firedAfter} s`);
  await sleep(GOES_ON_SECONDS * 1000);
  await repair();
  const endedAfter = await secondsUntil(recoversWithinSeconds, async () => !(await isFiring()));
  say(endedAfter === null ? `FAILED: ${alert} did not end` : `ended ${endedAfter} s after the repair`);
  await sleep(Math.max(0, RECOVERS_WITHIN_SECONDS - (endedAfter ?? 0)) * 1000);
  const others = (await watcher.firedWithin(secondsSince(begun))).filter((other) => other !== alert);
  say(others.length === 0 ? 'no other alert fired' : `FAILED: also fired ${others.join(', ')}`);
  return before.length === 0 && firedAfter !== null && endedAfter !== null && others.length === 0;
};

const isInstalled = (): boolean => spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).error === undefined;

const drill = async (cleanup: Cleanup): Promise<boolean> => {
  if (!isInstalled()) throw new Error('Not installed: prometheus. On Debian: apt-get install prometheus');
  const asked = process.argv.slice(2);
  const chosen = faults.filter(({ name }) => asked.length === 0 || asked.includes(name));
  if (chosen.length === 0) throw new Error(`Faults: ${faults.map(({ name }) => name).join(', ')}`);
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  console.log(`All times of the rules are divided by ${TIMES_FASTER}.`);
  let isGood = true;
  // One after the other: a machine that is too slow fires alerts too.
  for (const fault of chosen) {
    const own = makeCleanup();
    cleanup.add(fault.name, () => own.closeAll());
    if (!(await runFault(fault, await setUp(own, temporary.path, fault)))) isGood = false;
    await own.closeAll();
  }
  return isGood;
};

await runDrillAlone(drill, LIMIT_MS);
