import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import type { ChartReads } from '../../services/operator/read-ports.ts';
import { firstIdAt } from '../new-id.ts';
import { type Database, toDate } from './database.ts';

const dayOf = (at: string): string => `(${at} AT TIME ZONE 'UTC')::date::text AS day`;

/**
 * Renewals of `$1` to `$2`, of the `$3` accounts whose next action comes first. No index has the ends of periods. An account
 * acts at the latest when its period ends, so the index of due accounts finds each account that renews.
 */
export const renewalsByDay = `WITH due AS MATERIALIZED (
    SELECT a.id FROM accounts a WHERE a.clock_id IS NULL AND a.next_action_at < $2 ORDER BY a.next_action_at LIMIT $3)
  SELECT ${dayOf('s.current_period_end')}, count(*)::integer AS count, (SELECT count(*) FROM due)::integer AS read
  FROM due JOIN subscriptions s ON s.account_id = due.id
  WHERE s.status = 'active' AND s.term = 'recurring' AND s.unit_amount_cents > 0 AND NOT s.cancel_at_period_end
    AND s.current_period_end >= $1 AND s.current_period_end < $2
  GROUP BY 1`;

/**
 * Charges that failed since the id `$1`, of the newest `$2` attempts. Ids begin with the time at which they were made. Days
 * without a failure have a row too, so that the caller learns how many attempts were read.
 */
export const failedByDay = `WITH attempts AS MATERIALIZED (
    SELECT t.status, t.kind, t.created_at FROM payment_attempts t WHERE t.id >= $1 ORDER BY t.id DESC LIMIT $2)
  SELECT ${dayOf('t.created_at')}, count(*) FILTER (WHERE t.kind = 'charge' AND t.status IN ('declined', 'errored'))::integer AS count,
    (SELECT count(*) FROM attempts)::integer AS read
  FROM attempts t GROUP BY 1`;

/** Counts for the charts of the start page. Each reads a bounded number of rows through an index. */
export const makeChartReads = (database: Database): ChartReads => ({
  renewals: (from, days, limit) => database.query(renewalsByDay, [toDate(from), toDate(from + days * DAY_MS), limit]),
  failedPayments: (from, limit) => database.query(failedByDay, [firstIdAt('attempt', from), limit]),
});
