import type { AccountId, InvoiceId } from '@foyer/contract/vocabulary/ids';
import type { RefundablePayment } from '@foyer/domain/billing/refund';
import type { Sql } from './database.ts';

type PaymentRow = RefundablePayment['attempt'] &
  RefundablePayment['invoice'] &
  Pick<RefundablePayment, 'refunds' | 'chargedCents' | 'creditedCents' | 'lostCents'> & {
    readonly invoiceId: InvoiceId;
  };

/** A payment with all that says how much of it may be given back. */
export type PaymentOfInvoice = RefundablePayment & { readonly invoiceId: InvoiceId };

/** What changes gave credit for stands on later invoices; an invoice that is void gave nothing. */
const payments = `
  SELECT t.id, t.status, t.amount_cents, t.gateway_charge_ref, i.id AS invoice_id, i.tax_cents, i.total_cents, i.tax_rate_ppm,
    n.charged_cents, n.credited_cents, COALESCE((SELECT sum(e.amount_cents) FROM ledger_entries e
      WHERE e.kind = 'payment.dispute_lost' AND e.ref_id = t.id), 0)::bigint AS lost_cents, COALESCE((SELECT json_agg(json_build_object(
      'status', r.status, 'amountCents', r.amount_cents, 'taxCents', r.tax_cents)) FROM refunds r WHERE r.attempt_id = t.id), '[]') AS refunds
  FROM payment_attempts t JOIN invoices i ON i.id = t.invoice_id
    CROSS JOIN LATERAL (SELECT COALESCE(sum(l.amount_cents), 0)::bigint AS charged_cents,
        COALESCE(sum((SELECT sum(-k.amount_cents) FROM invoice_lines k
          WHERE k.source_line_id = l.id AND k.kind = 'proration_credit' AND NOT k.voided)), 0)::bigint AS credited_cents
      FROM invoice_lines l WHERE l.invoice_id = i.id AND l.kind <> 'proration_credit') n
  WHERE t.status = 'succeeded' AND t.kind = 'charge' AND`;

const asPayment = (row: PaymentRow): PaymentOfInvoice => {
  const { id, status, amountCents, gatewayChargeRef, taxCents, totalCents, taxRatePpm, ...rest } = row;
  return {
    ...rest,
    attempt: { id, status, amountCents, gatewayChargeRef },
    invoice: { taxCents, totalCents, taxRatePpm },
  };
};

/** What paid an invoice; null when nothing did. */
export const paymentOf = async (sql: Sql, invoiceId: string): Promise<PaymentOfInvoice | null> => {
  const [row] = await sql.query<PaymentRow>(`${payments} i.id = $1`, [invoiceId]);
  return row ? asPayment(row) : null;
};

/** What paid these invoices of an account. */
export const paymentsOf = async (
  sql: Sql,
  accountId: AccountId,
  invoiceIds: readonly string[],
): Promise<PaymentOfInvoice[]> => {
  const rows = await sql.query<PaymentRow>(`${payments} t.account_id = $1 AND i.id = ANY($2)`, [accountId, invoiceIds]);
  return rows.map(asPayment);
};
