import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { PoolConfig } from 'pg';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { QueuedMail } from '../../services/mail/ports.ts';
import type { Sql } from '../postgres/database.ts';

const MAIL_QUEUE = 'mail';
const HOOK_QUEUE = 'product-hook';
const DETACH_QUEUE = 'detach-card';
const QUEUES = [MAIL_QUEUE, HOOK_QUEUE, DETACH_QUEUE];

/** A killed worker's job comes back after this long; the library's default is a quarter of an hour. */
const EXPIRE_SECONDS = 60;
/** One person's mails go one after the other: a whole batch of them that each wait their 10 s ends before it comes back. */
const MAIL_EXPIRE_SECONDS = 240;
/** Mail or a product down: 1 minute, doubling to 6 hours, for 3 days (threats.md §2). */
const RETRY = { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 6 * 60 * 60 } as const;
const POLL_SECONDS = 0.5;
/** So many at a time. */
const AT_ONCE = 4;
/** With a server that lets each wait for its 10 s, a batch of messages to products ends before its jobs come back. */
const BATCH = 20;
/** A card may take two calls of the gateway, each as long as a worker waits: of those a batch is one round. */
const DETACH_BATCH = AT_ONCE;

export interface JobQueue {
  start(): Promise<void>;
  /** Sends jobs inside the given transaction: they exist when it commits and never otherwise (INV-26). */
  enqueueMails(sql: Sql, mails: readonly QueuedMail[]): Promise<void>;
  /** The same for messages to the vendor's products, by their ids. */
  enqueueHooks(sql: Sql, ids: readonly string[]): Promise<void>;
  /** The same for cards that are to be taken off at the payment gateway, by our ids of them. */
  enqueueDetachments(sql: Sql, cardIds: readonly string[]): Promise<void>;
  /** Removes the mails of somebody who leaves, waiting or sent: they hold an address and a name. */
  dropMails(sql: Sql, of: { readonly accountId: AccountId; readonly email: string }): Promise<void>;
  /**
   * Hands over the mails, a few at a time and of those fetched together one person's in the order of what they tell, with
   * how long each has waited. One that throws is tried again later and holds up no other. Handlers must bear a repeated job.
   */
  workMails(handle: (id: string, job: QueuedMail, waitedMs: number) => Promise<void>): Promise<void>;
  /** Hands over messages to products in the same way, and says when it is the last time. */
  workHooks(handle: (id: string, isLastTry: boolean) => Promise<void>): Promise<void>;
  workDetachments(handle: (cardId: string, isLastTry: boolean) => Promise<void>): Promise<void>;
  /** Fetches no more jobs and waits for those in progress. Jobs can still be queued. */
  stopWork(): Promise<void>;
  stop(): Promise<void>;
}

/** What the console asks of the queue: the mails of one customer, and those that are under way or were given up. */
const CONSOLE_INDEXES = `
  CREATE INDEX IF NOT EXISTS foyer_mails_of_account ON pgboss.job_common ((data ->> 'accountId'), created_on DESC);
  CREATE INDEX IF NOT EXISTS foyer_mails_to ON pgboss.job_common (lower(data ->> 'to'));
  CREATE INDEX IF NOT EXISTS foyer_mails_unsettled ON pgboss.job_common (state, completed_on) WHERE state IN ('active', 'failed');`;

/** A message to a product; what it says stands in its row. */
interface HookJob {
  readonly deliveryId: string;
}

/** A card at the gateway; what it is called there stands in its row, and goes with it. */
interface DetachJob {
  readonly cardId: string;
}

type Handle<Data> = (job: JobWithMetadata<Data>) => Promise<void>;

/** Jobs of a batch that go one after the other. */
type LanesOf<Data> = (jobs: readonly JobWithMetadata<Data>[]) => readonly (readonly JobWithMetadata<Data>[])[];

/**
 * What happened to one person is told in its order as far as one batch goes: after an hour without mail, or a jump of a
 * sandbox clock, what was announced stands before what became of it. Several servers may still overtake each other.
 */
const byPerson: LanesOf<QueuedMail> = (jobs) => [
  ...Map.groupBy(
    jobs.toSorted((a, b) => a.data.at - b.data.at),
    ({ data }) => ('accountId' in data ? data.accountId : data.to),
  ).values(),
];

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The queue for work that must happen later, on the same database; its tables are the outbox. */
export const makeJobQueue = (config: PoolConfig, onError: (error: Error) => void): JobQueue => {
  const boss = new PgBoss({
    host: config.host,
    port: config.port,
    user: config.user,
    password: typeof config.password === 'string' ? config.password : undefined,
    database: config.database,
    connectionString: config.connectionString,
    Client: config.Client,
    max: 3,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);

  const insert = async (sql: Sql, queue: string, jobs: readonly object[]): Promise<void> => {
    if (jobs.length === 0) return;
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: await sql.query<Record<string, unknown>>(text, values),
      }),
    };
    await boss.insert(
      queue,
      jobs.map((data) => ({ data: { ...data } })),
      { db },
    );
  };

  const resultOf = async <Data>(job: JobWithMetadata<Data>, handle: Handle<Data>): Promise<JobResult> => {
    // A handler may throw before it gives a promise: that too is the failure of this job alone.
    const error = await Promise.resolve(job)
      .then(handle)
      .then(() => null, asError);
    if (!error) return { id: job.id, status: 'completed' };
    onError(error);
    return { id: job.id, status: 'failed', output: { message: error.message } };
  };

  const work = async <Data extends object>(
    queue: string,
    handle: Handle<Data>,
    {
      batchSize = BATCH,
      lanesOf = (jobs) => jobs.map((job) => [job]),
    }: { batchSize?: number; lanesOf?: LanesOf<Data> } = {},
  ): Promise<void> => {
    await boss.work(
      queue,
      { pollingIntervalSeconds: POLL_SECONDS, batchSize, perJobResults: true, includeMetadata: true },
      async (jobs: JobWithMetadata<Data>[]) => {
        const waiting = lanesOf(jobs).values();
        const results: JobResult[] = [];
        const next = async () => {
          for (const lane of waiting) for (const job of lane) results.push(await resultOf(job, handle));
        };
        await Promise.all(Array.from({ length: AT_ONCE }, next));
        return results;
      },
    );
  };

  return {
    start: async () => {
      await boss.start();
      for (const name of QUEUES) {
        const expireInSeconds = name === MAIL_QUEUE ? MAIL_EXPIRE_SECONDS : EXPIRE_SECONDS;
        await boss.createQueue(name, { expireInSeconds, ...RETRY });
        // One that is there already keeps what an older version gave it.
        await boss.updateQueue(name, { expireInSeconds });
      }
      await boss.getDb().executeSql(CONSOLE_INDEXES);
    },
    enqueueMails: (sql, mails) => insert(sql, MAIL_QUEUE, mails),
    enqueueHooks: (sql, ids) =>
      insert(
        sql,
        HOOK_QUEUE,
        ids.map((deliveryId): HookJob => ({ deliveryId })),
      ),
    enqueueDetachments: (sql, cardIds) =>
      insert(
        sql,
        DETACH_QUEUE,
        cardIds.map((cardId): DetachJob => ({ cardId })),
      ),
    dropMails: async (sql, { accountId, email }) => {
      // One each, because an index answers each: together they would read every job there is.
      await sql.query(`DELETE FROM pgboss.job_common WHERE name = $1 AND data ->> 'accountId' = $2`, [
        MAIL_QUEUE,
        accountId,
      ]);
      await sql.query(`DELETE FROM pgboss.job_common WHERE name = $1 AND lower(data ->> 'to') = lower($2)`, [
        MAIL_QUEUE,
        email,
      ]);
    },
    workMails: (handle) =>
      work<QueuedMail>(
        MAIL_QUEUE,
        ({ id, data, createdOn, startedOn }) => handle(id, data, startedOn.getTime() - createdOn.getTime()),
        { lanesOf: byPerson },
      ),
    workHooks: (handle) =>
      work<HookJob>(HOOK_QUEUE, ({ data, retryCount }) => handle(data.deliveryId, retryCount >= RETRY.retryLimit)),
    workDetachments: (handle) =>
      work<DetachJob>(DETACH_QUEUE, ({ data, retryCount }) => handle(data.cardId, retryCount >= RETRY.retryLimit), {
        batchSize: DETACH_BATCH,
      }),
    stopWork: async () => {
      await Promise.all(QUEUES.map((name) => boss.offWork(name)));
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
};
