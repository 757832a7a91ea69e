import { type Catalogue, type Price, pricesOfActivePlans } from './catalogue.ts';

/** What was sold before an import and is not any more, by its ids. */
export interface OffSale {
  readonly plans: string[];
  /** Intervals of plans that are still sold; another amount is no other interval. */
  readonly intervals: string[];
  readonly maintenanceExtensions: string[];
  readonly promotions: string[];
}

const activeIds = (rows: readonly { readonly id: string; readonly active: boolean }[]): string[] =>
  rows.filter(({ active }) => active).map(({ id }) => id);

const gone = (before: readonly string[], after: readonly string[]): string[] =>
  [...new Set(before)].filter((id) => !after.includes(id));

/**
 * What an import takes off sale. Nothing of it is taken from anybody: who has a plan keeps it, with its features, and
 * renews at the price they have (`plan_prices` keeps every row); nobody buys it, or changes to it, any more.
 */
export const offSaleSince = (before: Catalogue, after: Catalogue): OffSale => {
  const plans = gone(activeIds(before.plans), activeIds(after.plans));
  return {
    plans,
    intervals: gone(
      pricesOfActivePlans(before).flatMap(({ planId, intervalId }) => (plans.includes(planId) ? [] : [intervalId])),
      pricesOfActivePlans(after).map(({ intervalId }) => intervalId),
    ),
    maintenanceExtensions: gone(activeIds(before.maintenanceExtensions), activeIds(after.maintenanceExtensions)),
    promotions: gone(activeIds(before.promotions), activeIds(after.promotions)),
  };
};

/** What is sold at a price that was not offered before: something new, or another amount of what was there. */
export const pricesNewSince = (before: Catalogue, after: Catalogue): Price[] => {
  const offered = new Set(pricesOfActivePlans(before).map(({ id }) => id));
  return pricesOfActivePlans(after).filter(({ id }) => !offered.has(id));
};
