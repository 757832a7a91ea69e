import type { Coupon } from '@foyer/contract/api/coupons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkFailureOf, type Failure, failureFor, type Reason } from '../../lib/failure.ts';
import { couponQuery } from './coupon.ts';

/** Result of checking the discount code of an order (CD-05). */
export type CouponVerdict =
  | { readonly kind: 'none' | 'checking' }
  | { readonly kind: 'applies'; readonly coupon: Coupon }
  /** `isPrepaid`: the code gives a plan and is redeemed on another page. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly isPrepaid?: true };

/** Props of the field for a discount code. */
export interface CouponState {
  /** Code that the verdict is about, typed or from the address. */
  readonly code: string | undefined;
  readonly verdict: CouponVerdict;
  /** An order is running, so the coupon cannot be changed (DR-04). */
  readonly disabled?: boolean;
  readonly apply: (code: string) => void;
  readonly remove: () => void;
}

const refused = (reason: string) => ({ kind: 'refused', failure: failureFor(reason as Reason) }) as const;

/** Result for the coupon of one order. */
const verdictOn = (coupon: Coupon, intervalId: string): CouponVerdict => {
  if (coupon.type !== 'Discount') return { ...refused('INVALID_COUPON_TYPE'), isPrepaid: true };
  if (!coupon.plans.includes(intervalId)) return refused('PLANS_NOT_SUPPORTED');
  return coupon.refusal === null ? { kind: 'applies', coupon } : refused(coupon.refusal);
};

interface UseCoupon {
  /** Discount code from the URL. A prepaid code is never written there (CD-05). */
  storedValue: string | undefined;
  intervalId: string;
  /** False for a trial: it costs nothing, so no coupon is checked. */
  enabled: boolean;
  /** Writes the code to the URL, or removes it. */
  onStore: (coupon: string | undefined) => void;
}

/**
 * Checks the coupon of an order before it is used, so that a prepaid code is neither sent as a discount nor written to the
 * URL. The order must wait while a check runs.
 */
export const useCoupon = ({ storedValue, intervalId, enabled, onStore }: UseCoupon): CouponState => {
  const [code, setCode] = useState(storedValue);
  const asked = enabled && code !== undefined;
  const { data, error, refetch } = useQuery({ ...couponQuery(code ?? ''), enabled: asked });

  const verdict = ((): CouponVerdict => {
    if (!asked) return { kind: 'none' };
    if (data) return verdictOn(data, intervalId);
    if (!error) return { kind: 'checking' };
    return { kind: 'refused', failure: checkFailureOf(error) };
  })();

  const found = verdict.kind === 'applies' ? verdict.coupon.id : undefined;
  useEffect(() => {
    if (found !== undefined && found !== storedValue) onStore(found);
  }, [found, storedValue, onStore]);

  return {
    code,
    verdict,
    apply: (typed) => {
      setCode(typed);
      // A failed check is not repeated automatically. Entering the same code again repeats it.
      if (typed === code && error) void refetch();
    },
    remove: () => {
      setCode(undefined);
      if (storedValue !== undefined) onStore(undefined);
    },
  };
};
