import { takeOne } from '@foyer/domain/security/rate-window';
import type { LookIntoWindow, RateWindowStore, TakeFromWindow } from './ports.ts';

/** One taking from limits that all servers share: the rule of the windows on rows that are locked meanwhile. */
export const makeTakeFromWindow =
  (store: RateWindowStore): TakeFromWindow =>
  async (key, now, limits) => {
    let retryAt = now;
    let allowed = true;
    await store.update(
      key,
      limits.map((limit) => limit.windowMs),
      now,
      (windows) => {
        const taking = takeOne(windows, limits, now);
        allowed = taking.allowed;
        if (taking.allowed) return taking.windows;
        retryAt = taking.retryAt;
        return null;
      },
    );
    return { allowed, retryAt };
  };

export const makeLookIntoWindow =
  (store: Pick<RateWindowStore, 'read'>): LookIntoWindow =>
  async (key, now, limits) => {
    const windows = await store.read(
      key,
      limits.map((limit) => limit.windowMs),
    );
    const taking = takeOne(windows, limits, now);
    return taking.allowed ? { allowed: true, retryAt: now } : taking;
  };
