import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { refreshSession } from '../../../lib/session/refresh.ts';
import { type CodeFailure, codeFailureOf } from '../model/failure.ts';
import type { RedeemRequest } from '../model/redemption.ts';
import { redeemCode } from '../queries/redeem-code.ts';

/** What a redeemed code may have changed: claims, subscriptions, plans on offer, credit and next payment, receipts. */
const touched = ['me', 'subscriptions', 'plans', 'account', 'receipts'];

/** After a code, or several, did their work: new claims, and every list is asked for again. */
export const useAfterRedeeming = () => {
  const client = useQueryClient();
  return async (): Promise<void> => {
    await refreshSession().catch(() => undefined); // redeemed is redeemed; new claims come with the next token at the latest
    for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
  };
};

interface Redeem {
  onDone: (subscription: Subscription) => void;
  onMissingAddress: () => void;
}

/** Redeems one code, once: a second press while it runs is dropped, a try whose end nobody knows keeps its key (CD-04). */
export const useRedeem = ({ onDone, onMissingAddress }: Redeem) => {
  const after = useAfterRedeeming();
  const open = useRef<{ request: string; key: string }>(undefined);
  const running = useRef(false);
  const [redeeming, setRedeeming] = useState(false);
  const [failure, setFailure] = useState<CodeFailure | null>(null);

  const redeem = async (code: string, request: RedeemRequest) => {
    if (running.current) return;
    running.current = true;
    // for another license it is another call; a code works once in any case (CD-04)
    const asked = JSON.stringify([code, request]);
    if (open.current?.request !== asked) open.current = { request: asked, key: crypto.randomUUID() };
    setRedeeming(true);
    setFailure(null);
    try {
      const subscription = await redeemCode(code, request, open.current.key);
      await after();
      onDone(subscription);
    } catch (error) {
      if (error instanceof CallError && endsKey(error)) open.current = undefined;
      const found = codeFailureOf(error);
      if (found.kind === 'address') return onMissingAddress();
      if (found.kind === 'review') void after();
      setFailure(found);
    } finally {
      running.current = false;
      setRedeeming(false);
    }
  };

  return { redeem, redeeming, failure, forget: () => setFailure(null) };
};
