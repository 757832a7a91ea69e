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
import type { Product } from '@foyer/contract/vocabulary/plans';
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
import type { HeldDiscount } from '../coupons/entities.ts';
import type { MaintenancePeriod, Purchase } from '../maintenance/entities.ts';
import type { TaxReach } from '../pricing/tax-place.ts';
import type { HeldRedemption } from '../promotions/entities.ts';

/** The rows that billing decides about, named as in the database. Instants are milliseconds, money is cents. */

export interface Account {
  readonly id: AccountId;
  readonly brand: string;
  readonly status: 'open' | 'closed';
  readonly exportStatus: ExportStatus;
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
  /** Of a trial: what lies below it and goes on at its end. Of a purchase: the trial it was ordered in place of. */
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

/** A paid line that still covers time to come, with the tax rate it was billed at: what a change may give credit for. */
export interface CreditableLine extends InvoiceLine {
  readonly subscriptionId: SubscriptionId;
  readonly taxRatePpm: number;
  /** What was refunded of its invoice, is about to be, or was lost in a dispute, without the tax. */
  readonly refundedCents: number;
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
  /** How near the place is that the rate is of; null where no rate is known. */
  readonly taxReach: TaxReach | null;
  readonly subscriptions: readonly Subscription[];
  readonly changes: readonly SubscriptionChange[];
  /** Open ones, and an uncollectible one that is being paid late. */
  readonly invoices: readonly Invoice[];
  readonly attempts: readonly Attempt[];
  readonly creditableLines: readonly CreditableLine[];
  /**
   * Tax collected so far in the current period of each subscription and in the bills its credits came from, without what
   * was refunded of them, is about to be or was lost in a dispute: the ceiling of what a downgrade may give back.
   */
  readonly periodTaxCents: Readonly<Record<SubscriptionId, number>>;
  /** Codes of the discounts that lowered a paid bill of the current period of a subscription; most have none. */
  readonly periodCoupons: Readonly<Record<SubscriptionId, readonly string[]>>;
  readonly trialKeysUsed: readonly string[];
  /** Of the card on file, keyed: a trial is once per card too (D5). */
  readonly cardFingerprintHash: string | null;
  /** The last mark, in days before the card expires, that the customer was mailed at. */
  readonly cardNoticedDays: number | null;
  /** What is kept until an export review is decided. */
  readonly held: readonly HeldRedemption[];
  /** Discounts of live subscriptions that are not over. */
  readonly discounts: readonly HeldDiscount[];
  /** Of perpetual licences: the period that ends last, or all of them. */
  readonly maintenance: readonly MaintenancePeriod[];
  /** One-time purchases whose payment is not decided. */
  readonly purchases: readonly Purchase[];
}
