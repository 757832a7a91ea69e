import { Refused } from '../services/refused.ts';

/**
 * Limits concurrent work: at most `atOnce` run, `maxWaiting` wait in order, and further calls are refused with UNAVAILABLE.
 */
export const bounded = (atOnce: number, maxWaiting: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new Refused('UNAVAILABLE', { retryAfterSeconds: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
