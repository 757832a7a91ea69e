import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { ChartReads } from '../../services/operator/read-ports.ts';
import { firstIdAt } from '../new-id.ts';
import { type Database, toDate } from './database.ts';

const dayOf = (at: string): string => `((${at}) AT TIME ZONE 'UTC')::date::text AS day`;

/**
 * Interval that moves the times of an account to the real date: the present time `$n` less the time of its sandbox clock. A
 * payment that an account made yesterday by its clock then counts for yesterday.
 */
const shiftTo = (now: number): string => `($${now}::timestamptz - c.frozen_at)`;

/**
 * Renewals of `$1` to `$2`, of the `$3` accounts whose next action comes first. No index has the ends of periods. An account
 * acts at the latest when its period ends, so the index of due accounts finds each account that renews. Accounts with one of
 * the newest `$3` sandbox clocks are added, as if the time of their clock were the present time `$4`.
 */
export const renewalsByDay = `WITH clocks_read AS MATERIALIZED (SELECT id, frozen_at FROM clocks WHERE $5 ORDER BY id DESC LIMIT $3),
  due AS MATERIALIZED (
    (SELECT a.id, interval '0' AS shift FROM accounts a WHERE a.clock_id IS NULL AND a.next_action_at < $2
     ORDER BY a.next_action_at LIMIT $3)
    UNION ALL
    (SELECT a.id, ${shiftTo(4)} FROM clocks_read c CROSS JOIN LATERAL (
       SELECT id FROM accounts WHERE clock_id = c.id AND next_action_at < c.frozen_at + ($2 - $4::timestamptz)
       ORDER BY next_action_at LIMIT $3) a LIMIT $3))
  SELECT ${dayOf('s.current_period_end + due.shift')}, count(*)::integer AS count,
    greatest((SELECT count(*) FROM due), (SELECT count(*) FROM clocks_read))::integer AS read
  FROM due JOIN subscriptions s ON s.account_id = due.id
  WHERE s.status = 'active' AND s.term = 'recurring' AND s.unit_amount_cents > 0 AND NOT s.cancel_at_period_end
    AND s.current_period_end + due.shift >= $1 AND s.current_period_end + due.shift < $2
  GROUP BY 1`;

/**
 * Unpaid receipts with a charge that failed since the id `$1`, of the newest `$2` attempts, by the day of the last failure.
 * The page of current work lists the same receipts. Ids begin with the time at which they were made. Days without a failure
 * have a row too, so that the caller learns how many attempts were read; `$3` is the present time.
 */
export const failedByDay = `WITH attempts AS MATERIALIZED (
    SELECT t.status, t.kind, t.account_id, t.invoice_id, t.created_at, t.sent_at
    FROM payment_attempts t WHERE t.id >= $1 ORDER BY t.id DESC LIMIT $2),
  failed AS (
    SELECT max(CASE WHEN a.clock_id IS NULL THEN t.created_at ELSE t.sent_at + ${shiftTo(3)} END) AS created_at
    FROM attempts t JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id
      JOIN accounts a ON a.id = t.account_id LEFT JOIN clocks c ON c.id = a.clock_id
    WHERE t.kind = 'charge' AND t.status IN ('declined', 'errored') AND i.status = 'open' GROUP BY i.id)
  SELECT ${dayOf('d.created_at')}, sum(d.bills)::integer AS count, (SELECT count(*) FROM attempts)::integer AS read
  FROM (SELECT created_at, 0 AS bills FROM attempts UNION ALL SELECT created_at, 1 FROM failed) d
  GROUP BY 1`;

/**
 * Succeeded charges since the id `$1` less refunds since the id `$2`, of the newest `$3` rows of each. Rows that moved no
 * money count as 0, so that the caller learns how many rows were read. `$4` is the present time. `$5` tells whether payments
 * of accounts with a sandbox clock count.
 */
export const receivedByMonth = `WITH attempts AS MATERIALIZED (
    SELECT t.account_id, t.created_at, t.sent_at,
      CASE WHEN t.kind = 'charge' AND t.status = 'succeeded' THEN t.amount_cents ELSE 0 END AS cents
    FROM payment_attempts t WHERE t.id >= $1 ORDER BY t.id DESC LIMIT $3),
  returned AS MATERIALIZED (
    SELECT r.account_id, r.created_at, r.sent_at, CASE WHEN r.status = 'succeeded' THEN -r.amount_cents ELSE 0 END AS cents
    FROM refunds r WHERE r.id >= $2 ORDER BY r.id DESC LIMIT $3),
  moved AS (
    SELECT CASE WHEN a.clock_id IS NULL THEN m.created_at ELSE m.sent_at + ${shiftTo(4)} END AS at,
      CASE WHEN a.clock_id IS NULL OR $5 THEN m.cents ELSE 0 END AS cents
    FROM (SELECT * FROM attempts UNION ALL SELECT * FROM returned) m JOIN accounts a ON a.id = m.account_id
      LEFT JOIN clocks c ON c.id = a.clock_id)
  SELECT to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(m.cents)::bigint AS cents,
    greatest((SELECT count(*) FROM attempts), (SELECT count(*) FROM returned))::integer AS read
  FROM moved m
  GROUP BY 1`;

/**
 * Counts and sums for the charts of the start page. Each reads a bounded number of rows through an index.
 * @param withClocks counts accounts with a sandbox clock too, by the time of their clock
 */
export const makeChartReads = (database: Database, withClocks: boolean): ChartReads => {
  // An attempt of long ago may be recent by a clock that stands still.
  const idsSince = (kind: 'attempt' | 'refund', from: Instant): string => firstIdAt(kind, withClocks ? 0 : from);
  return {
    renewals: (now, from, days, limit) =>
      database.query(renewalsByDay, [toDate(from), toDate(from + days * DAY_MS), limit, toDate(now), withClocks]),
    failedPayments: (now, from, limit) => database.query(failedByDay, [idsSince('attempt', from), limit, toDate(now)]),
    received: (now, from, limit) =>
      database.query(receivedByMonth, [
        idsSince('attempt', from),
        idsSince('refund', from),
        limit,
        toDate(now),
        withClocks,
      ]),
  };
};
