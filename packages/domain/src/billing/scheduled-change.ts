import type { BillingState, Subscription, SubscriptionChange } from './entities.ts';

export const isScheduledFor = ({ id }: Pick<Subscription, 'id'>, change: SubscriptionChange): boolean =>
  change.subscriptionId === id && change.status === 'pending' && change.mode === 'period_end';

/** What the end of the period changes a subscription to, when something is scheduled (S11). */
export const scheduledChangeOf = (
  state: Pick<BillingState, 'changes'>,
  subscription: Pick<Subscription, 'id'>,
): SubscriptionChange | undefined => state.changes.find((change) => isScheduledFor(subscription, change));

/** The same, unless renewal was switched off since: then the subscription ends, and nothing is changed to any more (S12). */
export const comingChangeOf = (
  state: Pick<BillingState, 'changes'>,
  subscription: Pick<Subscription, 'id' | 'cancelAtPeriodEnd'>,
): SubscriptionChange | undefined =>
  subscription.cancelAtPeriodEnd ? undefined : scheduledChangeOf(state, subscription);
