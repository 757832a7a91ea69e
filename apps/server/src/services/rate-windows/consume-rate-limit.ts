import { countRequest } from '@foyer/domain/identity/rate-window';
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
        const result = countRequest(windows, limits, now);
        allowed = result.allowed;
        if (result.allowed) return result.windows;
        retryAt = result.retryAt;
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
    const result = countRequest(windows, limits, now);
    return result.allowed ? { allowed: true, retryAt: now } : result;
  };
