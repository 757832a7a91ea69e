import type { Coupon } from '@foyer/contract/api/coupons';
import { type ExtensionFailure, extensionFailureOf } from './extension-failure.ts';

type Looked = Pick<Coupon, 'isMaintenance' | 'tierName' | 'refusal' | 'effect'>;

/** MA-04: why a code that is good would not extend this licence; null: it would. */
export const codeFailure = (
  { isMaintenance, tierName, refusal, effect }: Looked,
  ownTier: string,
): ExtensionFailure | null => {
  if (!isMaintenance) return { kind: 'code-type' };
  if (tierName !== null && tierName !== ownTier) return { kind: 'code-tier' };
  if (refusal !== null)
    return extensionFailureOf({ type: refusal, code: null, message: '', quote: null, retryAfter: null }, 'code');
  return effect?.until ? null : { kind: 'code-type' };
};
