import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { CouponRedemption } from '@foyer/domain/coupons/entities';
import type { PrepaidClaim } from '@foyer/domain/coupons/redeem-prepaid';
import type { PromotionRedemption } from '@foyer/domain/promotions/entities';
import type { BillingStore } from '../billing/ports.ts';
import type { AuditEntry } from '../operator/ports.ts';

export interface ReviewDecision {
  readonly id: string;
  readonly accountId: AccountId;
  readonly status: 'cleared' | 'denied';
  readonly by: string;
  readonly at: Instant;
}

/** What deciding a review needs besides. */
export interface DecidingRows {
  accountOfReview(reviewId: string): Promise<AccountId | null>;
  /** False when it was decided before. Clearing gives the claim back that opening took. */
  decideReview(decision: ReviewDecision): Promise<boolean>;
  heldPromotion(id: string): Promise<PromotionRedemption>;
  /** With its coupon, locked. */
  heldCoupon(id: string): Promise<{ claim: PrepaidClaim; redemption: CouponRedemption }>;
  record(entry: AuditEntry): Promise<void>;
}

export type InReviewTransaction = <T>(
  run: (store: Pick<BillingStore, 'lockAccount' | 'store'> & DecidingRows) => Promise<T>,
) => Promise<T>;
