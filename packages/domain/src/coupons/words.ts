import { describePrice, productNames } from '../billing/describe.ts';
import { type Catalogue, planById, priceById } from '../catalogue/catalogue.ts';
import { type Coupon, coveredPrices } from './coupon.ts';

/** `2-year`, `6-month`: years where they come out even (api.md §5). */
const durationLabel = (months: number): string =>
  months >= 12 && months % 12 === 0 ? `${months / 12}-year` : `${months}-month`;

export interface TermWords {
  readonly months: number | null;
  readonly label: string | null;
  /** `Scope Starter`: the tier with its product. */
  readonly withContext: string | null;
}

/** How long a code lasts, and what it is for, in words. */
export const describeTerm = (coupon: Coupon, tierName: string | null): TermWords => {
  if (coupon.type === 'Discount') return { months: null, label: null, withContext: null };
  const withContext = tierName === null ? null : `${productNames[coupon.product]} ${tierName}`;
  const months = coupon.type === 'PrepaidMaintenance' ? coupon.maintenanceMonths : coupon.durationMonths;
  return { months, label: months === null ? 'Perpetual' : durationLabel(months), withContext };
};

/** What a discount fits, in words. */
export const planNamesOf = (coupon: Coupon, catalogue: Catalogue): string[] =>
  coupon.type !== 'Discount'
    ? []
    : coveredPrices(coupon, catalogue).flatMap((priceId) => {
        const price = priceById(catalogue, priceId);
        const plan = price && planById(catalogue, price.planId);
        return price && plan ? [describePrice(plan, price)] : [];
      });
