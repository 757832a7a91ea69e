import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { PrepaidClaim } from '@foyer/domain/coupons/redeem-prepaid';
import type { CouponRedemption } from '@foyer/domain/state/coupon-entities';
import type { PromotionRedemption } from '@foyer/domain/state/promotion-entities';
import type { BillingStore } from '../billing/ports.ts';
import type { AuditEntry } from './ports.ts';

export interface ReviewDecision {
  readonly id: string;
  readonly accountId: AccountId;
  readonly status: 'cleared' | 'denied';
  readonly by: string;
  readonly at: Instant;
}

/** Rows that the decision of a review reads and writes. */
export interface DecidingRows {
  accountOfReview(reviewId: string): Promise<AccountId | null>;
  /** Decides a review; false if it was decided before. Clearing restores the claim that the review had suspended. */
  decideReview(decision: ReviewDecision): Promise<boolean>;
  heldPromotion(id: string): Promise<PromotionRedemption>;
  /** Returns a held redemption and locks its coupon. */
  heldCoupon(id: string): Promise<{ claim: PrepaidClaim; redemption: CouponRedemption }>;
  record(entry: AuditEntry): Promise<void>;
}

export type InReviewTransaction = <T>(
  run: (store: Pick<BillingStore, 'lockAccount' | 'store'> & DecidingRows) => Promise<T>,
) => Promise<T>;
