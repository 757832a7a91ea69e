import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Draft, put, queueMail, recordEvent } from '../decision/draft.ts';
import type { Subscription, SubscriptionEvent } from '../state/entities.ts';
import { isRequested } from '../state/status.ts';

/**
 * Returns the subscription as ended at `now`. A request has never run, so the period that it would have had is emptied
 * (S22).
 */
export const endNow = (
  subscription: Subscription,
  endReason: 'removed' | 'account_closed',
  now: Instant,
): Subscription => ({
  ...subscription,
  // A subscription that was never activated expires; only an activated one can be canceled.
  status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  currentPeriodEnd: isRequested(subscription) ? subscription.currentPeriodStart : subscription.currentPeriodEnd,
  suspendedAt: null,
  endedAt: now,
  endReason,
});

/** Ends a subscription or an open request at once for `actor` and mails the customer (S22). */
export const endRemoved = (draft: Draft, subscription: Subscription, actor: SubscriptionEvent['actor']): void => {
  const ended = put(draft, 'subscriptions', endNow(subscription, 'removed', draft.context.now));
  recordEvent(draft, ended, 'canceled', actor, { reason: 'removed' });
  queueMail(draft, isRequested(subscription) ? 'request_ended' : 'subscription_ended', { subscription: ended });
};
