import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';

export interface PendingOrder {
  readonly product: Product;
  /** Null for a subscription that exists only once it is paid. */
  readonly subscriptionId: SubscriptionId | null;
}

/**
 * Undecided payments for subscriptions, shown as processing on every page (SU-08). Unanswered challenges are left out:
 * a new order ends them, so they block nothing.
 */
export const pendingOrders = (state: BillingState): PendingOrder[] =>
  state.invoices.flatMap((invoice) => {
    const attempt = undecidedAttemptOf(state, invoice.id);
    const subscription = state.subscriptions.find(({ id }) => id === invoice.subscriptionId);
    if (!subscription || !attempt || attempt.status === 'requires_action') return [];
    const { id, product, status } = subscription;
    return [{ product, subscriptionId: status === 'incomplete' ? null : id }];
  });
