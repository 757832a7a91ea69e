import { type Catalogue, priceById } from '../catalogue/catalogue.ts';
import type { BillingState, Subscription, SubscriptionChange } from './entities.ts';
import { pendingChangeOf } from './scheduled-change.ts';
import type { BillingSettings } from './settings.ts';
import { isChargeable, isInCardCountry, isLive, willRenew } from './status.ts';

/** Plan below a trial, if it is still live (D9). */
export const subscriptionBelowTrial = (
  state: Pick<BillingState, 'subscriptions'>,
  trial: Subscription,
): Subscription | undefined =>
  state.subscriptions.find((candidate) => candidate.id === trial.resumesSubscriptionId && isLive(candidate));

/** Tells whether a trial may move the plan below to its own. An unpaid or prepaid plan is not moved. */
export const canMoveToTrialPlan = ({ status, source }: Pick<Subscription, 'status' | 'source'>): boolean =>
  status === 'active' && source !== 'prepaid';

/**
 * Tells whether prepaid time below a trial lasts at least as long as the trial. Then it follows the trial, regardless
 * of the trial's renewal setting (S5). If both end at one instant, the trial ends first.
 */
export const isFollowedByPrepaid = (state: Pick<BillingState, 'subscriptions'>, trial: Subscription): boolean => {
  const below = trial.status === 'trialing' ? subscriptionBelowTrial(state, trial) : undefined;
  if (below?.source !== 'prepaid' || trial.trialEnd === null) return false;
  return (below.currentPeriodEnd ?? Number.POSITIVE_INFINITY) >= trial.trialEnd;
};

interface RenewalContext {
  readonly settings: BillingSettings;
  readonly catalogue: Catalogue;
}

/** Tells whether the next period costs something: by the scheduled change, else by the current plan. */
const isNextPeriodPaid = (
  state: Pick<BillingState, 'changes'>,
  subscription: Subscription,
  { catalogue }: RenewalContext,
): boolean => {
  const change = pendingChangeOf(state, subscription);
  return change ? priceById(catalogue, change.toPriceId)?.amountCents !== 0 : subscription.unitAmountCents > 0;
};

/** Tells whether a subscription ends with its period because cards are not accepted at the billing address (S12). */
export const endsOutsideCardCountries = (
  state: Pick<BillingState, 'changes' | 'billTo'>,
  subscription: Subscription,
  context: RenewalContext,
): boolean => !isInCardCountry(state, context.settings) && isNextPeriodPaid(state, subscription, context);

/**
 * Scheduled change that starts a new plan at the end of the period. Undefined if the plan ends instead, because the new
 * plan costs something and cards are not accepted at the billing address (S12).
 */
export const startingChangeOf = (
  state: Pick<BillingState, 'changes' | 'billTo'>,
  subscription: Subscription,
  context: RenewalContext,
): SubscriptionChange | undefined =>
  endsOutsideCardCountries(state, subscription, context) ? undefined : pendingChangeOf(state, subscription);

/**
 * Tells whether a subscription continues after its period or trial without an action of the customer (SU-02). A paid
 * plan ends where cards are not accepted (S12). A suspended one does not continue until it is paid.
 */
export const renewsAutomatically = (
  state: Pick<BillingState, 'subscriptions' | 'changes' | 'billTo' | 'card'>,
  subscription: Subscription,
  context: RenewalContext,
): boolean =>
  isLive(subscription) &&
  subscription.status !== 'suspended' &&
  willRenew(subscription, isChargeable(state, context.settings)) &&
  !endsOutsideCardCountries(state, subscription, context) &&
  !isFollowedByPrepaid(state, subscription);

/**
 * Trial that will move a plan to its own before the period of that plan ends (S7). The period then has no renewal and
 * no end to announce.
 */
export const trialReplacingPlan = (
  state: Pick<BillingState, 'subscriptions' | 'billTo' | 'card'>,
  subscription: Subscription,
  settings: BillingSettings,
): Subscription | undefined => {
  if (!canMoveToTrialPlan(subscription) || !isChargeable(state, settings)) return undefined;
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
