import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type {
  BookedAttempt,
  BookedRefund,
  CardHolder,
  ReconcileRows,
} from '../../services/operator/reconcile-ports.ts';
import { type Database, toDate } from './database.ts';
import { IS_OF_DISPUTE, LOST_CENTS } from './refundable-payments.ts';

/** Reads the rows that are compared with the gateway. No index leads to a payment's id, so the tables are scanned. */
export const makeReconcileRows = (database: Database): ReconcileRows => ({
  time: async () => {
    const [row] = await database.query<{ at: Instant }>('SELECT now() AS at');
    if (!row) throw new Error('reconcile: the database gave no time; run it again');
    return row.at;
  },
  attempts: (since, ids, intentRefs) =>
    database.query<BookedAttempt>(
      `SELECT id, account_id, status, amount_cents, gateway_intent_ref, given_up_at IS NOT NULL AS is_given_up
       FROM payment_attempts
       WHERE kind = 'charge' AND (created_at >= $1 OR id = ANY($2) OR gateway_intent_ref = ANY($3)) ORDER BY created_at, id`,
      [toDate(since), ids, intentRefs],
    ),
  attemptOf: async (intentRef) => {
    const [row] = await database.query<{ id: AttemptId }>(
      'SELECT id FROM payment_attempts WHERE gateway_intent_ref = $1',
      [intentRef],
    );
    return row?.id ?? null;
  },
  refunds: (since, ids, gatewayRefs) =>
    database.query<BookedRefund>(
      `SELECT r.id, r.account_id, r.gateway_ref, t.gateway_intent_ref AS intent_ref, r.amount_cents,
         r.status = 'succeeded' AS is_done, false AS is_waiting
         FROM refunds r JOIN payment_attempts t ON t.id = r.attempt_id AND t.account_id = r.account_id
         WHERE r.created_at >= $1 OR r.id = ANY($2) OR r.gateway_ref = ANY($3)
       UNION ALL SELECT NULL, account_id, gateway_ref, NULL, amount_cents, status IN ('from_credit', 'dismissed'), status = 'waiting'
         FROM unplaced_refunds WHERE gateway_ref = ANY($3)`,
      [toDate(since), ids, gatewayRefs],
    ),
  lostCents: async (intentRefs) => {
    const booked = await database.query<{ intentRef: string; cents: number }>(
      `SELECT t.gateway_intent_ref AS intent_ref, COALESCE(sum(${LOST_CENTS}), 0)::bigint AS cents
       FROM payment_attempts t LEFT JOIN ledger_entries e
         ON e.account_id = t.account_id AND e.ref_id = t.id AND ${IS_OF_DISPUTE}
       WHERE t.kind = 'charge' AND t.status = 'succeeded' AND t.gateway_intent_ref = ANY($1) GROUP BY t.gateway_intent_ref`,
      [intentRefs],
    );
    return new Map(booked.map(({ intentRef, cents }) => [intentRef, cents]));
  },
  lostSince: async (since) => {
    const lost = await database.query<{ intentRef: string }>(
      `SELECT DISTINCT t.gateway_intent_ref AS intent_ref FROM payment_attempts t JOIN ledger_entries e
         ON e.account_id = t.account_id AND e.ref_id = t.id AND e.kind = 'payment.dispute_lost'
       WHERE e.created_at >= $1 AND t.gateway_intent_ref IS NOT NULL`,
      [toDate(since)],
    );
    return lost.map(({ intentRef }) => intentRef);
  },
  cardHolders: (customerRefs) =>
    database.query<CardHolder>(
      `SELECT a.id AS account_id, a.gateway_customer_ref AS customer_ref, m.gateway_ref AS card_ref
       FROM accounts a LEFT JOIN payment_methods m ON m.account_id = a.id AND m.status = 'active'
       WHERE a.gateway_customer_ref = ANY($1) ORDER BY a.id`,
      [customerRefs],
    ),
  knownCards: async (cardRefs) => {
    const rows = await database.query<{ gatewayRef: string }>(
      'SELECT gateway_ref FROM payment_methods WHERE gateway_ref = ANY($1)',
      [cardRefs],
    );
    return rows.map(({ gatewayRef }) => gatewayRef);
  },
  lastIntentRef: async () => {
    const [row] = await database.query<{ ref: string }>(
      `SELECT gateway_intent_ref AS ref FROM payment_attempts
       WHERE kind = 'charge' AND status = 'succeeded' AND gateway_intent_ref IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    );
    return row?.ref ?? null;
  },
  parkedPayments: async (refs) => {
    const rows = await database.query<{ gatewayRef: string }>(
      'SELECT gateway_ref FROM unplaced_payments WHERE gateway_ref = ANY($1)',
      [refs],
    );
    return new Set(rows.map(({ gatewayRef }) => gatewayRef));
  },
  decidedPayments: async (refs) => {
    const rows = await database.query<{ gatewayRef: string; status: 'kept' | 'dismissed' }>(
      `SELECT gateway_ref, status FROM unplaced_payments WHERE gateway_ref = ANY($1) AND status IN ('kept', 'dismissed')`,
      [refs],
    );
    return new Map(rows.map(({ gatewayRef, status }) => [gatewayRef, status]));
  },
});
