import type { AccountId, CouponId, InvoiceId, PriceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** Rows of the database as rules about codes see them, with the same column names. */

/** Use of a code by an account: applied, held for an export review, or released. */
export interface CouponRedemption {
  readonly id: string;
  readonly couponId: CouponId;
  readonly accountId: AccountId;
  /** Full code, also if the customer typed only the display part. */
  readonly typedCode: string;
  /** Subscription that resulted, or that a held redemption is meant for. */
  readonly subscriptionId: SubscriptionId | null;
  readonly status: 'held' | 'applied' | 'released';
  readonly exportReviewId: string | null;
  readonly at: Instant;
}

/** Discount of a subscription, keyed by its redemption. A subscription has one at a time. */
export interface SubscriptionDiscount {
  /** Id of the redemption. */
  readonly id: string;
  readonly subscriptionId: SubscriptionId;
  /** `pending` until its first invoice is paid. If that is voided, the coupon is free again (S2). */
  readonly status: 'pending' | 'active' | 'over';
  /** Invoices left to lower; null is all. */
  readonly cyclesLeft: number | null;
  /** First invoice of the discount; null if it began without one. */
  readonly invoiceId: InvoiceId | null;
}

/** Percentage, the prices it covers, and the code. */
export interface PercentOff {
  readonly code: string;
  readonly percentOff: number;
  readonly priceIds: readonly PriceId[];
}

export type HeldDiscount = SubscriptionDiscount & PercentOff;
