import type { Coupon } from '@foyer/contract/api/coupons';
import type { Reason } from '../../../lib/failure.ts';
import { tierFits } from '../../../shared/catalogue/tier-fits.ts';

type CheckedCoupon = Pick<Coupon, 'isMaintenance' | 'tierName' | 'planTier' | 'refusal' | 'effect'>;

/**
 * Returns why a valid code does not extend this licence (MA-04), or null. A pending review does not prevent it: the
 * server holds the code and redeems it when the review is cleared (D7).
 */
export const codeRefusal = (
  { isMaintenance, refusal, effect, ...coupon }: CheckedCoupon,
  ownTier: string,
): Reason | null => {
  if (!isMaintenance) return 'INVALID_COUPON_TYPE';
  if (!tierFits(coupon, ownTier)) return 'INVALID_COUPON_TIER';
  if (refusal === 'NEEDS_REVIEW') return null;
  if (refusal !== null) return refusal as Reason;
  return effect?.until ? null : 'INVALID_COUPON_TYPE';
};
