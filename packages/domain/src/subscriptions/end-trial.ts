import { type Draft, put, recordEvent } from '../decision/draft.ts';
import type { Subscription } from '../state/entities.ts';

/**
 * Tells whether subscribing to `taken` replaces a trial (S8). Drive and IoT allow one subscription, so every plan does.
 * Scope allows several: only the tried plan, or an order in place of this trial, replaces it (decision 15).
 */
const isConverted = (trial: Subscription, taken: Subscription): boolean => {
  if (trial.status !== 'trialing' || trial.product !== taken.product || trial.id === taken.id) return false;
  return taken.product !== 'scope' || trial.planId === taken.planId || trial.id === taken.resumesSubscriptionId;
};

/** Cancels trials that `taken` replaces (S8). */
export const endConvertedTrial = (draft: Draft, taken: Subscription): void => {
  const { now } = draft.context;
  for (const trial of draft.state.subscriptions) {
    if (!isConverted(trial, taken)) continue;
    put(draft, 'subscriptions', { ...trial, status: 'canceled', endedAt: now, endReason: 'converted' });
    recordEvent(draft, trial, 'trial_converted', 'system', { to: taken.id });
  }
};
