import type { ActivityType } from '@foyer/contract/api/activity';
import type { AccountId, AttemptId, InvoiceId, RefundId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { ActionSubject, OperatorAction } from '@foyer/contract/vocabulary/record-words';
import type { CouponTemplate } from '@foyer/domain/coupons/batch';
import type { PaymentToRefund } from '@foyer/domain/payments/refund';
import type { UnplacedStatus } from '@foyer/domain/payments/unplaced-refund';
import type { Invoice, Refund, Subscription } from '@foyer/domain/state/entities';
import type { BillingStore } from '../billing/ports.ts';
import type { CatalogueRows } from '../catalogue/ports.ts';
import type { Owner } from '../identity/ports.ts';
import type { QueuedMail } from '../mail/ports.ts';

/** Operator who runs a command, and the reason. Every command needs both. */
export interface By {
  readonly actor: string;
  readonly reason: string;
  /** Key of a call that may be sent twice. Its command runs once, even if the first response is lost. */
  readonly requestKey?: string | null;
}

/** Kind of record that each action is about, as the audit log names it. */
export const actionSubjects: Readonly<Record<OperatorAction, ActionSubject>> = {
  add_operator: 'operator',
  disable_operator: 'operator',
  change_password: 'operator',
  grant_credit: 'account',
  pay_out_credit: 'account',
  refund: 'refund',
  dismiss_refund: 'refund',
  book_payment: 'payment',
  park_payment: 'payment',
  keep_payment: 'payment',
  ask_payment: 'payment',
  dismiss_payment: 'payment',
  book_refund: 'refund',
  save_card: 'account',
  void: 'invoice',
  write_off: 'invoice',
  end_subscription: 'subscription',
  accept_request: 'subscription',
  change_address: 'account',
  order_closing: 'account',
  close_account: 'account',
  end_sessions: 'account',
  view_as_customer: 'account',
  lift_networks: 'account',
  lift_two_step: 'account',
  resend_mail: 'mail',
  redrive: 'job',
  dismiss_job: 'job',
  clear_review: 'review',
  deny_review: 'review',
  create_coupons: 'coupon_batch',
  revoke_coupons: 'coupon_batch',
  import_catalogue: 'catalogue',
  create_customer: 'account',
  link_customer: 'account',
  unlink_customer: 'account',
  add_note: 'account',
  redeem_code: 'account',
  create_portal_link: 'account',
  create_vendor_key: 'vendor_key',
  revoke_vendor_key: 'vendor_key',
  resend_hook: 'message',
  send_test_hook: 'endpoint',
};

/** Row of the audit log, written in the transaction of the change that it records (OP-01). */
export interface AuditEntry extends By {
  readonly accountId: AccountId | null;
  readonly action: OperatorAction;
  readonly subjectId: string | null;
  readonly after: Readonly<Record<string, unknown>>;
  /** Time of the account by its clock; null without an account. */
  readonly domainAt: Instant | null;
}

/** Ends open challenges for these invoices, at the gateway first. */
export type CloseChallengesOf = (accountId: AccountId, invoices: readonly InvoiceId[]) => Promise<void>;

/** Invoice that an operator named by id or number, read without a lock. */
export interface NamedInvoice {
  readonly id: InvoiceId;
  /** Number on the receipt, such as `R-000123`. */
  readonly number: string;
  readonly accountId: AccountId;
  readonly status: Invoice['status'];
}

/** Subscription that an operator named, with its open invoices, also those of its maintenance. */
export interface NamedSubscription {
  readonly accountId: AccountId;
  readonly isLive: boolean;
  readonly openInvoices: readonly InvoiceId[];
}

export interface OperatorRows {
  /** Finds an account by its id or the email address of its user. */
  accountOf(reference: string): Promise<AccountId | null>;
  /** Finds an invoice by its id or the number of its receipt, in any spelling. */
  invoiceOf(reference: string): Promise<NamedInvoice | null>;
  /** Returns the payment of an invoice with its refunds, or null if none succeeded. */
  paymentOf(accountId: AccountId, invoiceId: string): Promise<PaymentToRefund | null>;
  refund(id: RefundId): Promise<Refund | null>;
  /** Finds a refund by its reference at the gateway. */
  refundOfGateway(gatewayRef: string): Promise<Refund | null>;
  /** True if a refund of the payment that Foyer requested is undecided. */
  hasUndecidedRefund(attemptId: AttemptId): Promise<boolean>;
  /** Retries a failed mail, or the failed removal of a replaced card; false if there is no such job with this id. */
  retryQueued(jobId: string): Promise<boolean>;
  /** Ends a failed mail or removal of a card for good. Returns its queue; null if there is no such job with this id. */
  dismissQueued(jobId: string): Promise<string | null>;
  /** Makes all jobs of a queue due that failed and wait for their next try. Returns their number. */
  retryWaiting(queue: RetriedQueue): Promise<number>;
  /** Ends the sessions of an account and returns their number; null if the account does not exist. */
  endSessionsOf(accountId: AccountId, by: By): Promise<number | null>;
  /** Removes the network restriction of an account; null if it had none. */
  liftNetworksOf(accountId: AccountId, by: By): Promise<Owner | null>;
  /** User of an account; null when the account is closed or unknown. */
  userOf(accountId: AccountId): Promise<UserId | null>;
  /** Owner of an account; null when the account is closed or unknown. */
  ownerOf(accountId: AccountId): Promise<Owner | null>;
  /** True while an order to close the account waits for the gateway (decision 55). */
  isClosing(accountId: AccountId): Promise<boolean>;
  /** Adds an entry to the activity. The customer sees that an operator did it; only the stored event names the operator. */
  addActivity(accountId: AccountId, type: ActivityType, by: By): Promise<void>;
  /**
   * Turns two-step authentication of an account off: deletes its secret and recovery codes, voids mailed links and ends
   * every session. Returns null when it was off.
   */
  liftTwoStepOf(accountId: AccountId, by: By): Promise<Owner | null>;
  /** Returns a mail to a customer; null if it is deleted or another customer's. */
  mailOf(accountId: AccountId, mailId: string): Promise<{ job: QueuedMail; isForPresentAddress: boolean } | null>;
  /** True if the account got exactly this credit since then by another request, from any operator. */
  wasGranted(accountId: AccountId, amountCents: number, since: Instant, by: By): Promise<boolean>;
  /**
   * Writes the audit log. Throws `done_already` if it has the actor's request key, so that the transaction is rolled back.
   */
  record(entry: AuditEntry): Promise<void>;
}

/** A refund at the gateway that matches no payment. */
export interface UnplacedRefund {
  readonly gatewayRef: string;
  /** Account of the payment. Null if the payment is not in the books. */
  readonly accountId: AccountId | null;
  /** Null also if the payment was kept as credit. */
  readonly attemptId: AttemptId | null;
  readonly amountCents: number;
  readonly status: UnplacedStatus;
}

export interface UnplacedRefundRows {
  unplacedRefund(gatewayRef: string): Promise<UnplacedRefund | null>;
  /** Stores a refund that waits for an operator. One that is stored already gets its account, if it waits without one. */
  parkRefund(refund: Omit<UnplacedRefund, 'status'>): Promise<void>;
  /**
   * Stores a refund that `keep` has paid out of the credit. False if it is decided already. A dismissed one without an account
   * was not booked, so it counts as undecided.
   */
  takeFromKept(refund: Omit<UnplacedRefund, 'status' | 'attemptId'>): Promise<boolean>;
  /** Changes the status. False if it is no longer `from`, because another decision was faster. */
  decideUnplaced(gatewayRef: string, from: UnplacedStatus, to: UnplacedStatus): Promise<boolean>;
}

/** Refund in the list of operators. */
export interface WaitingRefund extends Pick<UnplacedRefund, 'gatewayRef' | 'accountId' | 'amountCents'> {
  readonly foundAt: Instant;
  readonly email: string | null;
  /** Receipt number of the refunded payment. */
  readonly receipt: string | null;
}

/** Payment at the gateway that the books lack, in the list of operators. */
export interface ParkedPayment {
  readonly gatewayRef: string;
  /** Account of the payment, if the books have it. */
  readonly accountId: AccountId | null;
  readonly email: string | null;
  /** Number of the receipt that was lost. */
  readonly receipt: string | null;
  readonly amountCents: number;
  readonly reason: string;
  readonly foundAt: Instant;
}

/** Status of a payment that the books lack. `closed`: it was refunded at the gateway, or booked after all. */
export type UnplacedPaymentStatus = 'waiting' | 'closed' | 'kept' | 'dismissed';

/** Place that a payment has found since it was compared: in the books, or by a decision of an operator. */
export type PaymentPlace = 'in_books' | 'kept' | 'dismissed';

/** Payments that a restored database has lost and no rule can book. */
export interface UnplacedPaymentRows {
  /** Reads a payment, and its account if the books have it. */
  unplacedPayment(
    gatewayRef: string,
  ): Promise<
    (Pick<ParkedPayment, 'gatewayRef' | 'accountId' | 'amountCents'> & { status: UnplacedPaymentStatus }) | null
  >;
  /** Returns the place of a payment. Null: the books lack it, and no operator has decided. Run with its account locked. */
  placeOfPayment(gatewayRef: string, accountId: string | null): Promise<PaymentPlace | null>;
  /** Stores a payment that waits for an operator. False if nothing changed. */
  parkPayment(
    payment: Omit<ParkedPayment, 'email' | 'foundAt' | 'accountId'> & { accountId: string | null },
  ): Promise<boolean>;
  /**
   * Ends the wait of those of the payments that the books have, and of those that were refunded in full. Another one waits
   * on: it was parked since the comparison.
   */
  closePayments(gatewayRefs: readonly string[], refundedRefs: readonly string[]): Promise<void>;
  /** Stores a decision. False if the payment does not wait: another decision was faster, or a charge has found it. */
  decidePayment(gatewayRef: string, to: 'kept' | 'dismissed'): Promise<boolean>;
}

export interface OperatorMail {
  enqueueMail(job: QueuedMail): Promise<void>;
}

/** Queues whose waiting jobs an operator can make due: mails, and messages to products. */
export type RetriedQueue = 'mail' | 'product-hook';

export interface OperatorHooks {
  /** Retries a failed message to a product; false if there is no failed message with this id. */
  retryHook(deliveryId: string): Promise<boolean>;
  /** Deletes a failed message to a product; false if there is no failed message with this id. */
  dismissHook(deliveryId: string): Promise<boolean>;
}

/** A code about to be stored. */
export interface NewCoupon extends CouponTemplate {
  readonly codeHash: string;
}

export interface CouponBatchRows {
  /** Stores the codes of a batch by their hashes, with the prices that a discount applies to. */
  addCoupons(batch: { readonly id: string; readonly name: string }, coupons: readonly NewCoupon[]): Promise<void>;
  /** Revokes the unused codes of a batch; null if the batch does not exist. */
  revokeBatch(batchId: string): Promise<BatchRevoked | null>;
}

/** Number of codes that were revoked, and of redemptions that stay valid. */
export interface BatchRevoked {
  readonly revoked: number;
  readonly redeemed: number;
}

export type OperatorStore = OperatorRows &
  UnplacedRefundRows &
  UnplacedPaymentRows &
  OperatorMail &
  OperatorHooks &
  CouponBatchRows &
  CatalogueRows &
  Pick<BillingStore, 'lockAccount' | 'store' | 'bookedAsLost' | 'cardPlace' | 'replaceCard' | 'detachLater'>;

export type InOperatorTransaction = <T>(run: (store: OperatorStore) => Promise<T>) => Promise<T>;

/** A refund to send, with all values that the gateway needs. */
export interface RefundOrder {
  readonly refund: Refund;
  readonly chargeRef: string;
  readonly intentRef: string;
  /** Age of its row by the clock of the database. */
  readonly ageMs: number;
}

export type LiveSubscription = Pick<Subscription, 'id' | 'planId' | 'status' | 'term' | 'currentPeriodEnd'>;

export interface OperatorReads
  extends Pick<OperatorRows, 'accountOf' | 'userOf' | 'invoiceOf' | 'refundOfGateway'>,
    Pick<UnplacedRefundRows, 'unplacedRefund'> {
  subscriptionOf(id: string): Promise<NamedSubscription | null>;
  /** Current subscriptions of an account, oldest first. */
  liveSubscriptions(accountId: AccountId): Promise<LiveSubscription[]>;
  refundOrder(id: RefundId): Promise<RefundOrder | null>;
  /** Takes refunds without a sending process and prolongs their leases. */
  takeLostRefunds(now: Instant, until: Instant, limit: number): Promise<RefundId[]>;
  due(until: Instant, limit: number): Promise<DueList>;
  waitingRefunds(limit: number): Promise<BoundedList<WaitingRefund>>;
  parkedPayments(limit: number): Promise<BoundedList<ParkedPayment>>;
  /** Returns a payment with the time at which recovery gave it up. Null if no payment has this id. */
  sentPayment(id: AttemptId): Promise<SentPayment | null>;
}

/** Payment that was sent to the gateway. */
export interface SentPayment {
  /** True if it has no outcome after seven days, so that recovery stopped. */
  readonly isGivenUp: boolean;
  readonly accountId: AccountId;
  readonly amountCents: number;
  /** Time of the first call, by the clock of the database. */
  readonly sentAtWall: Instant;
  /** True while a restored database was not compared with the gateway. */
  readonly isRestored: boolean;
}

/** First rows of a list and their total number, counted up to `COUNT_LIMIT`. */
export interface BoundedList<Row> {
  readonly rows: readonly Row[];
  readonly inAll: number;
}

/** Due and stuck work for operators to check. */
export interface DueList {
  /** Accounts with something due, without those on a sandbox clock. */
  readonly accounts: BoundedList<{ readonly id: AccountId; readonly email: string | null; readonly at: Instant }>;
  /** Number of accounts on a sandbox clock with scheduled work. */
  readonly onSandboxClock: number;
  readonly undecidedAttempts: BoundedList<{
    readonly id: AttemptId;
    readonly status: string;
    readonly sentAt: Instant;
    /** True after seven days. Recovery does not ask about it any more. */
    readonly isGivenUp: boolean;
  }>;
  readonly undecidedRefunds: BoundedList<{ readonly id: RefundId; readonly sentAt: Instant }>;
  readonly failedMails: BoundedList<{
    readonly id: string;
    readonly template: string;
    readonly accountId: AccountId | null;
    readonly failedAt: Instant;
  }>;
  readonly failedHooks: BoundedList<FailedHook>;
  /** Replaced cards that are still at the gateway. Without an account if it was closed since. */
  readonly failedDetachments: BoundedList<{
    readonly id: string;
    readonly accountId: AccountId | null;
    readonly brand: string | null;
    readonly last4: string | null;
    readonly failedAt: Instant;
  }>;
}

/** A message to a product that failed finally, with the result of its last try. */
export interface FailedHook {
  readonly id: string;
  readonly product: string;
  readonly accountId: AccountId;
  readonly attempts: number;
  readonly lastHttpStatus: number | null;
  readonly lastError: string | null;
  readonly failedAt: Instant;
}
