import type { Instant } from '@foyer/contract/vocabulary/instants';
import { bookLostPayment, type LostPayment, type ParkReason } from '@foyer/domain/orders/book-lost-payment';
import { isReturned } from '@foyer/domain/payments/compare-with-gateway';
import { isUndecided } from '@foyer/domain/state/due';
import type {
  BillingReads,
  FollowRefunds,
  FoundPayment,
  ListedRefund,
  PaymentGateway,
  RestoredCharges,
} from '../billing/ports.ts';
import type { FollowDispute } from '../payments/follow-dispute.ts';
import { BACKUP_SLACK_MS, type RestoredBackup, type RestoredBackupRows } from '../payments/restored-ports.ts';
import type { Platform } from '../platform.ts';
import {
  type Compared,
  type CompareNeeds,
  compare,
  type DisputeDifference,
  findDisputes,
  isOtherGateway,
} from './compare-gateway.ts';
import type { By, InOperatorTransaction, PaymentPlace } from './ports.ts';
import type { BookedAttempt } from './reconcile-ports.ts';

interface Dependencies extends CompareNeeds {
  readonly gateway: CompareNeeds['gateway'] & Pick<PaymentGateway, 'name'>;
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<BillingReads, 'attempt'>;
  readonly restored: RestoredBackupRows;
  readonly restoredCharges: Pick<RestoredCharges, 'recordRestore'>;
  readonly followRefunds: FollowRefunds;
  readonly followDispute: FollowDispute;
}

export interface ReconcileOptions {
  /** Begin of the comparison. Null: the time of the restored backup. */
  readonly since: Instant | null;
  /** Marks the database as restored from the state of this time. */
  readonly restoredFrom: Instant | null;
  /** False: nothing is changed, except for the mark. */
  readonly isApplied: boolean;
  /** True if no server ran since the backup, so that no receipt is lost. */
  readonly isMoved?: boolean;
  /** Operator of the audit log. */
  readonly by: By;
}

/** Result for a payment that the books lack. `refunded`: no rule can book it, and all of it went back. */
export type PaymentResult = 'found' | 'booked' | 'waits' | 'refunded' | PaymentPlace | ParkReason;

const DONE: readonly PaymentResult[] = ['booked', 'refunded', 'in_books', 'kept', 'dismissed'];

/** Tells whether a payment still needs another run or an operator. */
export const isStillLost = ({ result }: LostPaymentFound): boolean => !DONE.includes(result);

export interface LostPaymentFound {
  readonly payment: FoundPayment;
  readonly result: PaymentResult;
}

/** Tells whether no rule could book a payment. */
const isForOperator = (found: LostPaymentFound): boolean => isStillLost(found) && found.result !== 'waits';

/** Result for a card that the books lack. `changed`: the customer has saved another one since the comparison. */
export type CardResult = 'found' | 'saved' | 'in_books' | 'changed' | 'no_account';

/**
 * Result for a refund that the books lack. `with_payment`: it is booked when its payment is. `of_kept`: its payment became
 * credit before, so it waits for an operator, like one that matches no payment (`parked`).
 */
export type RefundResult = 'found' | 'booked' | 'with_payment' | 'of_kept' | 'parked';

export interface Reconciled extends Pick<Compared, 'counts' | 'unknownRefunds' | 'returnedRefunds'> {
  readonly since: Instant;
  readonly lost: readonly LostPaymentFound[];
  readonly otherAmounts: readonly { readonly payment: FoundPayment; readonly attempt: BookedAttempt }[];
  /** Payments that the gateway took and about which an operator has to ask it. */
  readonly givenUp: readonly BookedAttempt[];
  readonly unknown: readonly BookedAttempt[];
  readonly refunds: readonly { readonly refund: ListedRefund; readonly result: RefundResult }[];
  readonly cards: readonly { readonly card: Compared['lostCards'][number]; readonly result: CardResult }[];
  readonly goneCards: Compared['goneCards'];
  /** Payments in the books whose disputes took another amount than the books say. */
  readonly disputes: readonly DisputeDifference[];
  readonly skippedNumbers: number;
  /** Time of the state that this run has marked the database as restored from. Null: it has set no mark. */
  readonly markedFrom: Instant | null;
  /** True while the gateway is asked before each charge. */
  readonly isMarked: boolean;
}

/** Nothing is compared, because the restored backup was reconciled and no time is named. */
export interface AlreadyReconciled {
  readonly reconciledAt: Instant;
}

/** The named begin leaves out payments since the restored backup, which the mark is about. */
export interface BeginsTooLate {
  /** Latest begin that covers the restored backup. */
  readonly latestBegin: Instant;
}

/**
 * The comparison cannot begin. `no_time`: no backup was restored. `future`: a named time is not over. `other_gateway`: it
 * lacks the newest payment.
 */
export type ReconcileRefusal = 'no_time' | 'future' | 'other_gateway';

/** Limit of steps towards the period of a payment: notices and other due work come before its renewal. */
const MOST_STEPS = 50;

/** Rolls the steps towards a payment back that cannot be booked. */
class Parked extends Error {
  readonly reason: ParkReason;

  constructor(reason: ParkReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Books a payment that the books lack, in one transaction. If it is parked, nothing is changed: an undecided charge for its
 * period would prevent the operator's decision. Due work, another run or an operator may have been faster than this comparison,
 * so its place is read again under the lock of the account.
 */
const bookPayment = (
  found: FoundPayment,
  by: By,
  { ruleContext, wallNow }: Platform,
  { inTransaction }: Dependencies,
): Promise<PaymentResult> => {
  const { purpose, state: paid, amountCents, ref: intentRef } = found;
  if (!purpose || paid.kind !== 'succeeded') return Promise.resolve('no_purpose');
  const payment: LostPayment = { purpose, amountCents, intentRef, chargeRef: paid.chargeRef };
  return inTransaction(async (store) => {
    let invoiceId: string | null = null;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const loaded = await store.lockAccount(purpose.accountId);
      const place = step === 0 ? await store.placeOfPayment(intentRef, purpose.accountId) : null;
      if (place !== null) return place;
      if (loaded?.state.account.status !== 'open') return 'no_account';
      const next = bookLostPayment(loaded.state, payment, invoiceId, ruleContext(loaded.now), wallNow());
      if (next.kind === 'waits') return 'waits';
      if (next.kind === 'parked') throw new Parked(next.reason);
      await store.store(next.writes);
      if (next.kind === 'booked') {
        const { accountId } = purpose;
        const after = { amountCents, receipt: purpose.receiptNumber, invoiceId: next.invoiceId };
        await store.record({
          ...by,
          accountId,
          action: 'book_payment',
          subjectId: intentRef,
          after,
          domainAt: loaded.now,
        });
        return 'booked';
      }
      invoiceId = next.invoiceId ?? invoiceId;
    }
    return 'waits';
  }).catch((error: unknown) => {
    if (error instanceof Parked) return error.reason;
    throw error;
  });
};

/**
 * Puts a saved card on file, unless another run was faster, or the customer has saved a newer card since the comparison. So
 * the cards are read again under the lock of the account.
 */
const saveCard = (
  { accountId, card }: Compared['lostCards'][number],
  startedAt: Instant,
  by: By,
  { newId }: Platform,
  { inTransaction, gateway }: Dependencies,
): Promise<CardResult> =>
  inTransaction(async (store) => {
    const loaded = accountId === null ? null : await store.lockAccount(accountId);
    if (accountId === null || loaded?.state.account.status !== 'open') return 'no_account';
    const place = await store.cardPlace(accountId, card.gatewayRef, startedAt);
    if (place !== 'new') return place === 'known' ? 'in_books' : 'changed';
    const { replaced } = await store.replaceCard(accountId, {
      ...card,
      id: newId('paymentMethod'),
      gateway: gateway.name,
    });
    await store.detachLater(replaced);
    const after = { card: card.gatewayRef, brand: card.brand, last4: card.last4 };
    await store.record({ ...by, accountId, action: 'save_card', subjectId: accountId, after, domainAt: loaded.now });
    return 'saved';
  });

const saveCards = async (
  { lostCards, startedAt }: Compared,
  by: By,
  platform: Platform,
  needs: Dependencies,
): Promise<Reconciled['cards']> => {
  const results: Reconciled['cards'][number][] = [];
  for (const card of lostCards) results.push({ card, result: await saveCard(card, startedAt, by, platform, needs) });
  return results;
};

/** Books the ends of disputes. They are looked for again, because this run may have booked the disputed payment. */
const bookDisputes = async (since: Instant, needs: Dependencies): Promise<DisputeDifference[]> => {
  const lost = await findDisputes(since, needs);
  for (const { intentRef } of lost) {
    const id = await needs.rows.attemptOf(intentRef);
    const attempt = id && (await needs.reads.attempt(id));
    if (attempt) await needs.followDispute(attempt, intentRef);
  }
  return lost;
};

/** Books refunds back that the bank has returned. The vendor pays them to the customer another way. */
const bookReturned = async (
  { returnedRefunds }: Compared,
  by: By,
  { reads, rows, followRefunds }: Dependencies,
): Promise<void> => {
  for (const intentRef of new Set(returnedRefunds.flatMap((refund) => refund.intentRef ?? []))) {
    const id = await rows.attemptOf(intentRef);
    await followRefunds(id === null ? null : await reads.attempt(id), intentRef, by);
  }
};

const bookRefunds = async (
  refunds: readonly ListedRefund[],
  by: By,
  { reads, rows, followRefunds }: Dependencies,
): Promise<Reconciled['refunds']> => {
  const results: Reconciled['refunds'][number][] = [];
  for (const refund of refunds) {
    const intentRef = refund.intentRef ?? '';
    const id = await rows.attemptOf(intentRef);
    const attempt = id === null ? null : await reads.attempt(id);
    const isKept =
      attempt?.status !== 'succeeded' && (await rows.decidedPayments([intentRef])).get(intentRef) === 'kept';
    if (!isKept && (!attempt || isUndecided(attempt))) {
      results.push({ refund, result: 'with_payment' });
      continue;
    }
    const isBooked = await followRefunds(attempt, intentRef, by);
    results.push({ refund, result: isBooked ? 'booked' : isKept ? 'of_kept' : 'parked' });
  }
  return results;
};

/**
 * Stores a payment that waits for an operator. A known one is not recorded again, and one that has found a place since is not
 * stored. Returns the final result.
 */
const parkPayment = (
  { payment, result }: LostPaymentFound,
  owners: Compared['owners'],
  by: By,
  { inTransaction }: Dependencies,
): Promise<PaymentResult> =>
  inTransaction(async (store) => {
    const { ref: gatewayRef, amountCents, purpose, customerRef } = payment;
    // A payment of an earlier release names no account, but its customer may have one.
    const named = purpose?.accountId ?? owners.get(customerRef ?? '') ?? null;
    const accountId = named && (await store.accountOf(named));
    if (accountId) await store.lockAccount(accountId);
    const place = await store.placeOfPayment(gatewayRef, accountId);
    if (place !== null) return place;
    const row = { gatewayRef, accountId: named, receipt: purpose?.receiptNumber ?? null, amountCents, reason: result };
    if (await store.parkPayment(row)) {
      const after = { amountCents, why: result };
      await store.record({ ...by, accountId, action: 'park_payment', subjectId: gatewayRef, after, domainAt: null });
    }
    return result;
  });

/**
 * Stores the payments that wait for an operator, and ends the wait of the others that were compared. A payment outside of the
 * comparison may still be lost, so it waits on.
 */
const park = async (
  found: readonly LostPaymentFound[],
  { owners, comparedRefs, refundedRefs }: Compared,
  by: By,
  needs: Dependencies,
): Promise<LostPaymentFound[]> => {
  const lost: LostPaymentFound[] = [];
  for (const each of found) {
    const result = isForOperator(each) ? await parkPayment(each, owners, by, needs) : each.result;
    // Its row is closed below, so that the next run leaves it out.
    const isOver = result === each.result && isForOperator(each) && isReturned(each.payment);
    lost.push({ ...each, result: isOver ? 'refunded' : result });
  }
  const parked = new Set(lost.filter(isForOperator).map(({ payment }) => payment.ref));
  await needs.inTransaction((store) =>
    store.closePayments(
      comparedRefs.filter((ref) => !parked.has(ref)),
      refundedRefs,
    ),
  );
  return lost;
};

/**
 * Marks a database whose books lack a payment that was made before the mark, or that has no mark: it was restored in
 * another way. Without the mark the period of a payment that waits would be charged again. Returns the mark then.
 */
const markUnknownRestore = async (
  lost: readonly FoundPayment[],
  mark: RestoredBackup | null,
  { restored, restoredCharges }: Dependencies,
): Promise<RestoredBackup | null> => {
  const oldest = Math.min(...lost.map(({ createdAt }) => createdAt));
  if (lost.length === 0 || (mark !== null && oldest >= mark.takenAt - BACKUP_SLACK_MS)) return mark;
  await restoredCharges.recordRestore(oldest);
  return restored.find();
};

/**
 * Compares payments, refunds and cards of the gateway with the books, both ways, and books those that the books lack
 * (decision 61). A payment without a place waits for an operator. Nothing is charged or refunded, and a second run finds
 * nothing more. The mark of a restored backup ends when the books have every payment.
 */
export const makeReconcile = (platform: Platform, needs: Dependencies) => {
  const { restored } = needs;
  const lostOf = ({ payments }: Compared) => payments.flatMap((each) => (each.kind === 'lost' ? [each.payment] : []));
  return async ({
    since,
    restoredFrom,
    isApplied,
    isMoved = false,
    by,
  }: ReconcileOptions): Promise<Reconciled | AlreadyReconciled | BeginsTooLate | ReconcileRefusal> => {
    if (await isOtherGateway(needs)) return 'other_gateway';
    if (Math.max(since ?? 0, restoredFrom ?? 0) > platform.wallNow()) return 'future';
    const before = await restored.find();
    // A mark of an earlier state stays.
    const times = [before?.takenAt, restoredFrom].filter((time) => typeof time === 'number');
    const latestBegin = times.length === 0 ? null : Math.min(...times) - BACKUP_SLACK_MS;
    if (since !== null && latestBegin !== null && since > latestBegin) return { latestBegin };
    if (restoredFrom !== null) await restored.mark(restoredFrom);
    const stored = restoredFrom === null ? before : await restored.find();
    const begin = since ?? latestBegin;
    if (begin === null) {
      const reconciledAt = await restored.reconciledAt();
      return reconciledAt === null ? 'no_time' : { reconciledAt };
    }
    const first = await compare(begin, needs);
    const mark = isApplied ? await markUnknownRestore(lostOf(first), stored, needs) : stored;
    // The backup may be older than the named begin.
    const from = isApplied && mark !== null ? Math.min(begin, mark.takenAt - BACKUP_SLACK_MS) : begin;
    const compared = from < begin ? await compare(from, needs) : first;
    const found = {
      since: from,
      markedFrom: restoredFrom,
      counts: compared.counts,
      otherAmounts: compared.payments.flatMap((each) => (each.kind === 'other_amount' ? [each] : [])),
      givenUp: compared.payments.flatMap((each) => (each.kind === 'given_up' ? [each.attempt] : [])),
      unknown: compared.payments.flatMap((each) => (each.kind === 'unknown' ? [each.attempt] : [])),
      unknownRefunds: compared.unknownRefunds,
      returnedRefunds: compared.returnedRefunds,
      goneCards: compared.goneCards,
    };
    if (!isApplied)
      return {
        ...found,
        lost: lostOf(compared).map((payment) => ({ payment, result: 'found' })),
        refunds: compared.lostRefunds.map((refund) => ({ refund, result: 'found' as const })),
        cards: compared.lostCards.map((card) => ({ card, result: 'found' as const })),
        disputes: await findDisputes(from, needs, new Set(lostOf(compared).map(({ ref }) => ref))),
        skippedNumbers: 0,
        isMarked: mark !== null,
      };
    // The first start has continued them, but a server of before the restore may have charged since.
    const skippedNumbers = mark === null ? 0 : await restored.continueNumbers(compared.highestNumber, isMoved);
    const cards = await saveCards(compared, by, platform, needs);
    const tried: LostPaymentFound[] = [];
    // A period can be booked only after the one before it.
    const oldestFirst = lostOf(compared).toSorted((one, other) => one.createdAt - other.createdAt);
    for (const payment of oldestFirst) tried.push({ payment, result: await bookPayment(payment, by, platform, needs) });
    const gone = new Set(
      tried.filter((each) => isForOperator(each) && isReturned(each.payment)).map(({ payment }) => payment.ref),
    );
    const refunds = await bookRefunds(
      compared.lostRefunds.filter(({ intentRef }) => !gone.has(intentRef ?? '')),
      by,
      needs,
    );
    await bookReturned(compared, by, needs);
    const disputes = await bookDisputes(from, needs);
    const lost = await park(tried, compared, by, needs);
    const isOpen = lost.some(isStillLost);
    if (!isOpen) await restored.finish(from + BACKUP_SLACK_MS);
    // Another run may have parked a payment since the comparison, or marked an earlier state.
    return { ...found, lost, refunds, cards, disputes, skippedNumbers, isMarked: (await restored.find()) !== null };
  };
};
