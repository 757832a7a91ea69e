import type { Coupon } from '@foyer/contract/api/coupons';
import { tierFits } from '../../../lib/tier-fits.ts';
import { type ExtensionFailure, extensionFailureOf } from './extension-failure.ts';

type Looked = Pick<Coupon, 'isMaintenance' | 'tierName' | 'planTier' | 'refusal' | 'effect'>;

const refused = { status: 400, code: null, message: '', quote: null, retryAfter: null, body: null };

/**
 * MA-04: why a code that is good would not extend this licence; null: it would, a pending review being no obstacle: the
 * code is then held for the account and carried out when the review clears it (billing.md D7).
 */
export const codeFailure = (
  { isMaintenance, refusal, effect, ...coupon }: Looked,
  ownTier: string,
): ExtensionFailure | null => {
  if (!isMaintenance) return { kind: 'code-type' };
  if (!tierFits(coupon, ownTier)) return { kind: 'code-tier' };
  if (refusal === 'NEEDS_REVIEW') return null;
  if (refusal !== null) return extensionFailureOf({ ...refused, type: refusal }, 'code');
  return effect?.until ? null : { kind: 'code-type' };
};
