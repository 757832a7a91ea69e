import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { Attempt, Card } from './entities.ts';

/** Time for which one process may call the gateway about an attempt. After it the recovery takes over. */
export const ATTEMPT_LEASE_MS = MINUTE_MS;

type Ordered = Pick<
  Attempt,
  'id' | 'kind' | 'accountId' | 'invoiceId' | 'attemptNo' | 'amountCents' | 'onSession' | 'sentAt' | 'gatewayKey'
>;

/** Makes an attempt that is about to be sent. `card` is null for an attempt to save one. */
export const newAttempt = (ordered: Ordered, card: Card | null, wallNow: Instant): Attempt => ({
  ...ordered,
  paymentMethodId: card?.id ?? null,
  status: 'sending',
  gatewayIntentRef: null,
  gatewayChargeRef: null,
  brand: card?.brand ?? null,
  last4: card?.last4 ?? null,
  errorCode: null,
  declineCode: null,
  errorMessage: null,
  // Leases use the real time: a sandbox clock that is moved ahead must not expire them.
  leaseUntil: wallNow + ATTEMPT_LEASE_MS,
  decidedAt: null,
});
