import type { Subscription } from '@foyer/contract/api/shapes';

const DAY_MS = 86_400_000;

export type Coverage =
  | { kind: 'maintained'; until: string; daysLeft: number }
  | { kind: 'lapsed'; until: string }
  | { kind: 'none' };

/** End of maintenance: the expiration of the period, else the bare date. */
export const maintenanceEndOf = ({
  maintenancePeriod,
  maintenanceEnds,
}: Pick<Subscription, 'maintenancePeriod' | 'maintenanceEnds'>): string | null =>
  maintenancePeriod?.expiration ?? maintenanceEnds;

/** Maintenance at `now`. Its end is the first moment at which new versions are no longer included. */
export const coverageAt = (until: string | null, now: string): Coverage => {
  if (until === null) return { kind: 'none' };
  const leftMs = Date.parse(until) - Date.parse(now);
  return leftMs > 0 ? { kind: 'maintained', until, daysLeft: Math.ceil(leftMs / DAY_MS) } : { kind: 'lapsed', until };
};
