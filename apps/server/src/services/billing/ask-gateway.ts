import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { AttemptOutcome } from '@foyer/domain/billing/settle';
import { retryGatewayCall, startDeadline, type Timeouts } from '../gateway-deadline.ts';
import {
  type ChargeOrder,
  type GatewayIntent,
  GatewayRejected,
  GatewayUnavailable,
  type IntentState,
  KEYS_LIVE_MS,
  MAY_TURN_UP_MS,
  type PaymentGateway,
} from './ports.ts';

export interface AskNeeds {
  readonly gateway: Pick<PaymentGateway, 'charge' | 'cancel' | 'retrieve' | 'findByAttempt'>;
  readonly wait: (ms: number) => Promise<void>;
  readonly timeouts: Timeouts;
  /** The gateway refuses to say what became of a payment that may have been made: a person has to look. */
  readonly onFault: (error: unknown, attemptId: AttemptId) => void;
}

/** What a payment came to, in the words of the rules. */
export const chargeOutcome = (state: IntentState): AttemptOutcome => {
  if (state.kind === 'saved')
    throw new Error(
      `the gateway answered a payment with saved card ${state.card.gatewayRef}; look it up at the gateway`,
    );
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

/**
 * The gateway refuses a payment that may have been sent before: what it refuses is only the repetition (a key that is
 * used for another request, credentials that were replaced meanwhile), so it is looked up. Null while it may turn up.
 */
const lookForSent = async (order: ChargeOrder, needs: AskNeeds): Promise<AttemptOutcome | null> => {
  const found = await lookUp(order, needs);
  return found.kind === 'errored' && order.ageMs < MAY_TURN_UP_MS ? null : found;
};

/** A challenge is ended, or is over already. A refusal to end it decides nothing: it can be passed until it is ended. */
const endChallenge = async (order: ChargeOrder, intentRef: string, needs: AskNeeds): Promise<AttemptOutcome> => {
  const { gateway, onFault } = needs;
  try {
    return chargeOutcome((await gateway.cancel(intentRef)).state);
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    onFault(error, order.attempt.id);
    return known(await gateway.retrieve(intentRef));
  }
};

/** The next question about an attempt, by where it stands: send it, end its challenge, or see what the bank says. */
const question = async (order: ChargeOrder, isFirst: boolean, needs: AskNeeds): Promise<AttemptOutcome | null> => {
  const { status, gatewayIntentRef } = order.attempt;
  if (gatewayIntentRef !== null)
    return status === 'requires_action'
      ? endChallenge(order, gatewayIntentRef, needs)
      : known(await needs.gateway.retrieve(gatewayIntentRef));
  try {
    return await charge(order, needs);
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    // Only the refusal of the very first try proves that nothing was charged.
    return isFirst ? { kind: 'errored', message: error.message } : lookForSent(order, needs);
  }
};

/**
 * Asks the gateway about one attempt until it answers, with the same key for each try. Returns null when the outcome stays
 * unknown, because the gateway did not answer or refused a look-up (INV-2, INV-12). A payment that is too old for its key,
 * or whose stored answer is a failure, is looked up and not sent again. The last parameter is a deadline that several
 * attempts share.
 */
export const askGateway = async (
  order: ChargeOrder,
  needs: AskNeeds,
  deadline = startDeadline(needs.timeouts),
): Promise<AttemptOutcome | null> => {
  try {
    return await retryGatewayCall(
      (isFirst) => question(order, isFirst && !order.mayBeSent, needs),
      needs.wait,
      deadline,
    );
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    needs.onFault(error, order.attempt.id);
    return null;
  }
};
