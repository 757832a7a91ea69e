import type { AttemptOutcome } from '@foyer/domain/payments/settle';
import {
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
import { BACKUP_SLACK_MS } from './restored-ports.ts';

export interface AskDependencies extends EarlierDependencies {
  readonly gateway: Pick<PaymentGateway, 'charge' | 'cancel' | 'retrieve' | 'findByAttempt' | 'listPayments'>;
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

/** Sends a charge under the id of its attempt, which is stored as its key before. */
const chargeUnderOwnKey = async (order: ChargeOrder, needs: AskDependencies): Promise<AttemptOutcome> => {
  await needs.restoredCharges.useOwnKey(order.attempt.id);
  return charge({ ...order, attempt: { ...order.attempt, gatewayKey: null } }, needs);
};

/**
 * Decides about a charge whose key the gateway knows from another request. That is the charge of the same period in a
 * database that was lost, or the key is taken by a charge without money.
 */
const chargeDespiteKey = async (
  order: ChargeOrder,
  platform: Platform,
  needs: AskDependencies,
): Promise<AttemptOutcome | null> => {
  const earlier = await findEarlierPayment(order, EVER, platform, needs);
  // Without any payment the call under this key may still arrive there.
  if (earlier === 'none') return order.ageMs < LATE_RESULT_WINDOW_MS ? null : chargeUnderOwnKey(order, needs);
  return earlier === 'key_taken' ? chargeUnderOwnKey(order, needs) : earlier;
};

/**
 * Sends a charge. In a restored database it asks first whether the gateway has taken that money since the backup, because
 * a gateway forgets keys (decision 61).
 */
const chargeOnce = async (order: ChargeOrder, platform: Platform, needs: AskDependencies) => {
  if (order.restoredFrom !== null) {
    const earlier = await findEarlierPayment(order, order.restoredFrom - BACKUP_SLACK_MS, platform, needs);
    if (earlier === 'key_taken') return chargeUnderOwnKey(order, needs);
    if (earlier !== 'none') return earlier;
  }
  try {
    return await charge(order, needs);
  } catch (error) {
    if (!(error instanceof GatewayKeyReused) || order.attempt.gatewayKey === null) throw error;
    return chargeDespiteKey(order, platform, needs);
  }
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
    return await chargeOnce(order, platform, needs);
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
