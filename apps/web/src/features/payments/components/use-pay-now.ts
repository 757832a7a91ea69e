import type { OpenPayment } from '@foyer/contract/api/account';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import type { Failure } from '../../../lib/failure.ts';
import { broadcastBillingChange } from '../../../lib/tab-broadcast.ts';
import { useCommand } from '../../../lib/use-command.ts';
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

/** Result of one click. */
export type PayOutcome =
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly done: PaidAmounts;
      /** Amount of the payment that failed. */
      readonly triedCents: number;
    }
  | {
      readonly kind: 'paid';
      readonly done: PaidAmounts;
      readonly receiptIds: readonly string[];
      /** Paused plans that the payment restarts. */
      readonly restartedPlans: readonly string[];
      /** Plans that have ended, which the payment does not restore (S17). */
      readonly endedPlans: readonly NonNullable<OpenPayment['endedPlan']>[];
    };

type State = { readonly kind: 'idle' | 'paying' } | PayOutcome;

const noAmounts: PaidAmounts = { paidCents: 0, creditCents: 0 };
const addAmounts = (a: PaidAmounts, b: PaidAmounts): PaidAmounts => ({
  paidCents: a.paidCents + b.paidCents,
  creditCents: a.creditCents + b.creditCents,
});

/** Queries that a payment can change: receipts, next payment, and subscriptions that restart. */
const queryKeys = ['receipts', 'account', 'subscriptions', 'me', 'quote'];

/**
 * Pays open receipts with credit and the card on file, oldest first, until one fails (PM-09). Each is a command. Ignores
 * clicks while it runs.
 */
export const usePayNow = () => {
  const client = useQueryClient();
  const { challenge, confirmIfAsked } = useBankChallenge();
  const [state, setState] = useState<State>({ kind: 'idle' });

  const refetchPaid = () => {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey: [queryKey] });
  };

  const { run } = useCommand({
    send: async (payment: OpenPayment, key): Promise<PaidAmounts> => {
      try {
        await payReceipt(payment, key).catch((error) => {
          // While the bank asks, the receipt is processing, as it is after a reload.
          if (error instanceof CallError && error.action) refetchPaid();
          return confirmIfAsked(error);
        });
        return { paidCents: payment.amountDueCents, creditCents: payment.creditCents };
      } catch (error) {
        // paid meanwhile, automatically or in another tab
        if (error instanceof CallError && error.type === 'ALREADY_PAID') return noAmounts;
        throw error;
      }
    },
  });

  const payUntilOneFails = async (
    oldestFirst: readonly OpenPayment[],
    paused: readonly string[],
  ): Promise<PayOutcome | null> => {
    let done = noAmounts;
    for (const payment of oldestFirst) {
      const outcome = await run(payment, payment.receiptId);
      if (!outcome) return null;
      if ('failure' in outcome) {
        const { failure } = outcome;
        const credit = usesCredit(failure) ? payment.creditCents : 0;
        return {
          kind: 'failed',
          failure,
          done: addAmounts(done, { paidCents: 0, creditCents: credit }),
          triedCents: payment.amountDueCents,
        };
      }
      done = addAmounts(done, outcome.result);
    }
    return {
      kind: 'paid',
      done,
      receiptIds: oldestFirst.map(({ receiptId }) => receiptId),
      restartedPlans: oldestFirst.some(({ writtenOff }) => !writtenOff) ? paused : [],
      endedPlans: endedPlansOf(oldestFirst),
    };
  };

  /**
   * Pays the receipts. `paused`: the plans that wait for the payment. A written-off one stays ended (S17). Resolves to
   * null for a click that was ignored.
   */
  const pay = async (oldestFirst: readonly OpenPayment[], paused: readonly string[]): Promise<PayOutcome | null> => {
    setState({ kind: 'paying' });
    const outcome = await payUntilOneFails(oldestFirst, paused);
    if (!outcome) return null;
    setState(outcome);
    // not between the receipts, so that the page does not change while it pays
    broadcastBillingChange();
    refetchPaid();
    return outcome;
  };

  return { state, challenge, pay };
};
