import { type Draft, putChange } from './draft.ts';
import type { Subscription } from './entities.ts';

/** Drops what was scheduled for the end of the period: a newer wish replaces it. */
export const discardScheduled = (draft: Draft, subscription: Subscription): void => {
  for (const change of draft.state.changes) {
    if (change.subscriptionId !== subscription.id || change.status !== 'pending' || change.mode !== 'period_end')
      continue;
    putChange(draft, { ...change, status: 'discarded' });
  }
};
