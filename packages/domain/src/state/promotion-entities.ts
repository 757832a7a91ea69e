import type { AccountId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** Rows of the database as rules about promotions and held redemptions see them, with the same column names. */

/** Promotion of an account: applied, held until an export review is decided, or released. */
export interface PromotionRedemption {
  readonly id: string;
  readonly promotionId: string;
  readonly accountId: AccountId;
  readonly code: string;
  readonly status: 'held' | 'applied' | 'released';
  readonly exportReviewId: string | null;
  readonly subscriptionIds: readonly SubscriptionId[];
  /** Choice of the customer for auto-renew. Without a chargeable card the plans end in any case. */
  readonly transitionAtEnd: boolean;
  readonly at: Instant;
}

/** Promotion or prepaid code that is held for an account under export review. */
export interface HeldRedemption {
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: 'promotion' | 'prepaid';
  /** Name for mails and pages, in English. */
  readonly name: string;
  readonly heldAt: Instant;
}
