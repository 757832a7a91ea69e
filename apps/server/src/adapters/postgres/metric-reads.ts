import type { Sql } from './database.ts';
import { IS_WAITING } from './unplaced-payments.ts';

/** State of the work in the database, for metrics. Ages are in seconds, 0 if nothing waits. */
export interface DatabaseFacts {
  readonly dueAccounts: number;
  readonly dueOldestSeconds: number;
  readonly unansweredAttempts: number;
  readonly waitingEvents: number;
  readonly oldestEventSeconds: number;
  readonly givenUpEvents: number;
  readonly parkedRefunds: number;
  readonly parkedPayments: number;
  /** 1 while a restored database was not compared with the gateway, otherwise 0. */
  readonly unreconciledRestores: number;
  readonly queues: readonly {
    readonly queue: string;
    readonly waiting: number;
    readonly failed: number;
    readonly oldestSeconds: number;
  }[];
}

/** Most rows that are counted, so that the statement stays quick after an outage. */
const MOST = 10_000;

const atMost = (rows: string): string => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MOST}) counted)::int`;
const age = (since: string, rows: string): string =>
  `(SELECT GREATEST(COALESCE(EXTRACT(EPOCH FROM now() - min(${since})), 0), 0) FROM ${rows})::float8`;

/** Accounts with a sandbox clock have their own time, so the age of their work says nothing. */
const ON_WALL_CLOCK = 'accounts WHERE clock_id IS NULL';
/** An event that fails waits since its first failure. Each try moves the time of its next one into the future. */
const OPEN_EVENTS =
  'webhook_events WHERE processed_at IS NULL AND given_up_at IS NULL AND (next_try_at <= now() OR failing_since IS NOT NULL)';
/** The payment provider can send an event again for 30 days. One whose object is not in the books is no failure. */
const GIVEN_UP_EVENTS = `webhook_events WHERE processed_at IS NULL AND given_up_at > now() - interval '30 days' AND failing_since IS NOT NULL`;

/**
 * Charges that the gateway has not answered for 5 minutes, and those that recovery gave up. Recovery renews the lease at
 * each check, so a lease says nothing. `payment_attempts_undecided` is the index.
 */
const UNANSWERED = `payment_attempts WHERE kind = 'charge' AND status IN ('sending', 'requires_action', 'processing')
    AND (status = 'sending' AND created_at < now() - interval '5 minutes' OR given_up_at IS NOT NULL)`;

const READ = `SELECT
  ${atMost(`${ON_WALL_CLOCK} AND next_action_at <= now()`)} AS due_accounts,
  ${age('next_action_at', ON_WALL_CLOCK)} AS due_oldest_seconds,
  ${atMost(UNANSWERED)} AS unanswered_attempts,
  ${atMost(OPEN_EVENTS)} AS waiting_events,
  ${age('COALESCE(failing_since, next_try_at)', OPEN_EVENTS)} AS oldest_event_seconds,
  ${atMost(GIVEN_UP_EVENTS)} AS given_up_events,
  ${atMost(`unplaced_refunds WHERE status = 'waiting'`)} AS parked_refunds,
  ${atMost(`unplaced_payments p WHERE ${IS_WAITING}`)} AS parked_payments,
  ${atMost('restored_backups WHERE reconciled_at IS NULL')} AS unreconciled_restores`;

/** A mail whose recipient the mail server refuses says nothing about the mail server, so it has no age. */
const READ_QUEUES = `SELECT name AS queue,
    count(*) FILTER (WHERE state <> 'failed')::int AS waiting,
    count(*) FILTER (WHERE state = 'failed')::int AS failed,
    COALESCE(EXTRACT(EPOCH FROM now() - min(created_on) FILTER (WHERE state <> 'failed' AND NOT COALESCE(output ? 'isRecipientRefused', false))), 0)::float8 AS oldest_seconds
  FROM pgboss.job_common WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_pgboss%'
  GROUP BY name ORDER BY name`;

/** Reads the facts in two statements. They use indexes of open rows only. */
export const readDatabaseFacts = async (sql: Pick<Sql, 'query'>): Promise<DatabaseFacts> => {
  const [facts] = await sql.query<Omit<DatabaseFacts, 'queues'>>(READ);
  if (!facts) throw new Error('the database returned no row of facts');
  return { ...facts, queues: await sql.query<DatabaseFacts['queues'][number]>(READ_QUEUES) };
};
