import type {
  AccountId,
  AttemptId,
  CouponId,
  InvoiceId,
  PlanId,
  PriceId,
  PurchaseId,
  RefundId,
  SubscriptionId,
} from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type {
  SubscriptionSource,
  SubscriptionStatus,
  SubscriptionTerm,
} from '@foyer/contract/vocabulary/subscription-status';

/** The rows that billing decides about, named as in the database. Instants are milliseconds, money is cents. */

export interface Account {
  readonly id: AccountId;
  readonly brand: string;
  readonly status: 'open' | 'closed';
  readonly exportStatus: 'none' | 'pending' | 'cleared' | 'denied';
  /** Negative is credit. */
  readonly balanceCents: number;
  readonly nextActionAt: Instant | null;
}

export interface BillTo {
  readonly country: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

export interface Card {
  readonly id: string;
  readonly gatewayRef: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string | null;
}

export interface Subscription {
  readonly id: SubscriptionId;
  readonly accountId: AccountId;
  readonly product: Product;
  readonly planId: PlanId;
  readonly priceId: PriceId;
  readonly unitAmountCents: number;
  readonly quantity: number;
  readonly status: SubscriptionStatus;
  readonly source: SubscriptionSource;
  readonly term: SubscriptionTerm;
  readonly billingAnchor: Instant;
  readonly cycleIndex: number;
  readonly currentPeriodStart: Instant;
  readonly currentPeriodEnd: Instant | null;
  readonly trialEnd: Instant | null;
  readonly everPaid: boolean;
  readonly cancelAtPeriodEnd: boolean;
  readonly transitionAtEnd: boolean;
  /** What a promotion goes on as, when it does. */
  readonly transitionPriceId: PriceId | null;
  readonly resumesSubscriptionId: SubscriptionId | null;
  readonly prepaidDisplayCode: string | null;
  readonly suspendedAt: Instant | null;
  readonly noticedPeriodEnd: Instant | null;
  readonly endedAt: Instant | null;
  readonly endReason: string | null;
}

export interface SubscriptionChange {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly mode: 'now' | 'period_end';
  readonly toPriceId: PriceId;
  readonly toQuantity: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly startsNewPeriod: boolean;
  readonly status: 'pending' | 'applied' | 'discarded';
  readonly invoiceId: InvoiceId | null;
  readonly applyAt: Instant;
}

export type InvoiceReason = 'create' | 'renewal' | 'change' | 'trial_end' | 'promotion_end' | 'one_time' | 'grant';

export interface Invoice {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId | null;
  readonly reason: InvoiceReason;
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly description: string;
  readonly periodStart: Instant | null;
  readonly periodEnd: Instant | null;
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly taxRatePpm: number;
  /** `Boston MA`: where the tax is owed, for the words on the receipt. */
  readonly taxPlace: string;
  readonly taxCents: number;
  readonly totalCents: number;
  /** Negative when an earlier small debit is collected with it. */
  readonly creditAppliedCents: number;
  readonly creditAddedCents: number;
  readonly carriedCents: number;
  readonly amountDueCents: number;
  readonly balanceAfterCents: number;
  readonly billTo: BillTo | null;
  /** The code of the discount that lowered it. */
  readonly couponCode: string | null;
  readonly finalizedAt: Instant;
  readonly paidAt: Instant | null;
  readonly attemptCount: number;
  readonly dunningSlot: number;
  readonly nextAttemptAt: Instant | null;
  readonly overdueAt: Instant | null;
}

export type LineKind = 'recurring' | 'add_on' | 'proration_charge' | 'proration_credit' | 'maintenance' | 'grant';

export interface InvoiceLine {
  readonly id: string;
  readonly invoiceId: InvoiceId;
  readonly position: number;
  readonly kind: LineKind;
  readonly description: string;
  readonly quantity: number;
  readonly unitAmountCents: number;
  readonly grossCents: number;
  readonly discountCents: number;
  readonly amountCents: number;
  readonly periodStart: Instant | null;
  readonly periodEnd: Instant | null;
  readonly priceId: PriceId | null;
  readonly sourceLineId: string | null;
  readonly voided: boolean;
}

export type AttemptStatus =
  | 'sending'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'errored'
  | 'canceled';

export interface Attempt {
  readonly id: AttemptId;
  readonly kind: 'charge' | 'setup';
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId | null;
  readonly attemptNo: number;
  readonly amountCents: number;
  readonly onSession: boolean;
  readonly paymentMethodId: string | null;
  readonly status: AttemptStatus;
  readonly gatewayIntentRef: string | null;
  readonly gatewayChargeRef: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly errorCode: string | null;
  readonly declineCode: string | null;
  readonly errorMessage: string | null;
  readonly leaseUntil: Instant | null;
  readonly sentAt: Instant;
  readonly decidedAt: Instant | null;
}

/** Money given back of one payment (billing.md §1.5); its id is the key of the gateway's call. */
export interface Refund {
  readonly id: RefundId;
  readonly accountId: AccountId;
  readonly attemptId: AttemptId;
  readonly amountCents: number;
  /** The part of it that was tax. */
  readonly taxCents: number;
  readonly status: 'sending' | 'succeeded' | 'failed';
  readonly gatewayRef: string | null;
  readonly errorMessage: string | null;
  readonly leaseUntil: Instant | null;
  readonly sentAt: Instant;
  readonly decidedAt: Instant | null;
}

export type LedgerAccount =
  | 'customer_credit'
  | 'receivable'
  | 'cash'
  | 'revenue'
  | 'tax_payable'
  | 'goodwill'
  | 'write_off';

export interface LedgerEntry {
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: string;
  readonly refId: string;
  readonly seq: number;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountCents: number;
  readonly at: Instant;
}

export interface SubscriptionEvent {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly type: string;
  readonly at: Instant;
  readonly actor: 'customer' | 'system' | 'vendor';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TrialRedemption {
  readonly accountId: AccountId;
  readonly trialKey: string;
  readonly emailHash: string;
  readonly cardFingerprintHash: string | null;
  readonly subscriptionId: SubscriptionId;
}

/** A stretch of maintenance of a perpetual licence; each begins where the one before it ends (I21). */
export interface MaintenancePeriod {
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  readonly source: 'initial' | 'purchase' | 'coupon' | 'grant';
  /** What it came from: a purchase, a redemption, the subscription itself. */
  readonly sourceId: string;
  /** The last of the marks, in days before its end, that the customer was mailed at. */
  readonly noticedDays: number | null;
}

/** An extension of maintenance that is being bought, or was (billing.md §2.5): both ends are fixed when it begins. */
export interface Purchase {
  readonly id: PurchaseId;
  readonly accountId: AccountId;
  readonly forSubscriptionId: SubscriptionId;
  readonly invoiceId: InvoiceId;
  readonly status: 'pending' | 'success' | 'failed';
  readonly extensionId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitAmountCents: number;
  readonly oldExpiration: Instant;
  readonly newExpiration: Instant;
  readonly purchasedAt: Instant;
}

/** What an account did with a code (billing.md §2.5): it has an effect, waits for a review, or is free again. */
export interface CouponRedemption {
  readonly id: string;
  readonly couponId: CouponId;
  readonly accountId: AccountId;
  /** The whole code, also when only its display part was typed. */
  readonly typedCode: string;
  /** What came of it, or what a held one is meant for. */
  readonly subscriptionId: SubscriptionId | null;
  readonly status: 'held' | 'applied' | 'released';
  readonly exportReviewId: string | null;
  readonly at: Instant;
}

/** The discount of a subscription, by the redemption it came from; a subscription has one at a time. */
export interface SubscriptionDiscount {
  /** That of the redemption. */
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  /** `pending` until the bill it came with is paid; if that never is, the coupon is free again (S2). */
  readonly status: 'pending' | 'active' | 'over';
  /** Bills it will still lower; null is all of them. */
  readonly cyclesLeft: number | null;
  /** The bill it came with; null when it came without one. */
  readonly invoiceId: InvoiceId | null;
}

/** How much comes off which prices, and under what name. */
export interface PercentOff {
  readonly code: string;
  readonly percentOff: number;
  readonly priceIds: readonly PriceId[];
}

export type HeldDiscount = SubscriptionDiscount & PercentOff;

/** What an account did with a promotion: it has it, or it is kept until an export review is decided (billing.md §2.6). */
export interface PromotionRedemption {
  readonly id: string;
  readonly promotionId: string;
  readonly accountId: AccountId;
  readonly code: string;
  readonly status: 'held' | 'applied' | 'released';
  readonly exportReviewId: string | null;
  readonly subscriptionIds: readonly SubscriptionId[];
  readonly at: Instant;
}

/** A promotion or a prepaid code that is kept for an account under export review. */
export interface HeldRedemption {
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: 'promotion' | 'prepaid';
  /** What it is for, in the vendor's words. */
  readonly name: string;
  readonly heldAt: Instant;
}

/** A mail that a billing decision causes; sent through the queue of the same transaction. */
export interface MailJob {
  readonly template:
    | 'receipt'
    | 'payment_failed'
    | 'payment_overdue'
    | 'refunded'
    | 'credit_granted'
    | 'renewal_notice'
    | 'subscription_ended'
    | 'trial_started'
    | 'sales_lead'
    | 'promotion_redeemed'
    | 'review_opened'
    | 'review_cleared'
    | 'review_denied'
    | 'held_applied'
    | 'held_released'
    | 'maintenance_ending'
    | 'maintenance_extended';
  readonly accountId: AccountId;
  readonly invoiceId: InvoiceId | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly at: Instant;
  /** What held at that moment and may be different by the time the mail is written. */
  readonly facts: MailFacts;
}

export interface MailFacts {
  /** The coming charge, tax included and before credit; what was given back or as a gift. */
  readonly amountCents?: number;
  /** When it will be charged, or when the next attempt is. */
  readonly nextAt?: Instant | null;
  readonly failureMessage?: string | null;
  /** The promotion or the code's plan it is about. */
  readonly name?: string;
  /** The U.S. business day of an answer. */
  readonly answerBy?: string;
}

/** A paid line that still covers time to come, with the tax rate it was billed at: what a change may give credit for. */
export interface CreditableLine extends InvoiceLine {
  readonly subscriptionId: SubscriptionId;
  readonly taxRatePpm: number;
}

/** Everything about one account that billing rules look at, read under the account's lock. */
export interface BillingState {
  readonly account: Account;
  readonly emailHash: string;
  /** The e-mail address when it is verified: some plans ask for one of a school. */
  readonly verifiedEmail: string | null;
  readonly billTo: BillTo | null;
  readonly card: Card | null;
  readonly taxRatePpm: number;
  readonly subscriptions: readonly Subscription[];
  readonly changes: readonly SubscriptionChange[];
  /** Open ones, and an uncollectible one that is being paid late. */
  readonly invoices: readonly Invoice[];
  readonly attempts: readonly Attempt[];
  readonly creditableLines: readonly CreditableLine[];
  /** Tax collected so far in the current period of each subscription: the ceiling of what a downgrade may give back. */
  readonly periodTaxCents: Readonly<Record<SubscriptionId, number>>;
  readonly trialKeysUsed: readonly string[];
  /** What is kept until an export review is decided. */
  readonly held: readonly HeldRedemption[];
  /** Discounts of live subscriptions that are not over. */
  readonly discounts: readonly HeldDiscount[];
  /** Of perpetual licences: the period that ends last, or all of them. */
  readonly maintenance: readonly MaintenancePeriod[];
  /** One-time purchases whose payment is not decided. */
  readonly purchases: readonly Purchase[];
}
