import { type Draft, mail, note, putSubscription } from './draft.ts';
import type { Subscription, SubscriptionEvent } from './entities.ts';

/** Somebody takes a subscription away at once (S22): it is over at this moment, and the customer is told. */
export const endRemoved = (draft: Draft, subscription: Subscription, actor: SubscriptionEvent['actor']): void => {
  const ended = putSubscription(draft, {
    ...subscription,
    // What never began cannot be canceled; it lapses.
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
    suspendedAt: null,
    endedAt: draft.context.now,
    endReason: 'removed',
  });
  note(draft, ended, 'canceled', actor, { reason: 'removed' });
  mail(draft, 'subscription_ended', { subscription: ended });
};
