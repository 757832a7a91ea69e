import { type Draft, mail, note, put } from '../decision/draft.ts';
import type { Subscription, SubscriptionEvent } from '../state/entities.ts';
import { isRequested } from '../state/status.ts';

/** Ends a subscription or an open request at once for `actor` and mails the customer (S22). */
export const endRemoved = (draft: Draft, subscription: Subscription, actor: SubscriptionEvent['actor']): void => {
  const ended = put(draft, 'subscriptions', {
    ...subscription,
    // A subscription that was never activated expires; only an activated one can be canceled.
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    suspendedAt: null,
    endedAt: draft.context.now,
    endReason: 'removed',
  });
  note(draft, ended, 'canceled', actor, { reason: 'removed' });
  mail(draft, isRequested(subscription) ? 'request_ended' : 'subscription_ended', { subscription: ended });
};
