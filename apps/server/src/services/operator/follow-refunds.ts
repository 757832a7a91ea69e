import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import type { Attempt, Refund } from '@foyer/domain/billing/entities';
import { bookForeignRefund, type ForeignRefund, reverseRefund } from '@foyer/domain/billing/refund';
import type { FollowRefunds, FoundRefund, PaymentGateway } from '../billing/ports.ts';
import { lockOrRefuse } from './change-books.ts';
import type { InOperatorTransaction, OperatorReads } from './ports.ts';

export interface FollowRefundsNeeds {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'refundOfGateway'>;
  readonly gateway: Pick<PaymentGateway, 'name' | 'refundsOf'>;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly onFault: (error: unknown, about: string) => void;
}

/** The bank could not credit it: it is reversed in our books, and the vendor is told, for the customer still waits. */
const reverse = async (found: Refund, { inTransaction, ruleContext, onFault }: FollowRefundsNeeds): Promise<void> => {
  const reversed = await inTransaction(async (store) => {
    const { state, now } = await lockOrRefuse(store, found.accountId);
    const refund = await store.refund(found.id);
    if (refund?.status !== 'succeeded') return false;
    await store.store(reverseRefund(state, refund, 'the bank could not credit it', ruleContext(now)));
    return true;
  });
  if (reversed)
    onFault(
      new Error('the bank could not credit a refund: the customer still waits for the money'),
      `refund ${found.id}`,
    );
};

/**
 * Books one that was made at the gateway, once, under the account's lock. Nobody of ours asked for it, so the record names
 * the gateway. False when there is no room for it in the books at this moment.
 */
const book = (
  { accountId, invoiceId }: Attempt,
  made: ForeignRefund,
  { inTransaction, gateway, ruleContext }: FollowRefundsNeeds,
): Promise<boolean> =>
  inTransaction(async (store) => {
    const { state, now } = await lockOrRefuse(store, accountId);
    if (await store.refundOfGateway(made.refundRef)) return true;
    const payment = invoiceId === null ? null : await store.paymentOf(invoiceId);
    const decision = payment && bookForeignRefund(state, payment, made, ruleContext(now));
    if (!decision?.ok) return false;
    const { writes, refund } = decision.value;
    await store.store(writes);
    await store.record({
      actor: gateway.name,
      reason: 'it was made at the payment provider',
      accountId,
      action: 'refund',
      subjectType: 'refund',
      subjectId: refund.id,
      after: { invoiceId, amountCents: refund.amountCents, taxCents: refund.taxCents },
      domainAt: now,
    });
    return true;
  });

/** Whether the books say what the gateway says of one refund. */
const follow = async (
  attempt: Attempt,
  { kind, refundRef, refundId, amountCents }: FoundRefund,
  needs: FollowRefundsNeeds,
): Promise<boolean> => {
  if (refundRef === null) return true;
  const found = await needs.reads.refundOfGateway(refundRef);
  if (found) {
    if (kind === 'failed') await reverse(found, needs);
    return true;
  }
  // One of ours comes into the books by itself.
  if (refundId !== null) return false;
  // Money that is back in the till, or that the books never had, leaves nothing to book.
  if (kind === 'failed' || attempt.status !== 'succeeded') return true;
  return book(attempt, { refundRef, amountCents }, needs);
};

/**
 * Looks at the refunds of one payment again because the gateway said that something became of one (billing.md §1.5): one
 * that the vendor made there is booked, and one that the bank could not credit is taken back. What is asked is the
 * gateway's present truth, so the order and the number of its events do not matter (INV-10).
 */
export const makeFollowRefunds =
  (needs: FollowRefundsNeeds): FollowRefunds =>
  async (attempt, intentRef) => {
    let allKnown = true;
    for (const made of await needs.gateway.refundsOf(intentRef)) {
      const isKnown = await follow(attempt, made, needs);
      allKnown &&= isKnown;
    }
    return allKnown;
  };
