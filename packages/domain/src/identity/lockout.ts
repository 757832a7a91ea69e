import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';

/** Failed attempts on one key. */
export interface FailureCounter {
  readonly failures: number;
  readonly lockedUntil: Instant | null;
  /** Null before the first failure. */
  readonly lastFailureAt: Instant | null;
}

export interface LockoutPolicy {
  readonly freeFailures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** Number of failures in a row after which waiting no longer unlocks; null if waiting always does. */
  readonly lastFailure: number | null;
}

/**
 * Limits for repeating the account password before a sensitive change: 5 failures, then one minute, doubling up to 15.
 */
export const stepUpPolicy: LockoutPolicy = {
  freeFailures: 5,
  firstLockMs: MINUTE_MS,
  longestLockMs: 15 * MINUTE_MS,
  lastFailure: null,
};

/**
 * Limits for signing in: as above, and after 100 failures in a row only a password reset by mail unlocks (NIST SP
 * 800-63B §3.2.2).
 */
export const signInPolicy: LockoutPolicy = { ...stepUpPolicy, lastFailure: 100 };

/** Limits for one-time codes: 5 failures, then 15 minutes. */
export const secondFactorPolicy: LockoutPolicy = { ...stepUpPolicy, firstLockMs: 15 * MINUTE_MS };

/** 9999-01-01: later than any real time, and valid in PostgreSQL and JSON. */
const NEVER: Instant = 253_370_764_800_000;

export const noFailures: FailureCounter = { failures: 0, lockedUntil: null, lastFailureAt: null };

/** Tells whether attempts on the key are refused at `now`. No counter means no failures. */
export const isLocked = (counter: FailureCounter | null, now: Instant): boolean =>
  counter?.lockedUntil != null && now < counter.lockedUntil;

/**
 * Time to announce for the next attempt. A permanent lock is announced like the longest one, so that it is not
 * disclosed (INV-19).
 */
export const retryAt = (counter: FailureCounter, policy: LockoutPolicy, now: Instant): Instant =>
  Math.min(counter.lockedUntil ?? now, now + policy.longestLockMs);

/** Ignores failures before the last change of the secret, so that a password reset by mail unlocks at once. */
export const countedSince = (counter: FailureCounter, secretChangedAt: Instant | null): FailureCounter =>
  secretChangedAt !== null && counter.lastFailureAt !== null && counter.lastFailureAt <= secretChangedAt
    ? noFailures
    : counter;

/** Returns the counter after one more failure. */
export const afterFailure = (counter: FailureCounter | null, policy: LockoutPolicy, now: Instant): FailureCounter => {
  const failures = (counter?.failures ?? 0) + 1;
  const counted = { failures, lastFailureAt: now };
  if (policy.lastFailure !== null && failures >= policy.lastFailure) return { ...counted, lockedUntil: NEVER };
  const beyond = failures - policy.freeFailures;
  if (beyond < 0) return { ...counted, lockedUntil: null };
  const lock = Math.min(policy.longestLockMs, policy.firstLockMs * 2 ** Math.min(beyond, 20));
  return { ...counted, lockedUntil: now + lock };
};

/**
 * Tells whether to mail the owner: when the first lock begins, and when it becomes permanent. Not for each failure in
 * between.
 */
export const isNotificationDue = ({ failures }: FailureCounter, policy: LockoutPolicy): boolean =>
  failures === policy.freeFailures || failures === policy.lastFailure;
