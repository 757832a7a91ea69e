import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { ClientConfig } from 'pg';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { QueuedMail } from '../../services/mail/ports.ts';
import type { Sql } from '../postgres/database.ts';

const MAIL_QUEUE = 'mail';

/** A killed worker's job comes back after this long; the library's default is a quarter of an hour. */
const EXPIRE_SECONDS = 60;
/** Mail down: 1 minute, doubling to 6 hours, for 3 days (threats.md §2). */
const RETRY = { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 6 * 60 * 60 } as const;
const POLL_SECONDS = 0.5;
const MAIL_BATCH = 20;
/** So many at a time: with a mail server that lets each wait for its 10 s, a batch ends before its jobs come back. */
const MAILS_AT_ONCE = 4;

export interface JobQueue {
  start(): Promise<void>;
  /** Sends jobs inside the given transaction: they exist when it commits and never otherwise (INV-26). */
  enqueueMails(sql: Sql, mails: readonly QueuedMail[]): Promise<void>;
  /** Removes the mails of somebody who leaves, waiting or sent: they hold an address and a name. */
  dropMails(sql: Sql, of: { readonly accountId: AccountId; readonly email: string }): Promise<void>;
  /**
   * Hands over the mails, a few at a time. One that throws is tried again later and holds up no other. Handlers must bear
   * a repeated job.
   */
  workMails(handle: (id: string, job: QueuedMail) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** What the console asks of the queue: the mails of one customer, and those that are under way or were given up. */
const CONSOLE_INDEXES = `
  CREATE INDEX IF NOT EXISTS foyer_mails_of_account ON pgboss.job_common ((data ->> 'accountId'), created_on DESC);
  CREATE INDEX IF NOT EXISTS foyer_mails_unsettled ON pgboss.job_common (state, completed_on) WHERE state IN ('active', 'failed');`;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The queue for work that must happen later, on the same database; its tables are the outbox. */
export const makeJobQueue = (config: ClientConfig, onError: (error: Error) => void): JobQueue => {
  const boss = new PgBoss({
    host: config.host,
    port: config.port,
    user: config.user,
    password: typeof config.password === 'string' ? config.password : undefined,
    database: config.database,
    connectionString: config.connectionString,
    max: 3,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', onError);
  return {
    start: async () => {
      await boss.start();
      await boss.createQueue(MAIL_QUEUE, { expireInSeconds: EXPIRE_SECONDS, ...RETRY });
      await boss.getDb().executeSql(CONSOLE_INDEXES);
    },
    enqueueMails: async (sql, mails) => {
      if (mails.length === 0) return;
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => ({
          rows: await sql.query<Record<string, unknown>>(text, values),
        }),
      };
      await boss.insert(
        MAIL_QUEUE,
        mails.map((data) => ({ data: { ...data } })),
        { db },
      );
    },
    dropMails: async (sql, { accountId, email }) => {
      await sql.query(
        `DELETE FROM pgboss.job WHERE name = $1 AND (data ->> 'accountId' = $2 OR lower(data ->> 'email') = lower($3))`,
        [MAIL_QUEUE, accountId, email],
      );
    },
    workMails: async (handle) => {
      await boss.work(
        MAIL_QUEUE,
        { pollingIntervalSeconds: POLL_SECONDS, batchSize: MAIL_BATCH, perJobResults: true },
        async (jobs: Job<QueuedMail>[]) => {
          const waiting = jobs.values();
          const results: JobResult[] = [];
          const work = async () => {
            for (const { id, data } of waiting) {
              const error = await handle(id, data).then(() => null, asError);
              if (error) onError(error);
              results.push(
                error ? { id, status: 'failed', output: { message: error.message } } : { id, status: 'completed' },
              );
            }
          };
          await Promise.all(Array.from({ length: MAILS_AT_ONCE }, work));
          return results;
        },
      );
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
};
