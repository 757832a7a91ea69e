import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { RuleContext } from '@foyer/domain/billing/draft';
import type { Attempt } from '@foyer/domain/billing/entities';
import { type AttemptOutcome, settleAttempt } from '@foyer/domain/billing/settle';
import { Refused } from '../refused.ts';
import {
  type BillingReads,
  type ChargeAnswer,
  type ChargeOrder,
  GatewayRejected,
  GatewayUnavailable,
  type InBillingTransaction,
  type PaymentGateway,
} from './ports.ts';

export interface ChargeNeeds {
  readonly reads: Pick<BillingReads, 'chargeOrder' | 'attempt'>;
  readonly inTransaction: InBillingTransaction;
  readonly gateway: Pick<PaymentGateway, 'charge'>;
  readonly ruleContext: (now: number) => RuleContext;
  readonly wait: (ms: number) => Promise<void>;
}

/** Pauses between the tries of one call: 3 tries within 10 s (billing.md §3). */
const PAUSES_MS: readonly number[] = [500, 2_000];

/** Asks under one key until the gateway answers; null when it stays silent, and nobody knows then. */
const ask = async (order: ChargeOrder, needs: ChargeNeeds): Promise<AttemptOutcome | null> => {
  const { attempt } = order;
  for (let tried = 0; ; tried += 1) {
    try {
      const answer: ChargeAnswer = await needs.gateway.charge({
        amountCents: attempt.amountCents,
        currency: 'usd',
        customerRef: order.customerRef,
        cardRef: order.cardRef,
        onSession: attempt.onSession,
        attemptId: attempt.id,
        key: `${attempt.id}:charge`,
      });
      return answer;
    } catch (error) {
      if (error instanceof GatewayRejected) return { kind: 'errored', message: error.message };
      if (!(error instanceof GatewayUnavailable)) throw error;
      const pause = PAUSES_MS[tried];
      if (pause === undefined) return null;
      await needs.wait(pause);
    }
  }
};

/**
 * Sends an attempt whose row is committed and records the answer: the second half of every charge (billing.md §3, tx2).
 * Returns the attempt as it then is; still `sending` means that the gateway did not answer and the reconciler goes on.
 */
export const makeSendAttempt =
  (needs: ChargeNeeds) =>
  async (attemptId: AttemptId): Promise<Attempt> => {
    const order = await needs.reads.chargeOrder(attemptId);
    if (!order) throw new Error(`attempt ${attemptId} cannot be sent: its card or customer is missing`);
    const outcome = await ask(order, needs);
    if (outcome) {
      await needs.inTransaction(async (store) => {
        const loaded = await store.lockAccount(order.attempt.accountId);
        if (!loaded) throw new Error(`account of attempt ${attemptId} is gone`);
        await store.store(settleAttempt(loaded.state, attemptId, outcome, needs.ruleContext(loaded.now)));
      });
    }
    const after = await needs.reads.attempt(attemptId);
    if (!after) throw new Error(`attempt ${attemptId} is gone`);
    return after;
  };

export type SendAttempt = ReturnType<typeof makeSendAttempt>;

/** Turns what became of an attempt into the answer of a call: success passes, everything else is a refusal in the provider's words. */
export const orDeclined = (attempt: Attempt): Attempt => {
  switch (attempt.status) {
    case 'succeeded':
      return attempt;
    case 'declined':
      throw new Refused('StripeCardError', {
        ...(attempt.errorMessage === null ? {} : { message: attempt.errorMessage }),
        code: attempt.errorCode,
        declineCode: attempt.declineCode,
      });
    case 'sending':
    case 'processing':
    case 'requires_action':
      throw new Refused('PAYMENT_GATEWAY_ERROR', { code: 'undecided' });
    case 'errored':
    case 'canceled':
      throw new Refused('PAYMENT_GATEWAY_ERROR');
    default:
      return attempt.status satisfies never;
  }
};
