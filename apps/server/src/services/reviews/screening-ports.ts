import type { ExportStatus } from '@foyer/contract/vocabulary/export-status';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { HeldRedemption } from '@foyer/domain/promotions/entities';
import type { Party, Verdict } from '@foyer/domain/screening/screen';

/**
 * Screens an account for export control (EX-01), by lists of the configuration or by a service of the vendor. It is asked
 * before any lock or write, so it may be slow.
 */
export type ScreenParty = (party: Party) => Promise<Verdict>;

/** What the screening says of an account. `clear` too where nobody asks it: no address yet, or a person has decided. */
export type ScreenAccount = (accountId: AccountId) => Promise<Verdict>;

export interface ScreenedAccount {
  readonly status: ExportStatus;
  readonly email: string;
  /** Null without an address: then there is nothing to go by. */
  readonly party: Party | null;
}

export interface NewReview {
  readonly id: string;
  readonly accountId: AccountId;
  readonly reason: string;
  /** `denied` where the screening itself says no. */
  readonly status: 'pending' | 'denied';
  readonly at: Instant;
}

/** Rows of export reviews, under the account's lock. */
export interface ReviewRows {
  /** The one that waits; there is at most one. */
  pendingReview(accountId: AccountId): Promise<string | null>;
  /** Stores the review, sets the account's status and removes the claim to the scope product. */
  openReview(review: NewReview): Promise<void>;
}

/** A review that waits, for a list. */
export interface WaitingReview {
  readonly id: string;
  readonly accountId: AccountId;
  readonly email: string | null;
  readonly reason: string;
  readonly openedAt: Instant;
  readonly held: readonly HeldRedemption[];
}

/** Where the screening of an account stands (EX-01). */
export interface AccountScreening {
  readonly status: ScreenedAccount['status'];
  readonly openedAt: Instant | null;
  readonly held: readonly HeldRedemption[];
}

export interface ReviewReads {
  screened(accountId: AccountId): Promise<ScreenedAccount | null>;
  screening(accountId: AccountId): Promise<AccountScreening | null>;
  /** The oldest first, with how many wait in all. */
  waiting(limit: number): Promise<{ readonly rows: readonly WaitingReview[]; readonly inAll: number }>;
}
