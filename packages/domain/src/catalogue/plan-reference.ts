import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import { ok, type Result, refuse } from '../result.ts';
import { type Catalogue, customPrice, type Plan, type Price, planById, pricesOnSale } from './catalogue.ts';

export interface PlanReference {
  readonly id: string;
  readonly interval: Interval | undefined;
  readonly trial: boolean;
  /** Required product, if the page sells only one. */
  readonly product?: Product;
}

export interface ChosenPlan {
  readonly plan: Plan;
  readonly price: Price;
  readonly trial: boolean;
}

const TRIAL_SUFFIX = '_trial';
const PROMOTION_SUFFIX = 'promotional';

/** Id of the trial of a plan. `resolvePlan` reads it. */
export const trialIdOf = ({ id }: Pick<Plan, 'id'>): string => `${id}${TRIAL_SUFFIX}`;

/** Id of the plan that a promotion gives for free; for every other plan its own id (DR-06). */
export const regularIdOf = ({ id, isPromotional }: Pick<Plan, 'id' | 'isPromotional'>): string =>
  isPromotional && id.endsWith(PROMOTION_SUFFIX) ? id.slice(0, -PROMOTION_SUFFIX.length) : id;

const pick = (catalogue: Catalogue, plan: Plan, interval: Interval | undefined): Price | undefined => {
  if (plan.customBilling) return customPrice(catalogue, plan);
  const sold = pricesOnSale(catalogue, plan.id);
  if (interval) return sold.find((price) => price.interval === interval);
  return sold.find((price) => price.interval === 'yearly') ?? (sold.length === 1 ? sold[0] : undefined);
};

/**
 * Tells whether an order may name the plan. A plan that is no longer sold stays with its holders, and cannot be chosen
 * again.
 */
export const isChoosable = ({ active, isPromotional, oneTimeOffer, contactForPricing }: Plan): boolean =>
  active && !isPromotional && !oneTimeOffer && !contactForPricing;

/**
 * Resolves a plan reference: a plan id, then an interval id (`pln_drive_starter_yearly`), then a plan id followed by
 * `_trial`. Without an interval the yearly price is used; a plan billed by agreement has one price for any interval
 * (IO-01). Refuses INVALID_PLAN if unknown, not on sale or contradictory.
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
