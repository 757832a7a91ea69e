import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/**
 * The same day and time `months` later, clamped to the month's last day (31 January + 1 month → 28 February), in UTC.
 * Agrees with PostgreSQL's `+ interval` (billing.md §2.1).
 */
export const addMonths = (at: Instant, months: number): Instant =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').add({ months }, { overflow: 'constrain' })
    .epochMilliseconds;

/**
 * Start of period `k`, always counted from the anchor and never from the boundary before it,
 * so that the 31st comes back after a short month.
 */
export const periodBoundary = (anchor: Instant, intervalMonths: number, k: number): Instant =>
  addMonths(anchor, k * intervalMonths);

/** Index of the period `[P(k), P(k+1))` that contains `at`; 0 when `at` lies before the anchor. */
export const periodIndexAt = (anchor: Instant, intervalMonths: number, at: Instant): number => {
  let k = Math.max(0, Math.floor((at - anchor) / (31 * DAY_MS * intervalMonths)));
  while (periodBoundary(anchor, intervalMonths, k + 1) <= at) k += 1;
  return k;
};

/** Whole days that have passed between two moments, rounded down. */
export const wholeDays = (from: Instant, to: Instant): number => Math.floor((to - from) / DAY_MS);
