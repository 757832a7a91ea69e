import type { BillingWrites } from '@foyer/domain/decision/draft';
import { bookGatewayRefund } from '@foyer/domain/payments/refund';
import { bookRefundAsGoodwill, type UnplacedStatus } from '@foyer/domain/payments/unplaced-refund';
import type { Refund } from '@foyer/domain/state/entities';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import { type CreditPaidOut, recordPayOut } from './pay-out-credit.ts';
import type {
  BoundedList,
  By,
  InOperatorTransaction,
  OperatorReads,
  OperatorStore,
  UnplacedRefund,
  WaitingRefund,
} from './ports.ts';

/** Decisions of operators about refunds at the gateway that match no payment (decision 19). */

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
}

const MOST_ROWS = 50;

const aboutRefund = (gatewayRef: string) => ({ type: 'refund', id: gatewayRef }) as const;

const found = async (store: OperatorStore, gatewayRef: string): Promise<UnplacedRefund> => {
  const refund = await store.unplacedRefund(gatewayRef);
  if (!refund) throw refusedCommand('not_found', aboutRefund(gatewayRef));
  return refund;
};

/** Stores a decision. The first one counts: another operator, or an event that found a matching payment, may be faster. */
const decide = async (store: OperatorStore, { gatewayRef }: UnplacedRefund, to: UnplacedStatus): Promise<void> => {
  if (!(await store.decideUnplaced(gatewayRef, 'waiting', to)))
    throw refusedCommand('done_already', aboutRefund(gatewayRef));
};

export const makeListUnplacedRefunds =
  ({ reads }: { readonly reads: Pick<OperatorReads, 'waitingRefunds'> }) =>
  (): Promise<BoundedList<WaitingRefund>> =>
    reads.waitingRefunds(MOST_ROWS);

/**
 * Books the refund for the payment of a receipt, at most the amount that is left of it (I9). The operator may name the
 * refund's own receipt if enough is left by now, or another one of the same customer.
 */
export const makeBookUnplacedRefund =
  ({ ruleContext }: Platform, { inTransaction }: Dependencies) =>
  (gatewayRef: string, invoice: string, by: By): Promise<Refund> =>
    inTransaction(async (store) => {
      const { accountId, amountCents, ...rest } = await found(store, gatewayRef);
      const subject = { type: 'invoice', id: invoice } as const;
      const receipt = await store.invoiceOf(invoice);
      if (!receipt) throw refusedCommand('not_found', subject);
      if (accountId !== null && receipt.accountId !== accountId) throw refusedCommand('another_account', subject);
      const { state, now } = await lockAccountOrRefuse(store, receipt.accountId);
      await decide(store, { accountId, amountCents, ...rest }, 'booked');
      const payment = await store.paymentOf(receipt.accountId, receipt.id);
      if (!payment) throw refusedCommand('not_paid', subject);
      const made = { refundRef: gatewayRef, amountCents };
      const booked = bookGatewayRefund(state, payment, made, ruleContext(now));
      const { writes, refund } = orRefuse(booked, aboutRefund(gatewayRef));
      await store.store(writes);
      await store.record({
        ...by,
        accountId: receipt.accountId,
        action: 'refund',
        subjectId: refund.id,
        after: { gatewayRef, invoiceId: receipt.id, amountCents, taxCents: refund.taxCents },
        domainAt: now,
      });
      return refund;
    });

/**
 * Refuses while another refund of the payment is undecided. The gateway's refund may be that one, which is booked
 * automatically.
 */
const refuseUndecided = async (store: OperatorStore, { attemptId, gatewayRef }: UnplacedRefund): Promise<void> => {
  if (attemptId !== null && (await store.hasUndecidedRefund(attemptId)))
    throw refusedCommand('undecided', aboutRefund(gatewayRef));
};

/**
 * Decides that a refund of the gateway returned what the customer already had as account credit. The credit is paid out by
 * it, as by `credit pay-out`, and never more than there is (I23).
 */
export const makeTakeRefundFromCredit =
  ({ ruleContext }: Platform, { inTransaction }: Dependencies) =>
  (gatewayRef: string, by: By): Promise<CreditPaidOut> =>
    inTransaction(async (store) => {
      const refund = await found(store, gatewayRef);
      const { accountId, amountCents } = refund;
      if (accountId === null) throw refusedCommand('not_in_books', aboutRefund(gatewayRef));
      const loaded = await lockAccountOrRefuse(store, accountId);
      await decide(store, refund, 'from_credit');
      await refuseUndecided(store, refund);
      const payOut = { named: 'gatewayRef', id: gatewayRef, wantedCents: amountCents } as const;
      return recordPayOut(store, loaded, payOut, by, ruleContext);
    });

/**
 * Dismisses a refund: the vendor bears the loss. The loss is booked if the payment is in the books. Otherwise nothing is
 * booked.
 */
export const makeDismissRefund =
  ({ ruleContext }: Platform, { inTransaction }: Dependencies) =>
  (gatewayRef: string, by: By): Promise<{ amountCents: number; isInBooks: boolean }> =>
    inTransaction(async (store) => {
      const refund = await found(store, gatewayRef);
      const { accountId, amountCents } = refund;
      const loaded = accountId === null ? null : await lockAccountOrRefuse(store, accountId);
      await decide(store, refund, 'dismissed');
      await refuseUndecided(store, refund);
      const writes: BillingWrites | null =
        loaded && bookRefundAsGoodwill(loaded.state, { refundRef: gatewayRef, amountCents }, ruleContext(loaded.now));
      if (writes) await store.store(writes);
      await store.record({
        ...by,
        accountId,
        action: 'dismiss_refund',
        subjectId: gatewayRef,
        after: { amountCents, borneCents: writes ? amountCents : 0 },
        domainAt: loaded?.now ?? null,
      });
      return { amountCents, isInBooks: loaded !== null };
    });
