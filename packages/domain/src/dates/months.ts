import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/**
 * Same day and time `months` later, clamped to the last day of the month (31 January + 1 month → 28 February). UTC;
 * agrees with PostgreSQL's `+ interval`.
 */
export const addMonths = (at: Instant, months: number): Instant =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').add({ months }, { overflow: 'constrain' })
    .epochMilliseconds;

/**
 * Start of period `k`. Counted from the anchor and not from the boundary before, so that the 31st comes back after a
 * short month (I8).
 */
export const periodBoundary = (anchor: Instant, intervalMonths: number, k: number): Instant =>
  addMonths(anchor, k * intervalMonths);

/** Index of the period `[P(k), P(k+1))` that contains `at`; 0 if `at` is before the anchor. */
export const periodIndexAt = (anchor: Instant, intervalMonths: number, at: Instant): number => {
  let k = Math.max(0, Math.floor((at - anchor) / (31 * DAY_MS * intervalMonths)));
  while (periodBoundary(anchor, intervalMonths, k + 1) <= at) k += 1;
  return k;
};

/** Whole days between two instants, rounded down. */
export const wholeDays = (from: Instant, to: Instant): number => Math.floor((to - from) / DAY_MS);
