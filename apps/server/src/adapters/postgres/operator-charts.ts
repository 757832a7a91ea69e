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
 * Unpaid receipts with a charge that failed since the id `$1`, of the newest `$2` attempts, by the day of the last failure.
 * The page of current work lists the same receipts. Ids begin with the time at which they were made. Days without a failure
 * have a row too, so that the caller learns how many attempts were read.
 */
export const failedByDay = `WITH attempts AS MATERIALIZED (
    SELECT t.status, t.kind, t.account_id, t.invoice_id, t.created_at FROM payment_attempts t WHERE t.id >= $1 ORDER BY t.id DESC LIMIT $2),
  failed AS (
    SELECT max(t.created_at) AS created_at FROM attempts t JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id
    WHERE t.kind = 'charge' AND t.status IN ('declined', 'errored') AND i.status = 'open' GROUP BY i.id)
  SELECT ${dayOf('d.created_at')}, sum(d.bills)::integer AS count, (SELECT count(*) FROM attempts)::integer AS read
  FROM (SELECT created_at, 0 AS bills FROM attempts UNION ALL SELECT created_at, 1 FROM failed) d
  GROUP BY 1`;

/**
 * Succeeded charges since the id `$1` less refunds since the id `$2`, of the newest `$3` rows of each. Rows that moved no
 * money count as 0, so that the caller learns how many rows were read.
 */
export const receivedByMonth = `WITH attempts AS MATERIALIZED (
    SELECT t.account_id, t.created_at, CASE WHEN t.kind = 'charge' AND t.status = 'succeeded' THEN t.amount_cents ELSE 0 END AS cents
    FROM payment_attempts t WHERE t.id >= $1 ORDER BY t.id DESC LIMIT $3),
  returned AS MATERIALIZED (
    SELECT r.account_id, r.created_at, CASE WHEN r.status = 'succeeded' THEN -r.amount_cents ELSE 0 END AS cents
    FROM refunds r WHERE r.id >= $2 ORDER BY r.id DESC LIMIT $3)
  SELECT to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    COALESCE(sum(m.cents) FILTER (WHERE a.clock_id IS NULL), 0)::bigint AS cents,
    greatest((SELECT count(*) FROM attempts), (SELECT count(*) FROM returned))::integer AS read
  FROM (SELECT * FROM attempts UNION ALL SELECT * FROM returned) m JOIN accounts a ON a.id = m.account_id
  GROUP BY 1`;

/** Counts and sums for the charts of the start page. Each reads a bounded number of rows through an index. */
export const makeChartReads = (database: Database): ChartReads => ({
  renewals: (from, days, limit) => database.query(renewalsByDay, [toDate(from), toDate(from + days * DAY_MS), limit]),
  failedPayments: (from, limit) => database.query(failedByDay, [firstIdAt('attempt', from), limit]),
  received: (from, limit) =>
    database.query(receivedByMonth, [firstIdAt('attempt', from), firstIdAt('refund', from), limit]),
});
