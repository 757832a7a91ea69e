import type { AccountId, CouponId, PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue, Plan } from '../catalogue/catalogue.ts';
import { type Refusal, refuse } from '../result.ts';
import type { CouponRedemption } from './entities.ts';

interface CouponRow {
  readonly id: CouponId;
  readonly batch: string;
  readonly maxRedemptions: number;
  readonly redeemedCount: number;
  readonly status: 'active' | 'revoked';
  readonly validFrom: Instant;
  /** First instant at which it no longer counts. */
  readonly validTo: Instant | null;
}

/** Time on a plan, for a term or for good. */
export interface PrepaidCoupon extends CouponRow {
  readonly type: 'Prepaid';
  readonly product: Product;
  readonly planId: PlanId;
  readonly priceId: PriceId;
  /** Null for a perpetual licence. */
  readonly durationMonths: number | null;
  /** The first maintenance of a perpetual licence; null for a term. */
  readonly maintenanceMonths: number | null;
}

/** More maintenance for a perpetual licence of a tier. */
export interface MaintenanceCoupon extends CouponRow {
  readonly type: 'PrepaidMaintenance';
  readonly product: Product;
  readonly tierId: string;
  readonly maintenanceMonths: number;
}

/** So much percent off certain prices, for a number of bills or for all. */
export interface DiscountCoupon extends CouponRow {
  readonly type: 'Discount';
  readonly percentOff: number;
  readonly discountCycles: number | null;
  readonly priceIds: readonly PriceId[];
}

export type Coupon = PrepaidCoupon | MaintenanceCoupon | DiscountCoupon;

/** Somebody with a code in hand: the coupon, its whole code, and what this account did with it before. */
export interface CouponClaim<C extends Coupon = Coupon> {
  readonly coupon: C;
  readonly code: string;
  readonly accountId: AccountId;
  readonly earlier: Pick<CouponRedemption, 'status'> | null;
}

/** `ppd_7KQ2M9XD4HWT8BNC` → `7KQ2M9XD4HWT8BNC`: what stands after the first `_`, or all of it (api.md §5). */
export const displayPart = (code: string): string => code.slice(code.indexOf('_') + 1);

/** What a discount lowers now: those of its prices that are still sold. */
export const coveredPrices = (coupon: DiscountCoupon, catalogue: Catalogue): PriceId[] =>
  coupon.priceIds.filter((priceId) => catalogue.prices.some((price) => price.id === priceId && price.active));

const isSpent = (coupon: Coupon, now: Instant): boolean =>
  coupon.status === 'revoked' ||
  now < coupon.validFrom ||
  (coupon.validTo !== null && now >= coupon.validTo) ||
  coupon.redeemedCount >= coupon.maxRedemptions;

/**
 * Whether a code may be used by this account at `now` (api.md §5). What it did with the code itself it is told; of anybody
 * else's doings, and of a code that is revoked or outside its dates, it learns as much as of a code that never was.
 */
export const checkCoupon = ({ coupon, earlier }: CouponClaim, catalogue: Catalogue, now: Instant): Refusal | null => {
  if (earlier?.status === 'held') return refuse('NEEDS_REVIEW');
  if (earlier?.status === 'applied') return refuse('COUPON_REDEEMED');
  if (isSpent(coupon, now)) return refuse('NOT_FOUND');
  if (coupon.type === 'Discount' && coveredPrices(coupon, catalogue).length === 0) return refuse('PLANS_NOT_SUPPORTED');
  if (coupon.type === 'PrepaidMaintenance' || coupon.type === 'Discount') return null;
  return catalogue.prices.some((price) => price.id === coupon.priceId) ? null : refuse('NOT_FOUND');
};

/** Interval ids, for a look: of the plan a code gives, or all that a discount fits of the plans on offer, cheapest first. */
export const intervalIdsOf = (coupon: Coupon, catalogue: Catalogue, offered: readonly Pick<Plan, 'id'>[]): string[] => {
  if (coupon.type === 'PrepaidMaintenance') return [];
  const ids = coupon.type === 'Discount' ? coveredPrices(coupon, catalogue) : [coupon.priceId];
  return catalogue.prices
    .filter(
      ({ id, planId }) => ids.includes(id) && (coupon.type === 'Prepaid' || offered.some((plan) => plan.id === planId)),
    )
    .toSorted((a, b) => a.amountCents - b.amountCents)
    .map(({ intervalId }) => intervalId);
};
