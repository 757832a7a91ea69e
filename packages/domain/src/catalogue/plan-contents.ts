import type { PlanId } from '@foyer/contract/vocabulary/ids';
import type { AddOn, Catalogue } from './catalogue.ts';
import { scopeTierOf } from './scope-tier.ts';

/** How many features stand in the first column (SP-01). */
const FIRST_COLUMN = 4;

export interface FeatureLists {
  /** Everything the plan can do, hidden ones included: products ask by key. */
  readonly features: readonly string[];
  readonly featureList1: readonly string[];
  readonly featureList2: readonly string[];
}

/** SP-01, SP-05: what a plan's lists show, in the catalogue's order: the first four, then the rest, without hidden ones. */
export const featureListsOf = (catalogue: Pick<Catalogue, 'planFeatures'>, planId: PlanId): FeatureLists => {
  const own = catalogue.planFeatures
    .filter((feature) => feature.planId === planId)
    .sort((a, b) => a.position - b.position);
  const shown = own.filter(({ hidden }) => !hidden).map(({ featureKey }) => featureKey);
  return {
    features: own.map(({ featureKey }) => featureKey),
    featureList1: shown.slice(0, FIRST_COLUMN),
    featureList2: shown.slice(FIRST_COLUMN),
  };
};

/** An add-on of a plan; `checked` when it comes with it and is not the customer's choice. */
export interface OfferedAddOn extends AddOn {
  readonly checked: boolean;
}

/**
 * Whether an order may name these add-ons, by id or short name: a professional plan comes with its own package and takes
 * no other (api.md §4.2). Other tiers have all or none, whatever is named.
 */
export const takesAddOns = (
  catalogue: Pick<Catalogue, 'addOns' | 'planAddOns'>,
  planId: PlanId,
  named: readonly string[],
): boolean => {
  if (scopeTierOf(planId) !== 'Professional') return true;
  const own = addOnsOf(catalogue, planId).filter(({ checked }) => checked);
  return named.every((name) => own.some(({ id, shortName }) => name === id || name === shortName));
};

/** SP-01: the add-ons of a plan: Professional has its one package, Ultimate all, other tiers none. */
export const addOnsOf = (
  catalogue: Pick<Catalogue, 'addOns' | 'planAddOns'>,
  planId: PlanId,
): readonly OfferedAddOn[] =>
  catalogue.planAddOns
    .filter((row) => row.planId === planId)
    .flatMap(({ addOnId, included }) => {
      const addOn = catalogue.addOns.find(({ id }) => id === addOnId);
      return addOn ? [{ ...addOn, checked: included }] : [];
    })
    .sort((a, b) => a.sortOrder - b.sortOrder);
