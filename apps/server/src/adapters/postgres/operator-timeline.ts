import type { OperatorSiteReads, TimelineKind, TimelineRow } from '../../services/operator/read-ports.ts';
import { atMicrosOf, END_OF_TIME, isBeyond } from './bounded-list.ts';
import type { Database } from './database.ts';

const COLUMNS = '(id, at, kind, type, actor, subject, amount_cents, note, method, description_parts)';

/** Query of one source: at most a page of rows, after the end of the last page. */
const source = (select: string): string =>
  `(SELECT * FROM (${select}) AS s ${COLUMNS} WHERE ${isBeyond('s.at', 's.id', '<', 2)}
    ORDER BY s.at DESC, s.id DESC LIMIT $4)`;

/** Source of each kind of entry. Each finds its rows by the account or its users. */
// `security` leaves out what operators did for a customer, because the audit log has it with operator and reason.
// `subscription` maps the actor of rows that servers before 2.1 wrote, because the table is append-only.
const sources: Readonly<Record<TimelineKind, string>> = {
  security: `SELECT e.id, e.at, 'security' AS kind, e.type, COALESCE(o.name, e.actor, 'customer') AS actor, e.session_id AS subject, NULL::bigint AS amount_cents,
      host(e.address) AS note, e.method, NULL::jsonb AS description_parts FROM security_events e LEFT JOIN operators o ON o.id = e.operator_id
      WHERE e.account_id = $1 AND e.type <> ALL ('{address_changed,request_accepted,viewed_by_support,account_closing_by_support,account_closed_by_support}')`,
  subscription: `SELECT e.id, e.at, 'subscription', e.type, CASE e.actor WHEN 'vendor' THEN 'operator' ELSE e.actor END, e.subscription_id, NULL::bigint, NULL::text, NULL::text, NULL::jsonb
      FROM subscription_events e JOIN subscriptions s ON s.id = e.subscription_id AND s.account_id = e.account_id WHERE s.account_id = $1`,
  // Two parts, because each has a separate index: the customer's lists leave out void receipts.
  invoice: `SELECT i.id, i.finalized_at AS at, 'invoice', i.reason, 'system', i.number, i.total_cents, i.description, NULL::text, i.description_parts
      FROM invoices i WHERE i.account_id = $1 AND i.status <> 'void'
    UNION ALL SELECT i.id, i.finalized_at, 'invoice', 'void', 'system', i.number, i.total_cents, i.description, NULL::text, i.description_parts
      FROM invoices i WHERE i.account_id = $1 AND i.status = 'void'`,
  payment: `SELECT t.id, COALESCE(t.decided_at, t.sent_at) AS at, 'payment', CASE t.kind WHEN 'setup' THEN 'card_' || t.status ELSE t.status END,
      CASE WHEN t.on_session THEN 'customer' ELSE 'system' END, i.number, NULLIF(t.amount_cents, 0), t.error_message, NULL::text, NULL::jsonb
      FROM payment_attempts t LEFT JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id WHERE t.account_id = $1`,
  refund: `SELECT r.id, COALESCE(r.decided_at, r.sent_at) AS at, 'refund', r.status, 'system', i.number, r.amount_cents, r.error_message, NULL::text, NULL::jsonb
      FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id AND t.account_id = r.account_id
        JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id WHERE r.account_id = $1`,
  consent: `SELECT c.id, c.answered_at AS at, 'consent', c.answer, 'customer', c.article, NULL::bigint, NULL::text, NULL::text, NULL::jsonb
      FROM consents c JOIN users u ON u.id = c.user_id AND u.account_id = c.account_id WHERE u.account_id = $1`,
  review: `SELECT x.id, x.created_at AS at, 'review', 'opened', 'system', x.id, NULL::bigint, x.reason, NULL::text, NULL::jsonb FROM export_reviews x WHERE x.account_id = $1`,
  operator: `SELECT l.id, COALESCE(l.domain_at, l.wall_at) AS at, 'operator', l.action, COALESCE(o.name, k.name, l.actor), l.subject_id,
      CASE WHEN jsonb_typeof(l.after -> 'amountCents') = 'number' THEN (l.after ->> 'amountCents')::bigint END, l.reason, NULL::text, NULL::jsonb
      FROM audit_log l LEFT JOIN operators o ON o.id = l.actor LEFT JOIN vendor_keys k ON k.id = l.actor WHERE l.account_id = $1`,
};

const timeline = `SELECT e.*, ${atMicrosOf('e.at')}
  FROM (${Object.values(sources).map(source).join('\n  UNION ALL ')}) AS e
  ORDER BY e.at DESC, e.id DESC LIMIT $4`;

/** Returns a page of the timeline of a customer. Each source contributes at most one page of rows. */
export const makeTimelineReads = (database: Database): Pick<OperatorSiteReads, 'timeline'> => ({
  timeline: async (accountId, after, limit) => {
    const { atMicros, id } = after ?? END_OF_TIME;
    const [[account], rows] = await Promise.all([
      database.query<{ id: string }>('SELECT id FROM accounts WHERE id = $1', [accountId]),
      database.query<TimelineRow>(timeline, [accountId, atMicros, id, limit]),
    ]);
    return account ? rows : null;
  },
});
