import type { PlanId } from '@foyer/contract/vocabulary/ids';
import type { AddOn, Catalogue } from './catalogue.ts';
import { isChoosable } from './plan-reference.ts';

/** Number of features in the first column (SP-01). */
const FIRST_COLUMN = 4;

export interface FeatureLists {
  /** All features of the plan, hidden ones included, because products ask by key. */
  readonly features: readonly string[];
  readonly featureList1: readonly string[];
  readonly featureList2: readonly string[];
}

/** Features of a plan in two columns, in catalogue order, without hidden ones (SP-01, SP-05). */
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

/**
 * Keys of all features that a feature includes, directly or through others (SP-05). It ends also in a circle, which the
 * files cannot have, but kept features of plans off sale can close.
 */
export const includedFeatures = ({ features }: Pick<Catalogue, 'features'>, key: string): readonly string[] => {
  const found = new Set([key]);
  for (const each of found)
    for (const included of features.find((feature) => feature.key === each)?.includes ?? []) found.add(included);
  found.delete(key);
  return [...found];
};

/** Add-on of a plan. `checked`: included, and not a choice of the customer. */
export interface OfferedAddOn extends AddOn {
  readonly checked: boolean;
}

/**
 * Tells whether an order may name these add-ons, by id or short name. A plan with one package takes no other. Other plans
 * have several or none, so any names are accepted.
 */
export const takesAddOns = (
  catalogue: Pick<Catalogue, 'addOns' | 'planAddOns'>,
  planId: PlanId,
  named: readonly string[],
): boolean => {
  const own = addOnsOf(catalogue, planId).filter(({ checked }) => checked);
  return own.length !== 1 || named.every((name) => own.some(({ id, shortName }) => name === id || name === shortName));
};

/** Add-ons of a plan, sorted (SP-01). */
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

/**
 * Id of the plan on sale that has a package, named by id or short name, and no other package. Null if there is none, or
 * more than one.
 */
export const planWithPackage = (
  catalogue: Pick<Catalogue, 'plans' | 'addOns' | 'planAddOns'>,
  named: string,
): PlanId | null => {
  const [found, ...others] = catalogue.plans.filter((plan) => {
    if (!isChoosable(plan)) return false;
    const [first, ...more] = addOnsOf(catalogue, plan.id).filter(({ checked }) => checked);
    return first?.type === 'package' && more.length === 0 && (named === first.id || named === first.shortName);
  });
  return found && others.length === 0 ? found.id : null;
};
