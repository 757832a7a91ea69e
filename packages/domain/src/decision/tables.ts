import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { EntitlementChange } from '../entitlements/changes.ts';
import type { CouponRedemption, HeldDiscount } from '../state/coupon-entities.ts';
import type {
  Attempt,
  Invoice,
  InvoiceLine,
  LedgerEntry,
  Refund,
  Subscription,
  SubscriptionChange,
  SubscriptionEvent,
  TrialRedemption,
} from '../state/entities.ts';
import type { MailJob } from '../state/mail-job.ts';
import type { MaintenancePeriod, Purchase } from '../state/maintenance-entities.ts';
import type { HeldRedemption, PromotionRedemption } from '../state/promotion-entities.ts';

/** A mail about the card's expiry was sent, `days` before the expiry. */
interface CardNotice {
  readonly cardId: string;
  readonly days: number;
}

/** Redemption of an order that failed. Its coupon counts one use fewer. */
interface FreedCoupon {
  readonly redemptionId: string;
}

/** New service period of an invoice that was paid while its subscription was suspended (S16). */
interface MovedInvoice {
  readonly invoiceId: string;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}

/** Row types of the lists that a billing decision writes. */
export interface BillingRows {
  readonly subscriptions: Subscription;
  readonly changes: SubscriptionChange;
  readonly events: SubscriptionEvent;
  readonly trials: TrialRedemption;
  /** Storing a new redemption also increments `redeemed_count` of its coupon. */
  readonly couponRedemptions: CouponRedemption;
  readonly discounts: HeldDiscount;
  /** Redemptions of orders that failed. Each gives one use back to its coupon. */
  readonly freedCoupons: FreedCoupon;
  readonly promotionRedemptions: PromotionRedemption;
  /** Held promotion redemptions that are released unused. */
  readonly released: HeldRedemption;
  readonly maintenance: MaintenancePeriod;
  readonly purchases: Purchase;
  readonly lines: InvoiceLine;
  readonly attempts: Attempt;
  readonly refunds: Refund;
  readonly ledger: LedgerEntry;
  /** Invoices with a moved service period (S16). Their lines move by the same time. */
  readonly movedInvoices: MovedInvoice;
  readonly cardNotices: CardNotice;
  readonly mails: MailJob;
  /** Changes of entitlements, sent to the vendor's products (BY-08). `finish` computes them. */
  readonly entitlements: EntitlementChange;
  /** The receipt number is assigned on storing, so that numbers have no gaps. */
  readonly invoices: Invoice;
}

export type BillingList = keyof BillingRows;

/** Name of a table in SQL, and its columns that hold instants. */
export interface BillingTable<Row> {
  readonly name: string;
  readonly instants: readonly (keyof Row)[];
}

/**
 * Table of each list, in the order of their statements. Null: the list has no table, and statements in the database
 * adapter store it. A new table needs its entry here and its row type above; nothing else.
 */
export const billingTables = {
  subscriptions: {
    name: 'subscriptions',
    instants: [
      'billingAnchor',
      'currentPeriodStart',
      'currentPeriodEnd',
      'trialEnd',
      'suspendedAt',
      'noticedPeriodEnd',
      'endedAt',
    ],
  },
  changes: { name: 'subscription_changes', instants: ['applyAt'] },
  events: { name: 'subscription_events', instants: ['at'] },
  trials: { name: 'trial_redemptions', instants: [] },
  couponRedemptions: { name: 'coupon_redemptions', instants: ['at'] },
  discounts: { name: 'subscription_discounts', instants: [] },
  freedCoupons: null,
  promotionRedemptions: { name: 'promotion_redemptions', instants: ['at'] },
  released: null,
  maintenance: { name: 'maintenance_periods', instants: ['startsAt', 'expiresAt'] },
  purchases: { name: 'one_time_purchases', instants: ['oldExpiration', 'newExpiration', 'purchasedAt'] },
  lines: { name: 'invoice_lines', instants: ['periodStart', 'periodEnd'] },
  attempts: { name: 'payment_attempts', instants: ['leaseUntil', 'sentAt', 'decidedAt'] },
  refunds: { name: 'refunds', instants: ['leaseUntil', 'sentAt', 'decidedAt'] },
  ledger: { name: 'ledger_entries', instants: ['at'] },
  movedInvoices: null,
  cardNotices: null,
  mails: null,
  entitlements: null,
  // The counter of receipt numbers stays locked until the end of the transaction, so invoices are last.
  invoices: {
    name: 'invoices',
    instants: ['periodStart', 'periodEnd', 'finalizedAt', 'paidAt', 'nextAttemptAt', 'overdueAt'],
  },
} as const satisfies { readonly [List in BillingList]: BillingTable<BillingRows[List]> | null };

export const billingLists = Object.keys(billingTables) as readonly BillingList[];
