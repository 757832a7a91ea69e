import type { CouponClaim, DiscountCoupon, MaintenanceCoupon, PrepaidCoupon } from '../coupons/coupon.ts';
import type { CouponRedemption } from '../state/coupon-entities.ts';
import { utc } from './moments.ts';

/** Builders of coupons with fixed defaults, claimed by the account of the other builders. */

const row = {
  id: 'cpn_1',
  batch: 'ppd',
  maxRedemptions: 1,
  redeemedCount: 0,
  status: 'active',
  validFrom: utc('2026-01-01'),
  validTo: null,
} as const;

const inHand = { code: 'ppd_ABCD', accountId: 'acc_1', earlier: null };

/** A year of Drive Starter. */
export const aPrepaidClaim = (coupon: Partial<PrepaidCoupon> = {}): CouponClaim<PrepaidCoupon> => ({
  ...inHand,
  coupon: {
    ...row,
    type: 'Prepaid',
    product: 'drive',
    planId: 'pln_drive_starter',
    priceId: 'prc_pln_drive_starter_yearly',
    durationMonths: 12,
    maintenanceMonths: null,
    ...coupon,
  },
});

/** Perpetual Scope Ultimate licence with a year of maintenance. */
export const aPerpetualClaim = (coupon: Partial<PrepaidCoupon> = {}): CouponClaim<PrepaidCoupon> =>
  aPrepaidClaim({
    product: 'scope',
    planId: 'pln_scope_ultimate',
    priceId: 'prc_pln_scope_ultimate_yearly',
    durationMonths: null,
    maintenanceMonths: 12,
    ...coupon,
  });

export const aMaintenanceClaim = (coupon: Partial<MaintenanceCoupon> = {}): CouponClaim<MaintenanceCoupon> => ({
  ...inHand,
  coupon: {
    ...row,
    type: 'PrepaidMaintenance',
    product: 'scope',
    tierId: 'ultimate',
    maintenanceMonths: 12,
    ...coupon,
  },
});

/** 20 % off Drive Starter, for all invoices. */
export const aDiscountClaim = (coupon: Partial<DiscountCoupon> = {}): CouponClaim<DiscountCoupon> => ({
  ...inHand,
  code: 'dsc_FIFTH',
  coupon: {
    ...row,
    maxRedemptions: 100,
    type: 'Discount',
    percentOff: 20,
    discountCycles: null,
    priceIds: ['prc_pln_drive_starter_monthly', 'prc_pln_drive_starter_yearly'],
    ...coupon,
  },
});

/**
 * Coupons of random histories, each for one use. They include one that leaves less than the smallest charge, one for a
 * single price, and ones that reduce several invoices to 0.
 */
export const couponsOfHistories = [
  { id: 'cpn_h1', percentOff: 20, discountCycles: null, priceId: null },
  { id: 'cpn_h2', percentOff: 100, discountCycles: 1, priceId: null },
  { id: 'cpn_h3', percentOff: 99, discountCycles: 2, priceId: null },
  { id: 'cpn_h4', percentOff: 30, discountCycles: 2, priceId: 'prc_pln_drive_starter_monthly' },
  { id: 'cpn_h5', percentOff: 100, discountCycles: 3, priceId: null },
] as const;

/** Claim of one of these coupons, with the redemptions that the database would return. */
export const claimOfHistories = (
  which: number,
  prices: readonly { readonly id: string }[],
  redemptions: readonly CouponRedemption[],
): CouponClaim<DiscountCoupon> => {
  const { priceId, ...drawn } = couponsOfHistories[which % couponsOfHistories.length] ?? couponsOfHistories[0];
  const used = redemptions.filter(({ couponId, status }) => couponId === drawn.id && status !== 'released');
  const priceIds = prices.map(({ id }) => id).filter((id) => priceId === null || id === priceId);
  return {
    ...aDiscountClaim({ ...drawn, priceIds, maxRedemptions: 1, redeemedCount: used.length }),
    code: `dsc_${drawn.id}`,
    earlier: used[0] ?? null,
  };
};
