import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import { type AttemptOutcome, settleAttempt } from '@foyer/domain/payments/settle';
import type { Attempt } from '@foyer/domain/state/entities';
import type { BillingReads, GatewayIntent, InBillingTransaction } from '../billing/ports.ts';
import { type Deadline, startDeadline } from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import { type AskDependencies, askGateway } from './ask-gateway.ts';
import { chargeOutcome } from './charge-outcome.ts';

export interface ChargeDependencies extends AskDependencies {
  readonly reads: Pick<BillingReads, 'chargeOrder' | 'attempt' | 'attemptRefs'>;
  readonly inTransaction: InBillingTransaction;
}

/** Sends an attempt to the gateway, records the response, and returns the updated attempt. */
export type SendAttempt = (attemptId: AttemptId, deadline?: Deadline) => Promise<Attempt>;

/** Records the response to one attempt and returns the updated attempt. */
export type SettleCharge = (accountId: AccountId, attemptId: AttemptId, outcome: AttemptOutcome) => Promise<Attempt>;

/** Records the state of a payment that was read again at the gateway. */
export type FollowCharge = (attempt: Attempt, intent: GatewayIntent) => Promise<Attempt>;

/**
 * Returns the final outcome of a payment whose challenge failed. Its secret could still be used to confirm it, so it is
 * canceled first. If it succeeded meanwhile, the success counts.
 */
const finalOutcome = async (
  attempt: Attempt,
  intent: GatewayIntent,
  { gateway, timeouts }: Pick<ChargeDependencies, 'gateway' | 'timeouts'>,
): Promise<AttemptOutcome> => {
  const outcome = chargeOutcome(intent.state);
  if (outcome.kind !== 'declined' || attempt.status !== 'requires_action') return outcome;
  const ended = chargeOutcome((await startDeadline(timeouts).withinDeadline(() => gateway.cancel(intent.ref))).state);
  return ended.kind === 'succeeded' ? ended : outcome;
};

/**
 * `sendAttempt` is the second half of a charge: the row of the attempt is committed, the gateway is asked, and its answer
 * is recorded. A result that is still undecided means that the gateway did not answer, or that the customer or the bank has
 * to act. When the attempt failed and another card was saved meanwhile, the attempt with that card is sent too and
 * returned.
 */
export const makeCharging = (
  platform: Platform,
  needs: ChargeDependencies,
): { sendAttempt: SendAttempt; settleCharge: SettleCharge; followCharge: FollowCharge } => {
  const reread = async (attemptId: AttemptId): Promise<Attempt> => {
    const after = await needs.reads.attempt(attemptId);
    if (!after)
      throw new Error(`payment ${attemptId}: its row is missing, so its status is unknown; look it up at the gateway`);
    return after;
  };
  const settleCharge: SettleCharge = async (accountId, attemptId, outcome) => {
    const settled = await needs.inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      if (!loaded)
        throw new Error(
          `payment ${attemptId}: account ${accountId} is missing, so its outcome is not recorded; look it up at the gateway`,
        );
      const decided = settleAttempt(
        loaded.state,
        attemptId,
        outcome,
        platform.ruleContext(loaded.now),
        platform.wallNow(),
      );
      await store.store(decided.writes);
      return decided;
    });
    return settled.nextAttemptId ? sendAttempt(settled.nextAttemptId) : reread(attemptId);
  };
  const sendAttempt: SendAttempt = async (attemptId, deadline) => {
    const order = await needs.reads.chargeOrder(attemptId);
    if (!order) throw new Error(`payment ${attemptId} cannot be sent: its card or customer is missing`);
    const outcome = await askGateway(order, platform, needs, deadline);
    return outcome ? settleCharge(order.attempt.accountId, attemptId, outcome) : reread(attemptId);
  };
  return {
    sendAttempt,
    settleCharge,
    followCharge: async (attempt, intent) =>
      settleCharge(attempt.accountId, attempt.id, await finalOutcome(attempt, intent, needs)),
  };
};
