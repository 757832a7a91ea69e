import type { Instant } from '@foyer/contract/vocabulary/instants';

/** Rate limit: at most `limit` requests within `windowMs` milliseconds. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** Multiplies every limit by `times`. */
export const multiplyLimits = (limits: readonly RateLimit[], times: number): readonly RateLimit[] =>
  limits.map(({ limit, windowMs }) => ({ limit: limit * times, windowMs }));

/** Requests counted since the window began. `endsAt` is the first instant after the window. */
export interface RateWindow {
  readonly count: number;
  readonly endsAt: Instant;
}

export type CountResult =
  | { readonly allowed: true; readonly windows: readonly RateWindow[] }
  | { readonly allowed: false; readonly retryAt: Instant };

/** Window that counts at `now`. If it is over or missing, a new one begins. */
const currentWindow = (window: RateWindow | null | undefined, { windowMs }: RateLimit, now: Instant): RateWindow =>
  window && now < window.endsAt ? window : { count: 0, endsAt: now + windowMs };

/**
 * Counts a request against all limits of a key, or against none if one is exceeded. So refused requests do not prolong
 * the refusal. `windows` has the order of `limits`; null where nothing was counted yet.
 */
export const countRequest = (
  windows: readonly (RateWindow | null)[],
  limits: readonly RateLimit[],
  now: Instant,
): CountResult => {
  const current = limits.map((limit, index) => currentWindow(windows[index], limit, now));
  const full = current.filter((window, index) => window.count >= (limits[index]?.limit ?? 0));
  if (full.length > 0) return { allowed: false, retryAt: Math.max(...full.map((window) => window.endsAt)) };
  return { allowed: true, windows: current.map(({ count, endsAt }) => ({ count: count + 1, endsAt })) };
};
