import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Catalogue, Plan } from '../catalogue/catalogue.ts';
import { describeChoice, familyName } from '../invoices/describe.ts';
import { type Coupon, coveredPrices } from './coupon.ts';

const labels: Readonly<
  Record<Language, { years: (count: number) => string; months: (count: number) => string; perpetual: string }>
> = {
  en: { years: (count) => `${count}-year`, months: (count) => `${count}-month`, perpetual: 'Perpetual' },
  de: {
    years: (count) => `${count} ${count === 1 ? 'Jahr' : 'Jahre'}`,
    months: (count) => `${count} ${count === 1 ? 'Monat' : 'Monate'}`,
    perpetual: 'Unbefristet',
  },
};

/** Label such as `2-year` or `6-month`: in years if the months are a multiple of 12. */
const durationLabel = (months: number | null, { years, months: inMonths, perpetual }: (typeof labels)[Language]) => {
  if (months === null) return perpetual;
  return months >= 12 && months % 12 === 0 ? years(months / 12) : inMonths(months);
};

export interface TermWords {
  readonly months: number | null;
  readonly label: string | null;
  /** Tier with its product, such as `Scope Starter`. */
  readonly withContext: string | null;
}

/** Texts for the duration of a code and for its tier. All null for a discount. */
export const describeTerm = (
  catalogue: Pick<Catalogue, 'families'>,
  coupon: Coupon,
  tierName: string | null,
  language: Language,
): TermWords => {
  if (coupon.type === 'Discount') return { months: null, label: null, withContext: null };
  const withContext = tierName === null ? null : `${familyName(catalogue, coupon, language)} ${tierName}`;
  const months = coupon.type === 'PrepaidMaintenance' ? coupon.maintenanceMonths : coupon.durationMonths;
  return { months, label: durationLabel(months, labels[language]), withContext };
};

/** Names of the `offered` plans that a discount covers, each with its intervals. */
export const planNamesOf = (
  coupon: Coupon,
  catalogue: Catalogue,
  offered: readonly Plan[],
  language: Language,
): string[] => {
  if (coupon.type !== 'Discount') return [];
  const covered = coveredPrices(coupon, catalogue);
  return offered.flatMap((plan) => {
    const prices = catalogue.prices.filter(({ id, planId }) => planId === plan.id && covered.includes(id));
    return prices.length > 0 ? [describeChoice(catalogue, language, plan, prices)] : [];
  });
};
