import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState, Subscription } from './entities.ts';

/** Within this a second purchase like the first is the same press of a button, where no key says otherwise. */
const SAME_PRESS_MS = 10_000;

/**
 * Whether the same as `begun` was bought a moment ago (threats.md §2, double click). Plans of scope stand side by side, so a
 * second one is no conflict: a caller who sends no `Idempotency-Key` would buy twice with one double click.
 */
export const isSamePress = (
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
      now - other.billingAnchor < SAME_PRESS_MS,
  );
