import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Client, PoolConfig } from 'pg';
import { getConstructionPlans, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type QueuedMail, RecipientRefused } from '../../services/mail/ports.ts';
import type { Sql } from '../postgres/database.ts';

const MAIL_QUEUE = 'mail';
const HOOK_QUEUE = 'product-hook';
const DETACH_QUEUE = 'detach-card';
const QUEUES = [MAIL_QUEUE, HOOK_QUEUE, DETACH_QUEUE];

/** Limit for a batch. */
const EXPIRE_SECONDS = 60;
/**
 * Limit for a batch of mails. The mails to one recipient are sent one after the other. If each takes 10 s, the whole
 * batch still ends within this limit.
 */
const MAIL_EXPIRE_SECONDS = 240;
/** Interval of the heartbeats of a worker. */
const REFRESH_SECONDS = 10;
/**
 * Time without a heartbeat after which pg-boss fails a job. A failed job waits a minute or more, so Foyer releases it
 * earlier.
 */
const HEARTBEAT_SECONDS = 60;
/** Time without a heartbeat after which the worker of a job counts as dead. */
const ORPHAN_SECONDS = 40;
const RELEASE_EVERY_MS = 5_000;
/** Retries while the mail server or a product is down: after 1 minute, doubling to 6 hours, for 3 days in all. */
const RETRY = { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 6 * 60 * 60 } as const;
const DEFAULT_PAUSE_MS = 500;
/** Connections of the queue. */
export const QUEUE_CONNECTIONS = 3;
/** Number of jobs that one worker handles at the same time. */
const AT_ONCE = 4;
/** Number of messages in a batch. Even if each takes 10 s, the batch ends before its jobs expire. */
const BATCH = 20;
/**
 * Number of cards in a batch. A card may need two slow calls of the gateway, so all cards of a batch run at the same time.
 */
const DETACH_BATCH = AT_ONCE;

/** Handles a message to a product. `cause` is the trace that is stored with it. */
export type HandleHook = (id: string, isLastTry: boolean, cause?: { readonly traceparent?: string }) => Promise<void>;

export interface JobQueue {
  start(): Promise<void>;
  /** Queues jobs in the given transaction. They exist only if it commits (INV-26). */
  enqueueMails(sql: Sql, mails: readonly QueuedMail[]): Promise<void>;
  /** Queues messages to products, by their ids, in the same way. `traceparent` names the trace of their cause. */
  enqueueHooks(sql: Sql, ids: readonly string[], traceparent?: string): Promise<void>;
  /** Queues cards to detach at the gateway, by the ids of their rows, in the same way. */
  enqueueDetachments(sql: Sql, cardIds: readonly string[]): Promise<void>;
  /** Removes waiting and sent mails of a customer whose account is closed. They hold an address and a name. */
  dropMails(sql: Sql, of: { readonly accountId: AccountId; readonly email: string }): Promise<void>;
  /**
   * Passes mails to `handle`, a few at a time, with the time each has waited. The mails of a batch to one recipient
   * keep the order of their events. A mail that throws is retried later and delays no other. Handlers must tolerate a
   * repeated job.
   */
  workMails(handle: (id: string, job: QueuedMail, waitedMs: number) => Promise<void>): Promise<void>;
  /** Passes messages to products in the same way, and says which try is the last one. */
  workHooks(handle: HandleHook): Promise<void>;
  workDetachments(handle: (cardId: string, isLastTry: boolean) => Promise<void>): Promise<void>;
  /** Fetches no more jobs and waits for those in progress. Jobs can still be queued. */
  stopWork(): Promise<void>;
  stop(): Promise<void>;
}

/** Releases jobs of dead workers. Fetching a job counts a try, so a worker that is still alive loses its claim. */
const RELEASE_ORPHANS = `
  UPDATE pgboss.job_common SET state = 'retry', start_after = now()
   WHERE name = ANY ($1) AND state = 'active' AND heartbeat_seconds IS NOT NULL
     AND heartbeat_on < now() - interval '${ORPHAN_SECONDS} seconds'`;

/** Sends a heartbeat for a job, unless another worker has it by now. */
const CLAIM_ANEW = `
  UPDATE pgboss.job_common SET heartbeat_on = now()
   WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING id`;

/** Releases jobs that were fetched but not started. */
const GIVE_BACK = `
  UPDATE pgboss.job_common SET state = 'retry', start_after = now()
   WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'active'`;

/** Indexes for the operator site: mails of one customer, and mails that are active or have failed. */
const OPERATOR_INDEXES = `
  SELECT pg_advisory_xact_lock(hashtextextended('queue', 7)); -- of two starts at once the second finds the indexes
  CREATE INDEX IF NOT EXISTS foyer_mails_of_account ON pgboss.job_common ((data ->> 'accountId'), created_on DESC);
  CREATE INDEX IF NOT EXISTS foyer_mails_to ON pgboss.job_common (lower(data ->> 'to'));
  CREATE INDEX IF NOT EXISTS foyer_mails_unsettled ON pgboss.job_common (state, completed_on) WHERE state IN ('active', 'failed');`;

/** A message to a product. Its content is in its row. */
interface HookJob {
  readonly deliveryId: string;
  readonly traceparent?: string;
}

/** A card to detach at the gateway. Its reference is in its row, and is deleted with it. */
interface DetachJob {
  readonly cardId: string;
}

type Handle<Data> = (job: JobWithMetadata<Data>) => Promise<void>;

/** Groups the jobs of a batch. The jobs of a group run one after the other. */
type GroupJobs<Data> = (jobs: readonly JobWithMetadata<Data>[]) => readonly (readonly JobWithMetadata<Data>[])[];

/**
 * Sends the mails to one recipient in the order of their events, within one batch. So an announcement comes before its result,
 * also after an hour without a mail server. Mails that several servers send may still overtake each other.
 */
const byRecipient: GroupJobs<QueuedMail> = (jobs) => [
  ...Map.groupBy(
    jobs.toSorted((a, b) => a.data.at - b.data.at),
    ({ data }) => ('accountId' in data ? data.accountId : data.to),
  ).values(),
];

/** A job that failed, with the error of its handler. The queue tries it again later. */
export class JobFailed extends Error {
  readonly jobId: string;
  readonly queue: string;
  override readonly cause: Error;

  constructor({ id, name }: { readonly id: string; readonly name: string }, cause: Error) {
    super(`job ${id} (${name}) failed: ${cause.message}`);
    this.name = 'JobFailed';
    this.jobId = id;
    this.queue = name;
    this.cause = cause;
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const makeQueues = async (boss: PgBoss): Promise<void> => {
  for (const name of QUEUES) {
    const expireInSeconds = name === MAIL_QUEUE ? MAIL_EXPIRE_SECONDS : EXPIRE_SECONDS;
    await boss.createQueue(name, { expireInSeconds, heartbeatSeconds: HEARTBEAT_SECONDS, ...RETRY });
    // A queue that exists already has the values of an older version.
    await boss.updateQueue(name, { expireInSeconds, heartbeatSeconds: HEARTBEAT_SECONDS });
  }
  await boss.getDb().executeSql(OPERATOR_INDEXES);
};

/** Creates the tables of the queue in the transaction of `client`, as a start of the queue does in separate ones. */
export const createJobTables = async (client: Client): Promise<void> => {
  const executeSql = async (text: string, values?: unknown[]) => {
    const inside = text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
    return (await client.query<Record<string, unknown>>(inside, values)) ?? { rows: [] };
  };
  await executeSql(getConstructionPlans());
  await makeQueues(new PgBoss({ db: { executeSql }, schedule: false }));
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0'); // pg-boss sets one for its transactions
};

/**
 * Queue of deferred work in the same database; its tables are the outbox. A role that does not own the tables (`ownsTables:
 * false`) uses those that the owner has created.
 */
export const makeJobQueue = (
  config: PoolConfig,
  onError: (error: Error) => void,
  { ownsTables = true, pauseMs = DEFAULT_PAUSE_MS }: { ownsTables?: boolean; pauseMs?: number } = {},
): JobQueue => {
  const boss = new PgBoss({
    host: config.host,
    port: config.port,
    user: config.user,
    password: typeof config.password === 'string' ? config.password : undefined,
    database: config.database,
    connectionString: config.connectionString,
    Client: config.Client,
    max: QUEUE_CONNECTIONS,
    schedule: false,
    migrate: ownsTables,
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
    // A handler may throw before it returns a promise. That fails only this job as well.
    const error = await Promise.resolve(job)
      .then(handle)
      .then(() => null, asError);
    if (!error) return { id: job.id, status: 'completed' };
    onError(new JobFailed(job, error));
    const output = { message: error.message, ...(error instanceof RecipientRefused && { isRecipientRefused: true }) };
    return { id: job.id, status: 'failed', output };
  };

  let isStopping = false;

  /** Handles one job and records its completion at once. After a kill, only unfinished jobs run again. */
  const handleOne = async <Data>(
    queue: string,
    job: JobWithMetadata<Data>,
    handle: Handle<Data>,
  ): Promise<JobResult> => {
    // Another worker may have the job by now, if this one missed its heartbeats.
    const claimed = await boss.getDb().executeSql(CLAIM_ANEW, [queue, job.id, job.retryCount]).catch(asError);
    if (claimed instanceof Error) onError(claimed);
    if (claimed instanceof Error || claimed.rows.length === 0) return { id: job.id, status: 'failed' };
    const result = await resultOf(job, handle);
    if (result.status === 'completed') await boss.complete(queue, job).catch(onError);
    return result;
  };

  const work = async <Data extends object>(
    queue: string,
    handle: Handle<Data>,
    {
      batchSize = BATCH,
      groupJobs = (jobs) => jobs.map((job) => [job]),
    }: { batchSize?: number; groupJobs?: GroupJobs<Data> } = {},
  ): Promise<void> => {
    await boss.work(
      queue,
      {
        pollingIntervalSeconds: pauseMs / 1000,
        batchSize,
        heartbeatRefreshSeconds: REFRESH_SECONDS,
        perJobResults: true,
        includeMetadata: true,
      },
      async (jobs: JobWithMetadata<Data>[]) => {
        const waiting = groupJobs(jobs).values();
        const results: JobResult[] = [];
        const next = async () => {
          for (const group of waiting)
            for (const job of group) if (!isStopping) results.push(await handleOne(queue, job, handle));
        };
        await Promise.all(Array.from({ length: AT_ONCE }, next));
        const handled = new Set(results.map(({ id }) => id));
        const left = jobs.map(({ id }) => id).filter((id) => !handled.has(id));
        if (left.length > 0) await boss.getDb().executeSql(GIVE_BACK, [queue, left]);
        return results;
      },
    );
  };

  let releaser: NodeJS.Timeout | undefined;
  const releaseOrphans = async (): Promise<void> => {
    await boss.getDb().executeSql(RELEASE_ORPHANS, [QUEUES]).catch(onError);
  };

  return {
    start: async () => {
      await boss.start();
      if (ownsTables) await makeQueues(boss); // otherwise the role that owns the tables has made them
      await releaseOrphans();
      releaser = setInterval(() => void releaseOrphans(), RELEASE_EVERY_MS);
      releaser.unref();
    },
    enqueueMails: (sql, mails) => insert(sql, MAIL_QUEUE, mails),
    enqueueHooks: (sql, ids, traceparent) =>
      insert(
        sql,
        HOOK_QUEUE,
        ids.map((deliveryId): HookJob => (traceparent ? { deliveryId, traceparent } : { deliveryId })),
      ),
    enqueueDetachments: (sql, cardIds) =>
      insert(
        sql,
        DETACH_QUEUE,
        cardIds.map((cardId): DetachJob => ({ cardId })),
      ),
    dropMails: async (sql, { accountId, email }) => {
      // pg-boss replaces the row of a job that fails. A statement that waited for this does not see the new row, so each
      // runs twice.
      for (const _try of [1, 2]) {
        // Two statements, because each uses an index. One statement for both would read every job.
        await sql.query(`DELETE FROM pgboss.job_common WHERE name = $1 AND data ->> 'accountId' = $2`, [
          MAIL_QUEUE,
          accountId,
        ]);
        await sql.query(`DELETE FROM pgboss.job_common WHERE name = $1 AND lower(data ->> 'to') = lower($2)`, [
          MAIL_QUEUE,
          email,
        ]);
      }
    },
    workMails: (handle) =>
      work<QueuedMail>(
        MAIL_QUEUE,
        ({ id, data, createdOn, startedOn }) => handle(id, data, startedOn.getTime() - createdOn.getTime()),
        { groupJobs: byRecipient },
      ),
    workHooks: (handle) =>
      work<HookJob>(HOOK_QUEUE, ({ data, retryCount }) =>
        handle(data.deliveryId, retryCount >= RETRY.retryLimit, data),
      ),
    workDetachments: (handle) =>
      work<DetachJob>(DETACH_QUEUE, ({ data, retryCount }) => handle(data.cardId, retryCount >= RETRY.retryLimit), {
        batchSize: DETACH_BATCH,
      }),
    stopWork: async () => {
      isStopping = true;
      clearInterval(releaser);
      await Promise.all(QUEUES.map((name) => boss.offWork(name)));
    },
    stop: () => {
      clearInterval(releaser);
      return boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
};
