import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { periodIndexAt } from '../dates/months.ts';
import type { Subscription } from '../state/entities.ts';

/** Unused free time of a promotion. `until: null` is open-ended. */
export interface FreeTime {
  readonly until: Instant | null;
  /** Whole calendar months of it; and the days, a begun day included. */
  readonly months: number;
  readonly days: number;
}

/** Free time lost if a promotion ends now. It gives no credit. Null if there is none. */
export const freeTimeLeft = (
  { source, currentPeriodEnd: until }: Pick<Subscription, 'source' | 'currentPeriodEnd'>,
  now: Instant,
): FreeTime | null => {
  if (source !== 'promotion') return null;
  if (until === null) return { until, months: 0, days: 0 };
  return until <= now ? null : { until, months: periodIndexAt(now, 1, until), days: Math.ceil((until - now) / DAY_MS) };
};
