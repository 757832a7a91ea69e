import type { Instant } from '@foyer/contract/vocabulary/instants';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import type { SubscriptionKind, SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { BillingState, Invoice, Subscription } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { Plan } from '../catalogue/catalogue.ts';

const live: readonly SubscriptionStatus[] = ['incomplete', 'trialing', 'active', 'past_due', 'suspended'];

/** Not over yet, whether paid or not. */
export const isLive = (subscription: { status: SubscriptionStatus }): boolean => live.includes(subscription.status);

/**
 * Live, and more than a purchase that is not paid yet. Such a one takes no place: a challenge left open stands in nobody's
 * way (api.md §0.1), and while the bank has not decided nothing else of the product is ordered anyway (SU-08).
 */
export const hasBegun = (subscription: { status: SubscriptionStatus }): boolean =>
  isLive(subscription) && subscription.status !== 'incomplete';

/**
 * May the product be used? Billing state and service state are two questions: who paid before keeps the service
 * while a renewal is being retried, who never paid does not (billing.md §1.3, D14).
 */
export const isEntitled = (subscription: { status: SubscriptionStatus; everPaid: boolean }): boolean =>
  subscription.status === 'trialing' ||
  subscription.status === 'active' ||
  (subscription.status === 'past_due' && subscription.everPaid);

/**
 * Whether a paid bill counts as a payment for `everPaid`. A bill that a coupon lowered to 0 does not: nobody has paid for
 * the plan yet, so a later failed payment gets no grace period (D14). Account credit counts, because it was paid or granted.
 */
export const countsAsPaid = ({ totalCents }: Pick<Invoice, 'totalCents'>): boolean => totalCents > 0;

/** SU-01: the first that fits. */
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

/** Whether cards are taken at the account's current address. */
export const takesCards = ({ billTo }: Pick<BillingState, 'billTo'>, settings: BillingSettings): boolean =>
  billTo !== null && settings.cardCountries.includes(billTo.country);

/** Can this account be charged at all: a card on file, and an address where cards are taken. An expired card counts; its bank decides. */
export const isChargeable = (state: Pick<BillingState, 'billTo' | 'card'>, settings: BillingSettings): boolean =>
  state.card !== null && takesCards(state, settings);

/** SU-02 with decision D1: will it go on by itself when its period or trial ends? */
export const renews = (subscription: Subscription, chargeable: boolean): boolean => {
  if (subscription.source === 'prepaid' || subscription.term === 'open_ended') return false;
  if (subscription.status === 'trialing' || subscription.source === 'promotion') {
    return subscription.transitionAtEnd && chargeable;
  }
  return !subscription.cancelAtPeriodEnd;
};

/** Will it go on by itself, and cost something then? */
export const renewsForMoney = (subscription: Subscription, chargeable: boolean): boolean =>
  renews(subscription, chargeable) &&
  (subscription.source === 'promotion' ? subscription.transitionPriceId !== null : subscription.unitAmountCents > 0);

/** SU-04: days of trial left, rounded from the expiry. */
export const trialDaysLeft = (trialEnd: Instant, now: Instant): number =>
  Math.max(0, Math.round((trialEnd - now) / DAY_MS));
