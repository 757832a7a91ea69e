import pLimit from 'p-limit';
import { Refused } from '../services/refused.ts';

/**
 * Limits concurrent work: at most `atOnce` run, `maxWaiting` wait in order, and further calls are refused with UNAVAILABLE.
 */
export const bounded = (atOnce: number, maxWaiting: number) => {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // A call counts as waiting until it has begun, so the sum is compared.
    if (limit.activeCount + limit.pendingCount >= atOnce + maxWaiting)
      throw new Refused('UNAVAILABLE', { retryAfterSeconds: 1 });
    return limit(work);
  };
};
