import type { AuditRow, ConsoleReads, OpenReceiptRow, QueueCounts } from '../../services/console/ports.ts';
import type { Database } from './database.ts';
import { hasQueue } from './operator-store.ts';
import { END_OF_TIME } from './session-list.ts';

const openReceipts = `SELECT i.id AS receipt_id, i.number, i.account_id, u.email::text AS email, i.description, i.amount_due_cents,
    i.attempt_count AS attempts, t.error_message AS failure_message, i.next_attempt_at, i.overdue_at AS overdue_since
  FROM invoices i LEFT JOIN users u ON u.account_id = i.account_id AND u.deleted_at IS NULL
    LEFT JOIN LATERAL (SELECT error_message FROM payment_attempts WHERE invoice_id = i.id ORDER BY attempt_no DESC LIMIT 1) t ON true`;

/** Each in the words of its index. */
const wanted = {
  failing: `WHERE i.status = 'open' AND i.attempt_count > 0 AND i.next_attempt_at IS NOT NULL ORDER BY i.next_attempt_at`,
  overdue: `WHERE i.status = 'open' AND i.overdue_at IS NOT NULL ORDER BY i.overdue_at`,
};

const NO_JOBS: QueueCounts = { waiting: 0, active: 0, failed: 0 };

/** The lists that are not about one customer. */
export const makeListReads = (database: Database): Pick<ConsoleReads, 'openReceipts' | 'queue' | 'audit'> => ({
  openReceipts: (which, limit) => database.query<OpenReceiptRow>(`${openReceipts} ${wanted[which]} LIMIT $1`, [limit]),
  queue: async () => {
    if (!(await hasQueue(database))) return NO_JOBS;
    const [jobs] = await database.query<QueueCounts>(
      `SELECT (SELECT count(*) FROM pgboss.job WHERE name = 'mail' AND state < 'active' AND NOT blocked) AS waiting,
         count(*) FILTER (WHERE state = 'active') AS active, count(*) FILTER (WHERE state = 'failed') AS failed
       FROM pgboss.job WHERE name = 'mail' AND state IN ('active', 'failed')`,
    );
    return jobs ?? NO_JOBS;
  },
  audit: (accountId, after, limit) => {
    const { atMicros, id } = after ?? END_OF_TIME;
    const whose = accountId === null ? '$1::text IS NULL' : 'l.account_id = $1';
    return database.query<AuditRow>(
      `SELECT l.id, l.wall_at AS at, (extract(epoch FROM l.wall_at) * 1000000)::bigint AS at_micros, COALESCE(o.name, l.actor) AS actor, l.action,
         l.account_id, l.subject_type, l.subject_id, l.reason, l.after
       FROM audit_log l LEFT JOIN operators o ON o.id = l.actor
       WHERE ${whose} AND (l.wall_at, l.id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3)
       ORDER BY l.wall_at DESC, l.id DESC LIMIT $4`,
      [accountId, atMicros, id, limit],
    );
  },
});
