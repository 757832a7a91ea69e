import {
  type BillingWrites,
  type Draft,
  finish,
  put,
  type RuleContext,
  recordEvent,
  startDraft,
} from '../decision/draft.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { isChargeable, isRequested } from '../state/status.ts';
import { isFollowedByPrepaid } from '../state/trial-and-renewal.ts';

/** Trials and promotions continue only with `transitionAtEnd`. All others renew unless `cancelAtPeriodEnd` is set. */
export const isTrialOrPromotion = ({ status, source }: Pick<Subscription, 'status' | 'source'>): boolean =>
  status === 'trialing' || source === 'promotion';

const hasRenewal = (subscription: Pick<Subscription, 'source' | 'term' | 'status'>): boolean =>
  subscription.source !== 'prepaid' && subscription.term !== 'open_ended' && !isRequested(subscription);

/** Tells whether a subscription has a renewal to switch. Does not check whether the account can be charged. */
export const isRenewable = (state: Pick<BillingState, 'subscriptions'>, subscription: Subscription): boolean =>
  hasRenewal(subscription) && !isFollowedByPrepaid(state, subscription);

/**
 * Refuses to switch renewal for requests, prepaid and open-ended subscriptions, and to turn it on for a trial above prepaid time.
 * To continue a trial or promotion as a paid plan, the account must be chargeable.
 */
export const checkRenewalToggle = (
  state: BillingState,
  subscription: Subscription,
  on: boolean,
  settings: BillingSettings,
): Refusal | null => {
  if (on ? !isRenewable(state, subscription) : !hasRenewal(subscription)) return refuse('NOT_RENEWABLE');
  if (!isTrialOrPromotion(subscription) || !on || isChargeable(state, settings)) return null;
  const supported = state.billTo === null || settings.cardCountries.includes(state.billTo.country);
  return refuse(supported ? 'PAYMENT_METHOD_REQUIRED' : 'CARD_COUNTRY_UNSUPPORTED');
};

/** Switches renewal on or off. `checkRenewalToggle` must have accepted it. */
export const switchRenewal = (draft: Draft, subscription: Subscription, on: boolean): Subscription => {
  // The notice that was sent is no longer true: the period may now end with or without a charge.
  const toggled = isTrialOrPromotion(subscription)
    ? { ...subscription, transitionAtEnd: on, noticedPeriodEnd: null }
    : { ...subscription, cancelAtPeriodEnd: !on };
  put(draft, 'subscriptions', toggled);
  recordEvent(draft, toggled, on ? 'renewal_on' : 'renewal_off', 'customer');
  return toggled;
};

/** Switches renewal on or off, with immediate effect (SU-05). */
export const toggleRenewal = (
  state: BillingState,
  subscription: Subscription,
  on: boolean,
  context: RuleContext,
): Result<BillingWrites> => {
  const refused = checkRenewalToggle(state, subscription, on, context.settings);
  if (refused) return refused;
  const draft = startDraft(state, context);
  switchRenewal(draft, subscription, on);
  return ok(finish(draft));
};
