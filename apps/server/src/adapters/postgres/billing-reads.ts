import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Attempt, Invoice, InvoiceLine, Subscription } from '@foyer/domain/state/entities';
import type { AttemptRef, BillingReads, ChargeOrder, ReceiptRow } from '../../services/billing/ports.ts';
import { claimCoupon } from './coupon-store.ts';
import { type Database, type Sql, toDate } from './database.ts';
import {
  attemptColumns,
  type HashEmail,
  invoiceColumns,
  lineColumns,
  loadBillingStates,
  selectEnded,
} from './load-billing-states.ts';
import { readTaxRate } from './tax-rates.ts';
import { TOOK_NOTHING } from './unplaced-payments.ts';

export interface BillingReadsNeeds {
  readonly database: Database;
  readonly wallNow: () => Instant;
  readonly hashEmail: HashEmail;
}

type InvoiceOfReceipt = Invoice & { readonly number: string } & Pick<ReceiptRow, 'country' | 'cardId'>;

/** Columns of a receipt. Only a receipt that may be retried needs the card and the country of the current address. */
const receiptColumns = `i.number, ${invoiceColumns}, CASE WHEN i.next_attempt_at IS NOT NULL THEN
    (SELECT d.country FROM addresses d WHERE d.account_id = i.account_id ORDER BY d.seq DESC LIMIT 1) END AS country,
  CASE WHEN i.next_attempt_at IS NOT NULL THEN
    (SELECT m.id FROM payment_methods m WHERE m.account_id = i.account_id AND m.status = 'active') END AS card_id`;

const RECEIPT = `i.account_id = $1 AND i.status <> 'void'`;

/** SQL for the refunds of a payment `t`, as JSON. */
const refundsOf = `COALESCE((SELECT json_agg(json_build_object('id', r.id, 'status', r.status, 'amountCents', r.amount_cents,
    'at', (extract(epoch FROM COALESCE(r.decided_at, r.sent_at)) * 1000)::bigint) ORDER BY r.sent_at, r.created_at, r.id)
  FROM refunds r WHERE r.attempt_id = t.id AND r.account_id = t.account_id), '[]')`;

/** SQL for the price and quantity that invoice `i` charges for. */
const boughtPrice = `(SELECT l.price_id || '*' || l.quantity FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.kind IN ('recurring', 'proration_charge') AND l.price_id IS NOT NULL ORDER BY l.position LIMIT 1)`;

/** SQL for what the invoice `i` charges for, as JSON. Only orders have an item, so a renewal reads no further table. */
const purposeOf = `json_build_object('accountId', i.account_id, 'invoiceId', i.id, 'receiptNumber', i.number, 'reason', i.reason,
    'subscriptionId', i.subscription_id, 'periodStart', (extract(epoch FROM i.period_start) * 1000)::bigint,
    'item', CASE i.reason
      WHEN 'one_time' THEN (SELECT p.extension_id || '*' || p.quantity || '@' || p.for_subscription_id FROM one_time_purchases p WHERE p.invoice_id = i.id)
      WHEN 'create' THEN ${boughtPrice} WHEN 'change' THEN ${boughtPrice} END)`;

/** Adds lines, the deciding attempt and its refunds to the invoices of a page, in two statements. */
const asReceipts = async (sql: Sql, invoices: readonly InvoiceOfReceipt[]): Promise<ReceiptRow[]> => {
  if (invoices.length === 0) return [];
  const ids = invoices.map((invoice) => invoice.id);
  const accountIds = [...new Set(invoices.map(({ accountId }) => accountId))];
  const [lines, attempts] = await Promise.all([
    sql.query<InvoiceLine>(
      `SELECT ${lineColumns} FROM invoice_lines l WHERE l.invoice_id = ANY($1) AND l.account_id = ANY($2) ORDER BY l.invoice_id, l.position`,
      [ids, accountIds],
    ),
    sql.query<Attempt & Pick<ReceiptRow, 'refunds'>>(
      `SELECT DISTINCT ON (t.invoice_id) ${attemptColumns}, ${refundsOf} AS refunds
       FROM payment_attempts t WHERE t.invoice_id = ANY($1) AND t.account_id = ANY($2)
       ORDER BY t.invoice_id, (t.status = 'succeeded') DESC, t.attempt_no DESC`,
      [ids, accountIds],
    ),
  ]);
  return invoices.map(({ country, cardId, ...invoice }) => {
    const { refunds = [], ...attempt } = attempts.find(({ invoiceId }) => invoiceId === invoice.id) ?? {};
    return {
      invoice,
      country,
      cardId,
      lines: lines.filter((line) => line.invoiceId === invoice.id),
      attempt: 'id' in attempt ? attempt : null,
      refunds,
    };
  });
};

export const makeBillingReads = ({ database, wallNow, hashEmail }: BillingReadsNeeds): BillingReads => {
  const one = async (where: string, values: readonly unknown[]): Promise<ReceiptRow | null> => {
    const rows = await database.query<InvoiceOfReceipt>(
      `SELECT ${receiptColumns} FROM invoices i WHERE ${where}`,
      values,
    );
    const [receipt] = await asReceipts(database, rows);
    return receipt ?? null;
  };
  const chargeOrders = async (attemptIds: readonly AttemptId[]): Promise<ChargeOrder[]> => {
    const rows = await database.query<
      Attempt &
        Omit<ChargeOrder, 'attempt' | 'customerRef' | 'cardRef'> & {
          customerRef: string | null;
          cardRef: string | null;
        }
    >(
      `SELECT ${attemptColumns}, ${purposeOf} AS purpose, a.gateway_customer_ref AS customer_ref, m.gateway_ref AS card_ref, t.created_at AS sent_at_wall,
         (extract(epoch FROM now() - t.created_at) * 1000)::bigint AS age_ms, t.looks > 0 AS may_be_sent,
         (SELECT b.taken_at FROM restored_backups b WHERE b.reconciled_at IS NULL) AS restored_from
       FROM payment_attempts t JOIN accounts a ON a.id = t.account_id JOIN payment_methods m ON m.id = t.payment_method_id
         JOIN invoices i ON i.id = t.invoice_id
       WHERE t.id = ANY($1)`,
      [attemptIds],
    );
    return rows.flatMap(({ purpose, customerRef, cardRef, sentAtWall, ageMs, mayBeSent, restoredFrom, ...attempt }) =>
      customerRef && cardRef
        ? [{ attempt, purpose, customerRef, cardRef, sentAtWall, ageMs, mayBeSent, restoredFrom }]
        : [],
    );
  };
  return {
    account: async (accountId) => {
      const [loaded] = await loadBillingStates(database, [accountId], { lock: false, wallNow: wallNow(), hashEmail });
      return loaded ?? null;
    },
    endedSubscriptions: (accountId) => database.query<Subscription>(selectEnded, [accountId]),
    promotionGroups: async (accountId) => {
      const rows = await database.query<{ subscriptionIds: string[] }>(
        `SELECT subscription_ids FROM promotion_redemptions WHERE account_id = $1 AND status = 'applied'`,
        [accountId],
      );
      return rows.map(({ subscriptionIds }) => subscriptionIds);
    },
    createdAt: async (accountId) => {
      const rows = await database.query<{
        id: string;
        createdAt: Instant;
        updatedAt: Instant;
        maintenanceEnds: Instant | null;
        prepaidCouponId: string | null;
      }>(
        `SELECT s.id, s.created_at, s.updated_at, (SELECT max(p.expires_at) FROM maintenance_periods p WHERE p.subscription_id = s.id AND p.account_id = s.account_id) AS maintenance_ends,
           CASE WHEN s.prepaid_display_code IS NOT NULL THEN
             (SELECT r.typed_code FROM coupon_redemptions r WHERE r.account_id = s.account_id AND r.subscription_id = s.id AND r.status = 'applied'
                AND right(r.typed_code, length(s.prepaid_display_code)) = s.prepaid_display_code ORDER BY r.at DESC LIMIT 1) END AS prepaid_coupon_id
         FROM subscriptions s WHERE s.account_id = $1`,
        [accountId],
      );
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    },
    receipts: async (accountId, { pageSize, offset, after, unpaidOnly = false }) => {
      const wanted = unpaidOnly ? `${RECEIPT} AND i.status IN ('open', 'uncollectible')` : RECEIPT;
      const [[count], invoices] = await Promise.all([
        database.query<{ total: number }>(`SELECT count(*) AS total FROM invoices i WHERE ${wanted}`, [accountId]),
        database.query<InvoiceOfReceipt>(
          `SELECT ${receiptColumns} FROM invoices i WHERE ${wanted}
             AND ($4::timestamptz IS NULL OR (i.finalized_at, i.id) < ($4, $5))
           ORDER BY i.finalized_at DESC, i.id DESC LIMIT $2 OFFSET $3`,
          [accountId, pageSize, offset, after ? toDate(after.finalizedAt) : null, after?.id ?? null],
        ),
      ]);
      return { rows: await asReceipts(database, invoices), total: count?.total ?? 0 };
    },
    receipt: async (accountId, id) =>
      (await one(`${RECEIPT} AND i.id = $2`, [accountId, id])) ??
      one(
        `${RECEIPT} AND i.id = (SELECT t.invoice_id FROM payment_attempts t WHERE t.gateway_charge_ref = $2 AND t.account_id = $1)`,
        [accountId, id],
      ),
    receiptOfInvoice: (invoiceId) => one('i.id = $1', [invoiceId]),
    chargeOrder: async (attemptId) => (await chargeOrders([attemptId]))[0] ?? null,
    chargeOrders,
    attempt: async (attemptId) => {
      const [attempt] = await database.query<Attempt>(
        `SELECT ${attemptColumns} FROM payment_attempts t WHERE t.id = $1`,
        [attemptId],
      );
      return attempt ?? null;
    },
    attemptOfCharge: async (chargeRef) => {
      const [attempt] = await database.query<Attempt>(
        `SELECT ${attemptColumns} FROM payment_attempts t WHERE t.gateway_charge_ref = $1`,
        [chargeRef],
      );
      return attempt ?? null;
    },
    attemptRefs: (accountId) =>
      database.query<AttemptRef>(
        `SELECT id, gateway_intent_ref FROM payment_attempts WHERE account_id = $1 AND status NOT IN ${TOOK_NOTHING}
         UNION ALL SELECT gateway_ref, gateway_ref FROM unplaced_payments
           WHERE account_id = $1 AND status IN ('kept', 'dismissed')`,
        [accountId],
      ),
    openChallenges: (accountId) =>
      database.query<Attempt>(
        `SELECT ${attemptColumns} FROM payment_attempts t WHERE t.account_id = $1 AND t.status = 'requires_action'`,
        [accountId],
      ),
    coupon: (code, accountId) => claimCoupon(database, code, accountId, false),
    taxRatePpm: (country, state, postalCode, now) => readTaxRate(database, country, state, postalCode, now),
  };
};
