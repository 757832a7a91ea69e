import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { SearchWay } from '@foyer/domain/operator/read-search';
import type { LiveSession } from '../../services/activity/ports.ts';
import type {
  CustomerFacts,
  FoundRow,
  MailRow,
  OperatorSiteReads,
  PaidRow,
  WhoRow,
} from '../../services/operator/read-ports.ts';
import { NEWEST_ADDRESS } from './address-store.ts';
import { type List, readBoundedList } from './bounded-list.ts';
import { type Database, type Sql, toDate } from './database.ts';
import { openReviewOf } from './operator-reviews.ts';
import { hasQueue } from './operator-store.ts';
import { paymentsOf } from './refundable-payments.ts';
import { IN_DISPUTE } from './work-lists.ts';

const OWNER = 'LEFT JOIN users u ON u.account_id = a.id AND u.deleted_at IS NULL';

const found = `SELECT a.id AS account_id, u.id AS user_id, trim(COALESCE(d.first_name || ' ' || d.last_name, u.first_name || ' ' || u.last_name, '')) AS name,
    u.email::text AS email, d.organization, a.brand, a.status, a.export_status,
    EXISTS (SELECT FROM invoices i WHERE i.account_id = a.id AND i.status = 'open' AND i.overdue_at IS NOT NULL) AS overdue
  FROM accounts a ${OWNER} ${NEWEST_ADDRESS}`;

/** Account ids for each search field. Each query uses an index. `$1` is the text, `$2` the limit. */
const accountsBy: Readonly<Record<SearchWay['by'], string>> = {
  // Compared byte by byte, as the index is sorted. The upper bound is the prefix followed by the last Unicode character.
  email: `SELECT account_id FROM users WHERE lower(email::text) ~>=~ $1 AND lower(email::text) ~<~ ($1 || chr(1114111))
    AND deleted_at IS NULL ORDER BY lower(email::text) USING ~<~ LIMIT $2`,
  id: `(SELECT id FROM accounts WHERE id = $1 UNION ALL SELECT account_id FROM users WHERE id = $1
    UNION ALL SELECT account_id FROM subscriptions WHERE id = $1 UNION ALL SELECT account_id FROM invoices WHERE id = $1
    UNION ALL SELECT account_id FROM payment_attempts WHERE id = $1
    UNION ALL SELECT account_id FROM payment_attempts WHERE gateway_charge_ref = $1
    UNION ALL SELECT account_id FROM refunds WHERE id = $1) LIMIT $2`,
  receipt: 'SELECT account_id FROM invoices WHERE number = $1 LIMIT $2',
  card: 'SELECT account_id FROM payment_methods WHERE last4 = $1 ORDER BY created_at DESC LIMIT $2',
  code: `SELECT r.account_id FROM coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id WHERE c.code_hash = $1 LIMIT $2`,
};

const loadWho = async (sql: Sql, accountId: AccountId): Promise<WhoRow | null> => {
  const [row] = await sql.query<WhoRow>(
    `SELECT a.id AS account_id, u.id AS user_id, COALESCE(d.first_name, u.first_name, '') AS first_name,
       COALESCE(d.last_name, u.last_name, '') AS last_name, u.email::text AS email, u.email_verified_at IS NOT NULL AS email_verified,
       a.brand, a.status, a.created_at, a.closed_at, u.last_auth_at AS last_sign_in_at, u.mfa_enabled_at AS two_step_since,
       (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id AND p.account_id = u.account_id) AS passkeys, COALESCE(u.allow_data_collection, false) AS usage_data,
       n.answer AS news_answer, n.answered_at AS news_at, a.export_status,
       d.id AS address_id, CASE WHEN d.id IS NOT NULL THEN json_build_object('country', d.country, 'firstName', d.first_name, 'lastName', d.last_name,
         'organization', d.organization, 'addressLine1', d.address_line1, 'addressLine2', d.address_line2, 'city', d.city,
         'state', d.state, 'postalCode', d.postal_code, 'phone1', COALESCE(d.phone1, '')) END AS address
     FROM accounts a ${OWNER} ${NEWEST_ADDRESS}
       LEFT JOIN LATERAL (SELECT answer, answered_at FROM consents WHERE user_id = u.id AND account_id = u.account_id AND article = 'marketing'
         ORDER BY answered_at DESC, id DESC LIMIT 1) n ON true
     WHERE a.id = $1`,
    [accountId],
  );
  return row ?? null;
};

const loadClosing = async (sql: Sql, accountId: AccountId): Promise<CustomerFacts['closing']> => {
  const [row] = await sql.query<NonNullable<CustomerFacts['closing']>>(
    `SELECT c.ordered_at, COALESCE(o.name, c.actor) AS ordered_by FROM closing_orders c LEFT JOIN operators o ON o.id = c.actor
     WHERE c.account_id = $1`,
    [accountId],
  );
  return row ?? null;
};

const NOTHING_PAID: PaidRow = {
  paidCents: 0,
  payments: 0,
  since: null,
  overdueCents: 0,
  overdueSince: null,
  dueCents: 0,
  nextTryAt: null,
  disputedCents: 0,
  disputedSince: null,
};

const loadPaid = async (sql: Sql, accountId: AccountId): Promise<PaidRow> => {
  const [row] = await sql.query<PaidRow>(
    `SELECT p.cents - r.cents AS paid_cents, p.payments, p.since, o.cents AS overdue_cents, o.since AS overdue_since,
       d.cents AS due_cents, d.next_try_at, q.cents AS disputed_cents, q.since AS disputed_since
     FROM (SELECT COALESCE(sum(amount_cents), 0)::bigint AS cents, count(*) AS payments, min(decided_at) AS since FROM payment_attempts
           WHERE account_id = $1 AND status = 'succeeded' AND kind = 'charge') p,
       (SELECT COALESCE(sum(amount_cents), 0)::bigint AS cents FROM refunds WHERE account_id = $1 AND status = 'succeeded') r,
       (SELECT COALESCE(sum(amount_due_cents), 0)::bigint AS cents, min(overdue_at) AS since FROM invoices
        WHERE account_id = $1 AND status = 'open' AND overdue_at IS NOT NULL) o,
       (SELECT COALESCE(sum(amount_due_cents), 0)::bigint AS cents, min(next_attempt_at) AS next_try_at FROM invoices
        WHERE account_id = $1 AND status = 'open' AND overdue_at IS NULL) d,
       (SELECT COALESCE(sum(t.amount_cents), 0)::bigint AS cents, min(t.disputed_at) AS since FROM payment_attempts t
        WHERE t.account_id = $1 AND ${IN_DISPUTE}) q`,
    [accountId],
  );
  return row ?? NOTHING_PAID;
};

const mailsOf: List = {
  columns: `id::text AS id, COALESCE(data ->> 'template', '') AS template, COALESCE(completed_on, created_on) AS at,
    CASE state WHEN 'completed' THEN 'sent' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'failed' ELSE 'waiting' END AS state`,
  from: `pgboss.job WHERE name = 'mail' AND data ->> 'accountId' = $2`,
  at: 'created_on',
  id: 'id::text',
  newestFirst: true,
};

const loadSessions = (sql: Sql, accountId: AccountId, now: Instant): Promise<LiveSession[]> =>
  sql.query(
    `SELECT s.id, s.user_agent, host(s.address) AS address, s.created_at, s.stepped_at AS last_used_at,
       s.portal_link_id IS NOT NULL AS by_portal_link FROM sessions s
     JOIN users u ON u.id = s.user_id AND u.account_id = s.account_id WHERE u.account_id = $1 AND s.ended_at IS NULL AND s.refresh_expires_at > $2
     ORDER BY s.stepped_at DESC, s.id DESC`,
    [accountId, toDate(now)],
  );

/** Reads of customers for the search and the customer page of the operator site. */
export const makeCustomerReads = (
  database: Database,
): Pick<OperatorSiteReads, 'search' | 'customer' | 'hasCustomer' | 'payments' | 'mails'> => ({
  search: (by, key, limit) =>
    database.query<FoundRow>(`${found} WHERE a.id = ANY(ARRAY(${accountsBy[by]})) ORDER BY u.email, a.id`, [
      key,
      limit,
    ]),
  customer: async (accountId, now) => {
    const who = await loadWho(database, accountId);
    if (!who) return null;
    const [sessions, paid, closing, review] = await Promise.all([
      loadSessions(database, accountId, now),
      loadPaid(database, accountId),
      loadClosing(database, accountId),
      openReviewOf(database, accountId),
    ]);
    return { who, sessions, paid, closing, review };
  },
  hasCustomer: async (accountId) =>
    (await database.query('SELECT id FROM accounts WHERE id = $1', [accountId])).length > 0,
  payments: (accountId, invoiceIds) => paymentsOf(database, accountId, invoiceIds),
  mails: async (accountId, after, limit) =>
    (await hasQueue(database))
      ? readBoundedList<MailRow>(database, mailsOf, limit, [accountId], after)
      : { rows: [], inAll: 0 },
});
