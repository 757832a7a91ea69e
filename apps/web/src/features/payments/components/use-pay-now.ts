import type { OpenPayment } from '@foyer/contract/api/account';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { makeKeys, sendOnce } from '../../../lib/send-once.ts';
import { broadcastBillingChange } from '../../../lib/tab-broadcast.ts';
import { useBankChallenge } from '../../../shared/payments/use-bank-challenge.ts';
import { endedPlansOf } from '../model/open-receipts.ts';
import { usesCredit } from '../model/pay-failure.ts';

/**
 * Pays an open receipt with credit first and then the card on file (PM-09). The server refuses if the amount differs
 * from that on the button.
 */
const payReceipt = (
  { receiptId, amountDueCents }: Pick<OpenPayment, 'receiptId' | 'amountDueCents'>,
  idempotencyKey: string,
) =>
  call(
    'POST /api/account/me/receipts/:id/pay',
    { params: { id: receiptId }, body: { expectedTotalCents: amountDueCents } },
    { idempotencyKey },
  );

/** Amounts that one click charged and took from account credit, even if it stopped at a later receipt. */
export interface PaidAmounts {
  readonly paidCents: number;
  readonly creditCents: number;
}

interface PaidPlans {
  /** The payment restarts a paused subscription. */
  readonly restarts: boolean;
  /** Plans that have ended, which the payment does not restore (S17). */
  readonly endedPlans: readonly NonNullable<OpenPayment['endedPlan']>[];
}

/** Result of one click. */
export type PayOutcome =
  | { readonly kind: 'failed'; readonly failure: Failure; readonly done: PaidAmounts }
  | ({ readonly kind: 'paid'; readonly done: PaidAmounts } & PaidPlans);

type State = { readonly kind: 'idle' | 'paying' } | PayOutcome;

const noAmounts: PaidAmounts = { paidCents: 0, creditCents: 0 };
const addAmounts = (a: PaidAmounts, b: PaidAmounts): PaidAmounts => ({
  paidCents: a.paidCents + b.paidCents,
  creditCents: a.creditCents + b.creditCents,
});

/** Queries that a payment can change: receipts, next payment, and subscriptions that restart. */
const queryKeys = ['receipts', 'account', 'subscriptions', 'me', 'quote'];

/**
 * Pays open receipts with credit and the card on file, oldest first, until one fails (PM-09). Ignores clicks while it
 * runs.
 */
export const usePayNow = () => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef(false);
  const [keys] = useState(makeKeys); // by receipt

  const refetchPaid = () => {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  const payOne = async (payment: OpenPayment): Promise<PaidAmounts> => {
    const { receiptId, amountDueCents, creditCents } = payment;
    const key = keys.keyFor(receiptId);
    const send = () =>
      payReceipt(payment, key).catch((error) => {
        // While the bank asks, the receipt is processing, as it is after a reload.
        if (error instanceof CallError && error.action) refetchPaid();
        return confirmIfAsked(error);
      });
    try {
      await sendOnce<unknown>(key, send);
      return { paidCents: amountDueCents, creditCents };
    } catch (error) {
      // paid meanwhile, automatically or in another tab
      if (error instanceof CallError && error.type === 'ALREADY_PAID') return noAmounts;
      if (!failureOf(error).isUnknown) keys.clear(receiptId);
      throw error;
    }
  };

  /**
   * Pays the receipts. `paused`: a subscription waits for the payment. A written-off one stays ended (S17). Resolves to
   * the paid amounts, or to null after a failure.
   */
  const pay = async (
    oldestFirst: readonly OpenPayment[],
    paused: boolean,
  ): Promise<(PaidAmounts & PaidPlans) | null> => {
    if (running.current) return null;
    running.current = true;
    setState({ kind: 'paying' });
    let done = noAmounts;
    let last = noAmounts;
    try {
      for (const payment of oldestFirst) {
        last = { paidCents: 0, creditCents: payment.creditCents };
        done = addAmounts(done, await payOne(payment));
      }
      const restarts = paused && oldestFirst.some(({ writtenOff }) => !writtenOff);
      const plans = { restarts, endedPlans: endedPlansOf(oldestFirst) };
      setState({ kind: 'paid', done, ...plans });
      return { ...done, ...plans };
    } catch (error) {
      const failure = failureOf(error);
      setState({ kind: 'failed', failure, done: usesCredit(failure) ? addAmounts(done, last) : done });
      return null;
    } finally {
      running.current = false;
      broadcastBillingChange();
      refetchPaid();
    }
  };

  return { state, challenge, pay };
};
