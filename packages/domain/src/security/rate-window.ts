import type { Instant } from '@foyer/contract/vocabulary/instants';

/** At most `limit` within `windowMs` (threats.md §3). */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The same limits so many times as wide. */
export const widened = (limits: readonly RateLimit[], times: number): readonly RateLimit[] =>
  limits.map(({ limit, windowMs }) => ({ limit: limit * times, windowMs }));

/** What was taken since the window began; `endsAt` is the first instant at which it no longer counts. */
export interface RateWindow {
  readonly count: number;
  readonly endsAt: Instant;
}

export type Taking =
  | { readonly allowed: true; readonly windows: readonly RateWindow[] }
  | { readonly allowed: false; readonly retryAt: Instant };

/** The window as it counts at `now`: one that is over, or none yet, begins with this taking. */
const presentWindow = (window: RateWindow | null | undefined, { windowMs }: RateLimit, now: Instant): RateWindow =>
  window && now < window.endsAt ? window : { count: 0, endsAt: now + windowMs };

/**
 * Takes one from every limit of a key, or from none: with one of them used up nothing is counted, so that knocking on a
 * closed door does not keep it closed. `windows` stand in the order of `limits`; null where nothing was counted yet.
 */
export const takeOne = (
  windows: readonly (RateWindow | null)[],
  limits: readonly RateLimit[],
  now: Instant,
): Taking => {
  const present = limits.map((limit, index) => presentWindow(windows[index], limit, now));
  const full = present.filter((window, index) => window.count >= (limits[index]?.limit ?? 0));
  if (full.length > 0) return { allowed: false, retryAt: Math.max(...full.map((window) => window.endsAt)) };
  return { allowed: true, windows: present.map(({ count, endsAt }) => ({ count: count + 1, endsAt })) };
};
