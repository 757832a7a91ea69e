import { join } from 'node:path';
import type { AccountView } from '@foyer/contract/api/account';
import type { TokenPair } from '@foyer/contract/api/auth';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { claimTree } from '@foyer/domain/identity/claims';
import { screenByLists } from '@foyer/domain/screening/screen';
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from 'pg';
import { expect, inject as provided } from 'vitest';
import type { OidcSettings } from '../src/adapters/oidc-provider.ts';
import { makeSandboxEvents, type SandboxEvents } from '../src/adapters/payment-gateway/sandbox/events.ts';
import { makeSandboxGateway } from '../src/adapters/payment-gateway/sandbox/sandbox-gateway.ts';
import { loadCatalogue } from '../src/adapters/postgres/catalogue-store.ts';
import { checkBooks } from '../src/adapters/postgres/check-books.ts';
import { type Database, type DatabaseLimits, defaultLimits, openDatabase } from '../src/adapters/postgres/database.ts';
import { startDatabaseClock } from '../src/adapters/postgres/database-clock.ts';
import { type JobQueue, makeJobQueue } from '../src/adapters/queue/job-queue.ts';
import type { SmtpSettings } from '../src/adapters/smtp-transport.ts';
import type { Tracing } from '../src/adapters/tracing.ts';
import { billingSettingsOf, brandFinder, type Vendor } from '../src/brands.ts';
import type { ComposeNeeds } from '../src/compose/needs.ts';
import type { OperatorCommands } from '../src/compose/operator-commands.ts';
import type { Services, Work } from '../src/compose.ts';
import { compose } from '../src/compose.ts';
import { sandboxWebhookSecret } from '../src/gateway.ts';
import { buildApp, type ConnectionLimits } from '../src/http/app.ts';
import type { SandboxHosts } from '../src/http/host-rules.ts';
import type { PageNeeds } from '../src/http/pages.ts';
import type { Secrets } from '../src/secrets.ts';
import type { PaymentGateway } from '../src/services/billing/ports.ts';
import type { CallerLimits } from '../src/services/rate-windows/ports.ts';
import { type Client, inject, makeClient } from './client.ts';
import {
  type CustomerOptions,
  type CustomerRow,
  defaultClaimPaths,
  insertCustomer,
  PASSWORD,
  passwordCost,
  screeningLists,
} from './customers.ts';
import { createTestDatabase } from './database.ts';
import { demoVendor } from './demo-vendor.ts';
import './database-server.ts'; // types what is injected
import { type DatabaseFaults, withDatabaseFaults } from './faulty-database.ts';
import { type GatewayFaults, withGatewayFaults } from './faulty-gateway.ts';
import { productClients } from './product-clients.ts';
import { makeRecordedQueue, type Recorded } from './recorded-queue.ts';
import { makeTestLog, type TestLog } from './test-log.ts';
import { makeWall, type Wall } from './wall.ts';

export const SECRET = 'a secret of the tests, long enough for anybody';

/** Limits that only tests about limits reach. In a test the lag of the event loop may be the test's own work. */
const NO_LIMITS = {
  perAddress: 1_000_000,
  perAccount: 1_000_000,
  writesPerAccount: 1_000_000,
  perVendorKey: 1_000_000,
  perProduct: 1_000_000,
  eventLoopDelayMs: 60_000,
};

/** Long limits of the database, so that a busy machine causes no failure. Tests about a limit set a shorter one. */
const PATIENT_LIMITS: DatabaseLimits = {
  ...defaultLimits,
  connectTimeoutMs: 30_000,
  lockTimeoutMs: 30_000,
  statementTimeoutMs: 40_000,
  answerTimeoutMs: 50_000,
};

const LOCAL_HOSTS = ['localhost', '127.0.0.1', 'scope.localhost', 'drive.localhost'];

export interface HarnessOptions {
  /** Exports spans, as a server with a collector does. */
  readonly tracing?: Tracing;
  /** Gateway in place of the sandbox. `faults` apply to it too. */
  readonly gateway?: PaymentGateway;
  /** Start of the wall clock, which runs on from there. */
  readonly now?: Instant;
  readonly limits?: typeof NO_LIMITS;
  readonly proxyHops?: number;
  /** Other limits per address than the usual ones. */
  readonly callerLimits?: CallerLimits;
  /** Host names of the operator site only. */
  readonly operatorHosts?: readonly string[];
  readonly isWorkerOnly?: boolean;
  /** Host names at which the routes of the sandbox answer; local names by default. */
  readonly sandboxHosts?: SandboxHosts;
  /** Limits of a connection that a test can wait for. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Vendor; that of the demo by default. */
  readonly vendor?: Vendor;
  /** Built pages to serve; none by default. */
  readonly pages?: PageNeeds;
  /** `real`: pg-boss with a worker, so that mails arrive; `unworked`: without. `recorded` (default): jobs are only noted. */
  readonly queue?: 'real' | 'unworked' | 'recorded';
  /** Addresses and keys of product webhooks; none by default. */
  readonly hooks?: ComposeNeeds['hooks'];
  /** A mail server instead of the sandbox mailbox. */
  readonly smtp?: SmtpSettings;
  /** Another provider instead of our own sign-in. */
  readonly oidc?: OidcSettings;
  /** Products that sign their users in here; those of the tests by default. */
  readonly productClients?: ComposeNeeds['productClients'];
  /** Customers change their address themselves. */
  readonly addressSelfChange?: boolean;
  /** Another catalogue than the one of the database, whose rows stay as they are. */
  readonly catalogue?: (loaded: Catalogue) => Catalogue;
  /** The secrets of the installation, the current one first. */
  readonly secrets?: Secrets;
  /** A prepared database elsewhere, for a test that kills the server; otherwise a clone of the template. */
  readonly config?: ClientConfig;
  /** Limits of the database that a test can wait for; by default none is met. */
  readonly databaseLimits?: DatabaseLimits;
}

export interface Customer extends CustomerRow {
  readonly client: Client;
}

export interface Harness extends Recorded {
  readonly app: FastifyInstance;
  /** Database connection without the injected faults. */
  readonly database: Database;
  readonly services: Services;
  readonly work: Work;
  /** Commands of operators, as on the command line. */
  readonly operator: OperatorCommands;
  readonly wall: Wall;
  readonly log: TestLog;
  readonly faults: GatewayFaults;
  readonly databaseFaults: DatabaseFaults;
  /** Events of the sandbox gateway. Tests deliver them explicitly. */
  readonly sandboxEvents: SandboxEvents;
  /** Lost connections and complaints of the job queue. */
  readonly lost: readonly Error[];
  anonymous(): Client;
  signIn(email: string, password?: string): Promise<Client>;
  makeCustomer(options?: CustomerOptions): Promise<Customer>;
  /** Advances a customer's sandbox clock by the call of the page, and does the work that becomes due. */
  advance(customer: Customer, to: { to: string } | { by: string } | { until: 'next_renewal' }): Promise<void>;
  /** Runs `meanwhile` while the account is locked. `waiting` resolves when that many statements wait for a lock. */
  whileLocked(
    customer: CustomerRow,
    meanwhile: (waiting: (count: number) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** Expires the leases of undecided attempts and running keys, as if their process had died. */
  expireLeases(): Promise<void>;
  mails(to: string, atLeast: number): Promise<{ subject: string; text: string; html: string }[]>;
  ledgerCheck(options?: { settled?: boolean }): Promise<string[]>;
  account(customer: Customer): Promise<AccountView>;
  subscriptions(customer: Customer, includeEnded?: boolean): Promise<Subscription[]>;
  receipts(customer: Customer): Promise<Receipt[]>;
  /** Charges in the records of the gateway, oldest first. */
  charges(customer: CustomerRow, status?: 'succeeded' | 'declined'): Promise<{ id: string; amountCents: number }[]>;
  stop(): Promise<void>;
}

const ownDatabase = async (
  config: ClientConfig | undefined,
): Promise<{ config: ClientConfig; drop(): Promise<void> }> =>
  config ? { config, drop: async () => {} } : createTestDatabase();

/** Starts the whole server in the process of the test, with a separate PostgreSQL database. Call `stop` at the end. */
export const startHarness = async (options: HarnessOptions = {}): Promise<Harness> => {
  const { passwordHash } = provided('databaseServer');
  const own = await ownDatabase(options.config);
  const log = makeTestLog();
  const lost: Error[] = [];
  const onLost = (error: Error) => void lost.push(error);
  const plain = openDatabase(own.config, onLost, options.databaseLimits ?? PATIENT_LIMITS, (message, line) =>
    log.logger.info(line, message),
  );
  const wall = makeWall(options.now, (await startDatabaseClock(plain)).now);
  const { tracing } = options;
  const { database, faults: databaseFaults } = withDatabaseFaults(tracing?.traceDatabase(plain) ?? plain);
  const sandboxDatabase = openDatabase(own.config, onLost, { ...PATIENT_LIMITS, connections: 5 });
  const { gateway: plainGateway, faults } = withGatewayFaults(
    options.gateway ?? makeSandboxGateway(sandboxDatabase, sandboxWebhookSecret(SECRET)),
  );
  const gateway = tracing?.traceGateway(plainGateway) ?? plainGateway;
  const jobs = (options.queue ?? 'recorded') === 'recorded' ? null : makeJobQueue(own.config, onLost);
  const real: JobQueue | null = jobs && (tracing?.traceQueue(jobs) ?? jobs);
  const { queue: recorder, recorded } = makeRecordedQueue();
  let catalogue = (options.catalogue ?? ((loaded) => loaded))(await loadCatalogue(plain));
  const { services, work, operator } = await compose({
    database,
    sandboxDatabase,
    gateway,
    queue: real ?? recorder,
    catalogue: () => catalogue,
    catalogueFolder: join(import.meta.dirname, '../../../catalog'),
    breachedPasswords: null,
    onCatalogue: (fresh) => {
      catalogue = fresh;
    },
    settings: billingSettingsOf(options.vendor ?? demoVendor),
    screenParty: async (party) => screenByLists(party, screeningLists),
    vendor: options.vendor ?? demoVendor,
    brandOf: brandFinder(new Map([['drive.localhost', 'drive']]), 'scope'),
    defaultClaims: claimTree(defaultClaimPaths),
    addressSelfChange: options.addressSelfChange ?? false,
    secrets: options.secrets ?? [SECRET],
    passwordCost,
    callerLimits: options.callerLimits,
    publicUrl: 'http://localhost',
    hostnames: ['scope.localhost', 'drive.localhost'],
    hooks: options.hooks ?? null,
    smtp: options.smtp ?? null,
    oidc: options.oidc ?? null,
    productClients: options.productClients ?? productClients,
    wallNow: wall.now,
    onFault: log.fault,
    wait: async () => {},
    traceCharges: tracing?.traceCharges,
    kick: () => {},
  });
  if (real) await real.start();
  if (real && options.queue === 'real') {
    await real.workMails(tracing?.traceMails(work.sendMail) ?? work.sendMail);
    await real.workHooks(tracing?.traceHooks(work.deliverHook) ?? work.deliverHook);
    await real.workDetachments(work.detachCard);
  }
  const app = await buildApp({
    services,
    logger: log.logger,
    accessLog: log.logger,
    build: { version: '0.0.0' },
    sandbox: options.sandboxHosts ?? { checkout: LOCAL_HOSTS, mailbox: LOCAL_HOSTS },
    operatorHosts: options.operatorHosts,
    isWorkerOnly: options.isWorkerOnly,
    beginTrace: tracing?.beginRequest,
    proxyHops: options.proxyHops ?? 0,
    limits: options.limits ?? NO_LIMITS,
    connections: options.connections,
    pages: options.pages ?? null,
  });
  await app.ready();

  const anonymous = () => makeClient(app, { accessToken: '', refreshToken: '' });
  const signIn: Harness['signIn'] = async (email, password = PASSWORD) => {
    const signed = await inject<{ refreshToken: string }>(app, {
      method: 'POST',
      url: '/api/auth/sessions',
      payload: { email, password },
    });
    expect(signed.status, `${signed.text} ${log.lines.filter((line) => line.includes('"level":40')).at(-1)}`).toBe(200);
    const { refreshToken } = signed.body;
    const tokens = await inject<TokenPair>(app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } });
    expect(tokens.status, tokens.text).toBe(200);
    return makeClient(app, tokens.body);
  };
  const bodyOf = async <Body>(customer: Customer, url: string): Promise<Body> => {
    const answer = await customer.client.get<Body>(url);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  return {
    app,
    database: plain,
    services,
    work,
    operator,
    wall,
    log,
    faults,
    databaseFaults,
    sandboxEvents: makeSandboxEvents({
      database: sandboxDatabase,
      webhookSecret: sandboxWebhookSecret(SECRET),
      wallNow: wall.now,
      switches: {},
      random: () => 0.5,
    }),
    lost,
    ...recorded,
    anonymous,
    signIn,
    makeCustomer: async (wanted = {}) => {
      const row = await insertCustomer(plain, passwordHash, wanted);
      if (wanted.card) await services.addCard(row.accountId, wanted.card);
      return { ...row, client: await signIn(row.email) };
    },
    advance: async (customer, to) => {
      const asked = await customer.client.post('/api/account/me/clock/advance', to);
      expect(asked.status, asked.text).toBe(202);
      while (await work.advanceClocks()) {
        // one clock a turn, as the worker does
      }
      const clock = await bodyOf<{ status: string }>(customer, '/api/account/me/clock');
      expect(clock.status).toBe('ready');
    },
    whileLocked: ({ accountId }, meanwhile) =>
      plain.transaction(async (sql) => {
        await sql.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
        // Not in this transaction: it keeps its first list of connections, and a call may open a new one.
        const others = () =>
          plain.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        await meanwhile((count) =>
          expect.poll(async () => (await others()).length, { timeout: 25_000, interval: 10 }).toBe(count),
        );
      }),
    expireLeases: async () => {
      await plain.query(
        `UPDATE payment_attempts SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`,
      );
      await plain.query(
        `UPDATE idempotency_keys SET locked_at = locked_at - interval '2 minutes' WHERE state = 'started'`,
      );
    },
    mails: async (to, atLeast) => {
      const arrived = () => services.mailbox?.list(to, 100) ?? Promise.resolve([]);
      await expect
        .poll(async () => (await arrived()).length, { timeout: 10_000, interval: 50 })
        .toBeGreaterThanOrEqual(atLeast);
      return arrived();
    },
    ledgerCheck: (check) => checkBooks(plain, { isSettled: check?.settled ?? true }),
    account: (customer) => bodyOf<AccountView>(customer, '/api/account/me'),
    subscriptions: async (customer, includeEnded = false) =>
      (
        await bodyOf<{ subscriptions: Subscription[] }>(
          customer,
          `/api/subscription/subscriptions?includeEnded=${includeEnded}`,
        )
      ).subscriptions,
    receipts: async (customer) =>
      (await bodyOf<{ receipts: Receipt[] }>(customer, '/api/account/me/receipts?pageSize=100')).receipts,
    charges: ({ accountId }, status = 'succeeded') =>
      plain.query<{ id: string; amountCents: number }>(
        `SELECT c.id, c.amount_cents FROM sandbox.charges c JOIN sandbox.customers u ON u.id = c.customer_id
         WHERE u.account_ref = $1 AND c.status = $2 ORDER BY c.created_at, c.id`,
        [accountId, status],
      ),
    stop: async () => {
      await app.close();
      await real?.stop();
      await Promise.all([plain.close(), sandboxDatabase.close()]);
      await own.drop();
    },
  };
};
