import type { AccountId, CouponId, PlanId, PriceId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue, Plan, Price } from '../catalogue/catalogue.ts';
import { type Refusal, refuse } from '../result.ts';
import type { CouponRedemption } from '../state/coupon-entities.ts';

interface CouponRow {
  readonly id: CouponId;
  readonly batch: string;
  readonly maxRedemptions: number;
  readonly redeemedCount: number;
  readonly status: 'active' | 'revoked';
  readonly validFrom: Instant;
  /** First instant at which the coupon is invalid. */
  readonly validTo: Instant | null;
}

/** Prepaid time on a plan, or a perpetual licence. */
export interface PrepaidCoupon extends CouponRow {
  readonly type: 'Prepaid';
  readonly product: Product;
  readonly planId: PlanId;
  readonly priceId: PriceId;
  /** Null for a perpetual licence. */
  readonly durationMonths: number | null;
  /** Months of the first maintenance of a perpetual licence; null for a term. */
  readonly maintenanceMonths: number | null;
}

/** Maintenance for a perpetual licence of a tier. */
export interface MaintenanceCoupon extends CouponRow {
  readonly type: 'PrepaidMaintenance';
  readonly product: Product;
  readonly tierId: string;
  readonly maintenanceMonths: number;
}

/** Percent off certain prices, on `discountCycles` invoices. Null: on all of them. */
export interface DiscountCoupon extends CouponRow {
  readonly type: 'Discount';
  readonly percentOff: number;
  readonly discountCycles: number | null;
  readonly priceIds: readonly PriceId[];
}

export type Coupon = PrepaidCoupon | MaintenanceCoupon | DiscountCoupon;

/** Attempt of an account to use a code: the coupon, the full code, and the account's earlier redemption of it. */
export interface CouponClaim<C extends Coupon = Coupon> {
  readonly coupon: C;
  readonly code: string;
  readonly accountId: AccountId;
  readonly earlier: Pick<CouponRedemption, 'status'> | null;
}

/** Part of a code after the first `_`, or all of it: `ppd_7KQ2M9XD4HWT8BNC` → `7KQ2M9XD4HWT8BNC`. */
export const displayPart = (code: string): string => code.slice(code.indexOf('_') + 1);

/** Prices a discount covers that are still on sale. */
export const coveredPrices = (coupon: DiscountCoupon, catalogue: Catalogue): PriceId[] =>
  coupon.priceIds.filter((priceId) => catalogue.prices.some((price) => price.id === priceId && price.active));

const isSpent = (coupon: Coupon, now: Instant): boolean =>
  coupon.status === 'revoked' ||
  now < coupon.validFrom ||
  (coupon.validTo !== null && now >= coupon.validTo) ||
  coupon.redeemedCount >= coupon.maxRedemptions;

/**
 * Refuses a code the account cannot use at `now`. The customer learns about their own earlier redemption. A code that
 * is used up by others, revoked or outside its dates is refused like an unknown one (NOT_FOUND), so that codes cannot
 * be probed.
 */
export const checkCoupon = ({ coupon, earlier }: CouponClaim, catalogue: Catalogue, now: Instant): Refusal | null => {
  if (earlier?.status === 'held') return refuse('NEEDS_REVIEW');
  if (earlier?.status === 'applied') return refuse('COUPON_REDEEMED');
  if (isSpent(coupon, now)) return refuse('NOT_FOUND');
  if (coupon.type === 'Discount' && coveredPrices(coupon, catalogue).length === 0) return refuse('PLANS_NOT_SUPPORTED');
  if (coupon.type === 'PrepaidMaintenance' || coupon.type === 'Discount') return null;
  return catalogue.prices.some((price) => price.id === coupon.priceId) ? null : refuse('NOT_FOUND');
};

/** Prices that a code applies to, cheapest first. */
const pricesOf = (coupon: Coupon, catalogue: Catalogue, offered: readonly Pick<Plan, 'id'>[]): Price[] => {
  if (coupon.type === 'PrepaidMaintenance') return [];
  const ids = coupon.type === 'Discount' ? coveredPrices(coupon, catalogue) : [coupon.priceId];
  return catalogue.prices
    .filter(
      ({ id, planId }) => ids.includes(id) && (coupon.type === 'Prepaid' || offered.some((plan) => plan.id === planId)),
    )
    .toSorted((a, b) => a.amountCents - b.amountCents);
};

/**
 * Interval ids a code applies to, cheapest first: of its plan, or of the `offered` plans that a discount covers. Empty
 * for maintenance codes.
 */
export const intervalIdsOf = (coupon: Coupon, catalogue: Catalogue, offered: readonly Pick<Plan, 'id'>[]): string[] =>
  pricesOf(coupon, catalogue, offered).map(({ intervalId }) => intervalId);

/** Product in which a discount can be used, and the interval id to begin with. */
export interface DiscountUse {
  readonly product: string;
  readonly intervalId: string;
}

/**
 * Products with an `offered` plan that a discount covers (CD-05). The interval is the cheapest yearly one, else the
 * cheapest. Empty for other codes.
 */
export const discountUsesOf = (
  coupon: Coupon,
  catalogue: Catalogue,
  offered: readonly Pick<Plan, 'id' | 'product'>[],
): DiscountUse[] => {
  if (coupon.type !== 'Discount') return [];
  const prices = pricesOf(coupon, catalogue, offered);
  return [...new Set(offered.map(({ product }) => product))].flatMap((product) => {
    const own = prices.filter(({ planId }) => offered.some((plan) => plan.id === planId && plan.product === product));
    const start = own.find(({ interval }) => interval === 'yearly') ?? own[0];
    return start ? [{ product, intervalId: start.intervalId }] : [];
  });
};
