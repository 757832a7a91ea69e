import { takeOne } from '@foyer/domain/identity/rate-window';
import type { CheckRateLimit, ConsumeRateLimit, RateWindowStore } from './ports.ts';

/** Makes the function that counts a call against limits that all servers share. It locks the rows of the key. */
export const makeConsumeRateLimit =
  (store: RateWindowStore): ConsumeRateLimit =>
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

export const makeCheckRateLimit =
  (store: Pick<RateWindowStore, 'read'>): CheckRateLimit =>
  async (key, now, limits) => {
    const windows = await store.read(
      key,
      limits.map((limit) => limit.windowMs),
    );
    const taking = takeOne(windows, limits, now);
    return taking.allowed ? { allowed: true, retryAt: now } : taking;
  };
