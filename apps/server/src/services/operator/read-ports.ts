import type { AuditEntry, OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import type { FoundCustomer, OperatorCustomer, Review, TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption, CouponBatch } from '@foyer/contract/api/operator-sale';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import type { SearchWay } from '@foyer/domain/operator/read-search';
import type { Decline } from '@foyer/domain/payments/decline-words';
import type { RefundablePayment } from '@foyer/domain/payments/refund';
import type { Described } from '@foyer/domain/state/entities';
import type { LiveSession } from '../activity/ports.ts';
import type { Position } from '../list-page.ts';
import type { BoundedList, DueList, FailedHook, ParkedPayment } from './ports.ts';

type Timed<Entry, Member extends keyof Entry> = Omit<Entry, Member> & {
  readonly [Key in Member]: null extends Entry[Key] ? Instant | null : Instant;
};

type Who = OperatorCustomer['who'];
type Paid = OperatorCustomer['paid'];
type Mail = OperatorCustomer['mails'][number];

export type FoundRow = Omit<FoundCustomer, 'by'>;

export type WhoRow = Omit<
  Timed<Who, 'createdAt' | 'closedAt' | 'lastSignInAt' | 'twoStepSince'>,
  'sessions' | 'news'
> & {
  readonly newsAnswer: 'yes' | 'no' | null;
  readonly newsAt: Instant | null;
};

export type PaidRow = Timed<
  Pick<
    Paid,
    | 'paidCents'
    | 'payments'
    | 'since'
    | 'overdueCents'
    | 'overdueSince'
    | 'dueCents'
    | 'nextTryAt'
    | 'disputedCents'
    | 'disputedSince'
  >,
  'since' | 'overdueSince' | 'nextTryAt' | 'disputedSince'
>;

export type MailRow = Timed<Mail, 'at'>;

/** Stored review. A rule computes by when it is answered. */
export type ReviewRow = Timed<Omit<Review, 'answerBy' | 'held'>, 'openedAt'> & {
  readonly held: readonly Timed<Review['held'][number], 'heldAt'>[];
};

export type RedemptionRow = Timed<BatchRedemption, 'at'>;

/** Facts about a customer that their own portal does not show. */
export interface CustomerFacts {
  readonly who: WhoRow;
  readonly sessions: readonly LiveSession[];
  readonly paid: PaidRow;
  readonly closing: Timed<NonNullable<OperatorCustomer['closing']>, 'orderedAt'> | null;
  readonly review: ReviewRow | null;
}

export type { Position } from '../list-page.ts';

type Positioned<Entry> = Entry & { readonly atMicros: number };

/** Rows of a list with their positions. `inAll` is counted for the first page only. */
type Part<Row> = BoundedList<Positioned<Row>>;

export type BatchRow = Positioned<Timed<Omit<CouponBatch, 'planName'>, 'validTo' | 'createdAt'>>;

export type TimelineRow = Positioned<Timed<TimelineEntry, 'at'>> & Pick<Described, 'descriptionParts'>;
export type TimelineKind = TimelineEntry['kind'];
export type AuditRow = Positioned<Timed<AuditEntry, 'at'>>;
export type OpenReceiptRow = Omit<Timed<OpenReceipt, 'nextAttemptAt' | 'overdueSince'>, 'failureMessage'> &
  Pick<Described, 'descriptionParts'> & {
    /** Answer of the gateway to the last attempt; null without one. */
    readonly failure: (Decline & { readonly message: string | null }) | null;
  };

/** Rows of each list of due or stuck work. */
export interface WorkRows {
  readonly due: DueList['accounts']['rows'][number];
  readonly onClock: DueList['accounts']['rows'][number] & { readonly clockAt: Instant };
  readonly requests: Timed<Omit<OperatorWork['requests'][number], 'planName'>, 'requestedAt'> & {
    readonly id: string;
    readonly planId: string;
  };
  readonly failing: OpenReceiptRow & { readonly id: string };
  readonly overdue: OpenReceiptRow & { readonly id: string };
  readonly waiting: {
    readonly id: string;
    readonly kind: 'payment' | 'refund';
    readonly status: string;
    readonly at: Instant;
    readonly isGivenUp: boolean;
    readonly accountId: string;
    readonly email: string | null;
  };
  readonly disputes: Timed<OperatorWork['disputes'][number], 'disputedAt'>;
  readonly failedMails: DueList['failedMails']['rows'][number] & { readonly email: string | null };
  readonly failedHooks: FailedHook & { readonly email: string | null };
  readonly failedDetachments: DueList['failedDetachments']['rows'][number] & { readonly email: string | null };
  readonly unplacedRefunds: {
    readonly id: string;
    readonly amountCents: number;
    readonly accountId: string | null;
    readonly email: string | null;
    readonly receipt: string | null;
    readonly foundAt: Instant;
  };
  readonly parkedPayments: ParkedPayment & { readonly id: string };
}

/** Rows of a chart on one day. */
export interface CountOfDay {
  /** Day in UTC, `2026-11-27`. */
  readonly day: string;
  readonly count: number;
  /** Number of rows that were read for all days. */
  readonly read: number;
}

/** Money of a chart in one month. */
export interface CentsOfMonth {
  /** Month in UTC, `2026-11`. */
  readonly month: string;
  readonly cents: number;
  /** Number of payments, or of refunds if those are more, that were read for all months. */
  readonly read: number;
}

/**
 * Counts and sums for the charts of the start page. Times of an account with a sandbox clock are moved so that the time of its
 * clock is `now`.
 */
export interface ChartReads {
  renewals(now: Instant, from: Instant, days: number, limit: number): Promise<readonly CountOfDay[]>;
  failedPayments(now: Instant, from: Instant, limit: number): Promise<readonly CountOfDay[]>;
  received(now: Instant, from: Instant, limit: number): Promise<readonly CentsOfMonth[]>;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/**
 * Reads of the operator site. Each uses an index (migration 0018). Only the count of redeemed promotions reads a whole index,
 * because its page is rarely opened. A counter would make all customers who redeem one wait for the same row.
 */
export interface OperatorSiteReads {
  search(by: SearchWay['by'], key: string, limit: number): Promise<FoundRow[]>;
  customer(accountId: AccountId, now: Instant): Promise<CustomerFacts | null>;
  /** Timeline of an account; null if the account does not exist. */
  timeline(accountId: AccountId, after: Position | null, limit: number): Promise<TimelineRow[] | null>;
  hasCustomer(accountId: AccountId): Promise<boolean>;
  /** Payments of these invoices of the account. */
  payments(
    accountId: AccountId,
    invoiceIds: readonly string[],
  ): Promise<(RefundablePayment & { readonly invoiceId: string })[]>;
  mails(accountId: AccountId, after: Position | null, limit: number): Promise<Part<MailRow>>;
  reviews(decided: boolean, after: Position | null, limit: number): Promise<Part<ReviewRow>>;
  reviewsWaiting(): Promise<number>;
  /** Reads one list of due or failed work until a moment. */
  readonly work: {
    readonly [Name in WorkList]: (
      until: Instant,
      after: Position | null,
      limit: number,
    ) => Promise<Part<WorkRows[Name]>>;
  };
  queue(): Promise<QueueCounts>;
  batches(after: Position | null, limit: number): Promise<BatchRow[]>;
  batch(id: string): Promise<BatchRow | null>;
  redemptions(id: string, after: Position | null, limit: number): Promise<Part<RedemptionRow>>;
  /** Number of accounts that redeemed each promotion, by its id. */
  promotionsTaken(): Promise<ReadonlyMap<string, number>>;
  audit(accountId: AccountId | null, after: Position | null, limit: number): Promise<AuditRow[]>;
}
