import type { Instant } from '@foyer/contract/vocabulary/instants';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { type Cents, shareOf } from '@foyer/contract/vocabulary/money';
import { wholeDays } from '../dates/months.ts';

/** Days of a period. Whole days, so that a quote stays valid from review to payment (D2). */
export interface RemainingDays {
  readonly totalDays: number;
  readonly usedDays: number;
  readonly remainingDays: number;
  /** Start of the proration day: the new plan applies from here. */
  readonly from: Instant;
}

/**
 * Counts used and remaining days of a period. The current day counts as remaining. Before the period all days remain,
 * after it none.
 */
export const remainingDays = (start: Instant, end: Instant, now: Instant): RemainingDays => {
  const totalDays = wholeDays(start, end);
  const usedDays = Math.min(totalDays, Math.max(0, wholeDays(start, now)));
  return { totalDays, usedDays, remainingDays: totalDays - usedDays, from: start + usedDays * DAY_MS };
};

/** Credit for `remaining` unused days of a paid line, in cents. Based on the billed amount, not on the list price. */
export const unusedCredit = (
  line: { readonly amountCents: Cents; readonly periodStart: Instant | null; readonly periodEnd: Instant | null },
  remaining: number,
): { readonly creditCents: Cents; readonly lineDays: number } => {
  if (line.periodStart === null || line.periodEnd === null) return { creditCents: 0, lineDays: 0 };
  const lineDays = wholeDays(line.periodStart, line.periodEnd);
  if (lineDays <= 0) return { creditCents: 0, lineDays };
  return { creditCents: shareOf(line.amountCents, Math.min(remaining, lineDays), lineDays), lineDays };
};

/** Price of the new plan for the rest of a period. */
export const proratedCharge = (amountCents: Cents, days: RemainingDays): Cents =>
  days.totalDays === 0 ? 0 : shareOf(amountCents, days.remainingDays, days.totalDays);
