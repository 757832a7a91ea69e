import { type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';

/** Wrong guesses on one key so far. */
export interface FailureCounter {
  readonly failures: number;
  readonly lockedUntil: Instant | null;
  /** Null before the first. */
  readonly lastFailureAt: Instant | null;
}

export interface LockoutPolicy {
  readonly freeFailures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** So many in a row and no waiting helps any more; null where waiting always does. */
  readonly lastFailure: number | null;
}

/** The account password again, before something only its owner may do: 5 wrong ones, then a minute, doubling. */
export const stepUpPolicy: LockoutPolicy = {
  freeFailures: 5,
  firstLockMs: MINUTE_MS,
  longestLockMs: 15 * MINUTE_MS,
  lastFailure: null,
};

/** threats.md §3: the same at the door, and after 100 in a row only a password reset by mail opens it (NIST 800-63B §3.2.2). */
export const signInPolicy: LockoutPolicy = { ...stepUpPolicy, lastFailure: 100 };

/** threats.md §3: 5 wrong one-time codes, then a quarter of an hour. */
export const secondFactorPolicy: LockoutPolicy = { ...stepUpPolicy, firstLockMs: 15 * MINUTE_MS };

/** Beyond every clock, and still a moment that PostgreSQL and JSON can write: 9999-01-01. */
const NEVER: Instant = 253_370_764_800_000;

export const noFailures: FailureCounter = { failures: 0, lockedUntil: null, lastFailureAt: null };

export const isLocked = (counter: FailureCounter | null, now: Instant): boolean =>
  counter?.lockedUntil != null && now < counter.lockedUntil;

/** When to say that the next try may be made. A lock that no waiting ends is told like the longest one (INV-19). */
export const retryAt = (counter: FailureCounter, policy: LockoutPolicy, now: Instant): Instant =>
  Math.min(counter.lockedUntil ?? now, now + policy.longestLockMs);

/** Guesses at a password that is no longer the present one count for nothing: a reset by mail opens the door at once. */
export const countedSince = (counter: FailureCounter, secretChangedAt: Instant | null): FailureCounter =>
  secretChangedAt !== null && counter.lastFailureAt !== null && counter.lastFailureAt <= secretChangedAt
    ? noFailures
    : counter;

/** The counter after one more wrong guess. */
export const afterFailure = (counter: FailureCounter | null, policy: LockoutPolicy, now: Instant): FailureCounter => {
  const failures = (counter?.failures ?? 0) + 1;
  const counted = { failures, lastFailureAt: now };
  if (policy.lastFailure !== null && failures >= policy.lastFailure) return { ...counted, lockedUntil: NEVER };
  const beyond = failures - policy.freeFailures;
  if (beyond < 0) return { ...counted, lockedUntil: null };
  const lock = Math.min(policy.longestLockMs, policy.firstLockMs * 2 ** Math.min(beyond, 20));
  return { ...counted, lockedUntil: now + lock };
};

/** The owner is told when a lock begins and when waiting no longer ends it, not once for each guess in between. */
export const isNewsToOwner = ({ failures }: FailureCounter, policy: LockoutPolicy): boolean =>
  failures === policy.freeFailures || failures === policy.lastFailure;
