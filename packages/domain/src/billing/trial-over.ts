import { type Catalogue, priceById } from '../catalogue/catalogue.ts';
import { isChargeable, isLive, renews, takesCards } from '../subscription/status.ts';
import type { BillingState, Subscription } from './entities.ts';
import { comingChangeOf } from './scheduled-change.ts';
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

interface RenewalContext {
  readonly settings: BillingSettings;
  readonly catalogue: Catalogue;
}

/** Whether the next period costs something: of the plan that is held, or of the change that waits for the end of the period. */
const costsNext = (
  state: Pick<BillingState, 'changes'>,
  subscription: Subscription,
  { catalogue }: RenewalContext,
): boolean => {
  const change = comingChangeOf(state, subscription);
  return change ? priceById(catalogue, change.toPriceId)?.amountCents !== 0 : subscription.unitAmountCents > 0;
};

/** Whether a subscription ends at its period end because cards are not taken at the account's address (S12). */
export const endsAbroad = (
  state: Pick<BillingState, 'changes' | 'billTo'>,
  subscription: Subscription,
  context: RenewalContext,
): boolean => !takesCards(state, context.settings) && costsNext(state, subscription, context);

/**
 * Whether a subscription goes on by itself when its period or trial ends, as things stand (SU-02). A paid plan ends where
 * cards are not taken (S12), and a suspended one does not go on before it is paid.
 */
export const goesOnByItself = (
  state: Pick<BillingState, 'subscriptions' | 'changes' | 'billTo' | 'card'>,
  subscription: Subscription,
  context: RenewalContext,
): boolean =>
  subscription.status !== 'suspended' &&
  renews(subscription, isChargeable(state, context.settings)) &&
  !endsAbroad(state, subscription, context) &&
  !endsOverPrepaid(state, subscription);

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
