import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { Plan as PlanView } from '@foyer/contract/api/shapes';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { type Catalogue, type Plan, planById } from '@foyer/domain/catalogue/catalogue';
import { addOnsOf, featureListsOf, includedFeatures, type OfferedAddOn } from '@foyer/domain/catalogue/plan-contents';
import type { Subscription } from '@foyer/domain/state/entities';
import { formatBytes } from './format-bytes.ts';
import { planWords } from './plan-words.ts';

/** Limits of a drive plan, as numbers and as texts. */
export const planDetails = (plan: Plan, language: Language): PlanView['details'] => {
  const words = planWords[language];
  return {
    storageSizeLimit:
      plan.storageBytes === null ? null : { value: plan.storageBytes, displayValue: formatBytes(plan.storageBytes) },
    sharingType:
      plan.sharingType === null ? null : { value: plan.sharingType, displayValue: words.sharing[plan.sharingType] },
    accessKeyLimit:
      plan.accessKeyLimit === null
        ? null
        : { value: plan.accessKeyLimit, displayValue: words.keys(plan.accessKeyLimit) },
  };
};

export const viewAddOn = ({ amountCents, sortOrder, includedPackages, texts: _texts, ...addOn }: OfferedAddOn) => ({
  ...addOn,
  amount: amountCents,
  order: sortOrder,
  includedPackages: [...includedPackages],
});

const contentsOf = (plan: Plan, catalogue: Catalogue, language: Language): PlanExchange['had'] => {
  const { featureList1, featureList2 } = featureListsOf(catalogue, plan.id);
  const packages = addOnsOf(catalogue, plan.id).filter(({ type }) => type === 'package');
  return {
    id: plan.id,
    details: planDetails(plan, language),
    addOnPackages: packages.map(({ name, shortName, featureKey }) => ({ name, shortName, featureKey })),
    featureList1: [...featureList1],
    featureList2: [...featureList2],
  };
};

/** Compares the replaced plans with the new one. Null if none is replaced, or by the same plan. */
export const viewExchange = (
  gone: readonly Subscription[],
  getsId: string,
  catalogue: Catalogue,
  language: Language,
): PlanExchange | null => {
  const [had] = gone
    .flatMap(({ planId }) => planById(catalogue, planId) ?? [])
    .toSorted((a, b) => (b.storageBytes ?? 0) - (a.storageBytes ?? 0));
  const gets = planById(catalogue, getsId);
  if (!had || !gets || had.id === gets.id) return null;
  const contents = [contentsOf(had, catalogue, language), contentsOf(gets, catalogue, language)] as const;
  const keys = new Set(contents.flatMap(({ featureList1, featureList2 }) => [...featureList1, ...featureList2]));
  return {
    had: contents[0],
    gets: contents[1],
    features: catalogue.features
      .filter(({ key }) => keys.has(key))
      .map(({ key, label }) => ({ key, label, includes: [...includedFeatures(catalogue, key)] })),
  };
};
