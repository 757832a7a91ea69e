import type { Reply } from '@foyer/contract/api/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { refreshSession } from '../../../lib/session/refresh.ts';
import { type PromotionFailure, promotionFailureOf } from '../model/promotion-failure.ts';
import { takePromotion } from '../queries/take-promotion.ts';

export type Taken = Reply<'POST /api/subscription/promotion'>;

/** What a promotion may have changed: claims, subscriptions (PR-02), plans on offer, credit and next payment, receipts. */
const touched = ['me', 'subscriptions', 'plans', 'account', 'receipts'];

/** Takes the promotion, once: a second press while it runs is dropped, a try whose end nobody knows keeps its key. */
export const useSubscribe = (promoCode: string | undefined, onDone: (taken: Taken) => void) => {
  const client = useQueryClient();
  const key = useRef<string>(undefined);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PromotionFailure | null>(null);

  const reload = async () => {
    await refreshSession().catch(() => undefined); // taken is taken; new claims come with the next token at the latest
    for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  const subscribe = async () => {
    if (running.current || promoCode === undefined) return;
    running.current = true;
    key.current ??= crypto.randomUUID();
    setBusy(true);
    setFailure(null);
    try {
      const taken = await takePromotion(promoCode, key.current);
      await reload();
      onDone(taken);
    } catch (error) {
      if (error instanceof CallError && endsKey(error)) key.current = undefined;
      const found = promotionFailureOf(error);
      // under review from now on, or taken before, in another tab perhaps: every page says so
      if (found.kind === 'review' || found.kind === 'claimed') void reload();
      setFailure(found);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { subscribe, busy, failure };
};
