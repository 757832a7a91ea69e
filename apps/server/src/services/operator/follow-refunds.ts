import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Attempt, Refund } from '@foyer/domain/billing/entities';
import { bookGatewayRefund, type GatewayRefund, reverseRefund } from '@foyer/domain/billing/refund';
import { reverseUnplacedRefund } from '@foyer/domain/billing/unplaced-refund';
import type { FollowRefunds, FoundRefund, PaymentGateway } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { InOperatorTransaction, OperatorReads, UnplacedRefund } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'refundOfGateway' | 'unplacedRefund'>;
  readonly gateway: Pick<PaymentGateway, 'name' | 'refundsOf'>;
}

/** The bank could not credit it: it is reversed in our books, and the vendor is told, for the customer still waits. */
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

/** The bank could not credit one of which an operator had said what it was: the money is where it was taken from. */
const takeBack = async (
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
 * Books one that was made at the gateway, once, under the account's lock. Nobody of ours asked for it, so the record names
 * the gateway. False when there is no room for it in the books at this moment: it is looked at again for a day, and
 * meanwhile an operator may say what it is.
 */
const book = (
  { id: attemptId, accountId, invoiceId }: Attempt,
  made: GatewayRefund,
  { ruleContext }: Platform,
  { inTransaction, gateway }: Dependencies,
): Promise<boolean> =>
  inTransaction(async (store) => {
    const { state, now } = await lockAccountOrRefuse(store, accountId);
    if (await store.refundOfGateway(made.refundRef)) return true;
    const { refundRef: gatewayRef, amountCents } = made;
    const placed = await store.unplacedRefund(gatewayRef);
    if (placed && placed.status !== 'waiting') return true;
    const payment = invoiceId === null ? null : await store.paymentOf(invoiceId);
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
      subjectType: 'refund',
      subjectId: refund.id,
      after: { invoiceId, amountCents: refund.amountCents, taxCents: refund.taxCents },
      domainAt: now,
    });
    return true;
  });

/** Of a payment that the books do not have at all, as after a restored backup: only an operator can say what it is. */
const parkStrayRefund = async (
  { refundRef: gatewayRef, amountCents }: GatewayRefund,
  { inTransaction }: Dependencies,
): Promise<false> => {
  await inTransaction((store) => store.parkRefund({ gatewayRef, accountId: null, attemptId: null, amountCents }));
  return false;
};

/** One that is in the books, or that an operator has decided about: all that may come yet is that the bank gives it back. */
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
  if (kind === 'failed') await takeBack(placed, platform, needs);
  return true;
};

/** Money that is back in the till waits for nobody; an operator who was faster has said where it was from. */
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

/** Whether the books say what the gateway says of one refund. */
const follow = async (
  attempt: Attempt | null,
  { kind, refundRef, refundId, amountCents }: FoundRefund,
  platform: Platform,
  needs: Dependencies,
): Promise<boolean> => {
  if (refundRef === null || (await followKnown(refundRef, kind, platform, needs))) return true;
  // One of ours comes into the books by itself.
  if (attempt && refundId !== null) return false;
  // Money that is back in the till, or that the books never had, leaves nothing to book.
  if (kind === 'failed' || (attempt && attempt.status !== 'succeeded'))
    return closeReturnedRefund(refundRef, kind, platform, needs);
  return attempt
    ? book(attempt, { refundRef, amountCents }, platform, needs)
    : parkStrayRefund({ refundRef, amountCents }, needs);
};

/**
 * Looks at the refunds of one payment again after an event about one of them. A refund that the vendor made at the gateway
 * is booked, and one that the bank could not credit is reversed. The gateway's present answer decides, so order and number
 * of events do not matter (INV-10).
 */
export const makeFollowRefunds =
  (platform: Platform, needs: Dependencies): FollowRefunds =>
  async (attempt, intentRef) => {
    let allKnown = true;
    for (const made of await needs.gateway.refundsOf(intentRef)) {
      const isKnown = await follow(attempt, made, platform, needs);
      allKnown &&= isKnown;
    }
    return allKnown;
  };
