import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import { ok, type Result, refuse } from '../result.ts';
import { type Catalogue, customPrice, type Plan, type Price, planById, pricesOnSale } from './catalogue.ts';

export interface PlanReference {
  readonly id: string;
  readonly interval: Interval | undefined;
  readonly trial: boolean;
  /** The product the reference must belong to, when the caller's page sells only one. */
  readonly product?: Product;
}

export interface ChosenPlan {
  readonly plan: Plan;
  readonly price: Price;
  readonly trial: boolean;
}

const TRIAL_SUFFIX = '_trial';

const pick = (catalogue: Catalogue, plan: Plan, interval: Interval | undefined): Price | undefined => {
  if (plan.customBilling) return customPrice(catalogue, plan);
  const sold = pricesOnSale(catalogue, plan.id);
  if (interval) return sold.find((price) => price.interval === interval);
  return sold.find((price) => price.interval === 'yearly') ?? (sold.length === 1 ? sold[0] : undefined);
};

/** Whether an order may name it: one who has a plan that is no longer sold keeps it, and cannot choose it again. */
export const isChoosable = ({ active, isPromotional, oneTimeOffer, contactForPricing }: Plan): boolean =>
  active && !isPromotional && !oneTimeOffer && !contactForPricing;

/**
 * Finds what a request means by a plan: the exact plan id first, then an interval id (`pln_drive_starter_yearly`),
 * then an interval id whose last part is `trial` (billing.md §7). Without an interval the yearly price is meant; a plan
 * billed by agreement (IO-01) has one price whatever interval is asked for.
 * Refuses INVALID_PLAN for what is unknown, not on sale, or contradicts itself.
 */
export const resolvePlan = (catalogue: Catalogue, reference: PlanReference): Result<ChosenPlan> => {
  const { id, interval, trial, product } = reference;
  const choose = (plan: Plan, price: Price | undefined, asTrial: boolean): Result<ChosenPlan> => {
    if (!price || !isChoosable(plan)) return refuse('INVALID_PLAN');
    if (product && plan.product !== product) return refuse('INVALID_PLAN');
    return ok({ plan, price, trial: asTrial });
  };

  const plan = planById(catalogue, id);
  if (plan) return choose(plan, pick(catalogue, plan, interval), trial);

  const price = catalogue.prices.find((candidate) => candidate.intervalId === id && candidate.active);
  const priced = price && planById(catalogue, price.planId);
  if (price && priced)
    return interval && interval !== price.interval ? refuse('INVALID_PLAN') : choose(priced, price, trial);

  const trialPlan = id.endsWith(TRIAL_SUFFIX) && planById(catalogue, id.slice(0, -TRIAL_SUFFIX.length));
  if (trialPlan) return choose(trialPlan, pick(catalogue, trialPlan, interval), true);

  return refuse('INVALID_PLAN');
};
