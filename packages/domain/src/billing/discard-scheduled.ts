import {
  type BillingWrites,
  type Draft,
  finish,
  putChange,
  putSubscription,
  type RuleContext,
  startDraft,
} from './draft.ts';
import type { BillingState, Subscription } from './entities.ts';
import { isScheduledFor, scheduledChangeOf } from './scheduled-change.ts';

/** Drops what was scheduled for the end of the period: a newer wish replaces it. */
export const discardScheduled = (draft: Draft, subscription: Subscription): void => {
  for (const change of draft.state.changes) {
    if (isScheduledFor(subscription, change)) putChange(draft, { ...change, status: 'discarded' });
  }
};

/**
 * The customer keeps the plan after all (api.md §4.2, decision 15): it goes on as if no change had been scheduled. What
 * was announced about the end of the period was about another plan, so that is told anew.
 */
export const takeBackScheduled = (
  state: BillingState,
  subscription: Subscription,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  discardScheduled(draft, subscription);
  if (scheduledChangeOf(state, subscription)) putSubscription(draft, { ...subscription, noticedPeriodEnd: null });
  return finish(draft);
};
