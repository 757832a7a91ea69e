import type { ActivityType } from '@foyer/contract/api/activity';
import type { AccountId, AttemptId, InvoiceId, RefundId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { ActionSubject, OperatorAction } from '@foyer/contract/vocabulary/record-words';
import type { Invoice, Refund, Subscription } from '@foyer/domain/billing/entities';
import type { Decision, OperatorRefusal } from '@foyer/domain/billing/operator-decision';
import type { PaymentToRefund } from '@foyer/domain/billing/refund';
import type { UnplacedStatus } from '@foyer/domain/billing/unplaced-refund';
import type { CouponTemplate } from '@foyer/domain/coupons/batch';
import type { BillingStore } from '../billing/ports.ts';
import type { CatalogueRows } from '../catalogue/ports.ts';
import type { LockedUser } from '../identity/ports.ts';
import type { QueuedMail } from '../mail/ports.ts';
import { type RefusalDetail, Refused } from '../refused.ts';
import { refusalReasons } from './refusal-reasons.ts';

/** Who of the vendor's people does it, and why: no command goes without both. */
export interface By {
  readonly actor: string;
  readonly reason: string;
  /** Of a call that may be sent twice: its command is carried out once, even when the first answer was lost. */
  readonly requestKey?: string | null;
}

/** Row of the audit log, written in the transaction of the change that it records (OP-01). */
export interface AuditEntry extends By {
  readonly accountId: AccountId | null;
  readonly action: OperatorAction;
  readonly subjectType: ActionSubject;
  readonly subjectId: string | null;
  readonly after: Readonly<Record<string, unknown>>;
  /** The moment the account lives at; null when there is no account. */
  readonly domainAt: Instant | null;
}

/** Whom a mail about an account goes to. */
export type Owner = Pick<LockedUser, 'accountId' | 'email' | 'firstName' | 'language' | 'brand'>;

/** Ends open challenges for these invoices, at the gateway first. */
export type CloseChallengesOf = (accountId: AccountId, invoices: readonly InvoiceId[]) => Promise<void>;

/** What an operator named by its id or number, as it is before anything is locked. */
export interface NamedInvoice {
  readonly id: InvoiceId;
  /** As on the receipt: `R-000123`. */
  readonly number: string;
  readonly accountId: AccountId;
  readonly status: Invoice['status'];
}

/** A subscription that an operator named, with the bills that are open for it: its own, and of its maintenance. */
export interface NamedSubscription {
  readonly accountId: AccountId;
  readonly isLive: boolean;
  readonly openInvoices: readonly InvoiceId[];
}

export interface OperatorRows {
  /** By its id, or by the e-mail address of its user. */
  accountOf(reference: string): Promise<AccountId | null>;
  /** By its id, or by the number on the receipt, however that is typed. */
  invoiceOf(reference: string): Promise<NamedInvoice | null>;
  /** What paid an invoice, with its refunds; null when nothing did. */
  paymentOf(invoiceId: string): Promise<PaymentToRefund | null>;
  refund(id: RefundId): Promise<Refund | null>;
  /** By what the gateway calls it. */
  refundOfGateway(gatewayRef: string): Promise<Refund | null>;
  /** Whether a refund of a payment that we asked for has no answer yet. */
  hasUndecidedRefund(attemptId: AttemptId): Promise<boolean>;
  /** Lets a mail that was given up be tried again; false when there is no such failed job. */
  retryMail(jobId: string): Promise<boolean>;
  /** How many sessions of a customer's users were ended; null when there is no such account. */
  endSessionsOf(accountId: AccountId): Promise<number | null>;
  /** Lets the user of an account sign in from anywhere again; null when they could. */
  liftNetworksOf(accountId: AccountId): Promise<Owner | null>;
  /** User of an account; null when the account is closed or unknown. */
  userOf(accountId: AccountId): Promise<UserId | null>;
  /** Owner of an account; null when the account is closed or unknown. */
  ownerOf(accountId: AccountId): Promise<Owner | null>;
  /** Adds an entry to the activity that the customer sees. It does not name the operator. */
  addActivity(accountId: AccountId, type: ActivityType): Promise<void>;
  /**
   * Turns two-step authentication of an account off: deletes its secret and recovery codes, voids mailed links and ends
   * every session. Returns null when it was off.
   */
  liftTwoStepOf(accountId: AccountId): Promise<Owner | null>;
  /** A mail that was made for a customer; null when it is gone, or somebody else's. */
  mailOf(accountId: AccountId, mailId: string): Promise<{ job: QueuedMail; isForPresentAddress: boolean } | null>;
  /** Whether an account was given this very credit since then, by whomever, but for the request that asks. */
  wasGranted(accountId: AccountId, amountCents: number, since: Instant, by: By): Promise<boolean>;
  /** Refuses `done_already` when the actor's request is on the record: then all that was done beside it is undone. */
  record(entry: AuditEntry): Promise<void>;
}

/** A refund that was made at the gateway and fits into no payment by itself. */
export interface UnplacedRefund {
  readonly gatewayRef: string;
  /** Null, as its payment, when that is not in the books. */
  readonly accountId: AccountId | null;
  readonly attemptId: AttemptId | null;
  readonly amountCents: number;
  readonly status: UnplacedStatus;
}

export interface UnplacedRefundRows {
  unplacedRefund(gatewayRef: string): Promise<UnplacedRefund | null>;
  /** Notes that it waits for an operator; one that was noted before stays as it is. */
  parkRefund(refund: Omit<UnplacedRefund, 'status'>): Promise<void>;
  /** False when it is not `from` any more: somebody else was first. */
  decideUnplaced(gatewayRef: string, from: UnplacedStatus, to: UnplacedStatus): Promise<boolean>;
}

/** As an operator sees it in the list. */
export interface WaitingRefund extends Pick<UnplacedRefund, 'gatewayRef' | 'accountId' | 'amountCents'> {
  readonly foundAt: Instant;
  readonly email: string | null;
  /** The number of the receipt whose payment it gives back. */
  readonly receipt: string | null;
}

export interface OperatorMail {
  enqueueMail(job: QueuedMail): Promise<void>;
}

export interface OperatorHooks {
  /** Sends a message to a product again that was given up; false when there is no such one. */
  retryHook(deliveryId: string): Promise<boolean>;
}

/** A code about to be stored. */
export interface NewCoupon extends CouponTemplate {
  readonly codeHash: string;
}

export interface CouponBatchRows {
  /** Codes by their hashes, all alike, with the prices that a discount lowers. */
  addCoupons(batch: { readonly id: string; readonly name: string }, coupons: readonly NewCoupon[]): Promise<void>;
  /** Nobody redeems a code of the batch any more; null when there is no such batch. */
  revokeBatch(batchId: string): Promise<BatchRevoked | null>;
}

/** How many codes open nothing from now on, and how many redemptions of the batch stay as they are. */
export interface BatchRevoked {
  readonly revoked: number;
  readonly redeemed: number;
}

export type OperatorStore = OperatorRows &
  UnplacedRefundRows &
  OperatorMail &
  OperatorHooks &
  CouponBatchRows &
  CatalogueRows &
  Pick<BillingStore, 'lockAccount' | 'store'>;

export type InOperatorTransaction = <T>(run: (store: OperatorStore) => Promise<T>) => Promise<T>;

/** A refund about to be sent: everything the gateway must be told. */
export interface RefundOrder {
  readonly refund: Refund;
  readonly chargeRef: string;
  readonly intentRef: string;
  /** How long ago its row was written, by the database's own clock. */
  readonly ageMs: number;
}

export type LiveSubscription = Pick<Subscription, 'id' | 'planId' | 'status' | 'term' | 'currentPeriodEnd'>;

export interface OperatorReads
  extends Pick<OperatorRows, 'accountOf' | 'userOf' | 'invoiceOf' | 'refundOfGateway'>,
    Pick<UnplacedRefundRows, 'unplacedRefund'> {
  subscriptionOf(id: string): Promise<NamedSubscription | null>;
  /** What an account has at this moment, oldest first. */
  liveSubscriptions(accountId: AccountId): Promise<LiveSubscription[]>;
  refundOrder(id: RefundId): Promise<RefundOrder | null>;
  /** Refunds whose sender is gone: prolongs their lease and hands them over. */
  takeLostRefunds(now: Instant, until: Instant, limit: number): Promise<RefundId[]>;
  due(until: Instant, limit: number): Promise<DueList>;
  waitingRefunds(limit: number): Promise<BoundedList<WaitingRefund>>;
}

/** First rows of a list and their total number, counted up to `COUNT_LIMIT`. */
export interface BoundedList<Row> {
  readonly rows: readonly Row[];
  readonly inAll: number;
}

/** What waits, for a person to look at. */
export interface DueList {
  /** Accounts with something due, without those on a sandbox clock. */
  readonly accounts: BoundedList<{ readonly id: AccountId; readonly email: string | null; readonly at: Instant }>;
  /** How many live on a sandbox clock and have something ahead. */
  readonly onSandboxClock: number;
  readonly undecidedAttempts: BoundedList<{
    readonly id: AttemptId;
    readonly status: string;
    readonly sentAt: Instant;
  }>;
  readonly undecidedRefunds: BoundedList<{ readonly id: RefundId; readonly sentAt: Instant }>;
  readonly failedMails: BoundedList<{
    readonly id: string;
    readonly template: string;
    readonly accountId: AccountId | null;
    readonly failedAt: Instant;
  }>;
  readonly failedHooks: BoundedList<FailedHook>;
}

/** A message to a product that was given up, and what the last try came to. */
export interface FailedHook {
  readonly id: string;
  readonly product: string;
  readonly accountId: AccountId;
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  readonly lastError: string | null;
  readonly failedAt: Instant;
}

/** Detail of a refusal as a call says it: the code is the reason, and the message is a whole sentence. */
const detailOf = (refusal: OperatorRefusal): RefusalDetail => {
  const reason = refusalReasons[refusal];
  return { code: refusal, message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` };
};

/** Thrown when an operator command cannot be carried out. `message` is the reason as the command line says it. */
export class OperatorRefused extends Refused {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    if (refusal === 'not_found') super('NOT_FOUND');
    else super(refusal === 'undecided' ? 'OPERATION_IN_PROGRESS' : 'ACTION_REFUSED', detailOf(refusal));
    this.name = 'OperatorRefused';
    this.message = refusalReasons[refusal];
    this.refusal = refusal;
  }
}

/** The value of a decision, or its refusal thrown. */
export const orRefuseOperator = <T>(decision: Decision<T>): T => {
  if (decision.ok) return decision.value;
  throw new OperatorRefused(decision.refusal);
};
