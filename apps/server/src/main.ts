import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { claimTree } from '@foyer/domain/identity/claims';
import { screenByLists } from '@foyer/domain/screening/screen';
import { pino } from 'pino';
import { accentStyle } from './accents.ts';
import { CannotStart } from './adapters/cannot-start.ts';
import { acquireFolderLock } from './adapters/embedded-postgres/acquire-folder-lock.ts';
import { startEmbeddedPostgres } from './adapters/embedded-postgres/start-embedded-postgres.ts';
import { isLocal } from './adapters/is-local.ts';
import { checkSecret } from './adapters/postgres/check-secret.ts';
import { limitsOf, openDatabase } from './adapters/postgres/database.ts';
import { startDatabaseClock } from './adapters/postgres/database-clock.ts';
import { describeDatabaseError } from './adapters/postgres/describe-database-error.ts';
import { makeIsReady } from './adapters/postgres/is-ready.ts';
import { readDatabaseFacts } from './adapters/postgres/metric-reads.ts';
import { makeFindPageFile, makeKeepPageFiles } from './adapters/postgres/page-files.ts';
import { makeShareCounts } from './adapters/postgres/request-counts.ts';
import { requireConnections } from './adapters/postgres/require-connections.ts';
import { requireUsablePooler } from './adapters/postgres/require-pooler.ts';
import { makeJobQueue, QUEUE_CONNECTIONS } from './adapters/queue/job-queue.ts';
import { billingSettingsOf, brandFinder, brandOfKey } from './brands.ts';
import { readBuildFacts } from './build-facts.ts';
import { followCatalogue, importAtStart } from './compose/catalogue.ts';
import { compose } from './compose.ts';
import { type Config, databaseIn, readConfig, secretCheckOf } from './config.ts';
import { closeDemoCustomers, reopenDemoCustomers } from './demo/close-demo.ts';
import { demoCodeLines, loadDemoCodes } from './demo/demo-codes.ts';
import { DEMO_PASSWORD, demoCustomers, emailOf } from './demo/demo-customers.ts';
import { withDemoLock } from './demo/demo-lock.ts';
import { loadDemo } from './demo/load-demo.ts';
import { deriveKey } from './derive-keys.ts';
import { describeError } from './describe-error.ts';
import { deliverToWebhook, makeGateway, makeGatewayEvents, refuseOtherGateway } from './gateway.ts';
import { buildApp } from './http/app.ts';
import { brandIcon } from './http/brand-icon.ts';
import type { Shutdown } from './http/shutdown.ts';
import { listen, refuseTakenPort } from './listen.ts';
import { makeLogOutput, surviveClosedStreams } from './log-output.ts';
import { serveMetrics } from './metrics-server.ts';
import { ownDatabase } from './own-database.ts';
import { hasMailbox, portalConfigFor } from './portal-config.ts';
import { type DatabaseRoles, hasTwoRoles, prepareDatabase } from './prepare-database.ts';
import { backgroundFault, queueProblem } from './queue-problem.ts';
import { GatewayRejected, GatewayUnavailable } from './services/billing/ports.ts';
import { describeStartFailure, exitCodeOf } from './start-failure.ts';
import { isDoneWithin, type Part, type Stopped, stopServer } from './stop-server.ts';
import { startWorkers, type Workers } from './workers.ts';

const here = dirname(fileURLToPath(import.meta.url));
const projectFolder = resolve(here, '../../..');
const build = readBuildFacts(projectFolder);

/** Ends a start that a signal has interrupted. It is not reported as a failure. */
class Interrupted extends Error {}

/** Started parts in their order. `takers` are those that fetch work: background loops and queue workers. */
const parts: Part[] = [];
const takers: Part[] = [];
const addTo =
  (list: Part[]) =>
  (name: string, stop: () => Promise<unknown>): void => {
    list.push({ name, stop });
    if (stopping) throw new Interrupted();
  };
const onStop = addTo(parts);
const onStopFirst = addTo(takers);

/** State that a stop needs, as far as the start has come. */
const running: {
  log: Log | null;
  http: Shutdown | null;
  isDatabaseReady: () => Promise<boolean>;
  drainDelaySeconds: number;
} = { log: null, http: null, isDatabaseReady: async () => true, drainDelaySeconds: 0 };

/** Set by the first signal or a failed start. */
let stopping: Promise<void> | null = null;
/** Aborts waits of the start that have no other end. */
const interruption = new AbortController();

/** Connections of the sandbox gateway. */
const SANDBOX_CONNECTIONS = 5;
/** Time for an interrupted start to notice that its parts were stopped. */
const START_END_MS = 5_000;

/** Writes asynchronously. A stop flushes the waiting lines. */
const logOutput = makeLogOutput();
surviveClosedStreams();

type LogNeeds = Pick<Config, 'logLevel' | 'port'>;

/** Options of every log line: which server wrote it, of which release, and the level as a word. */
const lineOptions = ({ logLevel, port }: LogNeeds) => ({
  level: logLevel,
  timestamp: pino.stdTimeFunctions.isoTime,
  base: { server: `${hostname()}:${port}`, release: build.version },
  formatters: { level: (label: string) => ({ level: label }) },
});

const logger = (needs: LogNeeds) =>
  pino(
    {
      ...lineOptions(needs),
      serializers: { err: (error: unknown) => describeError(error) },
      redact: { paths: ['*.password', '*.refreshToken', '*.accessToken', '*.token', '*.headers'], censor: '[hidden]' },
    },
    logOutput,
  );

const accessLogger = (needs: LogNeeds) => pino(lineOptions(needs), logOutput);

type Log = ReturnType<typeof logger>;

/** Connects to the vendor's database, or starts the embedded one and takes the lock of its folder. */
const databaseConfig = async (config: Config, log: Log): Promise<DatabaseRoles> => {
  const own = ownDatabase(config);
  if (own) return own;
  const embedded = await startEmbeddedPostgres({
    dataDir: databaseIn(config.home),
    systemUser: config.databaseSystemUser,
    log: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
  });
  let ours = true;
  const lock = await acquireFolderLock({
    embedded: { config: embedded.serverConfig, bringUp: embedded.bringUp },
    folder: config.home,
    onLost: (error: Error) => {
      ours = false;
      log.fatal({ err: error }, 'another Foyer server has taken over the data folder; this server stops');
      void stop(1);
    },
  }).catch(async (error: unknown) => {
    await embedded.release();
    throw error;
  });
  onStop('database', () => lock.release(() => (ours ? embedded.stop() : embedded.release())));
  return { owner: embedded.config, server: embedded.serverConfig };
};

/** Largest number of connections that this server opens. */
const connectionsOf = ({ databaseConnections, stripe }: Config): number =>
  databaseConnections + QUEUE_CONNECTIONS + (stripe ? 0 : SANDBOX_CONNECTIONS);

const greet = (address: string, config: Config): void => {
  const { port } = new URL(address);
  const url = `http://localhost:${port}`;
  const otherBrands = [...config.brandHosts].filter(([host, key]) => isLocal(host) && key !== config.defaultBrand);
  const rows = demoCustomers.map((customer) => `    ${emailOf(customer).padEnd(30)} ${customer.summary}`);
  const codes = demoCodeLines().map((line) => `    ${line}`);
  const lines = [
    '',
    `  Foyer ${build.version} is ready.`,
    '',
    `  Portal           ${url}/`,
    ...otherBrands.map(([host, key]) => `                   http://${host}:${port}/  (brand ${key})`),
    ...(hasMailbox(config, 'localhost') ? [`  Sandbox mailbox  ${url}/sandbox/mail`] : []),
    ...(config.isPublicSandbox ? ['  Payments         none: test cards only, as SANDBOX=1 says'] : []),
    ...(config.demo
      ? ['', `  Sign in as (password of all: ${DEMO_PASSWORD})`, ...rows, '', '  Codes to redeem', ...codes]
      : []),
    '',
    '  Ctrl-C stops everything.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env, projectFolder);
  const log = logger(config);
  running.log = log;
  log.info({ ...build }, 'starting');
  if (config.isPublicSandbox)
    log.warn(
      { publicUrl: config.publicUrl, host: config.host },
      'SANDBOX=1: other machines reach this server, and plans are sold for test cards because no payment provider is set',
    );
  const roles = await databaseConfig(config, log);
  const postgres = roles.server;
  await refuseTakenPort(config); // after the check of the folder, whose message about a second start says more
  const unusable = (error: unknown) => Promise.reject(describeDatabaseError(error, roles.owner));
  await prepareDatabase(roles, {
    signal: interruption.signal,
    lockTimeoutMs: config.migrationLockTimeoutMs,
    onWait: (line) => log.warn(line),
  }).catch(unusable);
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost; the pool opens a new one');
  const doesWork = config.role !== 'web';
  const limits = limitsOf(config.databaseConnections, config.databaseWaitMs);
  await requireUsablePooler(postgres, limits).catch(unusable);
  const tracing =
    config.tracesEndpoint === null
      ? null
      : (await import('./adapters/tracing.ts')).startTracing({
          endpoint: config.tracesEndpoint,
          version: build.version,
          onFault: (error) =>
            log.warn(
              { err: error },
              'traces are lost: the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take them; nothing else is affected',
            ),
        });
  if (tracing) onStop('traces', tracing.stop);
  const pool = openDatabase(postgres, onLost, limits, (message, line) => log.info(line, message));
  onStop('pool', () => pool.close());
  const database = tracing?.traceDatabase(pool) ?? pool;
  if (await checkSecret(database, secretCheckOf(config)))
    log.warn('FOYER_SECRET_IS_LOST: the database has adopted the current FOYER_SECRET; unset FOYER_SECRET_IS_LOST now');
  await requireConnections(database, {
    setting: config.databaseConnections,
    wanted: connectionsOf(config),
  });
  await refuseOtherGateway(database, config);
  const sandboxDatabase = openDatabase(postgres, onLost, limitsOf(SANDBOX_CONNECTIONS, config.databaseWaitMs));
  onStop('sandbox pool', () => sandboxDatabase.close());
  const jobs = makeJobQueue(
    postgres,
    (error) => {
      const [fields, text] = queueProblem(error);
      log.warn(fields, text);
    },
    {
      ownsTables: !hasTwoRoles(roles),
      pauseMs: config.queuePauseMs,
    },
  );
  const queue = tracing?.traceQueue(jobs) ?? jobs;
  await queue.start().catch(unusable);
  onStop('queue', () => queue.stop());
  const starting = await importAtStart(database, config.catalogueFolder);
  if (starting.isOutdated)
    log.warn(
      'catalogue folder not imported, because a later import replaced its content. To go back to it, run: npm run foyer -- import-catalogue',
    );
  if (Object.values(starting.offSale).some((ids) => ids.length > 0))
    log.warn(
      { offSale: starting.offSale },
      'the imported catalogue leaves out entries that were on sale: they are no longer sold, and customers keep theirs. If this is a mistake, import a catalogue that has them',
    );
  if (starting.untaxed.length > 0)
    log.warn(
      { places: starting.untaxed },
      'the imported catalogue has no tax rate for places that had one: new invoices use the rate of the state or country, or none. If tax is due there, add the rate to tax-rates.yaml and import again',
    );
  let { catalogue } = starting;
  const onCatalogue = (fresh: Catalogue): void => {
    catalogue = fresh;
  };

  const isReady = makeIsReady(database);
  const metrics =
    config.metricsPort === null
      ? null
      : (await import('./adapters/metrics.ts')).makeMetrics(build, {
          isDatabaseWritable: async () => (await isReady()) && !database.isOutOfSpace(),
          readDatabase: () => readDatabaseFacts(database),
          connections: database.connections,
        });
  const plainGateway = await makeGateway(config, sandboxDatabase);
  const gateway = tracing?.traceGateway(plainGateway) ?? plainGateway;

  let workers: Workers | null = null;
  const clock = await startDatabaseClock(database);
  const wallNow = clock.now;
  const events = makeGatewayEvents(config, sandboxDatabase, wallNow);
  const brandOf = brandFinder(config.brandHosts, config.defaultBrand);
  const { services, work, hasher } = await compose({
    database,
    sandboxDatabase,
    gateway: metrics?.measureGateway(gateway) ?? gateway,
    queue,
    catalogue: () => catalogue,
    catalogueFolder: config.catalogueFolder,
    breachedPasswords: config.breachedPasswords,
    onCatalogue,
    settings: billingSettingsOf(config.vendor),
    screenParty: async (party) => screenByLists(party, config.screening),
    vendor: config.vendor,
    brandOf,
    defaultClaims: claimTree(config.defaultClaims),
    addressSelfChange: config.addressChange === 'self',
    secrets: config.secrets,
    callerLimits: config.callerLimits,
    publicUrl: config.publicUrl,
    hostnames: [...config.brandHosts.keys()],
    smtp: config.smtp,
    oidc: config.oidc,
    productClients: config.productClients,
    hooks: config.hooks,
    wallNow,
    onFault: (error, about) => {
      const [fields, text] = backgroundFault(error, about);
      log.error(fields, text);
    },
    traceCharges: tracing?.traceCharges,
    kick: () => workers?.kick(),
  });
  running.isDatabaseReady = services.ready;
  const skipped = await work.continueReceipts().catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    throw new CannotStart(
      `The database was restored from a backup, so the numbers of receipts must continue after those at the payment provider, which does not answer (${describeError(error).message}). Start again when it does, with its settings.`,
    );
  });
  if (skipped > 0)
    log.warn({ skipped }, 'receipt numbers continue after those of receipts that the restored backup does not have');
  if (await work.waitsForReconcile())
    log.warn(
      'the database was restored from a backup and not compared with the payment provider since: run "foyer reconcile" (docs/operations/backup.md)',
    );
  onStopFirst('queue workers', queue.stopWork);
  if (doesWork) {
    await queue.workMails(tracing?.traceMails(work.sendMail) ?? work.sendMail);
    await queue.workHooks(tracing?.traceHooks(work.deliverHook) ?? work.deliverHook);
    await queue.workDetachments(work.detachCard);
  } else
    log.warn(
      'ROLE=web: this server renews, mails and reports nothing; one server at least needs ROLE=worker or ROLE=all',
    );
  if (config.demo) {
    await reopenDemoCustomers(database);
    const { addCard } = services;
    await withDemoLock(
      database,
      async () => {
        const { advanceTo: advance } = work;
        const { enqueueMails } = queue;
        await loadDemo({ database, hasher, catalogue, now: wallNow(), addCard, advance, enqueueMails });
        await loadDemoCodes(database, catalogue);
      },
      interruption.signal,
    );
  } else {
    const demoCustomers = await closeDemoCustomers(database);
    if (demoCustomers > 0)
      log.warn(
        { demoCustomers },
        'the database holds demo customers whose password is published; they cannot sign in while the demo is off',
      );
  }
  const built = await buildApp({
    services,
    logger: log,
    accessLog: accessLogger(config),
    ...(metrics ? { onAnswer: metrics.onAnswer } : {}),
    beginTrace: tracing?.beginRequest,
    build,
    sandbox: config.stripe ? null : { checkout: config.checkoutHosts, mailbox: config.developmentHosts },
    operatorHosts: config.operatorHosts,
    isWorkerOnly: config.role === 'worker',
    proxyHops: config.proxyHops,
    limits: config.limits,
    shareCounts: makeShareCounts(database, deriveKey(config.secrets[0], 'rate windows')),
    pages: {
      webFolder: config.webFolder,
      brandOf,
      portalConfig: portalConfigFor(config, () => catalogue),
      icons: new Map(Object.values(config.vendor.brands).map((brand) => [brand.key, brandIcon(brand)])),
      accentStyle: (key) => accentStyle(brandOfKey(config.vendor.brands, key).accents),
      isPublicSandbox: config.isPublicSandbox,
      findFile: makeFindPageFile(database),
    },
  });
  onStop('http', () => built.close());
  const keepPageFiles = makeKeepPageFiles(database, config.webFolder);
  await keepPageFiles(); // before a browser can get a page of this release and ask another server for its files
  const address = await listen(built, config); // before any work, because a taken port ends the start
  if (metrics && config.metricsPort !== null) {
    const place = { port: config.metricsPort, host: config.host };
    const served = await serveMetrics(metrics, place, (error) =>
      log.error({ err: error }, 'the metrics cannot be read; see err'),
    );
    onStop('metrics', served.close);
    log.info({ port: served.port }, 'metrics');
  }
  Object.assign(running, { http: built.shutdown, drainDelaySeconds: config.drainDelaySeconds });
  workers = startWorkers({
    doesWork,
    work,
    deliverEvents: async () => events?.deliver(deliverToWebhook(built)),
    measureClock: clock.measure,
    followCatalogue: followCatalogue(database, onCatalogue),
    keepPageFiles,
    ...(metrics ? { onRun: metrics.onStage } : {}),
    onFault: (error, stage) => log.warn({ err: error, stage }, 'a stage of background work failed; it runs again soon'),
    pauseMs: config.workPauseMs,
  });
  onStopFirst('background work', workers.stop);
  greet(address, config);
};

/** Stops the parts that exist. A start in progress may add others meanwhile. */
const stopParts = (): Promise<Stopped> =>
  stopServer({
    http: running.http,
    takers: takers.splice(0),
    parts: parts.splice(0),
    isDatabaseReady: running.isDatabaseReady,
    drainDelayMs: running.drainDelaySeconds * 1000,
    log: running.log,
  });

/** Stops the server once, even after several signals. The exit code is 1 if calls were cut off. */
const stop = (code: number): Promise<void> => {
  stopping ??= (async () => {
    const since = performance.now();
    running.log?.info({ drainDelaySeconds: running.drainDelaySeconds }, 'stopping');
    interruption.abort(new Interrupted());
    const { unanswered, leftBehind } = await stopParts();
    running.http = null;
    // A start in progress fails because its parts are stopped. The parts that it added meanwhile are stopped too.
    await isDoneWithin(
      started.catch(() => undefined),
      START_END_MS,
    );
    const late = await stopParts();
    const facts = {
      ms: Math.round(performance.now() - since),
      unanswered,
      leftBehind: [...leftBehind, ...late.leftBehind],
    };
    if (unanswered > 0 || facts.leftBehind.length > 0) running.log?.warn(facts, 'stopped; the rest was left behind');
    else running.log?.info(facts, 'stopped');
    await logOutput.end();
    process.exit(unanswered > 0 ? 1 : code);
  })();
  return stopping;
};

const started = start();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
// `npm start` holds the other end of an IPC channel. If it is killed, this event is the only notice. The server must stop
// then, because it would keep the folder locked.
process.on('disconnect', () => void stop(0));

try {
  await started;
} catch (error) {
  if (stopping) await stopping; // ends the process
  process.stderr.write(`\n${describeStartFailure(error)}\n\n`);
  await stop(exitCodeOf(error));
}
