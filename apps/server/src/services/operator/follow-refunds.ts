import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { bookGatewayRefund, type GatewayRefund, reverseRefund } from '@foyer/domain/payments/refund';
import { reverseUnplacedRefund } from '@foyer/domain/payments/unplaced-refund';
import type { Attempt, Refund } from '@foyer/domain/state/entities';
import type { FollowRefunds, FoundRefund, PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorReads, OperatorStore, UnplacedRefund } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'refundOfGateway' | 'unplacedRefund' | 'refundOrder'>;
  readonly gateway: Pick<PaymentGateway, 'name' | 'refundsOf'>;
}

/**
 * Reverses a refund that the bank could not credit. The vendor gets a log entry, because the customer still waits for the
 * money.
 */
const reverse = async (
  found: Refund,
  { ruleContext, onFault }: Platform,
  { inTransaction }: Dependencies,
): Promise<void> => {
  const reversed = await inTransaction(async (store) => {
    const { state, now } = await lockAccountOrRefuse(store, found.accountId);
    const refund = await store.refund(found.id);
    if (refund?.status !== 'succeeded') return false;
    await store.store(reverseRefund(state, refund, 'the bank could not credit it', ruleContext(now)));
    return true;
  });
  if (reversed)
    onFault(
      new Error(
        `refund ${found.id}: the bank could not credit a refund of ${formatCents(found.amountCents)}; pay it to the customer another way`,
      ),
      `refund ${found.id}`,
    );
};

/** Reverses the booking of an operator's decision, because the bank could not credit the refund. */
const reverseDecision = async (
  placed: UnplacedRefund,
  { ruleContext, onFault }: Platform,
  { inTransaction }: Dependencies,
): Promise<void> => {
  const { gatewayRef, accountId, amountCents, status } = placed;
  if (status !== 'from_credit' && status !== 'dismissed') return;
  const isBack = await inTransaction(async (store) => {
    const loaded = accountId === null ? null : await lockAccountOrRefuse(store, accountId);
    if (!(await store.decideUnplaced(gatewayRef, status, 'returned'))) return false;
    const made = { refundRef: gatewayRef, amountCents };
    if (loaded) await store.store(reverseUnplacedRefund(loaded.state, made, status, ruleContext(loaded.now)));
    return true;
  });
  if (isBack)
    onFault(
      new Error(
        `refund ${gatewayRef}: the bank could not credit a refund of ${formatCents(amountCents)}; pay it to the customer another way`,
      ),
      gatewayRef,
    );
};

/**
 * Books a refund that was made at the gateway, once, under the lock of the account. The audit log names the gateway as actor,
 * and the operator whose comparison with the gateway found it.
 * False if the payment has no room for it now: the event is retried for a day, and an operator may decide meanwhile.
 */
const book = (
  { id: attemptId, accountId, invoiceId, gatewayIntentRef }: Attempt,
  made: GatewayRefund,
  reconciledBy: By | undefined,
  { ruleContext }: Platform,
  { inTransaction, gateway }: Dependencies,
): Promise<boolean> =>
  inTransaction(async (store) => {
    const { state, now } = await lockAccountOrRefuse(store, accountId);
    if (await store.refundOfGateway(made.refundRef)) return true;
    const { refundRef: gatewayRef, amountCents } = made;
    const placed = await store.unplacedRefund(gatewayRef);
    if (placed && placed.status !== 'waiting') return true;
    const payment = invoiceId === null ? null : await store.paymentOf(accountId, invoiceId);
    const decision = payment && bookGatewayRefund(state, payment, made, ruleContext(now));
    if (!decision?.ok) {
      await store.parkRefund({ gatewayRef, accountId, attemptId, amountCents });
      return false;
    }
    const { writes, refund } = decision.value;
    if (placed) await store.decideUnplaced(gatewayRef, 'waiting', 'booked');
    await store.store(writes);
    await store.record({
      actor: gateway.name,
      reason: 'it was made at the payment provider',
      accountId,
      action: 'refund',
      subjectId: refund.id,
      after: { invoiceId, amountCents: refund.amountCents, taxCents: refund.taxCents },
      domainAt: now,
    });
    if (reconciledBy)
      await store.record({
        ...reconciledBy,
        accountId,
        action: 'book_refund',
        subjectId: gatewayRef,
        after: { amountCents, payment: gatewayIntentRef },
        domainAt: now,
      });
    return true;
  });

/** Account of a payment that an operator has kept as credit. Locked, because `keep` takes the refunds of before off. */
const lockKeptAccount = async (store: OperatorStore, intentRef: string): Promise<AccountId | null> => {
  const parked = await store.unplacedPayment(intentRef);
  if (parked?.accountId) await store.lockAccount(parked.accountId);
  const payment = await store.unplacedPayment(intentRef);
  return payment?.status === 'kept' ? payment.accountId : null;
};

/**
 * Stores a refund whose payment has no attempt in the books, for example after a backup was restored. Only an operator can
 * decide how to book it. If the payment was kept as credit, the refund has its account. True if `keep` has just taken it off.
 */
const parkStrayRefund = (
  { refundRef: gatewayRef, amountCents }: GatewayRefund,
  intentRef: string,
  { inTransaction }: Dependencies,
): Promise<boolean> =>
  inTransaction(async (store) => {
    const accountId = await lockKeptAccount(store, intentRef);
    await store.parkRefund({ gatewayRef, accountId, attemptId: null, amountCents });
    return (await store.unplacedRefund(gatewayRef))?.status !== 'waiting';
  });

/** Updates a refund that is booked or decided. Its only further change is that the bank returns it. */
const followKnown = async (
  refundRef: string,
  kind: FoundRefund['kind'],
  platform: Platform,
  needs: Dependencies,
): Promise<boolean> => {
  const found = await needs.reads.refundOfGateway(refundRef);
  if (found) {
    if (kind === 'failed') await reverse(found, platform, needs);
    return true;
  }
  const placed = await needs.reads.unplacedRefund(refundRef);
  if (!placed || placed.status === 'waiting') return false;
  if (kind === 'failed') await reverseDecision(placed, platform, needs);
  return true;
};

/** Closes a waiting refund whose money has returned. The decision of an operator who was faster stays. */
const closeReturnedRefund = async (
  refundRef: string,
  kind: FoundRefund['kind'],
  platform: Platform,
  needs: Dependencies,
): Promise<true> => {
  await needs.inTransaction((store) => store.decideUnplaced(refundRef, 'waiting', 'returned'));
  await followKnown(refundRef, kind, platform, needs);
  return true;
};

/** Updates the books from one refund at the gateway. True if they agree now. */
const follow = async (
  attempt: Attempt | null,
  intentRef: string,
  { kind, refundRef, refundId, amountCents }: FoundRefund,
  reconciledBy: By | undefined,
  platform: Platform,
  needs: Dependencies,
): Promise<boolean> => {
  if (refundRef === null || (await followKnown(refundRef, kind, platform, needs))) return true;
  // The sender of the refund books it, so this waits for its row.
  if (attempt && refundId !== null && !(reconciledBy && !(await needs.reads.refundOrder(refundId)))) return false;
  // The money has returned or its payment was never booked, so there is nothing to book.
  if (kind === 'failed' || (attempt && attempt.status !== 'succeeded'))
    return closeReturnedRefund(refundRef, kind, platform, needs);
  return attempt
    ? book(attempt, { refundRef, amountCents }, reconciledBy, platform, needs)
    : parkStrayRefund({ refundRef, amountCents }, intentRef, needs);
};

/**
 * Updates the refunds of a payment after an event about one of them. It books refunds that the vendor made at the gateway,
 * and reverses those that the bank could not credit. It reads the current state at the gateway, so order and number of events
 * do not matter (INV-10).
 */
export const makeFollowRefunds =
  (platform: Platform, needs: Dependencies): FollowRefunds =>
  async (named, intentRef, reconciledBy) => {
    // The charge of a kept payment may be in the books as one that took nothing.
    const isKept =
      named !== null &&
      named.status !== 'succeeded' &&
      (await needs.inTransaction((store) => store.unplacedPayment(intentRef)))?.status === 'kept';
    const attempt = isKept ? null : named;
    let allKnown = true;
    for (const made of await needs.gateway.refundsOf(intentRef)) {
      const isKnown = await follow(attempt, intentRef, made, reconciledBy, platform, needs);
      allKnown &&= isKnown;
    }
    return allKnown;
  };
