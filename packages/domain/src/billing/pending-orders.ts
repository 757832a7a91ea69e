import type { SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { undecidedAttemptOf } from './due.ts';
import type { BillingState } from './entities.ts';

export interface PendingOrder {
  readonly product: Product;
  /** Null for a subscription that is only there once it is paid. */
  readonly subscriptionId: SubscriptionId | null;
}

/**
 * Payments for subscriptions that the bank has not decided (SU-08): shown as still processing, on every page and after
 * every reload. A challenge that waits for the customer stands in nobody's way, because a new order ends it (api.md §0.1).
 */
export const pendingOrders = (state: BillingState): PendingOrder[] =>
  state.invoices.flatMap((invoice) => {
    const attempt = undecidedAttemptOf(state, invoice.id);
    const subscription = state.subscriptions.find(({ id }) => id === invoice.subscriptionId);
    if (!subscription || !attempt || attempt.status === 'requires_action') return [];
    const { id, product, status } = subscription;
    return [{ product, subscriptionId: status === 'incomplete' ? null : id }];
  });
