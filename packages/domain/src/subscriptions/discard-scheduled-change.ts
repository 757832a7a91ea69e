import { type BillingWrites, type Draft, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isScheduledFor, scheduledChangeOf } from '../state/scheduled-change.ts';

/** Discards the scheduled change of a subscription. */
export const discardScheduledChange = (draft: Draft, subscription: Subscription): void => {
  for (const change of draft.state.changes) {
    if (isScheduledFor(subscription, change)) put(draft, 'changes', { ...change, status: 'discarded' });
  }
};

/**
 * Cancels a scheduled change, so that the current plan continues (decision 15). Clears the period notice, because the
 * notice that was sent names another plan.
 */
export const cancelScheduledChange = (
  state: BillingState,
  subscription: Subscription,
  context: RuleContext,
): BillingWrites => {
  const draft = startDraft(state, context);
  discardScheduledChange(draft, subscription);
  if (scheduledChangeOf(state, subscription)) put(draft, 'subscriptions', { ...subscription, noticedPeriodEnd: null });
  return finish(draft);
};
