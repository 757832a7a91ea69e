import type { SignInMethod } from '@foyer/contract/api/activity';
import type { AuditEntry, OpenReceipt } from '@foyer/contract/api/operator';
import type { FoundCustomer, OperatorCustomer, Review, TimelineEntry } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption, CouponBatch } from '@foyer/contract/api/operator-sale';
import type { AccountId, Id, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import type { RefundablePayment } from '@foyer/domain/billing/refund';
import type { SearchWay } from '@foyer/domain/operator/read-search';
import type { LiveSession } from '../activity/ports.ts';
import type { FoundByEmail, Origin } from '../identity/ports.ts';
import type { Position } from '../list-page.ts';
import type { OperatorMailJob } from '../mail/ports.ts';
import type { Cut, DueList, FailedHook, OperatorRows } from '../operator/ports.ts';

export type OperatorId = Id<'operator'>;

/** One of the vendor's people as the console's door sees them. */
export interface OperatorRow {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly passwordHash: string;
  readonly passwordChangedAt: Instant;
  readonly firstPasswordExpiresAt: Instant | null;
  readonly firstPasswordUsedAt: Instant | null;
  readonly totpSealedSecret: string | null;
  readonly totpLastStep: number | null;
  /** Null before the first sign-in. */
  readonly lastSignInAt: Instant | null;
  /** When the browser that was named last signed them in; null when it is none of theirs. */
  readonly deviceUsedAt: Instant | null;
}

/** Who is at the console, read afresh on every call: a role that was withdrawn is gone on the next one. */
export interface OperatorPrincipal {
  readonly operatorId: OperatorId;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly expiresAt: Instant;
  /** Signed in with the printed first password, and has not set another one yet. */
  readonly mustChangePassword: boolean;
}

export interface NewOperatorSession {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly tokenHash: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The browser, which is known from now on. */
  readonly deviceId: string;
}

/** What happens at the door, as the trail of the vendor names it; customers are told of none. */
export type DoorEvent =
  | 'operator_signed_in'
  | 'operator_sign_in_failed'
  | 'operator_signed_out'
  | 'operator_password_refused'
  | 'operator_password_changed';

export interface OperatorDoorStore {
  operatorOf(email: string, deviceId: string | null): Promise<FoundByEmail<OperatorRow>>;
  /** Stores `to` where the hash still is `from`; gives the hash that is stored then, null for an operator who is disabled. */
  replaceHash(id: OperatorId, from: string, to: string): Promise<string | null>;
  /** True for the one who used it: a code works once (INV-18). */
  useTotpStep(id: OperatorId, step: number, resealed: string | null): Promise<boolean>;
  /** Also queues the mail, and uses the first password up. False, and nothing done, when the password was changed or used up or the operator disabled meanwhile. */
  startSession(
    session: NewOperatorSession,
    passwordHash: string,
    maxDevices: number,
    mail: OperatorMailJob | null,
  ): Promise<boolean>;
  /** The live session of a token that was used since `idleSince`, which is hereby used. */
  useSession(tokenHash: string, now: Instant, idleSince: Instant): Promise<OperatorPrincipal | null>;
  endSession(id: string, now: Instant): Promise<void>;
  /** Beside the security events of customers, with no account. `operatorId` is null for an address that no operator has. */
  record(type: DoorEvent, origin: Origin, operatorId: OperatorId | null, method?: SignInMethod): Promise<void>;
  /** Remembers that an operator read a customer: once for each operator, customer and hour. */
  recordView(operatorId: OperatorId, accountId: AccountId, now: Instant, origin: Origin): Promise<void>;
  enqueueMail(job: OperatorMailJob): Promise<void>;
}

/** Read-only view of a customer's pages that begins. */
export interface NewView {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly operatorSessionId: string;
  readonly userId: UserId;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

export type ViewRows = Pick<OperatorRows, 'accountOf' | 'userOf' | 'ownerOf' | 'addActivity' | 'record'> & {
  addView(view: NewView): Promise<void>;
};

export interface Views {
  view(
    id: string,
  ): Promise<{ readonly customer: string; readonly operator: string; readonly expiresAt: Instant } | null>;
  endView(id: string, now: Instant): Promise<void>;
}

export interface NewOperator {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly roles: readonly OperatorRole[];
  readonly totpSealedSecret: string | null;
  readonly firstPasswordExpiresAt: Instant;
  readonly now: Instant;
}

export interface ListedOperator {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly secondStep: boolean;
  readonly lastSignInAt: Instant | null;
  readonly disabledAt: Instant | null;
}

/** Within the transaction that writes the record too. */
export interface OperatorStaffRows {
  /** False when somebody has this address already. */
  addOperator(operator: NewOperator): Promise<boolean>;
  /** Ends every other session as well, and knows no device but that session's; false when the password is not the one that was looked at any more. */
  replacePassword(change: {
    readonly id: OperatorId;
    readonly from: string;
    readonly to: string;
    readonly exceptSession: string;
    readonly now: Instant;
  }): Promise<boolean>;
  /** Ends the sessions as well; null when there is nobody of this address. */
  disableOperator(email: string, now: Instant): Promise<OperatorId | null>;
}

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
  Pick<Paid, 'paidCents' | 'payments' | 'since' | 'overdueCents' | 'overdueSince'>,
  'since' | 'overdueSince'
>;

export type MailRow = Timed<Mail, 'at'>;

/** A review as it is kept; by when it is answered is a rule's to say. */
export type ReviewRow = Timed<Omit<Review, 'answerBy' | 'held'>, 'openedAt'> & {
  readonly held: readonly Timed<Review['held'][number], 'heldAt'>[];
};

export type RedemptionRow = Timed<BatchRedemption, 'at'>;

/** What one customer comes to that their own portal does not show. */
export interface CustomerFacts {
  readonly who: WhoRow;
  readonly sessions: readonly LiveSession[];
  readonly paid: PaidRow;
  readonly review: ReviewRow | null;
}

export type { Position } from '../list-page.ts';

type Positioned<Entry> = Entry & { readonly atMicros: number };

/** Rows of a list with their positions; how many the list has is counted where it begins. */
type Part<Row> = Cut<Positioned<Row>>;

export type BatchRow = Positioned<Timed<CouponBatch, 'validTo' | 'createdAt'>>;

export type TimelineRow = Positioned<Timed<TimelineEntry, 'at'>>;
export type TimelineKind = TimelineEntry['kind'];
export type AuditRow = Positioned<Timed<AuditEntry, 'at'>>;
export type OpenReceiptRow = Timed<OpenReceipt, 'nextAttemptAt' | 'overdueSince'>;

/** The rows of each list of what is due and what hangs. */
export interface WorkRows {
  readonly due: DueList['accounts']['rows'][number];
  readonly failing: OpenReceiptRow & { readonly id: string };
  readonly overdue: OpenReceiptRow & { readonly id: string };
  readonly waiting: {
    readonly id: string;
    readonly kind: 'payment' | 'refund';
    readonly status: string;
    readonly at: Instant;
  };
  readonly failedMails: DueList['failedMails']['rows'][number];
  readonly failedHooks: FailedHook;
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

/**
 * Reads of the console. Each has an index that leads it there (migration 0018), but for how often each promotion was taken:
 * that walks one index, at a page that is seldom looked at. A counter would make all who take a promotion wait for its row.
 */
export interface ConsoleReads {
  search(by: SearchWay['by'], key: string, limit: number): Promise<FoundRow[]>;
  customer(accountId: AccountId, now: Instant): Promise<CustomerFacts | null>;
  /** Null when there is no such account. */
  timeline(accountId: AccountId, after: Position | null, limit: number): Promise<TimelineRow[] | null>;
  hasCustomer(accountId: AccountId): Promise<boolean>;
  /** What paid these invoices of the account. */
  payments(
    accountId: AccountId,
    invoiceIds: readonly string[],
  ): Promise<(RefundablePayment & { readonly invoiceId: string })[]>;
  mails(accountId: AccountId, after: Position | null, limit: number): Promise<Part<MailRow>>;
  reviews(decided: boolean, after: Position | null, limit: number): Promise<Part<ReviewRow>>;
  reviewsWaiting(): Promise<number>;
  /** Of what is due, until when. */
  readonly work: {
    readonly [Name in WorkList]: (
      until: Instant,
      after: Position | null,
      limit: number,
    ) => Promise<Part<WorkRows[Name]>>;
  };
  onSandboxClock(): Promise<number>;
  queue(): Promise<QueueCounts>;
  batches(after: Position | null, limit: number): Promise<BatchRow[]>;
  batch(id: string): Promise<BatchRow | null>;
  redemptions(id: string, after: Position | null, limit: number): Promise<Part<RedemptionRow>>;
  /** How many accounts took each promotion, by its id. */
  promotionsTaken(): Promise<ReadonlyMap<string, number>>;
  audit(accountId: AccountId | null, after: Position | null, limit: number): Promise<AuditRow[]>;
}
