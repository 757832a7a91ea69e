import type { Instant } from '@foyer/contract/vocabulary/instants';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { type Cents, shareOf } from '@foyer/contract/vocabulary/money';
import { wholeDays } from '../dates/months.ts';

/** How much of a period is left, in whole days: a quote then holds from review to payment (billing.md §2.3). */
export interface RemainingDays {
  readonly totalDays: number;
  readonly usedDays: number;
  readonly remainingDays: number;
  /** The start of the proration day: from here the new plan counts. */
  readonly from: Instant;
}

/** Counts the days of a period that are over and those that are left; a day begun is used up when it is over. Outside the period all or none are. */
export const remainingDays = (start: Instant, end: Instant, now: Instant): RemainingDays => {
  const totalDays = wholeDays(start, end);
  const usedDays = Math.min(totalDays, Math.max(0, wholeDays(start, now)));
  return { totalDays, usedDays, remainingDays: totalDays - usedDays, from: start + usedDays * DAY_MS };
};

/** What of a paid line is given back when `remaining` days of it are not used: of what was billed, not of the list price. */
export const unusedCredit = (
  line: { readonly amountCents: Cents; readonly periodStart: Instant | null; readonly periodEnd: Instant | null },
  remaining: number,
): { readonly creditCents: Cents; readonly lineDays: number } => {
  if (line.periodStart === null || line.periodEnd === null) return { creditCents: 0, lineDays: 0 };
  const lineDays = wholeDays(line.periodStart, line.periodEnd);
  if (lineDays <= 0) return { creditCents: 0, lineDays };
  return { creditCents: shareOf(line.amountCents, Math.min(remaining, lineDays), lineDays), lineDays };
};

/** The price of the new plan for the rest of a period that is kept. */
export const proratedCharge = (amountCents: Cents, days: RemainingDays): Cents =>
  days.totalDays === 0 ? 0 : shareOf(amountCents, days.remainingDays, days.totalDays);
