import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RateLimit, RateWindow } from '@foyer/domain/security/rate-window';

/** Windows of the rate limits that all servers share (threats.md §3). */
export interface RateWindowStore {
  /**
   * Under the lock of the key's rows `decide` sees what was counted, in the order of `windowsMs`, and gives what counts
   * from now on, or null to leave it. So takings at the same moment all count.
   */
  update(
    key: string,
    windowsMs: readonly number[],
    now: Instant,
    decide: (windows: readonly (RateWindow | null)[]) => readonly RateWindow[] | null,
  ): Promise<void>;
  /** What was counted so far, without a lock. */
  read(key: string, windowsMs: readonly number[]): Promise<readonly (RateWindow | null)[]>;
}

/** Takes one from each limit of a key, or none when one of them is used up: then not before `retryAt`. */
export type TakeFromWindow = (
  key: string,
  now: Instant,
  limits: readonly RateLimit[],
) => Promise<{ readonly allowed: boolean; readonly retryAt: Instant }>;

/** The same question without taking: whoever only passes by waits for nobody's row. */
export type LookIntoWindow = TakeFromWindow;
