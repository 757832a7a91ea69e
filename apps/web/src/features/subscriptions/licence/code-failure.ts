import type { Coupon } from '@foyer/contract/api/coupons';
import { tierFits } from '../../../lib/tier-fits.ts';
import { type ExtensionFailure, extensionFailureOf } from './extension-failure.ts';

type CheckedCoupon = Pick<Coupon, 'isMaintenance' | 'tierName' | 'planTier' | 'refusal' | 'effect'>;

const refused = { status: 400, code: null, message: '', quote: null, retryAfter: null, body: null };

/**
 * Returns why a valid code does not extend this licence (MA-04), or null. A pending review does not prevent it: the
 * server holds the code and redeems it when the review is cleared (D7).
 */
export const codeFailure = (
  { isMaintenance, refusal, effect, ...coupon }: CheckedCoupon,
  ownTier: string,
): ExtensionFailure | null => {
  if (!isMaintenance) return { kind: 'code-type' };
  if (!tierFits(coupon, ownTier)) return { kind: 'code-tier' };
  if (refusal === 'NEEDS_REVIEW') return null;
  if (refusal !== null) return extensionFailureOf({ ...refused, type: refusal }, 'code');
  return effect?.until ? null : { kind: 'code-type' };
};
