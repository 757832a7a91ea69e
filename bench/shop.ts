import { statfsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { newId } from '../apps/server/src/adapters/new-id.ts';
import { makeSandboxGateway } from '../apps/server/src/adapters/payment-gateway/sandbox/sandbox-gateway.ts';
import { loadCatalogue } from '../apps/server/src/adapters/postgres/catalogue-store.ts';
import { type Database, defaultLimits, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { makeJobQueue } from '../apps/server/src/adapters/queue/job-queue.ts';
import { compose } from '../apps/server/src/compose.ts';
import { sandboxWebhookSecret } from '../apps/server/src/gateway.ts';
import { insertCustomer } from '../apps/server/test/customers.ts';
import { demoVendor } from '../apps/server/test/demo-vendor.ts';
import { prepareDatabase } from '../apps/server/test/prepare-database.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { defaultBillingSettings } from '../packages/domain/src/state/settings.ts';
import type { Cleanup } from './cleanup.ts';
import { type ManyRows, makeManyRows } from './many-rows.ts';

export const BENCH_SECRET = 'secret used only by the benchmarks, long enough';
const GB = 1_000_000_000;
/** Disk space for 1,000,000 customers with 10,000,000 receipts. */
const NEEDED_BYTES = 15 * GB;

export interface DatabaseServer {
  /** Folder of all its files; removed at the end. */
  readonly folder: string;
  /** Creates a database on this server, with our tables. */
  create(name: string): Promise<pg.ClientConfig>;
}

export const startDatabaseServer = async (cleanup: Cleanup): Promise<DatabaseServer> => {
  const folder = makeTempFolder('bench');
  cleanup.add('the temporary folder', () => folder.remove());
  const { config, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder.path, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => stop());
  const admin = openDatabase(config, () => {}, {
    ...defaultLimits,
    connections: 1,
    statementTimeoutMs: 60_000,
    answerTimeoutMs: 60_000,
  });
  cleanup.add('the connection that creates databases', () => admin.close());
  return {
    folder: folder.path,
    create: async (name) => {
      await admin.query(`CREATE DATABASE ${name}`);
      const own = { ...config, database: name };
      await prepareDatabase(own);
      return own;
    },
  };
};

/** Sizes to measure at, from BENCH_SIZES or `wanted`. If the disk is too small, the largest is divided by ten. */
export const sizesFor = (folder: string, wanted: readonly number[]): { sizes: number[]; note: string | null } => {
  const asked = process.env.BENCH_SIZES?.split(',').map(Number);
  if (asked) return { sizes: asked, note: null };
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= NEEDED_BYTES) return { sizes: [...wanted], note: null };
  const most = Math.max(...wanted);
  const sizes = [...new Set(wanted.map((size) => (size === most ? most / 10 : size)))];
  const freeGb = Math.floor((bavail * bsize) / GB);
  return {
    sizes,
    note: `${freeGb} GB of disk are free, ${NEEDED_BYTES / GB} GB needed: ${most / 10} instead of ${most}`,
  };
};

export interface Shop {
  readonly config: pg.ClientConfig;
  readonly database: Database;
  readonly runDueWork: () => Promise<number>;
}

/**
 * Composes the product on a database with a gateway that responds at once. A customer buys a monthly plan through it and is
 * then copied as often as `rows` says.
 */
export const openShop = async (
  cleanup: Cleanup,
  config: pg.ClientConfig,
  rows: Omit<ManyRows, 'accountId'>,
): Promise<Shop> => {
  const fault = (error: unknown) => {
    throw error instanceof Error ? error : new Error(String(error));
  };
  const database = openDatabase(config, () => {});
  const sandboxDatabase = openDatabase(config, () => {}, {
    ...defaultLimits,
    connections: 2,
    statementTimeoutMs: 5_000,
    answerTimeoutMs: 5_000,
  });
  const queue = makeJobQueue(config, () => {});
  await queue.start();
  cleanup.add(`the queue and connections of ${config.database}`, async () => {
    await queue.stop();
    await Promise.all([database.close(), sandboxDatabase.close()]);
  });
  const catalogue = await loadCatalogue(database);
  const { services, work } = await compose({
    database,
    sandboxDatabase,
    gateway: {
      ...makeSandboxGateway(sandboxDatabase, sandboxWebhookSecret(BENCH_SECRET)),
      charge: async ({ attemptId }) => ({
        kind: 'succeeded',
        intentRef: `pi_of_${attemptId}`,
        chargeRef: `ch_of_${attemptId}`,
      }),
    },
    queue,
    catalogue: () => catalogue,
    catalogueFolder: 'catalog',
    breachedPasswords: null,
    onCatalogue: () => {},
    settings: defaultBillingSettings,
    screenParty: async () => 'clear',
    vendor: demoVendor,
    brandOf: () => 'drive',
    defaultClaims: {},
    secrets: [BENCH_SECRET],
    publicUrl: 'http://localhost',
    hostnames: ['localhost'],
    hooks: null,
    smtp: null,
    oidc: null,
    productClients: [],
    wallNow: () => Date.now(),
    onFault: fault,
    kick: () => {},
  });
  const { accountId } = await insertCustomer(database, newId('user'), {});
  await services.addCard(accountId, 'tok_visa');
  await services.placeOrder(accountId, { planId: 'pln_drive_starter_monthly' }, null, null);
  await makeManyRows(config, { accountId, ...rows });
  return { config, database, runDueWork: work.runDueWork };
};
