import type { AccountId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The rows that rules about promotions and held redemptions decide about, named as in the database. */

/** What an account did with a promotion: it has it, or it is kept until an export review is decided (billing.md §2.6). */
export interface PromotionRedemption {
  readonly id: string;
  readonly promotionId: string;
  readonly accountId: AccountId;
  readonly code: string;
  readonly status: 'held' | 'applied' | 'released';
  readonly exportReviewId: string | null;
  readonly subscriptionIds: readonly SubscriptionId[];
  /** The customer's choice of auto-renew. Without a card that can be charged the plans end all the same. */
  readonly transitionAtEnd: boolean;
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
