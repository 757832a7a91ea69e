import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { refreshAfterPurchase } from '../../../lib/queries/after-purchase.ts';
import { takePromotion } from '../queries/take-promotion.ts';

export type TakenPromotion = Reply<'POST /api/subscription/promotion'>;

/**
 * Takes a promotion once. Ignores clicks while it runs, and repeats a request with an unknown outcome under the same
 * key. Another choice of auto-renew is another request with a new key; the server refuses it if the first succeeded.
 */
export const useSubscribe = (
  promoCode: string | undefined,
  autoRenew: boolean,
  onDone: (taken: TakenPromotion) => void,
) => {
  const client = useQueryClient();
  const sent = useRef<{ key: string; autoRenew: boolean }>(undefined);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const subscribe = async () => {
    if (running.current || promoCode === undefined) return;
    running.current = true;
    if (sent.current?.autoRenew !== autoRenew) sent.current = { key: crypto.randomUUID(), autoRenew };
    setBusy(true);
    setFailure(null);
    try {
      const order = { promoCode, ...(!autoRenew && { transitionAtEnd: false as const }) };
      const taken = await takePromotion(order, sent.current.key);
      await refreshAfterPurchase(client);
      onDone(taken);
    } catch (error) {
      const found = failureOf(error);
      if (!found.isUnknown) sent.current = undefined;
      // The account is under review now, or already had the promotion, for example from another tab. All pages show
      // this.
      if (found.reason === 'NEEDS_REVIEW' || found.reason === 'PROMO_NOT_FOUND') void refreshAfterPurchase(client);
      setFailure(found);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { subscribe, busy, failure };
};
