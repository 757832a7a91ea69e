import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import type { List } from './bounded-list.ts';
import { IS_WAITING } from './unplaced-payments.ts';

/** Column with the email of the owner of an account. */
const emailOf = (accountId: string): string =>
  `(SELECT u.email::text FROM users u WHERE u.account_id = ${accountId} AND u.deleted_at IS NULL LIMIT 1) AS email`;

/** Column with the name of the owner of an account; null if the owner gave none. */
const nameOf = (accountId: string): string =>
  `(SELECT NULLIF(trim(concat_ws(' ', u.first_name, u.last_name)), '') FROM users u
    WHERE u.account_id = ${accountId} AND u.deleted_at IS NULL LIMIT 1) AS name`;

const openReceipt = `i.id, i.id AS receipt_id, i.number, i.account_id, i.description, i.description_parts, i.amount_due_cents, i.attempt_count AS attempts,
    i.next_attempt_at, i.overdue_at AS overdue_since,
    ${emailOf('i.account_id')},
    (SELECT json_build_object('message', t.error_message, 'code', t.error_code, 'declineCode', t.decline_code)
      FROM payment_attempts t WHERE t.invoice_id = i.id ORDER BY t.attempt_no DESC LIMIT 1) AS failure`;

/**
 * Condition for payments `t` in dispute. A bank decides within months, and earlier releases did not store that, so an older
 * dispute counts as decided.
 */
export const IN_DISPUTE = `t.disputed_at IS NOT NULL AND t.dispute_closed_at IS NULL AND t.disputed_at > now() - interval '180 days'`;

export const attemptsWithoutAnswer: List = {
  columns: 'id, status, sent_at, given_up_at IS NOT NULL AS is_given_up',
  from: `payment_attempts WHERE status IN ('sending', 'requires_action', 'processing')`,
  at: 'sent_at',
  id: 'id',
};

export const refundsWithoutAnswer: List = {
  columns: 'id, sent_at',
  from: `refunds WHERE status = 'sending'`,
  at: 'sent_at',
  id: 'id',
};

/** Accounts with a sandbox clock. Their work becomes due only when a user advances that clock. */
export const ON_A_CLOCK = 'accounts a WHERE a.clock_id IS NOT NULL AND a.next_action_at IS NOT NULL';

/** Lists of due and stuck work. Each condition matches an index. In `due`, `$2` is the latest due time. */
export const workLists: Readonly<Record<WorkList, List>> = {
  due: {
    columns: `a.id, a.next_action_at AS at, ${emailOf('a.id')}`,
    from: 'accounts a WHERE a.clock_id IS NULL AND a.next_action_at <= $2',
    at: 'a.next_action_at',
    id: 'a.id',
  },
  onClock: {
    columns: `a.id, a.next_action_at AS at, (SELECT c.frozen_at FROM clocks c WHERE c.id = a.clock_id) AS clock_at, ${emailOf('a.id')}`,
    from: ON_A_CLOCK,
    at: 'a.next_action_at',
    id: 'a.id',
  },
  requests: {
    columns: `s.id, s.id AS subscription_id, s.account_id, s.product, s.plan_id, s.current_period_start AS requested_at, ${emailOf('s.account_id')},
    ${nameOf('s.account_id')}`,
    from: `subscriptions s WHERE s.status = 'requested'`,
    at: 's.current_period_start',
    id: 's.id',
  },
  failing: {
    columns: openReceipt,
    from: `invoices i WHERE i.status = 'open' AND i.attempt_count > 0 AND i.next_attempt_at IS NOT NULL`,
    at: 'i.next_attempt_at',
    id: 'i.id',
  },
  overdue: {
    columns: openReceipt,
    from: `invoices i WHERE i.status = 'open' AND i.overdue_at IS NOT NULL`,
    at: 'i.overdue_at',
    id: 'i.id',
  },
  waiting: {
    columns: `w.id, w.kind, w.status, w.sent_at AS at, w.is_given_up, w.account_id, ${emailOf('w.account_id')}`,
    from: `(SELECT id, 'payment' AS kind, status, sent_at, given_up_at IS NOT NULL AS is_given_up, account_id FROM ${attemptsWithoutAnswer.from}
      UNION ALL SELECT id, 'refund', status, sent_at, false, account_id FROM ${refundsWithoutAnswer.from}) AS w WHERE true`,
    at: 'w.sent_at',
    id: 'w.id',
  },
  disputes: {
    columns: `t.id, t.account_id, i.number AS receipt, t.amount_cents, t.disputed_at, ${emailOf('t.account_id')}`,
    from: `payment_attempts t LEFT JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id WHERE ${IN_DISPUTE}`,
    at: 't.disputed_at',
    id: 't.id',
  },
  parkedPayments: {
    columns: `p.gateway_ref AS id, p.gateway_ref, a.id AS account_id, p.receipt, p.amount_cents, p.reason, p.found_at,
    (SELECT u.email::text FROM users u WHERE u.account_id = a.id AND u.deleted_at IS NULL LIMIT 1) AS email`,
    from: `unplaced_payments p LEFT JOIN accounts a ON a.id = p.account_id WHERE ${IS_WAITING}`,
    at: 'p.found_at',
    id: 'p.gateway_ref',
  },
  failedMails: {
    columns: `id::text, COALESCE(data ->> 'template', '') AS template, data ->> 'accountId' AS account_id, completed_on AS failed_at,
    ${emailOf("data ->> 'accountId'")}`,
    from: `pgboss.job WHERE name = 'mail' AND state = 'failed'`,
    at: 'completed_on',
    id: 'id::text',
  },
  failedHooks: {
    columns: `id, product, account_id, attempts, last_http_status, last_error, last_attempt_at AS failed_at, ${emailOf('account_id')}`,
    from: `product_hook_deliveries WHERE status = 'failed' AND account_id IS NOT NULL`,
    at: 'last_attempt_at',
    id: 'id',
  },
  failedDetachments: {
    columns: `j.id::text, m.account_id, m.brand, m.last4, j.completed_on AS failed_at, ${emailOf('m.account_id')}`,
    from: `pgboss.job j LEFT JOIN payment_methods m ON m.id = j.data ->> 'cardId' WHERE j.name = 'detach-card' AND j.state = 'failed'`,
    at: 'j.completed_on',
    id: 'j.id::text',
  },
  unplacedRefunds: {
    columns: `r.gateway_ref AS id, r.amount_cents, r.found_at, r.account_id, i.number AS receipt, ${emailOf('r.account_id')}`,
    from: `unplaced_refunds r LEFT JOIN payment_attempts t ON t.id = r.attempt_id LEFT JOIN invoices i ON i.id = t.invoice_id
      WHERE r.status = 'waiting'`,
    at: 'r.found_at',
    id: 'r.gateway_ref',
  },
};
