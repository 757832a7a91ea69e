import { type Catalogue, type Price, pricesOfActivePlans } from './catalogue.ts';

/** Ids that were on sale before an import and are not after it. */
export interface OffSale {
  readonly plans: string[];
  /** Intervals of plans that are still on sale. A changed amount does not count. */
  readonly intervals: string[];
  readonly maintenanceExtensions: string[];
  readonly promotions: string[];
}

const activeIds = (rows: readonly { readonly id: string; readonly active: boolean }[]): string[] =>
  rows.filter(({ active }) => active).map(({ id }) => id);

const missingIn = (before: readonly string[], after: readonly string[]): string[] =>
  [...new Set(before)].filter((id) => !after.includes(id));

/**
 * Ids an import takes off sale. Existing subscriptions keep plan, features and price (`plan_prices` keeps every row);
 * new orders and changes to them are refused.
 */
export const offSaleSince = (before: Catalogue, after: Catalogue): OffSale => {
  const plans = missingIn(activeIds(before.plans), activeIds(after.plans));
  return {
    plans,
    intervals: missingIn(
      pricesOfActivePlans(before).flatMap(({ planId, intervalId }) => (plans.includes(planId) ? [] : [intervalId])),
      pricesOfActivePlans(after).map(({ intervalId }) => intervalId),
    ),
    maintenanceExtensions: missingIn(activeIds(before.maintenanceExtensions), activeIds(after.maintenanceExtensions)),
    promotions: missingIn(activeIds(before.promotions), activeIds(after.promotions)),
  };
};

/** Prices that an import adds to the sale: new intervals and changed amounts. */
export const pricesNewSince = (before: Catalogue, after: Catalogue): Price[] => {
  const offered = new Set(pricesOfActivePlans(before).map(({ id }) => id));
  return pricesOfActivePlans(after).filter(({ id }) => !offered.has(id));
};
