import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState, Subscription } from '../state/entities.ts';

/** An equal purchase within this time is treated as a double click, if the request has no `Idempotency-Key`. */
const DUPLICATE_WINDOW_MS = 10_000;

/**
 * Tells whether the same purchase was made a moment ago by a double click. Scope allows several subscriptions, so a
 * second one is no conflict. Without an `Idempotency-Key` a double click would buy twice.
 */
export const isDuplicateSubmission = (
  { subscriptions }: Pick<BillingState, 'subscriptions'>,
  { id, priceId, quantity }: Pick<Subscription, 'id' | 'priceId' | 'quantity'>,
  now: Instant,
): boolean =>
  subscriptions.some(
    (other) =>
      other.id !== id &&
      other.priceId === priceId &&
      other.quantity === quantity &&
      other.source === 'card' &&
      now - other.billingAnchor < DUPLICATE_WINDOW_MS,
  );
