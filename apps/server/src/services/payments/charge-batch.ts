import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import { type AttemptOutcome, settleAttempt } from '@foyer/domain/payments/settle';
import type { BillingReads, ChargeOrder } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { askGateway } from './ask-gateway.ts';
import type { ChargeDependencies, SendAttempt, SettleCharge } from './charge.ts';

/** Prolongs the leases of waiting attempts until the returned function is called. */
export type ProlongLeases = (attemptIds: () => readonly AttemptId[]) => () => void;

export interface ChargeBatchDependencies extends ChargeDependencies {
  readonly reads: ChargeDependencies['reads'] & Pick<BillingReads, 'chargeOrders'>;
  readonly sendAttempt: SendAttempt;
  readonly settleCharge: SettleCharge;
  readonly prolongLeases: ProlongLeases;
  /** Waits for one of the `GATEWAY_CONCURRENCY` places that all batches share. */
  readonly atGateway: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** Sends many attempts of different accounts, in their order, and records the answers. */
export type SendAttempts = (attemptIds: readonly AttemptId[]) => Promise<void>;

interface Answered {
  readonly order: ChargeOrder;
  readonly outcome: AttemptOutcome;
}

/** Calls to the gateway at the same time, over all batches. */
export const GATEWAY_CONCURRENCY = 16;

/** Records the collected responses in one transaction. Returns attempts with another card to send next. */
const settleAll = (
  answered: readonly Answered[],
  platform: Platform,
  needs: ChargeBatchDependencies,
): Promise<AttemptId[]> =>
  needs.inTransaction(async (store) => {
    const loaded = await store.lockAccounts(answered.map(({ order }) => order.attempt.accountId));
    const accounts = new Map(loaded.map((one) => [one.state.account.id, one]));
    const settled = answered.map(({ order: { attempt }, outcome }) => {
      const found = accounts.get(attempt.accountId);
      if (!found)
        throw new Error(
          `payment ${attempt.id}: account ${attempt.accountId} is missing, so its outcome is not recorded; look it up at the gateway`,
        );
      return settleAttempt(found.state, attempt.id, outcome, platform.ruleContext(found.now), platform.wallNow());
    });
    await store.storeAll(settled.map(({ writes }) => writes));
    return settled.flatMap(({ nextAttemptId }) => nextAttemptId ?? []);
  });

/**
 * Sends the attempts of a batch, whose rows are committed before. It sends a few at a time and records arrived responses
 * together. If that fails, it records each separately, so that one bad row stops no other. Recovery asks about undecided
 * attempts.
 */
export const makeSendAttempts = (platform: Platform, needs: ChargeBatchDependencies): SendAttempts => {
  const reporting = async <T>(attemptId: AttemptId, work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      platform.onFault(error, `payment ${attemptId}`);
      return null;
    }
  };
  const settle = async (answered: readonly Answered[]): Promise<void> => {
    try {
      for (const next of await settleAll(answered, platform, needs)) await reporting(next, needs.sendAttempt(next));
    } catch {
      for (const { order, outcome } of answered) {
        const { id, accountId } = order.attempt;
        await reporting(id, needs.settleCharge(accountId, id, outcome));
      }
    }
  };
  return async (attemptIds) => {
    if (attemptIds.length === 0) return;
    const waiting = new Set(attemptIds);
    const stopProlonging = needs.prolongLeases(() => [...waiting]);
    const collected: Answered[] = [];
    let settling = Promise.resolve();
    const settleSoon = async (): Promise<void> => {
      // Collects the responses of the same turn of the event loop.
      await new Promise(setImmediate);
      const answered = collected.splice(0);
      if (answered.length === 0) return;
      await settle(answered);
      for (const { order } of answered) waiting.delete(order.attempt.id);
    };
    try {
      const found = new Map((await needs.reads.chargeOrders(attemptIds)).map((order) => [order.attempt.id, order]));
      for (const id of attemptIds) {
        if (!found.has(id))
          platform.onFault(new Error(`payment ${id} cannot be sent: its card or customer is missing`), `payment ${id}`);
      }
      const sendCharge = async (order: ChargeOrder): Promise<void> => {
        const { id } = order.attempt;
        const outcome = await needs.atGateway(() => reporting(id, askGateway(order, platform, needs)));
        if (outcome) {
          collected.push({ order, outcome });
          if (collected.length === 1) settling = settling.then(settleSoon);
        } else waiting.delete(id);
      };
      // Keeps the order of the ids, because the database returns the rows in any order.
      const orders = attemptIds.flatMap((id) => found.get(id) ?? []);
      await Promise.all(orders.map(sendCharge));
      await settling;
    } finally {
      stopProlonging();
    }
  };
};
