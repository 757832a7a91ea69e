import type { MailJob } from '@foyer/domain/billing/entities';
import type { ClientConfig } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Sql } from '../postgres/database.ts';

const MAIL_QUEUE = 'mail';

/** A killed worker's job comes back after this long; the library's default is a quarter of an hour. */
const EXPIRE_SECONDS = 60;
/** Mail down: 1 minute, doubling to 6 hours, for 3 days (threats.md §2). */
const RETRY = { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 6 * 60 * 60 } as const;
const POLL_SECONDS = 0.5;
const MAIL_BATCH = 20;

export interface JobQueue {
  start(): Promise<void>;
  /** Sends jobs inside the given transaction: they exist when it commits and never otherwise (INV-26). */
  enqueueMails(sql: Sql, mails: readonly MailJob[]): Promise<void>;
  /** Hands over one mail at a time; what throws is tried again later. Handlers must bear a repeated job. */
  workMails(handle: (id: string, job: MailJob) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

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
    workMails: async (handle) => {
      await boss.work<MailJob>(
        MAIL_QUEUE,
        { pollingIntervalSeconds: POLL_SECONDS, batchSize: MAIL_BATCH, perJobResults: false } as object,
        async (jobs: { id: string; data: MailJob }[]) => {
          for (const job of jobs) await handle(job.id, job.data);
        },
      );
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
};
