import type { Receipt } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { tellChanged } from '../../../lib/tell-tabs.ts';
import { useBankChallenge } from '../../../lib/use-bank-challenge.ts';
import { type PayFailure, payFailureOf } from '../model/pay-failure.ts';
import { payReceipt } from '../queries/pay-receipt.ts';

/** `paidCents`: what this press really charged, also where it stopped at a later receipt. */
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'paying' }
  | { readonly kind: 'failed'; readonly failure: PayFailure; readonly paidCents: number }
  | { readonly kind: 'paid'; readonly paidCents: number; readonly restarts: boolean };

/** What a payment may have changed: the receipt, the next payment, and subscriptions that start again. */
const touched = ['receipts', 'account', 'subscriptions', 'me', 'quote'];

/**
 * Pays open receipts now with the card on file, one after the other, the oldest first, until one does not go through
 * (PM-09). A second press while it runs is dropped here and not only by the look of the button.
 */
export const usePayNow = () => {
  const client = useQueryClient();
  const { challenge, finish } = useBankChallenge();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef(false);
  /** One key per receipt until its payment is decided. */
  const keys = useRef(new Map<string | null, string>());

  const askAnew = () => {
    for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  /** What was charged for it. */
  const payOne = async (receipt: Receipt): Promise<number> => {
    const key = keys.current.get(receipt.id) ?? crypto.randomUUID();
    keys.current.set(receipt.id, key);
    try {
      await payReceipt(receipt, key).catch((error) => {
        // asked by the bank it is processing, here as after a reload
        if (error instanceof CallError && error.action) askAnew();
        return finish(error);
      });
      return receipt.amountDueCents;
    } catch (error) {
      // paid meanwhile, by the timetable or in another tab
      if (error instanceof CallError && error.type === 'ALREADY_PAID') return 0;
      if (error instanceof CallError && endsKey(error)) keys.current.delete(receipt.id);
      throw error;
    }
  };

  /** `paused`: something waits for it. What was written off stays ended, paid or not (billing.md S17). */
  const pay = async (oldestFirst: readonly Receipt[], paused: boolean) => {
    if (running.current) return;
    running.current = true;
    setState({ kind: 'paying' });
    let paidCents = 0;
    try {
      for (const receipt of oldestFirst) paidCents += await payOne(receipt);
      setState({ kind: 'paid', paidCents, restarts: paused && oldestFirst.some(({ writtenOff }) => !writtenOff) });
    } catch (error) {
      setState({
        kind: 'failed',
        failure: error instanceof CallError ? payFailureOf(error) : { kind: 'unknown' },
        paidCents,
      });
    } finally {
      running.current = false;
      tellChanged();
      askAnew();
    }
  };

  return { state, challenge, pay };
};
