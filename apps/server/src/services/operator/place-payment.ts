import { keepPayment } from '@foyer/domain/payments/keep-payment';
import type { GatewayRefund } from '@foyer/domain/payments/refund';
import type { PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { BoundedList, By, InOperatorTransaction, OperatorReads, OperatorStore, ParkedPayment } from './ports.ts';

/** Decisions of operators about payments that a restored database has lost (decision 73). */

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
}

const MOST_ROWS = 50;

const aboutPayment = (gatewayRef: string) => ({ type: 'payment', id: gatewayRef }) as const;

const found = async (store: OperatorStore, gatewayRef: string) => {
  const payment = await store.unplacedPayment(gatewayRef);
  if (!payment) throw refusedCommand('not_found', aboutPayment(gatewayRef));
  return payment;
};

/** Stores a decision. The first one counts, and none is taken about a payment that the books have since. */
const decide = async (store: OperatorStore, gatewayRef: string, to: 'kept' | 'dismissed'): Promise<void> => {
  if (!(await store.decidePayment(gatewayRef, to))) throw refusedCommand('done_already', aboutPayment(gatewayRef));
};

export const makeListParkedPayments =
  ({ reads }: { readonly reads: Pick<OperatorReads, 'parkedPayments'> }) =>
  (): Promise<BoundedList<ParkedPayment>> =>
    reads.parkedPayments(MOST_ROWS);

interface KeepDependencies extends Dependencies {
  readonly gateway: Pick<PaymentGateway, 'refundsOf'>;
}

/** Payment that was kept, and what of it had been refunded at the gateway. */
interface KeptPayment {
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly balanceCents: number;
}

/** Refunds of a payment at the gateway, as of now. A payment that no operator may keep is not looked up. */
const refundsOf = async (
  gatewayRef: string,
  { inTransaction, gateway }: KeepDependencies,
): Promise<GatewayRefund[]> => {
  const { accountId } = await inTransaction((store) => found(store, gatewayRef));
  if (accountId === null) throw refusedCommand('not_in_books', aboutPayment(gatewayRef));
  const all = await gateway.refundsOf(gatewayRef);
  return all.flatMap(({ kind, refundRef, amountCents }) =>
    kind === 'failed' || refundRef === null ? [] : [{ refundRef, amountCents }],
  );
};

/**
 * Keeps the money of a parked payment: it becomes credit of its customer, and pays what they are charged next. Its refunds
 * at the gateway are taken off. A later refund waits in the list of refunds.
 */
export const makeKeepPayment =
  ({ ruleContext }: Platform, needs: KeepDependencies) =>
  async (gatewayRef: string, by: By): Promise<KeptPayment> => {
    const listed = await refundsOf(gatewayRef, needs);
    return needs.inTransaction(async (store) => {
      const { accountId, amountCents } = await found(store, gatewayRef);
      if (accountId === null) throw refusedCommand('not_in_books', aboutPayment(gatewayRef));
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      await decide(store, gatewayRef, 'kept');
      const refunds: GatewayRefund[] = [];
      for (const made of listed)
        if (await store.takeFromKept({ gatewayRef: made.refundRef, accountId, amountCents: made.amountCents }))
          refunds.push(made);
      const kept = keepPayment(state, gatewayRef, amountCents, refunds, ruleContext(now));
      const writes = orRefuse(kept, aboutPayment(gatewayRef));
      const refundedCents = refunds.reduce((total, made) => total + made.amountCents, 0);
      await store.store(writes);
      const { balanceCents } = writes.account;
      await store.record({
        ...by,
        accountId,
        action: 'keep_payment',
        subjectId: gatewayRef,
        after: { amountCents, ...(refundedCents > 0 && { refundedCents }), balanceCents },
        domainAt: now,
      });
      return { amountCents, refundedCents, balanceCents };
    });
  };

/** Dismisses a parked payment. Nothing is booked, and its period is charged as usual. */
export const makeDismissPayment =
  ({ inTransaction }: Dependencies) =>
  (gatewayRef: string, by: By): Promise<{ amountCents: number }> =>
    inTransaction(async (store) => {
      const { accountId, amountCents } = await found(store, gatewayRef);
      // An order may be booking this payment now.
      if (accountId !== null) await lockAccountOrRefuse(store, accountId);
      await decide(store, gatewayRef, 'dismissed');
      await store.record({
        ...by,
        accountId,
        action: 'dismiss_payment',
        subjectId: gatewayRef,
        after: { amountCents },
        domainAt: null,
      });
      return { amountCents };
    });
