import type { PaymentPlace, UnplacedPaymentRows } from '../../services/operator/ports.ts';
import type { Sql } from './database.ts';

/** Statuses of attempts that took nothing. A payment that the gateway has for one of them is not in the books. */
export const TOOK_NOTHING = `('declined', 'errored', 'canceled')`;

/**
 * Condition of payments `p` that wait for an operator. One that a charge has found since, because the customer ordered
 * again or the period came due, is in the books or will be when its attempt is decided, and waits no longer.
 */
export const IS_WAITING = `p.status = 'waiting' AND NOT EXISTS (
  SELECT FROM payment_attempts t WHERE t.account_id = p.account_id AND t.gateway_intent_ref = p.gateway_ref
    AND t.status NOT IN ${TOOK_NOTHING})`;

/** Payments that the books lack, in the given transaction. */
export const unplacedPaymentsOn = (sql: Sql): UnplacedPaymentRows => ({
  unplacedPayment: async (gatewayRef) => {
    const [row] = await sql.query<NonNullable<Awaited<ReturnType<UnplacedPaymentRows['unplacedPayment']>>>>(
      `SELECT p.gateway_ref, a.id AS account_id, p.amount_cents, p.status
       FROM unplaced_payments p LEFT JOIN accounts a ON a.id = p.account_id WHERE p.gateway_ref = $1`,
      [gatewayRef],
    );
    return row ?? null;
  },
  placeOfPayment: async (gatewayRef, accountId) => {
    const [row] = await sql.query<{ place: PaymentPlace | null }>(
      `SELECT CASE WHEN EXISTS (
           SELECT FROM payment_attempts t WHERE t.account_id = $2 AND t.gateway_intent_ref = $1 AND t.status NOT IN ${TOOK_NOTHING})
         THEN 'in_books' ELSE (
           SELECT p.status FROM unplaced_payments p WHERE p.gateway_ref = $1 AND p.status IN ('kept', 'dismissed'))
         END AS place`,
      [gatewayRef, accountId],
    );
    return row?.place ?? null;
  },
  parkPayment: async ({ gatewayRef, accountId, receipt, amountCents, reason }) => {
    const rows = await sql.query(
      `INSERT INTO unplaced_payments AS p (gateway_ref, account_id, receipt, amount_cents, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (gateway_ref) DO UPDATE SET reason = excluded.reason, status = 'waiting', closed_at = NULL
         WHERE p.status = 'closed' OR (p.status = 'waiting' AND p.reason <> excluded.reason) RETURNING gateway_ref`,
      [gatewayRef, accountId, receipt, amountCents, reason],
    );
    return rows.length === 1;
  },
  closePayments: async (gatewayRefs, refundedRefs) => {
    await sql.query(
      `UPDATE unplaced_payments p SET status = 'closed', closed_at = now()
       WHERE p.status = 'waiting' AND p.gateway_ref = ANY($1) AND (p.gateway_ref = ANY($2) OR NOT (${IS_WAITING}))`,
      [gatewayRefs, refundedRefs],
    );
  },
  decidePayment: async (gatewayRef, to) => {
    const rows = await sql.query(
      `UPDATE unplaced_payments p SET status = $2, closed_at = now() WHERE p.gateway_ref = $1 AND ${IS_WAITING} RETURNING p.gateway_ref`,
      [gatewayRef, to],
    );
    return rows.length === 1;
  },
});
