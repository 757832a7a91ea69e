import type { AccountId, InvoiceId } from '@foyer/contract/vocabulary/ids';
import type { PaymentToRefund, RefundablePayment } from '@foyer/domain/payments/refund';
import type { Sql } from './database.ts';

type PaymentRow = RefundablePayment['attempt'] &
  RefundablePayment['invoice'] &
  Pick<RefundablePayment, 'refunds' | 'chargedCents' | 'creditedCents' | 'lostCents'> & {
    readonly invoiceId: InvoiceId;
  };

/** Condition for entries `e` about disputes. */
export const IS_OF_DISPUTE = `e.kind IN ('payment.dispute_lost', 'payment.dispute_won')`;
/** Cents that such an entry takes from its payment; negative if the bank gave them back. */
export const LOST_CENTS = `CASE e.kind WHEN 'payment.dispute_lost' THEN e.amount_cents ELSE -e.amount_cents END`;

/** A payment with the amounts that limit its refunds. */
export type PaymentOfInvoice = RefundablePayment & { readonly invoiceId: InvoiceId };

/** Amounts given back for an invoice `i`, net and tax: `f` by refunds that have not failed, `d` by lost disputes. */
export const GIVEN_BACK = `CROSS JOIN LATERAL (SELECT COALESCE(sum(r.amount_cents - r.tax_cents), 0)::bigint AS net_cents, COALESCE(sum(r.tax_cents), 0)::bigint AS tax_cents
      FROM payment_attempts t JOIN refunds r ON r.attempt_id = t.id AND r.account_id = t.account_id
      WHERE t.invoice_id = i.id AND t.account_id = i.account_id AND r.status <> 'failed') f
    CROSS JOIN LATERAL (SELECT n.net_cents, n.lost_cents - n.net_cents AS tax_cents FROM (
      SELECT COALESCE(sum(${LOST_CENTS}), 0)::bigint AS lost_cents,
        COALESCE(round(sum(${LOST_CENTS}) * (i.total_cents - i.tax_cents) / NULLIF(i.total_cents, 0)), 0)::bigint AS net_cents
      FROM payment_attempts t JOIN ledger_entries e ON ${IS_OF_DISPUTE} AND e.ref_id = t.id AND e.account_id = t.account_id
      WHERE t.invoice_id = i.id AND t.account_id = i.account_id) n) d`;

/** Tax booked for an invoice and for all invoices that credits connect with it, earlier and later ones. */
const taxKept = `WITH RECURSIVE tied AS (
    SELECT $2::text AS id UNION SELECT o.invoice_id FROM tied c JOIN invoice_lines n ON n.invoice_id = c.id AND n.account_id = $1 CROSS JOIN LATERAL (
      SELECT l.invoice_id FROM invoice_lines l WHERE l.id = n.source_line_id AND l.account_id = $1 AND NOT n.voided
      UNION ALL SELECT k.invoice_id FROM invoice_lines k
        WHERE k.source_line_id = n.id AND k.account_id = $1 AND k.kind = 'proration_credit' AND NOT k.voided) o)
  SELECT COALESCE(sum(i.tax_cents - f.tax_cents), 0)::bigint AS tax_kept_cents
  FROM tied JOIN invoices i ON i.id = tied.id AND i.account_id = $1 AND i.status = 'paid' ${GIVEN_BACK}`;

/** Credits of a plan change are lines of later invoices. Lines of void invoices do not count. */
const payments = `
  SELECT t.id, t.status, t.amount_cents, t.gateway_charge_ref, i.id AS invoice_id, i.tax_cents, i.total_cents, i.tax_rate_ppm,
    n.charged_cents, n.credited_cents, COALESCE((SELECT sum(${LOST_CENTS}) FROM ledger_entries e
      WHERE ${IS_OF_DISPUTE} AND e.ref_id = t.id AND e.account_id = t.account_id), 0)::bigint AS lost_cents, COALESCE((SELECT json_agg(json_build_object(
      'status', r.status, 'amountCents', r.amount_cents, 'taxCents', r.tax_cents)) FROM refunds r WHERE r.attempt_id = t.id AND r.account_id = t.account_id), '[]') AS refunds
  FROM payment_attempts t JOIN invoices i ON i.id = t.invoice_id AND i.account_id = t.account_id
    CROSS JOIN LATERAL (SELECT COALESCE(sum(l.amount_cents), 0)::bigint AS charged_cents,
        COALESCE(sum((SELECT sum(-k.amount_cents) FROM invoice_lines k
          WHERE k.source_line_id = l.id AND k.account_id = l.account_id AND k.kind = 'proration_credit' AND NOT k.voided)), 0)::bigint AS credited_cents
      FROM invoice_lines l WHERE l.invoice_id = i.id AND l.account_id = i.account_id AND l.kind <> 'proration_credit') n
  WHERE t.status = 'succeeded' AND t.kind = 'charge' AND`;

const asPayment = (row: PaymentRow): PaymentOfInvoice => {
  const { id, status, amountCents, gatewayChargeRef, taxCents, totalCents, taxRatePpm, ...rest } = row;
  return {
    ...rest,
    attempt: { id, status, amountCents, gatewayChargeRef },
    invoice: { taxCents, totalCents, taxRatePpm },
  };
};

/** Returns the payment of an invoice with its refundable amounts, or null if none succeeded. */
export const paymentOf = async (sql: Sql, accountId: AccountId, invoiceId: string): Promise<PaymentToRefund | null> => {
  const [row] = await sql.query<PaymentRow>(`${payments} t.account_id = $1 AND i.id = $2`, [accountId, invoiceId]);
  if (!row) return null;
  const [kept] = await sql.query<Pick<PaymentToRefund, 'taxKeptCents'>>(taxKept, [accountId, invoiceId]);
  return { ...asPayment(row), taxKeptCents: kept?.taxKeptCents ?? 0 };
};

/** Returns the payments of these invoices of an account. */
export const paymentsOf = async (
  sql: Sql,
  accountId: AccountId,
  invoiceIds: readonly string[],
): Promise<PaymentOfInvoice[]> => {
  const rows = await sql.query<PaymentRow>(`${payments} t.account_id = $1 AND i.id = ANY($2)`, [accountId, invoiceIds]);
  return rows.map(asPayment);
};
