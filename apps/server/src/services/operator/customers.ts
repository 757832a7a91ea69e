import type { AccountView, ReceiptPage } from '@foyer/contract/api/account';
import type { FoundCustomer, OperatorCustomer, Review, TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { Subscription } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { type Instant, iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { readSearch, type SearchWay } from '@foyer/domain/operator/read-search';
import { refundableCents } from '@foyer/domain/payments/refund';
import type { DescribeDevice, PlaceOf } from '../identity/place-ports.ts';
import { type Position, pageOf, readCursor, readPage } from '../list-page.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import type { CustomerFacts, OperatorSiteReads, ReviewRow } from './read-ports.ts';

const MOST_FOUND = 25;
const TIMELINE_PAGE = 30;
const RECEIPTS_PAGE = 20;
const MAILS_PAGE = 20;
const REVIEWS_PAGE = 100;

interface SearchDependencies {
  readonly reads: Pick<OperatorSiteReads, 'search'>;
  /** Returns the hash under which a code is stored; null if the text cannot be a code. */
  readonly hashCode: (typed: string) => string | null;
}

/**
 * Finds customers by any text that an operator typed (OP-02). The most exact search field comes first, and each customer
 * appears once.
 */
export const makeSearchCustomers = ({ reads, hashCode }: SearchDependencies) => {
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

/** Returns the date by which a review is decided, in U.S. business days (EX-01). */
export type AnswerBy = (openedAt: Instant) => string;

const viewReview = ({ openedAt, held, ...row }: ReviewRow, answerBy: AnswerBy): Review => ({
  ...row,
  held: held.map((thing) => ({ ...thing, heldAt: iso(thing.heldAt) })),
  openedAt: iso(openedAt),
  answerBy: row.status === 'pending' ? answerBy(openedAt) : null,
});

export interface ReadCustomerDependencies {
  readonly reads: Pick<OperatorSiteReads, 'customer' | 'payments' | 'mails'>;
  /** Readers of the customer's portal, so that operators see the same data. */
  readonly readAccount: (accountId: AccountId, language: Language) => Promise<AccountView>;
  readonly listSubscriptions: (
    accountId: AccountId,
    query: { includeEnded: boolean },
    language: Language,
  ) => Promise<Subscription[]>;
  readonly listReceipts: (
    accountId: AccountId,
    query: { pageSize: number; cursor?: string | undefined },
    language: Language,
  ) => Promise<ReceiptPage>;
  readonly describeDevice: DescribeDevice;
  readonly placeOf: PlaceOf;
  readonly answerBy: AnswerBy;
}

const viewWho = (
  { who, sessions }: CustomerFacts,
  { describeDevice, placeOf }: Pick<ReadCustomerDependencies, 'describeDevice' | 'placeOf'>,
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
      byPortalLink: session.byPortalLink,
    })),
  };
};

/** Returns a page of the customer's receipts, with the refundable amounts of each payment. */
export const makeListCustomerReceipts =
  ({
    reads,
    listReceipts,
  }: Pick<ReadCustomerDependencies, 'listReceipts'> & { readonly reads: Pick<OperatorSiteReads, 'payments'> }) =>
  async (accountId: AccountId, cursor: string | undefined, language: Language) => {
    const { receipts, total, nextCursor } = await listReceipts(
      accountId,
      { pageSize: RECEIPTS_PAGE, cursor },
      language,
    );
    const ids = receipts.flatMap(({ id }) => id ?? []);
    const payments = await reads.payments(accountId, ids);
    const left = payments.map((payment): [string, number] => [payment.invoiceId, refundableCents(payment)]);
    return { receipts, total, refundable: Object.fromEntries(left.filter(([, cents]) => cents > 0)), nextCursor };
  };

/** Returns a page of the customer's mails, newest first. */
export const makeListCustomerMails =
  ({ reads }: { readonly reads: Pick<OperatorSiteReads, 'mails'> }) =>
  async (accountId: AccountId, cursor?: string) => {
    const read = (after: Position | null, limit: number) => reads.mails(accountId, after, limit);
    const { rows, inAll, nextCursor } = await readPage(read, MAILS_PAGE, cursor);
    return { mails: rows.map((mail) => ({ ...mail, at: iso(mail.at) })), inAll, nextCursor };
  };

/** Returns the next page of a customer's list, or refuses an unknown customer. */
export const ofCustomer =
  <Rest extends unknown[], Part>(
    { hasCustomer }: Pick<OperatorSiteReads, 'hasCustomer'>,
    list: (accountId: AccountId, ...rest: Rest) => Promise<Part>,
  ) =>
  async (accountId: AccountId, ...rest: Rest): Promise<Part> => {
    if (!(await hasCustomer(accountId))) throw refusedCommand('not_found', { type: 'account', id: accountId });
    return list(accountId, ...rest);
  };

/** Returns the data of the customer page of the operator site, in the order that operators need it (OP-02). */
export const makeReadCustomer =
  (platform: Platform, needs: ReadCustomerDependencies) =>
  async (accountId: AccountId, language: Language): Promise<OperatorCustomer> => {
    const facts = await needs.reads.customer(accountId, platform.wallNow());
    if (!facts) throw refusedCommand('not_found', { type: 'account', id: accountId });
    const [next, holds, page, { mails, inAll: mailsInAll, nextCursor: mailsNext }] = await Promise.all([
      needs.readAccount(accountId, language),
      needs.listSubscriptions(accountId, { includeEnded: true }, language),
      makeListCustomerReceipts(needs)(accountId, undefined, language),
      makeListCustomerMails(needs)(accountId),
    ]);
    const { paid } = facts;
    const { total: receiptsInAll, ...receiptPart } = page;
    return {
      who: viewWho(facts, needs),
      closing: facts.closing && { ...facts.closing, orderedAt: iso(facts.closing.orderedAt) },
      review: facts.review && viewReview(facts.review, needs.answerBy),
      holds,
      paid: {
        ...paid,
        since: isoOrNull(paid.since),
        overdueSince: isoOrNull(paid.overdueSince),
        nextTryAt: isoOrNull(paid.nextTryAt),
        disputedSince: isoOrNull(paid.disputedSince),
        creditCents: Math.max(0, -next.balanceCents),
        receiptsInAll,
        ...receiptPart,
      },
      next,
      mails,
      mailsInAll,
      mailsNext,
    };
  };

/** Returns a page of the timeline of a customer: security, billing, consent and actions of operators, newest first. */
export const makeReadTimeline =
  ({
    reads,
    catalogue,
  }: {
    readonly reads: Pick<OperatorSiteReads, 'timeline'>;
    readonly catalogue: () => Catalogue;
  }) =>
  async (
    accountId: AccountId,
    cursor: string | undefined,
    language: Language,
  ): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> => {
    const found = await reads.timeline(accountId, readCursor(cursor), TIMELINE_PAGE + 1);
    if (!found) throw refusedCommand('not_found', { type: 'account', id: accountId });
    const { rows, nextCursor } = pageOf(found, TIMELINE_PAGE);
    const entries = rows.map(({ atMicros: _, descriptionParts, ...row }) => ({
      ...row,
      at: iso(row.at),
      note: row.note && descriptionIn(catalogue(), language, { description: row.note, descriptionParts }),
    }));
    return { entries, nextCursor };
  };

/** Lists waiting reviews, oldest first, or decided ones, newest first. */
export const makeListReviews =
  ({ reads, answerBy }: { readonly reads: Pick<OperatorSiteReads, 'reviews'>; readonly answerBy: AnswerBy }) =>
  async (
    status: 'pending' | 'decided' | undefined,
    cursor: string | undefined,
  ): Promise<{ reviews: Review[]; inAll: number; nextCursor: string | null }> => {
    const read = (after: Position | null, limit: number) => reads.reviews(status === 'decided', after, limit);
    const { rows, inAll, nextCursor } = await readPage(read, REVIEWS_PAGE, cursor);
    return { reviews: rows.map((row) => viewReview(row, answerBy)), inAll, nextCursor };
  };
