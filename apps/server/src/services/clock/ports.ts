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
  /** False when it is advancing already. */
  startAdvance(clockId: string, to: Instant): Promise<boolean>;
  /** An advancing clock nobody works on, leased to the caller. */
  claimAdvancing(): Promise<Clock | null>;
  /** The earliest thing due on the clock's accounts, not later than `to`. */
  earliestDue(clockId: string, to: Instant): Promise<{ accountId: AccountId; at: Instant } | null>;
  /** Moves forward only, and prolongs the lease. */
  moveTo(clockId: string, at: Instant): Promise<void>;
  finish(clockId: string, status: 'ready' | 'failed'): Promise<void>;
  /** The earliest end of a paid period, or of a trial or promotion that goes on as a paid plan; null when there is none. */
  nextRenewal(accountId: AccountId): Promise<Instant | null>;
}
