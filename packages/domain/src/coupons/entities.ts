import type { AccountId, CouponId, InvoiceId, PriceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The rows that rules about codes decide about, named as in the database. */

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
