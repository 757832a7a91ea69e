import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { refreshAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import type { RedeemRequest } from '../model/redemption.ts';
import { redeemCode } from '../queries/redeem-code.ts';

interface Redeem {
  onDone: (subscription: Subscription) => void;
  onMissingAddress: () => void;
}

/**
 * Redeems one code once. Ignores clicks while it runs, and repeats a request with an unknown outcome under the same key
 * (CD-04).
 */
export const useRedeem = ({ onDone, onMissingAddress }: Redeem) => {
  const client = useQueryClient();
  const open = useRef<{ request: string; key: string }>(undefined);
  const running = useRef(false);
  const [redeeming, setRedeeming] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const redeem = async (code: string, request: RedeemRequest) => {
    if (running.current) return;
    running.current = true;
    // Another licence is another request. A code is redeemed only once in any case (CD-04).
    const asked = JSON.stringify([code, request]);
    if (open.current?.request !== asked) open.current = { request: asked, key: crypto.randomUUID() };
    setRedeeming(true);
    setFailure(null);
    try {
      const subscription = await redeemCode(code, request, open.current.key);
      await refreshAfterPurchase(client);
      onDone(subscription);
    } catch (error) {
      const found = failureOf(error);
      if (!found.isUnknown) open.current = undefined;
      if (found.reason === 'MISSING_ADDRESS') return onMissingAddress();
      if (found.reason === 'NEEDS_REVIEW') void refreshAfterPurchase(client);
      setFailure(found);
    } finally {
      running.current = false;
      setRedeeming(false);
    }
  };

  return { redeem, redeeming, failure, clearFailure: () => setFailure(null) };
};
