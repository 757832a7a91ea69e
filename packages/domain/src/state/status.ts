import type { Instant } from '@foyer/contract/vocabulary/instants';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import type { SubscriptionKind, SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { Plan } from '../catalogue/catalogue.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import type { BillingSettings } from './settings.ts';

const live: readonly SubscriptionStatus[] = ['requested', 'incomplete', 'trialing', 'active', 'past_due', 'suspended'];

/** Tells whether a subscription has not ended, paid or not. */
export const isLive = (subscription: { status: SubscriptionStatus }): boolean => live.includes(subscription.status);

/** Tells whether a subscription is a request for a plan by agreement that no operator has accepted (S23). */
export const isRequested = (subscription: { status: SubscriptionStatus }): boolean =>
  subscription.status === 'requested';

/**
 * Tells whether the period of a subscription has no meaning: it is a request, or was one until it ended. An ended
 * request has an empty period (S22).
 */
export const hasNoPeriod = (
  subscription: Pick<Subscription, 'status' | 'currentPeriodStart' | 'currentPeriodEnd'>,
): boolean => isRequested(subscription) || subscription.currentPeriodEnd === subscription.currentPeriodStart;

/**
 * Live and activated, paid or not. A request has not begun. An unpaid purchase blocks nothing: an open challenge is ended by the next order, and
 * an undecided payment refuses other orders of the product anyway (SU-08).
 */
export const hasBegun = (subscription: { status: SubscriptionStatus }): boolean =>
  isLive(subscription) && subscription.status !== 'incomplete' && !isRequested(subscription);

/**
 * Tells whether the product may be used. Billing status and entitlement differ: past due is entitled if it was ever
 * paid, because a renewal is being retried (D14).
 */
export const isEntitled = (subscription: { status: SubscriptionStatus; everPaid: boolean }): boolean =>
  subscription.status === 'trialing' ||
  subscription.status === 'active' ||
  (subscription.status === 'past_due' && subscription.everPaid);

/**
 * Tells whether a paid invoice sets `everPaid`. An invoice that a coupon lowered to 0 does not: a later failed payment
 * then gets no grace period (D14). Account credit counts, because it was paid or granted.
 */
export const countsAsPaid = ({ totalCents }: Pick<Invoice, 'totalCents'>): boolean => totalCents > 0;

/** Kind of a subscription, as shown on pages. The first match counts (SU-01). */
export const kindOf = (
  subscription: Pick<Subscription, 'source' | 'status' | 'planId'>,
  plan: Pick<Plan, 'isBasic'>,
): SubscriptionKind => {
  if (subscription.source === 'prepaid') return 'Prepaid';
  if (subscription.status === 'trialing') return 'Trial';
  if (subscription.source === 'promotion') return 'Promotion';
  if (plan.isBasic) return 'Basic';
  if (subscription.planId.includes('free')) return 'Free';
  return 'Credit Card';
};

/** Tells whether cards are accepted at the billing address. */
export const isInCardCountry = ({ billTo }: Pick<BillingState, 'billTo'>, settings: BillingSettings): boolean =>
  billTo !== null && settings.cardCountries.includes(billTo.country);

/**
 * Tells whether the account has a card and an address in a card country. An expired card counts, because the bank
 * decides about it.
 */
export const isChargeable = (state: Pick<BillingState, 'billTo' | 'card'>, settings: BillingSettings): boolean =>
  state.card !== null && isInCardCountry(state, settings);

/** Tells whether a subscription continues at the end of its period or trial, by its own settings (SU-02, D1). */
export const willRenew = (subscription: Subscription, chargeable: boolean): boolean => {
  if (isRequested(subscription) || subscription.source === 'prepaid' || subscription.term === 'open_ended')
    return false;
  if (subscription.status === 'trialing' || subscription.source === 'promotion') {
    return subscription.transitionAtEnd && chargeable;
  }
  return !subscription.cancelAtPeriodEnd;
};

/** Tells whether a subscription continues and the next period costs something. */
export const willRenewPaid = (subscription: Subscription, chargeable: boolean): boolean =>
  willRenew(subscription, chargeable) &&
  (subscription.source === 'promotion' ? subscription.transitionPriceId !== null : subscription.unitAmountCents > 0);

/** Days left of a trial, rounded to the nearest day; never negative (SU-04). */
export const trialDaysLeft = (trialEnd: Instant, now: Instant): number =>
  Math.max(0, Math.round((trialEnd - now) / DAY_MS));

/**
 * Tells whether a subscription ended while it was a trial. A trial that continued as a paid plan keeps `trialEnd`, and
 * ends later as a plan. A worker that was late ends a trial after `trialEnd`.
 */
export const endedAsTrial = ({
  status,
  trialEnd,
  endedAt,
  endReason,
}: Pick<Subscription, 'status' | 'trialEnd' | 'endedAt' | 'endReason'>): boolean =>
  status === 'canceled' &&
  trialEnd !== null &&
  (endReason === 'trial_ended' || (endedAt !== null && endedAt <= trialEnd));
