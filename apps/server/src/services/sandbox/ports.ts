import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

export interface Clock {
  readonly id: string;
  readonly frozenAt: Instant;
  readonly status: 'ready' | 'advancing' | 'failed';
  readonly advanceTo: Instant | null;
}

export interface ClockStore {
  ofAccount(accountId: AccountId): Promise<Clock | null>;
  create(accountId: AccountId, frozenAt: Instant): Promise<Clock>;
  /** Starts to advance the clock. False if it is advancing already. */
  startAdvance(clockId: string, to: Instant): Promise<boolean>;
  /** Takes an advancing clock that no other process has leased. */
  claimAdvancing(): Promise<Clock | null>;
  /** Earliest due work of the clock's accounts, at or before `to`. */
  earliestDue(clockId: string, to: Instant): Promise<{ accountId: AccountId; at: Instant } | null>;
  /** Moves the clock forward, never back, and prolongs the lease. */
  moveTo(clockId: string, at: Instant): Promise<void>;
  finish(clockId: string, status: 'ready' | 'failed'): Promise<void>;
  /** Earliest end of a paid period, or of a trial or promotion that continues as a paid plan. Null if there is none. */
  nextRenewal(accountId: AccountId): Promise<Instant | null>;
}
