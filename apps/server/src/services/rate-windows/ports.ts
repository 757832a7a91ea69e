import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { RateLimit, RateWindow } from '@foyer/domain/identity/rate-window';

/** Counters of rate limits, shared by all servers. */
export interface RateWindowStore {
  /**
   * Under the lock of the key's rows `decide` gets the windows in the order of `windowsMs`. It returns the windows to store,
   * or null to change nothing. So parallel calls all count.
   */
  update(
    key: string,
    windowsMs: readonly number[],
    now: Instant,
    decide: (windows: readonly (RateWindow | null)[]) => readonly RateWindow[] | null,
  ): Promise<void>;
  /** Returns the windows without a lock. */
  read(key: string, windowsMs: readonly number[]): Promise<readonly (RateWindow | null)[]>;
}

/** Counts one call against each limit of a key. When one limit is used up it counts nothing and returns `retryAt`. */
export type ConsumeRateLimit = (
  key: string,
  now: Instant,
  limits: readonly RateLimit[],
) => Promise<{ readonly allowed: boolean; readonly retryAt: Instant }>;

/** Calls of one caller that this server has counted and other servers do not know. */
export interface CountedCalls {
  readonly key: string;
  readonly calls: number;
  readonly endsInMs: number;
}

/** Adds the calls to those of all servers. Returns the sums, and the ends of their windows. */
export type ShareCounts = (counted: readonly CountedCalls[]) => Promise<readonly CountedCalls[]>;

/** Limits per address on calls that need no session. */
export interface CallerLimits {
  /** Registrations, verifications of an address and resets of a password. */
  readonly credentialCalls: readonly RateLimit[];
  readonly wrongSignIns: readonly RateLimit[];
}

export const limitsPerMinuteAndHour = (perMinute: number, perHour: number): readonly RateLimit[] => [
  { limit: perMinute, windowMs: MINUTE_MS },
  { limit: perHour, windowMs: HOUR_MS },
];

/** A key of rate windows with its limits. */
export interface LimitedKey {
  readonly key: string;
  readonly limits: readonly RateLimit[];
}

/**
 * Counts one call against each key in turn. Stops at the first that is used up, so a caller over their own limit does not use
 * up the limit of their network.
 */
export const consumeRateLimits = async (
  consume: ConsumeRateLimit,
  keys: readonly LimitedKey[],
  now: Instant,
): ReturnType<ConsumeRateLimit> => {
  for (const { key, limits } of keys) {
    const taken = await consume(key, now, limits);
    if (!taken.allowed) return taken;
  }
  return { allowed: true, retryAt: now };
};

/** Like `ConsumeRateLimit`, but counts nothing and takes no lock. */
export type CheckRateLimit = ConsumeRateLimit;
