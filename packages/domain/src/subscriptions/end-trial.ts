import { allowsSeveral } from '../catalogue/family.ts';
import { type Draft, put, recordEvent } from '../decision/draft.ts';
import type { Subscription } from '../state/entities.ts';

/**
 * Tells whether subscribing to `taken` replaces a trial (S8). In a family with one subscription every plan does. In one
 * with several only the tried plan, or an order in place of this trial, replaces it (decision 15).
 */
const isConverted = ({ context }: Draft, trial: Subscription, taken: Subscription): boolean => {
  if (trial.status !== 'trialing' || trial.product !== taken.product || trial.id === taken.id) return false;
  if (!allowsSeveral(context.catalogue, taken)) return true;
  return trial.planId === taken.planId || trial.id === taken.resumesSubscriptionId;
};

/** Cancels trials that `taken` replaces (S8). */
export const endConvertedTrial = (draft: Draft, taken: Subscription): void => {
  const { now } = draft.context;
  for (const trial of draft.state.subscriptions) {
    if (!isConverted(draft, trial, taken)) continue;
    put(draft, 'subscriptions', { ...trial, status: 'canceled', endedAt: now, endReason: 'converted' });
    recordEvent(draft, trial, 'trial_converted', 'system', { to: taken.id });
  }
};
