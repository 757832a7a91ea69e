import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { afterBuying } from '../../../lib/queries/after-buying.ts';
import { type PromotionFailure, takingFailureOf } from '../model/promotion-failure.ts';
import { takePromotion } from '../queries/take-promotion.ts';

export type Taken = Reply<'POST /api/subscription/promotion'>;

/** Takes the promotion, once: a second press while it runs is dropped, a try whose end nobody knows keeps its key. */
export const useSubscribe = (promoCode: string | undefined, onDone: (taken: Taken) => void) => {
  const client = useQueryClient();
  const key = useRef<string>(undefined);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PromotionFailure | null>(null);

  const subscribe = async () => {
    if (running.current || promoCode === undefined) return;
    running.current = true;
    key.current ??= crypto.randomUUID();
    setBusy(true);
    setFailure(null);
    try {
      const taken = await takePromotion(promoCode, key.current);
      await afterBuying(client);
      onDone(taken);
    } catch (error) {
      if (error instanceof CallError && endsKey(error)) key.current = undefined;
      const found = takingFailureOf(error);
      // under review from now on, or taken before, in another tab perhaps: every page says so
      if (found.kind === 'review' || found.kind === 'claimed') void afterBuying(client);
      setFailure(found);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { subscribe, busy, failure };
};
