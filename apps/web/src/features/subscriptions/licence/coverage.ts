import type { Subscription } from '@foyer/contract/api/shapes';

const DAY_MS = 86_400_000;

export type Coverage =
  | { kind: 'maintained'; until: string; daysLeft: number }
  | { kind: 'lapsed'; until: string }
  | { kind: 'none' };

/** When maintenance ends: the period's expiration, else the bare date (readings b4.27). */
export const maintenanceEndOf = ({
  maintenancePeriod,
  maintenanceEnds,
}: Pick<Subscription, 'maintenancePeriod' | 'maintenanceEnds'>): string | null =>
  maintenancePeriod?.expiration ?? maintenanceEnds;

/** Whether new versions still come in at `now`; the end is the first moment at which they do not (billing.md §2.5). */
export const coverageAt = (until: string | null, now: string): Coverage => {
  if (until === null) return { kind: 'none' };
  const leftMs = Date.parse(until) - Date.parse(now);
  return leftMs > 0 ? { kind: 'maintained', until, daysLeft: Math.ceil(leftMs / DAY_MS) } : { kind: 'lapsed', until };
};
