import type { AccountView, ReceiptPage } from '@foyer/contract/api/account';
import type { FoundCustomer, OperatorCustomer, Review, TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { describedIn } from '@foyer/domain/billing/describe';
import { refundableCents } from '@foyer/domain/billing/refund';
import { readSearch, type SearchWay } from '@foyer/domain/operator/read-search';
import { pageOf, readCursor } from '../list-page.ts';
import type { DescribeDevice, PlaceOf } from '../place/ports.ts';
import { Refused } from '../refused.ts';
import type { ConsoleReads, CustomerFacts, ReviewRow } from './ports.ts';

const MOST_FOUND = 25;
const TIMELINE_PAGE = 30;
const RECEIPTS_SHOWN = 20;
const REVIEWS_SHOWN = 100;

const iso = (instant: Instant): string => new Date(instant).toISOString();
const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant));

export interface SearchNeeds {
  readonly reads: Pick<ConsoleReads, 'search'>;
  /** What a code is kept as; null for what no code can be. */
  readonly hashCode: (typed: string) => string | null;
}

/** Finds customers by what was typed, whatever that is (OP-02): the surest way first, each customer once. */
export const makeSearchCustomers = ({ reads, hashCode }: SearchNeeds) => {
  const keyOf = (way: SearchWay): string | null => {
    switch (way.by) {
      case 'email':
        return way.startsWith;
      case 'id':
        return way.id;
      case 'receipt':
        return way.number;
      case 'card':
        return way.last4;
      case 'code':
        return hashCode(way.code);
      default:
        return way satisfies never;
    }
  };
  return async (typed: string): Promise<{ customers: FoundCustomer[]; more: boolean }> => {
    const lists = await Promise.all(
      readSearch(typed).map(async (way): Promise<FoundCustomer[]> => {
        const key = keyOf(way);
        const rows = key === null ? [] : await reads.search(way.by, key, MOST_FOUND + 1);
        return rows.map((row) => ({ ...row, by: way.by }));
      }),
    );
    const found = [
      ...new Map(
        lists
          .flat()
          .toReversed()
          .map((row) => [row.accountId, row]),
      ).values(),
    ].toReversed();
    return { customers: found.slice(0, MOST_FOUND), more: found.length > MOST_FOUND };
  };
};

/** By when an answer to a review is promised, in U.S. business days (EX-01). */
export type AnswerBy = (openedAt: Instant) => string;

const viewReview = ({ openedAt, held, ...row }: ReviewRow, answerBy: AnswerBy): Review => ({
  ...row,
  held: held.map((thing) => ({ ...thing, heldAt: iso(thing.heldAt) })),
  openedAt: iso(openedAt),
  answerBy: row.status === 'pending' ? answerBy(openedAt) : null,
});

export interface ReadCustomerNeeds {
  readonly reads: Pick<ConsoleReads, 'customer'>;
  /** The very readers of the customer's own portal, so that both see the same. */
  readonly readAccount: (accountId: AccountId, language: Language) => Promise<AccountView>;
  readonly listSubscriptions: (
    accountId: AccountId,
    query: { includeEnded: boolean },
    language: Language,
  ) => Promise<Subscription[]>;
  readonly listReceipts: (
    accountId: AccountId,
    query: { pageSize: number },
    language: Language,
  ) => Promise<ReceiptPage>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
  readonly answerBy: AnswerBy;
  readonly wallNow: () => Instant;
}

const viewWho = (
  { who, sessions }: CustomerFacts,
  { describeDevice, placeOf }: Pick<ReadCustomerNeeds, 'describeDevice' | 'placeOf'>,
): OperatorCustomer['who'] => {
  const { newsAnswer, newsAt, ...rest } = who;
  return {
    ...rest,
    createdAt: iso(who.createdAt),
    closedAt: isoOrNull(who.closedAt),
    lastSignInAt: isoOrNull(who.lastSignInAt),
    twoStepSince: isoOrNull(who.twoStepSince),
    news: newsAnswer !== null && newsAt !== null ? { answer: newsAnswer, at: iso(newsAt) } : null,
    sessions: sessions.map((session) => ({
      id: session.id,
      current: false,
      device: describeDevice(session.userAgent),
      place: placeOf(session.address),
      address: session.address,
      createdAt: iso(session.createdAt),
      lastUsedAt: iso(session.lastUsedAt),
    })),
  };
};

/** What can be given back of each receipt, where there is anything. */
const refundableOf = (payments: CustomerFacts['payments']): Record<string, number> =>
  Object.fromEntries(
    payments
      .map((payment): [string, number] => [payment.invoiceId, refundableCents(payment)])
      .filter(([, cents]) => cents > 0),
  );

/** Everything about one customer, in the order of the questions that support is asked (OP-02), as the console's page reads. */
export const makeReadCustomer =
  (needs: ReadCustomerNeeds) =>
  async (accountId: AccountId, language: Language): Promise<OperatorCustomer> => {
    const facts = await needs.reads.customer(accountId, needs.wallNow());
    if (!facts) throw new Refused('NOT_FOUND');
    const [next, holds, page] = await Promise.all([
      needs.readAccount(accountId, language),
      needs.listSubscriptions(accountId, { includeEnded: true }, language),
      needs.listReceipts(accountId, { pageSize: RECEIPTS_SHOWN }, language),
    ]);
    const { paid } = facts;
    return {
      who: viewWho(facts, needs),
      review: facts.review && viewReview(facts.review, needs.answerBy),
      holds,
      paid: {
        ...paid,
        since: isoOrNull(paid.since),
        overdueSince: isoOrNull(paid.overdueSince),
        creditCents: Math.max(0, -next.balanceCents),
        receipts: page.receipts,
        receiptsInAll: page.total,
        refundable: refundableOf(facts.payments),
      },
      next,
      mails: facts.mails.map((mail) => ({ ...mail, at: iso(mail.at) })),
    };
  };

/** What happened to a customer: one list of security, billing, consent and what operators did, newest first. */
export const makeReadTimeline =
  ({ reads }: { readonly reads: Pick<ConsoleReads, 'timeline'> }) =>
  async (
    accountId: AccountId,
    cursor: string | undefined,
    language: Language,
  ): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> => {
    const found = await reads.timeline(accountId, readCursor(cursor), TIMELINE_PAGE + 1);
    if (!found) throw new Refused('NOT_FOUND');
    const { rows, nextCursor } = pageOf(found, TIMELINE_PAGE);
    const entries = rows.map(({ atMicros: _, ...row }) => ({
      ...row,
      at: iso(row.at),
      note: row.kind === 'invoice' && row.note !== null ? describedIn(language, row.note) : row.note,
    }));
    return { entries, nextCursor };
  };

export const makeListReviews =
  ({ reads, answerBy }: { readonly reads: Pick<ConsoleReads, 'reviews'>; readonly answerBy: AnswerBy }) =>
  async (status: 'pending' | 'decided' | undefined): Promise<Review[]> => {
    const rows = await reads.reviews(status === 'decided', REVIEWS_SHOWN);
    return rows.map((row) => viewReview(row, answerBy));
  };
