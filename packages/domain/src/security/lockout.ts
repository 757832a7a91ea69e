import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';

/** Wrong guesses on one key so far. */
export interface FailureCounter {
  readonly failures: number;
  readonly lockedUntil: Instant | null;
}

export interface LockoutPolicy {
  readonly freeFailures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** threats.md §3: 5 wrong passwords, then a minute, doubling to a quarter of an hour. */
export const signInPolicy: LockoutPolicy = { freeFailures: 5, firstLockMs: MINUTE_MS, longestLockMs: 15 * MINUTE_MS };

export const isLocked = (counter: FailureCounter | null, now: Instant): boolean =>
  counter?.lockedUntil != null && now < counter.lockedUntil;

/** The counter after one more wrong guess. */
export const afterFailure = (counter: FailureCounter | null, policy: LockoutPolicy, now: Instant): FailureCounter => {
  const failures = (counter?.failures ?? 0) + 1;
  const beyond = failures - policy.freeFailures;
  if (beyond < 0) return { failures, lockedUntil: null };
  const lock = Math.min(policy.longestLockMs, policy.firstLockMs * 2 ** Math.min(beyond, 20));
  return { failures, lockedUntil: now + lock };
};
