import type { BillingState, Subscription, SubscriptionChange } from './entities.ts';

/** Tells whether a change waits for the end of the period of this subscription. */
export const isScheduledFor = ({ id }: Pick<Subscription, 'id'>, change: SubscriptionChange): boolean =>
  change.subscriptionId === id && change.status === 'pending' && change.mode === 'period_end';

/** Change scheduled for the end of the period, if there is one (S11). */
export const scheduledChangeOf = (
  state: Pick<BillingState, 'changes'>,
  subscription: Pick<Subscription, 'id'>,
): SubscriptionChange | undefined => state.changes.find((change) => isScheduledFor(subscription, change));

/**
 * Scheduled change that will take effect. Undefined if renewal was turned off since, because the subscription then ends
 * (S12).
 */
export const pendingChangeOf = (
  state: Pick<BillingState, 'changes'>,
  subscription: Pick<Subscription, 'id' | 'cancelAtPeriodEnd'>,
): SubscriptionChange | undefined =>
  subscription.cancelAtPeriodEnd ? undefined : scheduledChangeOf(state, subscription);
