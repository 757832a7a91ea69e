import type { RefundId } from '@foyer/contract/vocabulary/ids';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { type RefundOutcome, settleRefund, startRefund } from '@foyer/domain/payments/refund';
import type { Refund } from '@foyer/domain/state/entities';
import {
  GATEWAY_KEY_LIFETIME_MS,
  GatewayRejected,
  GatewayUnavailable,
  LATE_RESULT_WINDOW_MS,
  type PaymentGateway,
  type RefundAnswer,
} from '../billing/ports.ts';
import {
  REQUEST_TIMEOUTS,
  retryGatewayCall,
  startDeadline,
  type Timeouts,
  WORKER_TIMEOUTS,
} from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorReads, RefundOrder } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'refundOrder' | 'takeLostRefunds'>;
  readonly gateway: Pick<PaymentGateway, 'refund' | 'refundsOf'>;
}

const outcomeOf = ({ kind, refundRef }: RefundAnswer): RefundOutcome =>
  kind === 'failed' ? { kind, message: 'the bank refused the refund' } : { kind: 'taken', refundRef };

/** Finds the refund at the gateway by Foyer's id. Null while it may still appear there. */
const lookUp = async ({ refund, intentRef, ageMs }: RefundOrder, { gateway }: Dependencies) => {
  const found = (await gateway.refundsOf(intentRef)).find(({ refundId }) => refundId === refund.id);
  if (found) return outcomeOf(found);
  return ageMs < LATE_RESULT_WINDOW_MS
    ? null
    : ({ kind: 'failed', message: 'the refund never reached the gateway' } as const);
};

const callGateway = async (
  order: RefundOrder,
  isFirst: boolean,
  needs: Dependencies,
): Promise<RefundOutcome | null> => {
  const { refund, chargeRef, ageMs } = order;
  if (ageMs >= GATEWAY_KEY_LIFETIME_MS) return lookUp(order, needs);
  const { id: refundId, amountCents } = refund;
  try {
    return outcomeOf(await needs.gateway.refund({ refundId, chargeRef, amountCents, key: `${refundId}:refund` }));
  } catch (error) {
    if (error instanceof GatewayUnavailable && error.replayed) return lookUp(order, needs);
    if (!(error instanceof GatewayRejected)) throw error;
    return isFirst ? { kind: 'failed', message: error.message } : lookUp(order, needs);
  }
};

/**
 * Sends a refund under one key until the gateway answers. Null if it does not: the outcome is unknown. Only a refusal of the
 * very first try proves that no money moved. A refund that is too old for its key is looked up instead, because sending it
 * could refund twice (INV-12).
 */
const sendUntilAnswered = async (
  order: RefundOrder,
  isFirst: boolean,
  timeouts: Timeouts,
  platform: Platform,
  needs: Dependencies,
): Promise<RefundOutcome | null> => {
  try {
    return await retryGatewayCall(
      (first) => callGateway(order, isFirst && first, needs),
      platform.wait,
      startDeadline(timeouts),
    );
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error;
    platform.onFault(error, `refund ${order.refund.id}`);
    return null;
  }
};

/**
 * Sends a refund whose row is committed and records the response. Without one it stays `sending` for the next round. Only in
 * the first round a caller waits, and nothing can have been sent before.
 */
const makeSendRefund =
  (platform: Platform, needs: Dependencies) =>
  async (id: RefundId, isFirst: boolean): Promise<Refund> => {
    const order = await needs.reads.refundOrder(id);
    if (!order) throw new Error(`refund ${id} cannot be sent: its payment is missing or has no charge at the gateway`);
    const outcome = await sendUntilAnswered(
      order,
      isFirst,
      isFirst ? REQUEST_TIMEOUTS : WORKER_TIMEOUTS,
      platform,
      needs,
    );
    if (!outcome) return order.refund;
    return needs.inTransaction(async (store) => {
      const { state, now } = await lockAccountOrRefuse(store, order.refund.accountId);
      const refund = await store.refund(id);
      if (!refund)
        throw new Error(
          `refund ${id}: its row is missing, so the gateway's answer is not recorded; look it up at the gateway`,
        );
      const writes = settleRefund(state, refund, outcome, platform.ruleContext(now));
      await store.store(writes);
      return writes.refunds[0] ?? refund;
    });
  };

/**
 * Refunds a paid invoice, or a part of it: stores the rows, asks the gateway, and records its answer. Status `sending`
 * means that the gateway did not answer; the worker asks it again under the same key.
 */
export const makeRefundPayment = (platform: Platform, needs: Dependencies) => {
  const send = makeSendRefund(platform, needs);
  return async (invoice: string, amountCents: number | null, by: By): Promise<Refund> => {
    const started = await needs.inTransaction(async (store) => {
      const subject = { type: 'invoice', id: invoice } as const;
      const found = await store.invoiceOf(invoice);
      if (!found) throw refusedCommand('not_found', subject);
      const { state, now } = await lockAccountOrRefuse(store, found.accountId);
      const payment = await store.paymentOf(found.accountId, found.id);
      if (!payment) throw refusedCommand('not_paid', subject);
      const { writes, refund } = orRefuse(
        startRefund(state, payment, amountCents, platform.ruleContext(now), platform.wallNow()),
        subject,
      );
      await store.store(writes);
      await store.record({
        ...by,
        accountId: found.accountId,
        action: 'refund',
        subjectId: refund.id,
        after: { invoiceId: found.id, amountCents: refund.amountCents, taxCents: refund.taxCents },
        domainAt: now,
      });
      return refund;
    });
    return send(started.id, true);
  };
};

const BATCH = 100;

/** Sends refunds again, under the same key, whose process died or whose gateway call got no response. */
export const makeRecoverRefunds = (platform: Platform, needs: Dependencies) => {
  const send = makeSendRefund(platform, needs);
  return async (): Promise<number> => {
    const now = platform.wallNow();
    const lost = await needs.reads.takeLostRefunds(now, now + MINUTE_MS, BATCH);
    for (const id of lost) await send(id, false).catch((error: unknown) => platform.onFault(error, `refund ${id}`));
    return lost.length;
  };
};
