import type { AttemptOutcome } from '@foyer/domain/payments/settle';
import {
  type BillingReads,
  type ChargeOrder,
  GATEWAY_KEY_LIFETIME_MS,
  type GatewayIntent,
  GatewayKeyReused,
  GatewayRejected,
  GatewayUnavailable,
  LATE_RESULT_WINDOW_MS,
  type PaymentGateway,
} from '../billing/ports.ts';
import { retryGatewayCall, startDeadline, type Timeouts } from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import { chargeOutcome } from './charge-outcome.ts';
import { type EarlierDependencies, findEarlierPayment } from './earlier-payment.ts';

export interface AskDependencies extends EarlierDependencies {
  readonly gateway: Pick<PaymentGateway, 'charge' | 'cancel' | 'retrieve' | 'findByAttempt' | 'listPayments'>;
  readonly reads: Pick<BillingReads, 'attemptRefs' | 'useOwnKey'>;
  readonly timeouts: Timeouts;
}

/** Outcome of a payment. If the gateway does not know it, it was never made and charged nothing. */
const outcomeOrNone = (intent: GatewayIntent | null): AttemptOutcome =>
  intent ? chargeOutcome(intent.state) : { kind: 'errored', message: 'the payment never reached the gateway' };

const lookUp = async ({ attempt, customerRef, sentAtWall }: ChargeOrder, { gateway }: AskDependencies) =>
  outcomeOrNone(await gateway.findByAttempt(attempt.id, customerRef, sentAtWall));

const charge = async (order: ChargeOrder, needs: AskDependencies): Promise<AttemptOutcome> => {
  const { attempt } = order;
  if (order.ageMs >= GATEWAY_KEY_LIFETIME_MS) return lookUp(order, needs);
  try {
    return await needs.gateway.charge({
      amountCents: attempt.amountCents,
      currency: 'usd',
      customerRef: order.customerRef,
      cardRef: order.cardRef,
      onSession: attempt.onSession,
      attemptId: attempt.id,
      attemptNo: attempt.attemptNo,
      purpose: order.purpose,
      key: attempt.gatewayKey ?? `${attempt.id}:charge`,
    });
  } catch (error) {
    if (error instanceof GatewayUnavailable && error.replayed) return lookUp(order, needs);
    throw error;
  }
};

/**
 * Looks a payment up that the gateway refuses, but that may have been sent before. The refusal may concern only the
 * repetition: a key with another request, or replaced credentials. Null while the payment may still appear.
 */
const lookForSent = async (order: ChargeOrder, needs: AskDependencies): Promise<AttemptOutcome | null> => {
  const found = await lookUp(order, needs);
  return found.kind === 'errored' && order.ageMs < LATE_RESULT_WINDOW_MS ? null : found;
};

/** Payments of a customer are few, so all are compared. */
const EVER = 0;

/**
 * Decides about a charge whose key the gateway knows from another request. That is the charge of the same period in a
 * database that was lost, or the key is taken by a charge without money. Then the id of the attempt becomes the key, which
 * is stored before it is used.
 */
const chargeDespiteKey = async (
  order: ChargeOrder,
  platform: Platform,
  needs: AskDependencies,
): Promise<AttemptOutcome | null> => {
  const earlier = await findEarlierPayment(order, EVER, platform, needs);
  // Without any payment the call under this key may still arrive there.
  if (earlier === 'none' && order.ageMs < LATE_RESULT_WINDOW_MS) return null;
  if (earlier !== 'none' && earlier !== 'key_taken') return earlier;
  await needs.reads.useOwnKey(order.attempt.id);
  return charge({ ...order, attempt: { ...order.attempt, gatewayKey: null } }, needs);
};

/** Cancels a challenge. If the gateway refuses, its current state counts, because the challenge can still be passed. */
const endChallenge = async (
  order: ChargeOrder,
  intentRef: string,
  platform: Platform,
  { gateway }: AskDependencies,
): Promise<AttemptOutcome> => {
  try {
    return chargeOutcome((await gateway.cancel(intentRef)).state);
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    platform.onFault(error, `payment ${order.attempt.id}`);
    return outcomeOrNone(await gateway.retrieve(intentRef));
  }
};

/** Makes the next gateway call about an attempt, by its status: send it, cancel its challenge, or read its state. */
const callGateway = async (
  order: ChargeOrder,
  isFirst: boolean,
  platform: Platform,
  needs: AskDependencies,
): Promise<AttemptOutcome | null> => {
  const { status, gatewayIntentRef } = order.attempt;
  if (gatewayIntentRef !== null)
    return status === 'requires_action'
      ? endChallenge(order, gatewayIntentRef, platform, needs)
      : outcomeOrNone(await needs.gateway.retrieve(gatewayIntentRef));
  try {
    return await charge(order, needs);
  } catch (error) {
    if (error instanceof GatewayKeyReused && order.attempt.gatewayKey !== null)
      return chargeDespiteKey(order, platform, needs);
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
  platform: Platform,
  needs: AskDependencies,
  deadline = startDeadline(needs.timeouts),
): Promise<AttemptOutcome | null> => {
  try {
    return await retryGatewayCall(
      (isFirst) => callGateway(order, isFirst && !order.mayBeSent, platform, needs),
      platform.wait,
      deadline,
    );
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    platform.onFault(error, `payment ${order.attempt.id}`);
    return null;
  }
};
