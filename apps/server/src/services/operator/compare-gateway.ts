import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { isPeriodical } from '@foyer/domain/invoices/charge-purpose';
import { comparePayments, isReturned, type PaymentDifference } from '@foyer/domain/payments/compare-with-gateway';
import type { FoundPayment, ListedCard, ListedRefund, LostDispute, PaymentGateway } from '../billing/ports.ts';
import { highestNumber } from '../payments/continue-receipts.ts';
import type { BookedAttempt, BookedRefund, CardHolder, ReconcileRows } from './reconcile-ports.ts';

/** Comparison of payments, refunds, disputes and cards of the gateway with the books, both ways (decision 61). */

export interface CompareNeeds {
  readonly rows: ReconcileRows;
  readonly gateway: Pick<
    PaymentGateway,
    | 'listPayments'
    | 'listRefunds'
    | 'refundsOf'
    | 'listLostDisputes'
    | 'lostCentsOf'
    | 'listCards'
    | 'readCard'
    | 'retrieve'
  >;
}

/** Tells whether the gateway lacks the newest payment in the books, so its silence about another one proves nothing. */
export const isOtherGateway = async ({
  rows,
  gateway,
}: {
  readonly rows: Pick<ReconcileRows, 'lastIntentRef'>;
  readonly gateway: Pick<PaymentGateway, 'retrieve'>;
}): Promise<boolean> => {
  const newest = await rows.lastIntentRef();
  return newest !== null && !(await gateway.retrieve(newest));
};

export interface Compared {
  /** Begin of the comparison by the clock of the database. */
  readonly startedAt: Instant;
  /** Accounts of customers at the gateway. */
  readonly owners: ReadonlyMap<string, AccountId>;
  readonly payments: readonly PaymentDifference<FoundPayment, BookedAttempt>[];
  readonly attempts: readonly BookedAttempt[];
  readonly lostRefunds: readonly ListedRefund[];
  readonly unknownRefunds: readonly BookedRefund[];
  readonly returnedRefunds: readonly ListedRefund[];
  readonly lostCards: readonly (ListedCard & { readonly accountId: AccountId | null })[];
  readonly goneCards: readonly CardHolder[];
  /** Every payment that was compared. */
  readonly comparedRefs: readonly string[];
  /** Highest receipt number that they carry, or 0. */
  readonly highestNumber: number;
  /** Payments of which nothing is left at the gateway. */
  readonly refundedRefs: readonly string[];
  readonly counts: { readonly payments: number; readonly refunds: number; readonly cards: number };
}

/** A bank may return a refund weeks after it succeeded, so older refunds are compared too. */
const RETURNED_LATE_MS = 90 * DAY_MS;

/** A bank may decide a dispute months after it began. */
const DISPUTED_LATE_MS = 180 * DAY_MS;

type Gateway = CompareNeeds['gateway'];

/** The list of the gateway lacks payments from before its begin, so the gateway is asked about each of those. */
const isPaidAtGateway = async ({ gatewayIntentRef: ref }: BookedAttempt, gateway: Gateway): Promise<boolean> =>
  ref !== null && (await gateway.retrieve(ref))?.state.kind === 'succeeded';

/** The list of the gateway lacks refunds from before its begin too. */
const isRefundedAtGateway = async ({ gatewayRef, intentRef }: BookedRefund, gateway: Gateway): Promise<boolean> =>
  intentRef !== null && (await gateway.refundsOf(intentRef)).some(({ refundRef }) => refundRef === gatewayRef);

/** Payment from which disputes took another amount than the books say. */
export interface DisputeDifference extends LostDispute {
  readonly bookedCents: number;
}

/**
 * Finds payments in the books from which lost disputes took back another amount than the books say. `lostRefs`: payments that
 * the books lack and an applied run would book first.
 */
export const findDisputes = async (
  since: Instant,
  { rows, gateway }: CompareNeeds,
  lostRefs: ReadonlySet<string> = new Set(),
): Promise<DisputeDifference[]> => {
  const centsOf = new Map<string, number>();
  for (const { intentRef, amountCents } of await gateway.listLostDisputes(since - DISPUTED_LATE_MS))
    centsOf.set(intentRef, (centsOf.get(intentRef) ?? 0) + amountCents);
  // A lost dispute that was won after all is in no list of lost ones.
  for (const intentRef of await rows.lostSince(since - DISPUTED_LATE_MS))
    centsOf.set(intentRef, await gateway.lostCentsOf(intentRef));
  const booked = await rows.lostCents([...centsOf.keys()]);
  return [...centsOf].flatMap(([intentRef, amountCents]) => {
    const bookedCents = booked.get(intentRef) ?? (lostRefs.has(intentRef) ? 0 : amountCents);
    return bookedCents === amountCents ? [] : [{ intentRef, amountCents, bookedCents }];
  });
};

type Difference = Compared['payments'][number] | { readonly kind: 'refunded'; readonly payment: FoundPayment };

/**
 * Adds renewals that were refunded in full to the lost payments, so that their periods are not charged again. Other payments
 * without any money left need no booking. Neither does one that waited for an operator, whose decision the refund was.
 */
const withRefundedRenewals = async (
  differences: readonly Difference[],
  { rows }: CompareNeeds,
): Promise<Compared['payments'][number][]> => {
  const refs = differences.flatMap((each) => (each.kind === 'refunded' ? [each.payment.ref] : []));
  const parked = refs.length === 0 ? new Set() : await rows.parkedPayments(refs);
  return differences.flatMap((each) => {
    if (each.kind !== 'refunded') return [each];
    const { payment } = each;
    const isRenewal = payment.purpose !== null && isPeriodical(payment.purpose.reason);
    return isRenewal && !parked.has(payment.ref) ? [{ kind: 'lost' as const, payment }] : [];
  });
};

/** Reads both sides. Nothing is written, so a gateway that stops answering leaves nothing half done. */
export const compare = async (since: Instant, needs: CompareNeeds): Promise<Compared> => {
  const { rows, gateway } = needs;
  const startedAt = await rows.time();
  const all = await gateway.listPayments(since, null);
  const payments = all.filter(({ attemptId }) => attemptId !== null);
  const refunds = await gateway.listRefunds(since);
  const returned = (await gateway.listRefunds(since - RETURNED_LATE_MS)).filter(({ kind }) => kind === 'failed');
  const cards = await gateway.listCards(since);
  const intentRefs = [...payments.map(({ ref }) => ref), ...refunds.flatMap(({ intentRef }) => intentRef ?? [])];
  const attempts = await rows.attempts(
    since,
    payments.flatMap(({ attemptId }) => attemptId ?? []),
    intentRefs,
  );

  const ours = new Set([
    ...payments.map(({ ref }) => ref),
    ...attempts.flatMap(({ gatewayIntentRef }) => gatewayIntentRef ?? []),
  ]);
  const decided = await rows.decidedPayments(intentRefs);
  const differences = (await withRefundedRenewals(comparePayments(payments, attempts), needs)).filter(
    (each) => each.kind !== 'lost' || !decided.has(each.payment.ref),
  );
  const lostRefs = new Set(differences.flatMap((each) => (each.kind === 'lost' ? [each.payment.ref] : [])));
  const booked = new Set(attempts.flatMap(({ gatewayIntentRef }) => gatewayIntentRef ?? []));
  const refundedRefs = payments.flatMap((each) => (isReturned(each) ? [each.ref] : []));
  const isBack = (ref: string | null) => ref !== null && refundedRefs.includes(ref);
  // A payment that is not booked, because it was refunded in full or dismissed, has no refund to book either.
  const isOurs = (ref: string) =>
    decided.get(ref) === 'kept' ||
    (ours.has(ref) && (booked.has(ref) || lostRefs.has(ref) || !(isBack(ref) || decided.get(ref) === 'dismissed')));
  const ourRefunds = refunds.filter(({ intentRef, kind }) => kind !== 'failed' && isOurs(intentRef ?? ''));
  const refundRefs = [...refunds, ...returned].flatMap(({ refundRef }) => refundRef ?? []);
  const bookedRefunds = await rows.refunds(
    since,
    refunds.flatMap(({ refundId }) => refundId ?? []),
    refundRefs,
  );
  const doneRefs = new Set(bookedRefunds.flatMap(({ isDone, gatewayRef }) => (isDone ? (gatewayRef ?? []) : [])));
  const unknownRefunds: BookedRefund[] = [];
  for (const refund of bookedRefunds)
    if (refund.isDone && refund.gatewayRef !== null && !refundRefs.includes(refund.gatewayRef))
      if (!(await isRefundedAtGateway(refund, gateway))) unknownRefunds.push(refund);
  // A row may lack its id or its gateway reference. A null here would make each refund without one known.
  const knownRefunds = new Set(
    bookedRefunds
      .filter(({ isWaiting }) => !isWaiting)
      .flatMap(({ id, gatewayRef }): string[] => [id, gatewayRef].filter((each) => each !== null)),
  );
  const isKnown = (ref: string | null) => ref !== null && knownRefunds.has(ref);

  const touched = [
    ...payments.flatMap(({ customerRef }) => customerRef ?? []),
    ...cards.map(({ customerRef }) => customerRef),
  ];
  const holders = await rows.cardHolders([...new Set(touched)]);
  const owners = new Map(holders.map(({ customerRef, accountId }) => [customerRef, accountId]));
  // The newest card of a customer is on file. Those before it are about to be removed.
  const newest = [...new Map(cards.map((card) => [card.customerRef, card])).values()];
  const knownCards = new Set(await rows.knownCards(newest.map(({ card }) => card.gatewayRef)));
  const lostCards = newest
    .filter(({ card }) => !knownCards.has(card.gatewayRef))
    .map((card) => ({ ...card, accountId: owners.get(card.customerRef) ?? null }));
  const renewed = new Set(lostCards.map(({ accountId }) => accountId));
  const goneCards: CardHolder[] = [];
  for (const holder of holders)
    if (holder.cardRef !== null && !renewed.has(holder.accountId) && !(await gateway.readCard(holder.cardRef)))
      goneCards.push(holder);
  const unlike: typeof differences = [];
  for (const difference of differences)
    if (difference.kind !== 'unknown' || !(await isPaidAtGateway(difference.attempt, gateway))) unlike.push(difference);
  return {
    startedAt,
    owners,
    payments: unlike,
    attempts,
    lostRefunds: ourRefunds.filter(({ refundId, refundRef }) => !isKnown(refundRef) && !isKnown(refundId)),
    unknownRefunds,
    returnedRefunds: returned.filter(({ refundRef }) => refundRef !== null && doneRefs.has(refundRef)),
    lostCards,
    goneCards,
    comparedRefs: payments.map(({ ref }) => ref),
    highestNumber: highestNumber(payments),
    refundedRefs,
    counts: { payments: payments.length, refunds: refunds.length, cards: cards.length },
  };
};
