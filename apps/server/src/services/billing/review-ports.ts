import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

export interface NewReview {
  readonly id: string;
  readonly accountId: AccountId;
  readonly reason: string;
  /** `denied` if the screening itself refuses the account. */
  readonly status: 'pending' | 'denied';
  readonly at: Instant;
}

/** Rows of export reviews, under the account's lock. */
export interface ReviewRows {
  /** Returns the waiting review. There is at most one. */
  pendingReview(accountId: AccountId): Promise<string | null>;
  /** Stores the review, sets the account's status and removes the claims to export-controlled products. */
  openReview(review: NewReview): Promise<void>;
  /** Sets a cleared account back to `none`, so that it is screened again (decision 56). */
  endClearance(accountId: AccountId): Promise<void>;
}
