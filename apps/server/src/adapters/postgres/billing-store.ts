import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { billingTables } from '@foyer/domain/decision/tables';
import type { Attempt } from '@foyer/domain/state/entities';
import type { BillingStore, InBillingTransaction } from '../../services/billing/ports.ts';
import { Refused } from '../../services/refused.ts';
import { cardRowsOn } from './card-rows.ts';
import { claimCoupon } from './coupon-store.ts';
import { type Database, type Sql, toDate, violatedConstraint } from './database.ts';
import { attemptColumns, type HashEmail, loadBillingStates } from './load-billing-states.ts';
import { promotionRowsOn } from './promotion-rows.ts';
import { IS_OF_DISPUTE, LOST_CENTS } from './refundable-payments.ts';
import { reviewRowsOn } from './review-rows.ts';
import { insertRows, updateRows } from './rows.ts';
import { storeBillingWrites } from './store-billing-writes.ts';
import type { SideEffects } from './store-rows.ts';

export interface BillingStoreNeeds extends SideEffects {
  readonly database: Database;
  readonly wallNow: () => Instant;
  readonly hashEmail: HashEmail;
  /** Queues cards to be detached at the gateway, in the same transaction. */
  readonly enqueueDetachments: (sql: Sql, cardIds: readonly string[]) => Promise<void>;
}

/** Translates the violation of a unique index by two simultaneous requests into a refusal. */
const asRefused = (error: unknown): unknown => {
  switch (violatedConstraint(error)) {
    case 'payment_attempts_undecided':
    case 'payment_attempts_undecided_setup':
    case 'subscriptions_one_live':
    case 'subscription_changes_pending':
    case 'invoices_one_open':
    case 'one_time_purchases_pending':
      return new Refused('OPERATION_IN_PROGRESS');
    case 'promotion_redemptions_once':
      return new Refused('PROMO_NOT_FOUND');
    case 'promotion_redemptions_code':
      return new Refused('INVALID');
    case 'trial_redemptions_pkey':
    case 'trial_redemptions_email_hash_trial_key_key':
      return new Refused('TRIAL_ALREADY_USED');
    case 'coupon_redemptions_once':
      return new Refused('COUPON_REDEEMED');
    case 'coupons_within_limit':
      return new Refused('NOT_FOUND');
    default:
      return error;
  }
};

/** Billing writes in the given transaction. */
export const billingStoreOn = (sql: Sql, needs: BillingStoreNeeds): BillingStore => ({
  lockAccount: async (accountId) => {
    const [loaded] = await loadBillingStates(sql, [accountId], {
      lock: true,
      wallNow: needs.wallNow(),
      hashEmail: needs.hashEmail,
    });
    return loaded ?? null;
  },
  lockAccounts: (accountIds) =>
    loadBillingStates(sql, accountIds, { lock: true, wallNow: needs.wallNow(), hashEmail: needs.hashEmail }),
  store: (writes) => storeBillingWrites(sql, [writes], needs),
  storeAll: (writes) => storeBillingWrites(sql, writes, needs),
  ...reviewRowsOn(sql),
  ...promotionRowsOn(sql),
  claimCoupon: (code, accountId) => claimCoupon(sql, code, accountId, true),
  bindIdempotencyKey: async ({ accountId, key }, subject) => {
    const bound = await sql.query(
      `UPDATE idempotency_keys SET subject_id = $3 WHERE account_id = $1 AND key = $2 AND state = 'started' AND subject_id IS NULL
       RETURNING key`,
      [accountId, key, subject],
    );
    if (bound.length === 0) throw new Refused('OPERATION_IN_PROGRESS');
  },
  addSetupAttempt: async (accountId, attempt) => {
    await sql.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    // A process that died during a card setup left its row open. A setup charges nothing, so the row is closed.
    await sql.query(
      `UPDATE payment_attempts SET status = 'errored', decided_at = now(), lease_until = NULL
       WHERE account_id = $1 AND kind = 'setup' AND status = 'sending' AND lease_until < now()`,
      [accountId],
    );
    await insertRows(sql, billingTables.attempts, [attempt]);
  },
  finishSetupAttempt: (attempt) => updateRows(sql, billingTables.attempts, [attempt]),
  undecidedSetup: async (attemptId) => {
    const [attempt] = await sql.query<Attempt>(
      `SELECT ${attemptColumns} FROM payment_attempts t
       WHERE t.id = $1 AND t.kind = 'setup' AND t.status IN ('sending', 'requires_action', 'processing')`,
      [attemptId],
    );
    return attempt ?? null;
  },
  bookedAsLost: async (attemptId) => {
    const [row] = await sql.query<{ bookedCents: number; wonCents: number }>(
      `SELECT COALESCE(sum(${LOST_CENTS}), 0)::bigint AS booked_cents,
         COALESCE(sum(e.amount_cents) FILTER (WHERE e.kind = 'payment.dispute_won'), 0)::bigint AS won_cents
       FROM ledger_entries e WHERE ${IS_OF_DISPUTE} AND e.ref_id = $1`,
      [attemptId],
    );
    return row ?? { bookedCents: 0, wonCents: 0 };
  },
  setGatewayCustomer: async (accountId, ref) => {
    await sql.query('UPDATE accounts SET gateway_customer_ref = $2 WHERE id = $1', [accountId, ref]);
  },
  ...cardRowsOn(sql),
  detachLater: (cardIds) => needs.enqueueDetachments(sql, cardIds),
  claimDue: async (limit, except) => {
    const rows = await sql.query<{ id: AccountId }>(
      `SELECT id FROM accounts WHERE clock_id IS NULL AND next_action_at <= $2 AND id <> ALL($3)
       ORDER BY next_action_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit, toDate(needs.wallNow()), except],
    );
    return rows.map((row) => row.id);
  },
});

/**
 * Runs billing transactions. A unique index protects the data if the lock of the account fails to; its violation becomes a
 * refusal.
 */
export const makeBillingTransaction =
  (needs: BillingStoreNeeds): InBillingTransaction =>
  async (run) => {
    try {
      return await needs.database.transaction((sql) => run(billingStoreOn(sql, needs)));
    } catch (error) {
      throw asRefused(error);
    }
  };
