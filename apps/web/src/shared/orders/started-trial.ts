import type { Subscription } from '@foyer/contract/api/shapes';
import { storePaidPayment } from './paid.ts';

/** Stores a trial that just started, for its notice on Home. */
export const storeStartedTrial = (trial: Subscription): void =>
  storePaidPayment({
    cents: 0,
    creditCents: 0,
    description: trial.name,
    product: trial.product,
    subId: trial.id,
    until: trial.trialExpiry,
    receiptId: null,
    startsTrial: true,
  });
