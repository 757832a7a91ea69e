import type { ExportStatus } from '@foyer/contract/vocabulary/export-status';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Party, Verdict } from '@foyer/domain/screening/screen';
import type { HeldRedemption } from '@foyer/domain/state/promotion-entities';

/**
 * Screens an account for export control (EX-01), by lists of the configuration or by a service of the vendor. It is asked
 * before any lock or write, so it may be slow.
 */
export type ScreenParty = (party: Party) => Promise<Verdict>;

/** Returns the verdict of the screening. It is `clear` without a check if the account has no address or an earlier review. */
export type ScreenAccount = (accountId: AccountId) => Promise<Verdict>;

export interface ScreenedAccount {
  readonly status: ExportStatus;
  readonly email: string;
  /** Name and address to screen; null without an address. */
  readonly party: Party | null;
}

/** A waiting review in a list. */
export interface WaitingReview {
  readonly id: string;
  readonly accountId: AccountId;
  readonly email: string | null;
  readonly reason: string;
  readonly openedAt: Instant;
  readonly held: readonly HeldRedemption[];
}

/** State of the screening of an account (EX-01). */
export interface AccountScreening {
  readonly status: ScreenedAccount['status'];
  readonly openedAt: Instant | null;
  readonly held: readonly HeldRedemption[];
}

export interface ReviewReads {
  screened(accountId: AccountId): Promise<ScreenedAccount | null>;
  screening(accountId: AccountId): Promise<AccountScreening | null>;
  /** Returns waiting reviews, oldest first, and their total number. */
  waiting(limit: number): Promise<{ readonly rows: readonly WaitingReview[]; readonly inAll: number }>;
}
