import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Party, screenByLists } from '@foyer/domain/screening/screen';
import { acquireUnlessTaken } from '../adapters/embedded-postgres/acquire-folder-lock.ts';
import { startEmbeddedPostgres } from '../adapters/embedded-postgres/start-embedded-postgres.ts';
import { makeHashEmail } from '../adapters/hash-email.ts';
import { newId } from '../adapters/new-id.ts';
import { makePasswordHasher } from '../adapters/password-hasher.ts';
import { makeBillingReads } from '../adapters/postgres/billing-reads.ts';
import { makeBillingTransaction } from '../adapters/postgres/billing-store.ts';
import { loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import { checkSecret } from '../adapters/postgres/check-secret.ts';
import { defaultLimits, openDatabase } from '../adapters/postgres/database.ts';
import { startDatabaseClock } from '../adapters/postgres/database-clock.ts';
import { describeDatabaseError } from '../adapters/postgres/describe-database-error.ts';
import { makeRestoredCharges } from '../adapters/postgres/restored-backup.ts';
import { makeJobQueue } from '../adapters/queue/job-queue.ts';
import { describeDevice } from '../adapters/user-agent.ts';
import { billingSettingsOf } from '../brands.ts';
import { composeVerifier } from '../compose/address.ts';
import { composeCharging } from '../compose/charging.ts';
import { composeHooks } from '../compose/hooks.ts';
import { composeOperatorCommands, type OperatorCommands } from '../compose/operator-commands.ts';
import { type Config, databaseIn, readConfig, secretCheckOf } from '../config.ts';
import { deriveKeys } from '../derive-keys.ts';
import { makeGateway, refuseOtherGateway } from '../gateway.ts';
import { ownDatabase } from '../own-database.ts';
import { type DatabaseRoles, hasTwoRoles, prepareDatabase } from '../prepare-database.ts';
import { makeOriginFacts } from '../services/identity/origin-facts.ts';
import { mailboxOf } from '../services/mailbox-of.ts';
import type { Platform } from '../services/platform.ts';
import { describeStartFailure } from '../start-failure.ts';
import { makeDatabaseTools, type StopOnSignal } from './database-tools.ts';
import { runCommand } from './run-command.ts';

/** `npm run foyer -- …`: commands of operators. They run beside a running server or without one. */

const projectFolder = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));
const closers: (() => Promise<unknown>)[] = [];
let isInterrupted = false;
const complain = (error: Error) => void process.stderr.write(`${error.message}\n`);

/**
 * The database of DATABASE_URL, or the embedded one. An embedded database that no server has started runs until this
 * command ends. `onOtherFolder` receives a line if its data is not in FOYER_HOME.
 */
const databaseConfig = async (config: Config, onOtherFolder = (_line: string) => {}): Promise<DatabaseRoles> => {
  const own = ownDatabase(config);
  if (own) return own;
  const configured = databaseIn(config.home);
  const embedded = await startEmbeddedPostgres({
    dataDir: configured,
    systemUser: config.databaseSystemUser,
    log: () => {},
    watch: false,
  });
  if (embedded.dataDir !== configured) {
    onOtherFolder(
      `The data of the embedded database is in ${embedded.dataDir}, because its user cannot enter ${config.home}. To delete the data, delete both folders.`,
    );
  }
  // Only the owner of the lock may stop the database. A running server owns it, and then this command leaves the
  // database running.
  const lock = await acquireUnlessTaken({
    embedded: { config: embedded.serverConfig, bringUp: embedded.bringUp },
    folder: config.home,
    onLost: complain,
  });
  if (lock) closers.unshift(() => lock.release(() => embedded.stop()));
  return { owner: embedded.config, server: embedded.serverConfig };
};

const installedConfig = (): Config => readConfig(process.env, projectFolder, { mayCreate: false });

const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0)) await close().catch(complain);
};

/** Ends the process on the first signal, after what was started is closed. `interrupt` ends the work before that. */
const stopOnSignal: StopOnSignal = (describe, interrupt = async () => {}) => {
  const stop = (signal: string): void => {
    process.stderr.write(`${describe(signal)}\n`);
    isInterrupted = true;
    void interrupt()
      .then(closeAll)
      .finally(() => process.exit(1));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
};

const warn = (line: string): void => void process.stderr.write(`${line}\n`);

const tools = makeDatabaseTools({
  // The secret of a backup cannot be made anew, so a restore makes none.
  readSettings: (options) => readConfig(process.env, projectFolder, { ...options, mayCreateSecret: false }),
  reach: (config) => databaseConfig(config, warn),
  stopOnSignal,
  warn,
});

const connect = async (): Promise<OperatorCommands> => {
  const config = installedConfig();
  const roles = await databaseConfig(config);
  const postgres = { ...roles.server, application_name: 'foyer command' };
  const unusable = (error: unknown) => Promise.reject(describeDatabaseError(error, roles.owner));
  await prepareDatabase(roles, {
    mayCreate: false,
    lockTimeoutMs: config.migrationLockTimeoutMs,
    onWait: (line) => void process.stderr.write(`${line}\n`),
  }).catch(unusable);
  const database = openDatabase(postgres, complain);
  closers.unshift(() => database.close());
  await checkSecret(database, { ...secretCheckOf(config), isLost: false });
  await refuseOtherGateway(database, config);
  const sandboxDatabase = openDatabase(postgres, complain, { ...defaultLimits, connections: 2 });
  closers.unshift(() => sandboxDatabase.close());
  const queue = makeJobQueue(postgres, complain, { ownsTables: !hasTwoRoles(roles) });
  await queue.start();
  closers.unshift(() => queue.stop());
  const catalogue = await loadCatalogue(database);
  const { now: wallNow } = await startDatabaseClock(database);
  const settings = billingSettingsOf(config.vendor);
  const { secrets } = config;
  const onFault = (error: unknown): void => complain(error instanceof Error ? error : new Error(String(error)));
  const billingStore = {
    database,
    wallNow,
    hashEmail: makeHashEmail(deriveKeys(secrets, 'email hash'), mailboxOf),
    enqueueMails: queue.enqueueMails,
    enqueueDetachments: queue.enqueueDetachments,
    announceEntitlements: composeHooks({ database, queue, hooks: config.hooks, wallNow, onFault }).announceEntitlements,
  };
  const platform: Platform = {
    wallNow,
    newId,
    ruleContext: (now) => ({ now, newId, catalogue, settings }),
    originFacts: makeOriginFacts(describeDevice),
    wait: (ms) => sleep(ms),
    kick: () => {},
    onFault,
  };
  const base = {
    database,
    billingStore,
    queue,
    secrets,
    platform,
    gateway: await makeGateway(config, sandboxDatabase),
    hasher: await makePasswordHasher(),
    hooks: config.hooks,
    onCatalogue: () => {},
    screenParty: async (party: Party) => screenByLists(party, config.screening),
  };
  const { closeChallenges } = composeCharging({
    ...base,
    reads: makeBillingReads(billingStore),
    restoredCharges: makeRestoredCharges(database),
    inTransaction: makeBillingTransaction(billingStore),
  });
  return composeOperatorCommands(base, closeChallenges, composeVerifier(platform));
};

try {
  const { code, out } = await runCommand(process.argv.slice(2), connect, tools);
  if (out.length > 0) (code === 0 ? process.stdout : process.stderr).write(`${out.join('\n')}\n`);
  process.exitCode = code;
} catch (error) {
  // Work that a signal has cut off fails in its own way. The signal was reported.
  if (!isInterrupted) process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeAll();
}
