import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Subscription } from '../billing/entities.ts';
import { periodIndexAt } from '../dates/months.ts';

/** What of a promotion is free and not used yet; `until` null: it is free for good. */
export interface FreeTime {
  readonly until: Instant | null;
  /** Whole months of it, as a calendar counts them; days, begun ones too. */
  readonly months: number;
  readonly days: number;
}

/** The free time that is given up when a promotion ends today; it gives no credit (billing.md §2.3). Null where there is none. */
export const freeTimeLeft = (
  { source, currentPeriodEnd: until }: Pick<Subscription, 'source' | 'currentPeriodEnd'>,
  now: Instant,
): FreeTime | null => {
  if (source !== 'promotion') return null;
  if (until === null) return { until, months: 0, days: 0 };
  return until <= now ? null : { until, months: periodIndexAt(now, 1, until), days: Math.ceil((until - now) / DAY_MS) };
};
