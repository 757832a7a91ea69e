import { HOUR_MS, type Instant, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { RateLimit, RateWindow } from '@foyer/domain/security/rate-window';

/** Counters of rate limits, shared by all servers. */
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

/** Limits per address of what needs no session, by what is counted. */
export interface CallerLimits {
  /** Registrations, verifications of an address and resets of a password. */
  readonly credentialCalls: readonly RateLimit[];
  readonly wrongSignIns: readonly RateLimit[];
}

export const minuteAndHour = (perMinute: number, perHour: number): readonly RateLimit[] => [
  { limit: perMinute, windowMs: MINUTE_MS },
  { limit: perHour, windowMs: HOUR_MS },
];

/** A key of rate windows with its limits. */
export interface LimitedKey {
  readonly key: string;
  readonly limits: readonly RateLimit[];
}

/**
 * Takes from each key in turn and stops at the first that is used up: a caller who is refused by a limit of their own does
 * not use up that of their network.
 */
export const takeInTurn = async (
  take: TakeFromWindow,
  keys: readonly LimitedKey[],
  now: Instant,
): ReturnType<TakeFromWindow> => {
  for (const { key, limits } of keys) {
    const taken = await take(key, now, limits);
    if (!taken.allowed) return taken;
  }
  return { allowed: true, retryAt: now };
};

/** The same question without taking: whoever only passes by waits for nobody's row. */
export type LookIntoWindow = TakeFromWindow;
