import type { BoundedList, UnplacedRefund, UnplacedRefundRows, WaitingRefund } from '../../services/operator/ports.ts';
import { readBoundedList } from './bounded-list.ts';
import type { Database, Sql } from './database.ts';

export const unplacedRefundOf = async (sql: Sql, gatewayRef: string): Promise<UnplacedRefund | null> => {
  const [row] = await sql.query<UnplacedRefund>(
    'SELECT gateway_ref, account_id, attempt_id, amount_cents, status FROM unplaced_refunds WHERE gateway_ref = $1',
    [gatewayRef],
  );
  return row ?? null;
};

/** Refunds that match no payment, in the given transaction. */
export const unplacedRefundsOn = (sql: Sql): UnplacedRefundRows => ({
  unplacedRefund: (gatewayRef) => unplacedRefundOf(sql, gatewayRef),
  parkRefund: async ({ gatewayRef, accountId, attemptId, amountCents }) => {
    await sql.query(
      `INSERT INTO unplaced_refunds AS r (gateway_ref, account_id, attempt_id, amount_cents) VALUES ($1, $2, $3, $4)
       ON CONFLICT (gateway_ref) DO UPDATE SET account_id = excluded.account_id, attempt_id = excluded.attempt_id
         WHERE r.status = 'waiting' AND r.account_id IS NULL AND excluded.account_id IS NOT NULL`,
      [gatewayRef, accountId, attemptId, amountCents],
    );
  },
  takeFromKept: async ({ gatewayRef, accountId, amountCents }) => {
    const rows = await sql.query(
      `INSERT INTO unplaced_refunds AS r (gateway_ref, account_id, amount_cents, status, decided_at)
       VALUES ($1, $2, $3, 'from_credit', now())
       ON CONFLICT (gateway_ref) DO UPDATE SET account_id = excluded.account_id, status = 'from_credit', decided_at = now()
         WHERE r.account_id IS NULL AND r.status IN ('waiting', 'dismissed') RETURNING gateway_ref`,
      [gatewayRef, accountId, amountCents],
    );
    return rows.length === 1;
  },
  decideUnplaced: async (gatewayRef, from, to) => {
    const rows = await sql.query(
      'UPDATE unplaced_refunds SET status = $3, decided_at = now() WHERE gateway_ref = $1 AND status = $2 RETURNING gateway_ref',
      [gatewayRef, from, to],
    );
    return rows.length === 1;
  },
});

/** Refunds that wait for a decision of an operator, oldest first. */
export const listWaitingRefunds = (database: Database, limit: number): Promise<BoundedList<WaitingRefund>> =>
  readBoundedList(
    database,
    {
      columns: 'r.gateway_ref, r.amount_cents, r.found_at, u.email::text AS email, r.account_id, i.number AS receipt',
      from: `unplaced_refunds r LEFT JOIN payment_attempts t ON t.id = r.attempt_id LEFT JOIN invoices i ON i.id = t.invoice_id
        LEFT JOIN users u ON u.account_id = r.account_id AND u.deleted_at IS NULL WHERE r.status = 'waiting'`,
      at: 'r.found_at',
      id: 'r.gateway_ref',
    },
    limit,
  );
