import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { Plan as PlanView } from '@foyer/contract/api/shapes';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Subscription } from '@foyer/domain/billing/entities';
import { type Catalogue, type Plan, planById } from '@foyer/domain/catalogue/catalogue';
import { formatBytes } from './format-bytes.ts';
import { planWords } from './plan-words.ts';

/** What is in a drive plan, in numbers and in words. */
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

/** The plans that give way against the one that takes their place; null where nothing gives way, or the same plan does. */
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
  return {
    had: { id: had.id, details: planDetails(had, language) },
    gets: { id: gets.id, details: planDetails(gets, language) },
  };
};
