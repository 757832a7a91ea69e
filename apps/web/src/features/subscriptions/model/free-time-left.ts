import type { Subscription } from '@foyer/contract/api/shapes';

/** Unused free time of a promotion; `until` null: it is free for good. */
export type FreeTime = { until: null } | { until: string; months: number; days: number };

const DAY_MS = 86_400_000;

/** Whole calendar months between two days. */
const monthsBetween = (from: Date, to: Date): number => {
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months;
};

/** Free time of a promotion that another plan ends today. It gives no credit (D2). */
export const freeTimeLeft = (
  { isPromo, noExpiry, expiry }: Pick<Subscription, 'isPromo' | 'noExpiry' | 'expiry'>,
  now: string,
): FreeTime | null => {
  if (!isPromo) return null;
  if (noExpiry) return { until: null };
  if (expiry === null) return null;
  const leftMs = Date.parse(expiry) - Date.parse(now);
  if (leftMs <= 0) return null;
  const months = monthsBetween(new Date(now), new Date(expiry));
  return { until: expiry, months, days: Math.ceil(leftMs / DAY_MS) };
};
