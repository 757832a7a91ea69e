import { isChargeable, isLive, renews } from '../subscription/status.ts';
import type { BillingState, Subscription } from './entities.ts';
import type { BillingSettings } from './settings.ts';

/** The plan that a trial lies over (D9), if it is there still. */
export const overlaidBy = (state: Pick<BillingState, 'subscriptions'>, trial: Subscription): Subscription | undefined =>
  state.subscriptions.find((candidate) => candidate.id === trial.resumesSubscriptionId && isLive(candidate));

/** One that waits for its own payment, or was paid for in advance, is not moved to another plan on top of that. */
export const isMovable = ({ status, source }: Pick<Subscription, 'status' | 'source'>): boolean =>
  status === 'active' && source !== 'prepaid';

/**
 * Prepaid time lies below a trial and lasts until that is over: it is what follows then, whatever the trial was to do (S5).
 * At one instant the trial ends first, so prepaid time that ends with it is still there.
 */
export const endsOverPrepaid = (state: Pick<BillingState, 'subscriptions'>, trial: Subscription): boolean => {
  const over = trial.status === 'trialing' ? overlaidBy(state, trial) : undefined;
  if (over?.source !== 'prepaid' || trial.trialEnd === null) return false;
  return (over.currentPeriodEnd ?? Number.POSITIVE_INFINITY) >= trial.trialEnd;
};

/** SU-02 as things stand: will it go on by itself when its period or trial ends? */
export const goesOnByItself = (
  state: Pick<BillingState, 'subscriptions' | 'billTo' | 'card'>,
  subscription: Subscription,
  settings: BillingSettings,
): boolean => renews(subscription, isChargeable(state, settings)) && !endsOverPrepaid(state, subscription);

/**
 * The trial that moves a plan to its own before the period of that is over (S7), as long as it is to go on: the period
 * then ends without a renewal or an end of its own.
 */
export const replacingTrialOf = (
  state: Pick<BillingState, 'subscriptions' | 'billTo' | 'card'>,
  subscription: Subscription,
  settings: BillingSettings,
): Subscription | undefined => {
  if (!isMovable(subscription) || !isChargeable(state, settings)) return undefined;
  const endsAt = subscription.currentPeriodEnd ?? Number.POSITIVE_INFINITY;
  return state.subscriptions.find(
    ({ status, resumesSubscriptionId, transitionAtEnd, trialEnd }) =>
      status === 'trialing' &&
      resumesSubscriptionId === subscription.id &&
      transitionAtEnd &&
      trialEnd !== null &&
      trialEnd <= endsAt,
  );
};
