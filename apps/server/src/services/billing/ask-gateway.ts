import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import type { AttemptOutcome } from '@foyer/domain/billing/settle';
import {
  type ChargeOrder,
  type GatewayIntent,
  GatewayRejected,
  GatewayUnavailable,
  type IntentState,
  type PaymentGateway,
} from './ports.ts';

export interface AskNeeds {
  readonly gateway: Pick<PaymentGateway, 'charge' | 'cancel' | 'retrieve' | 'findByAttempt'>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Pauses between the tries of one call: 3 tries within 10 s (billing.md §3). */
const PAUSES_MS: readonly number[] = [500, 2_000];

/** Gateways forget keys, Stripe from 24 h on: later a repeated call could be a second charge (INV-12). */
const KEYS_LIVE_MS = 20 * HOUR_MS;

/** What a payment came to, in the words of the rules. */
export const chargeOutcome = (state: IntentState): AttemptOutcome => {
  if (state.kind === 'saved') throw new Error('a card was saved where a payment was asked for');
  return state;
};

/** An answer about a payment the gateway does not know: it was never made, so nothing was charged. */
const known = (intent: GatewayIntent | null): AttemptOutcome =>
  intent ? chargeOutcome(intent.state) : { kind: 'errored', message: 'the payment never reached the gateway' };

const lookUp = async ({ attempt, customerRef, sentAtWall }: ChargeOrder, { gateway }: AskNeeds) =>
  known(await gateway.findByAttempt(attempt.id, customerRef, sentAtWall));

const charge = async (order: ChargeOrder, needs: AskNeeds): Promise<AttemptOutcome> => {
  const { attempt } = order;
  if (order.ageMs >= KEYS_LIVE_MS) return lookUp(order, needs);
  try {
    return await needs.gateway.charge({
      amountCents: attempt.amountCents,
      currency: 'usd',
      customerRef: order.customerRef,
      cardRef: order.cardRef,
      onSession: attempt.onSession,
      attemptId: attempt.id,
      key: `${attempt.id}:charge`,
    });
  } catch (error) {
    if (error instanceof GatewayUnavailable && error.replayed) return lookUp(order, needs);
    throw error;
  }
};

/** The next question about an attempt, by where it stands: send it, end its challenge, or see what the bank says. */
const question = async (order: ChargeOrder, needs: AskNeeds): Promise<AttemptOutcome> => {
  const { id, status, gatewayIntentRef } = order.attempt;
  if (gatewayIntentRef === null) return charge(order, needs);
  if (status === 'requires_action')
    return chargeOutcome((await needs.gateway.cancel(gatewayIntentRef, `${id}:cancel`)).state);
  return known(await needs.gateway.retrieve(gatewayIntentRef));
};

/**
 * Asks about one attempt until the gateway answers, under the one key of each call; null when it stays silent, and
 * nobody knows then. A payment that is too old for its key, or whose kept answer is a failure, is looked up (billing.md §3).
 */
export const askGateway = async (order: ChargeOrder, needs: AskNeeds): Promise<AttemptOutcome | null> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await question(order, needs);
    } catch (error) {
      if (error instanceof GatewayRejected) return { kind: 'errored', message: error.message };
      if (!(error instanceof GatewayUnavailable)) throw error;
      const pause = PAUSES_MS[tried];
      if (pause === undefined) return null;
      await needs.wait(pause);
    }
  }
};
