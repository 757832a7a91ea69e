import type { BillingCycle, Plan } from '@foyer/contract/api/shapes';
import type { Interval } from '@foyer/contract/vocabulary/plans';
import { formatBytes } from '../../../ui/format-bytes.ts';

/** Interval of an offer. A six-month interval counts as yearly (DR-06). */
export type OfferInterval = 'yearly' | 'monthly' | 'free';

/** Offer in a row of a card. */
export interface Offer {
  rhythm: OfferInterval;
  interval: Interval;
  intervalId: string;
  amountCents: number;
  /** Price with the coupon of the address; null without one, or if it does not fit (CD-05). */
  couponCents: number | null;
  /** Charge today before tax. Less than the price, or 0, when the order replaces a paid plan. */
  dueCents: number;
  /** Percent saved by yearly payment; null without a badge (SU-07). */
  savePercent: number | null;
  /** The current plan of the account: shown, but not selectable. */
  current: boolean;
}

/** Content of a plan card (DR-03), derived from the plan (DR-06). */
export interface PlanCard {
  key: string;
  planId: string;
  /** Id of its trial, offered or not. */
  trialId: string;
  name: string;
  storage: string | null;
  sharing: string | null;
  accessKeys: number | null;
  offers: readonly Offer[];
  /** Id and length of the trial of this plan; null if none is offered. */
  trial: { id: string; days: number; interval: Interval } | null;
  contactForPricing: boolean;
  paymentMethodRequired: boolean;
  current: boolean;
}

const intervalRank: Record<OfferInterval, number> = { yearly: 0, monthly: 1, free: 2 };

const offerIntervalOf = ({ interval, amount }: BillingCycle): OfferInterval => {
  if (interval === 'every-6-months') return 'yearly';
  if (interval === 'free') return 'free';
  return amount === 0 ? 'free' : interval;
};

/** Storage of a plan as text: `200 GB`, with `+` if the size is agreed with sales; null without storage. */
export const storageOf = ({ details, contactForPricing }: Plan): string | null => {
  const limit = details.storageSizeLimit;
  if (!limit) return null;
  return `${limit.displayValue || formatBytes(limit.value)}${contactForPricing ? '+' : ''}`;
};

const cardOf = (
  plan: Plan,
  cycles: readonly BillingCycle[],
  currentIntervalId: string | null,
  suffix = '',
): PlanCard => {
  const offers = cycles
    .map((cycle): Offer => {
      const rhythm = offerIntervalOf(cycle);
      const percent = rhythm === 'yearly' ? (plan.annualDiscount?.percentOff ?? 0) : 0;
      return {
        rhythm,
        interval: cycle.interval,
        intervalId: cycle.intervalId,
        amountCents: cycle.amount,
        couponCents: cycle.discountedAmount,
        dueCents: cycle.amountDue,
        savePercent: percent > 0 ? percent : null,
        current: cycle.intervalId === currentIntervalId,
      };
    })
    .sort((a, b) => intervalRank[a.rhythm] - intervalRank[b.rhythm]);
  const first = offers[0];
  const current = plan.isCurrent && (offers.some((offer) => offer.current) || suffix === '');
  return {
    key: `${plan.id}${suffix}`,
    planId: plan.regularId,
    trialId: plan.trialId,
    name: plan.displayName,
    storage: storageOf(plan),
    sharing: plan.details.sharingType?.displayValue || null,
    accessKeys: plan.details.accessKeyLimit?.value ?? null,
    offers,
    trial:
      plan.hasTrial && first && first.amountCents > 0 && !current
        ? { id: plan.trialId, days: plan.trialDays, interval: first.interval }
        : null,
    contactForPricing: plan.contactForPricing,
    paymentMethodRequired: plan.paymentMethodRequired,
    current,
  };
};

/**
 * Makes the cards of a plan page (DR-06). A plan that is sold both monthly and free becomes two cards. A trial is
 * offered only for paid plans, and not for the current one (SU-04).
 */
export const shapePlans = (plans: readonly Plan[], currentIntervalId: string | null = null): readonly PlanCard[] =>
  plans.flatMap((plan) => {
    const free = plan.billingCycles.filter(({ interval }) => interval === 'free');
    const paid = plan.billingCycles.filter(({ interval }) => interval !== 'free');
    return free.length > 0 && paid.some(({ interval }) => interval === 'monthly')
      ? [cardOf(plan, free, currentIntervalId, '[free]'), cardOf(plan, paid, currentIntervalId)]
      : [cardOf(plan, plan.billingCycles, currentIntervalId)];
  });
