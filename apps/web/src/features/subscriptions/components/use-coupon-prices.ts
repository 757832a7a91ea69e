import type { Coupon } from '@foyer/contract/api/coupons';
import type { TieredPlan } from '@foyer/contract/api/plans';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { useQuery } from '@tanstack/react-query';
import { couponQuery } from '../../../shared/coupons/coupon.ts';
import { tieredPlansQuery } from '../queries/tiered-plans.ts';

/** Result of checking `?coupon=` while plans are chosen. */
export type CouponPrices =
  | { readonly kind: 'none' }
  | { readonly kind: 'applies'; readonly coupon: Coupon; readonly plans: readonly TieredPlan[] }
  /** Error of a call, or the refusal in its answer. */
  | { readonly kind: 'refused'; readonly cause: unknown };

/**
 * Plans with their prices under a coupon (CD-05). The code is checked once per page, because a wrong one counts against
 * the limit of attempts, and a code that gives a plan is no discount.
 * @param seen the plans are visible; a review has a separate quote
 */
export const useCouponPrices = (
  product: Product,
  code: string | undefined,
  { subId, seen = true }: { subId?: string | undefined; seen?: boolean } = {},
): CouponPrices => {
  const look = useQuery({ ...couponQuery(code ?? ''), enabled: code !== undefined });
  const coupon = look.data?.type === 'Discount' && look.data.refusal === null ? look.data : null;
  const prices = useQuery({ ...tieredPlansQuery(product, subId, coupon?.id), enabled: seen && coupon !== null });
  if (code === undefined) return { kind: 'none' };
  if (coupon && prices.data) return { kind: 'applies', coupon, plans: prices.data.plans };
  const refused = look.data && !coupon ? (look.data.refusal ?? 'INVALID_COUPON_TYPE') : prices.error;
  const cause = look.error ?? refused;
  return cause ? { kind: 'refused', cause } : { kind: 'none' };
};
