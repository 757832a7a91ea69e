import type { ExportStatus } from '@foyer/contract/vocabulary/export-status';
import type {
  AccountId,
  AttemptId,
  InvoiceId,
  PlanId,
  PriceId,
  RefundId,
  SubscriptionId,
} from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import type {
  AttemptStatus,
  InvoiceReason,
  RefundStatus,
  SubscriptionEventType,
} from '@foyer/contract/vocabulary/record-words';
import type {
  SubscriptionSource,
  SubscriptionStatus,
  SubscriptionTerm,
} from '@foyer/contract/vocabulary/subscription-status';
import type { TaxReach } from '../catalogue/tax-place.ts';
import type { HeldDiscount } from './coupon-entities.ts';
import type { MaintenancePeriod, Purchase } from './maintenance-entities.ts';
import type { HeldRedemption } from './promotion-entities.ts';

/**
 * Rows of the database as billing rules see them, with the same column names. Instants are Unix milliseconds, money is
 * cents.
 */

export interface Account {
  readonly id: AccountId;
  readonly brand: string;
  readonly status: 'open' | 'closed';
  readonly exportStatus: ExportStatus;
  /**
   * Negative: the vendor owes the customer (account credit). Positive: a small debit, collected with the next invoice.
   */
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

/** Content of the mail about the end of a period, kept to correct it when it is no longer true (decision 54). */
export interface Announcement {
  /** End of the period or trial that it is about. */
  readonly endsAt: Instant;
  /** Kind and amount of the last mail, as `announcePeriod` compares them. Null if nothing had to be mailed. */
  readonly mailedContent: string | null;
  readonly mailedAt: Instant | null;
  /** Time of the last correction. The next one waits an hour. */
  readonly correctedAt: Instant | null;
  /** Values that the content depended on (`noticeInputs`). Other values make the notice due again. */
  readonly inputs: string;
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
  /** Price the promotion continues at when it ends; null if it does not continue. */
  readonly transitionPriceId: PriceId | null;
  /**
   * On a trial: the plan below it, which is in effect again when the trial ends. On a purchase: the trial it replaces.
   */
  readonly resumesSubscriptionId: SubscriptionId | null;
  readonly prepaidDisplayCode: string | null;
  readonly suspendedAt: Instant | null;
  readonly noticedPeriodEnd: Instant | null;
  /** Null if no notice was due yet, or if an earlier release sent it. */
  readonly announced: Announcement | null;
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

/** Facts in the text of an invoice or line, from which each language makes its text. `plan` is a name. */
export type DescriptionParts = { readonly product: Product; readonly plan: string } & (
  | { readonly kind: 'plan'; readonly interval: Interval }
  | { readonly kind: 'unused' }
  | { readonly kind: 'perpetual' }
  | { readonly kind: 'maintenance' | 'prepaid'; readonly months: number }
  /** `months: null` is free forever. */
  | { readonly kind: 'free'; readonly months: number | null }
);

export interface Described {
  /** English text as it was first printed. */
  readonly description: string;
  /** Null if the row is older than the column and its text has an unknown form (decision 50). */
  readonly descriptionParts: DescriptionParts | null;
}

export interface Invoice extends Described {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId | null;
  readonly reason: InvoiceReason;
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly periodStart: Instant | null;
  readonly periodEnd: Instant | null;
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly taxRatePpm: number;
  /** City and state whose tax applies, as printed on the receipt: `Boston MA`. */
  readonly taxPlace: string;
  readonly taxCents: number;
  readonly totalCents: number;
  /** Credit used, in cents. Negative when an earlier small debit is collected with this invoice. */
  readonly creditAppliedCents: number;
  readonly creditAddedCents: number;
  readonly carriedCents: number;
  readonly amountDueCents: number;
  readonly balanceAfterCents: number;
  readonly billTo: BillTo | null;
  /** Code of the discount that lowered this invoice. */
  readonly couponCode: string | null;
  readonly finalizedAt: Instant;
  readonly paidAt: Instant | null;
  readonly attemptCount: number;
  readonly dunningSlot: number;
  readonly nextAttemptAt: Instant | null;
  readonly overdueAt: Instant | null;
}

export type LineKind = 'recurring' | 'add_on' | 'proration_charge' | 'proration_credit' | 'maintenance' | 'grant';

export interface InvoiceLine extends Described {
  readonly id: string;
  readonly invoiceId: InvoiceId;
  readonly position: number;
  readonly kind: LineKind;
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
  /** Key of the charge at the gateway. Null: the id of the attempt is the key. */
  readonly gatewayKey: string | null;
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

/** Money returned to the customer from one payment. The id is the idempotency key of the gateway call. */
export interface Refund {
  readonly id: RefundId;
  readonly accountId: AccountId;
  readonly attemptId: AttemptId;
  readonly amountCents: number;
  /** Tax included in `amountCents`. */
  readonly taxCents: number;
  readonly status: RefundStatus;
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
  readonly type: SubscriptionEventType;
  readonly at: Instant;
  readonly actor: 'customer' | 'system' | 'operator';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TrialRedemption {
  readonly accountId: AccountId;
  readonly trialKey: string;
  readonly emailHash: string;
  readonly cardFingerprintHash: string | null;
  readonly subscriptionId: SubscriptionId;
}

/**
 * Paid invoice line whose period is not over, with its tax rate. A change of plan credits the unused days of such
 * lines.
 */
export interface CreditableLine extends InvoiceLine {
  readonly subscriptionId: SubscriptionId;
  readonly taxRatePpm: number;
  /** Part of the line that was refunded, is being refunded or was lost in a dispute. Without tax. */
  readonly refundedCents: number;
}

/** All rows of one account that billing rules read. Loaded while the account row is locked. */
export interface BillingState {
  readonly account: Account;
  readonly emailHash: string;
  /** Email address if it is verified, else null. Plans for schools require an address of a school. */
  readonly verifiedEmail: string | null;
  readonly billTo: BillTo | null;
  readonly card: Card | null;
  readonly taxRatePpm: number;
  /** Place the tax rate applies to: postal prefix, state or country. Null if no rate is known. */
  readonly taxReach: TaxReach | null;
  readonly subscriptions: readonly Subscription[];
  readonly changes: readonly SubscriptionChange[];
  /** Open invoices, and an uncollectible invoice while the customer pays it. */
  readonly invoices: readonly Invoice[];
  readonly attempts: readonly Attempt[];
  readonly creditableLines: readonly CreditableLine[];
  /**
   * Tax collected in the current period of each subscription, including the invoices whose lines were credited in it.
   * Refunds (also running ones) and lost disputes are subtracted. A downgrade gives back at most this much tax (D16).
   */
  readonly periodTaxCents: Readonly<Record<SubscriptionId, number>>;
  /** Coupon codes on paid invoices of the current period, by subscription. Subscriptions without codes have no key. */
  readonly periodCoupons: Readonly<Record<SubscriptionId, readonly string[]>>;
  readonly trialKeysUsed: readonly string[];
  /** Keyed hash of the card's fingerprint. Limits trials to one per card (D5). */
  readonly cardFingerprintHash: string | null;
  /** Last expiry notice sent for this card, in days before the expiry. Null if none was sent. */
  readonly cardNoticedDays: number | null;
  /** Redemptions that wait for an export review. */
  readonly held: readonly HeldRedemption[];
  /** Discounts of live subscriptions that still apply. */
  readonly discounts: readonly HeldDiscount[];
  /** Maintenance periods of perpetual licences. Some callers load only the last period of each licence. */
  readonly maintenance: readonly MaintenancePeriod[];
  /** One-time purchases with an undecided payment. */
  readonly purchases: readonly Purchase[];
}
