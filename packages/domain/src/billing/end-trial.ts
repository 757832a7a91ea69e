import { type Draft, note, putSubscription } from './draft.ts';
import type { Subscription } from './entities.ts';

/**
 * Whether taking `taken` for good takes the place of a trial (S8). Of drive and IoT there is one subscription, so every
 * plan does; of scope there may be several, and only the very plan that is tried, or what was ordered in place of that
 * trial, is meant (decision 15).
 */
const isConverted = (trial: Subscription, taken: Subscription): boolean => {
  if (trial.status !== 'trialing' || trial.product !== taken.product || trial.id === taken.id) return false;
  return taken.product !== 'scope' || trial.planId === taken.planId || trial.id === taken.resumesSubscriptionId;
};

/** A trial is over as soon as what it was for was taken for good (S8). */
export const endConvertedTrial = (draft: Draft, taken: Subscription): void => {
  const { now } = draft.context;
  for (const trial of draft.state.subscriptions) {
    if (!isConverted(trial, taken)) continue;
    putSubscription(draft, { ...trial, status: 'canceled', endedAt: now, endReason: 'converted' });
    note(draft, trial, 'trial_converted', 'system', { to: taken.id });
  }
};
