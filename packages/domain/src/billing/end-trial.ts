import { type Draft, note, putSubscription } from './draft.ts';
import type { Subscription } from './entities.ts';

/** A trial of the same product is over as soon as a plan of it was taken for good (S8). */
export const endConvertedTrial = (draft: Draft, taken: Subscription): void => {
  const { now } = draft.context;
  for (const trial of draft.state.subscriptions) {
    if (trial.status !== 'trialing' || trial.product !== taken.product || trial.id === taken.id) continue;
    putSubscription(draft, { ...trial, status: 'canceled', endedAt: now, endReason: 'converted' });
    note(draft, trial, 'trial_converted', 'system', { to: taken.id });
  }
};
