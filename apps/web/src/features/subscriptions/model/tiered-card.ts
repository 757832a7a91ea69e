import type { TieredPlan } from '@foyer/contract/api/plans';
import type { BillingCycle } from '@foyer/contract/api/shapes';
import { type Offer, shapePlans } from './plan-card.ts';
import type { Selection } from './selection.ts';

/** Billing of the tiered plans, one switch for all cards. */
export type Billing = 'yearly' | 'monthly';

/** Cycle of a plan for the chosen billing. A plan with one cycle always uses that one. */
export const cycleFor = (plan: Pick<TieredPlan, 'billingCycles'>, billing: Billing): BillingCycle | undefined =>
  plan.billingCycles.find(({ interval }) => interval === billing) ?? plan.billingCycles[0];

/** Smallest saving of yearly payment over all plans, so that the badge is true for each (SU-07). */
export const savingOf = (plans: readonly Pick<TieredPlan, 'annualDiscount'>[]): number | null => {
  const percents = plans.flatMap(({ annualDiscount }) => (annualDiscount ? [annualDiscount.percentOff] : []));
  return percents.length > 0 ? Math.min(...percents) : null;
};

/** Offer of a plan that is billed by agreement, which has no price. */
const byAgreement = (plan: TieredPlan): Offer => ({
  rhythm: 'monthly',
  interval: 'monthly',
  intervalId: plan.id,
  amountCents: 0,
  couponCents: null,
  dueCents: 0,
  savePercent: null,
  current: false,
});

/**
 * Converts a tiered plan to the card that the review uses (DR-06).
 * @param cycle null for a plan that is billed by agreement
 */
export const selectionFor = (
  plan: TieredPlan,
  cycle: BillingCycle | null,
  trial: boolean,
  currentIntervalId: string | null,
): Selection | null => {
  const card = shapePlans([plan], currentIntervalId)[0];
  const offer = cycle ? card?.offers.find(({ intervalId }) => intervalId === cycle.intervalId) : byAgreement(plan);
  return card && offer
    ? {
        card:
          trial && cycle
            ? { ...card, trial: { id: cycle.intervalId, days: plan.trialDays, interval: cycle.interval } }
            : card,
        offer,
        trial,
        ...(plan.customBilling && { isByAgreement: true as const }),
        id: offer.intervalId,
      }
    : null;
};
