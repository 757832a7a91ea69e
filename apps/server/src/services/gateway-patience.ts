import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { GatewayUnavailable } from './billing/ports.ts';

/** Time limits of calls to the payment gateway. */
export interface Patience {
  /** For one try. */
  readonly tryMs: number;
  /** For all tries, and the pauses between them. */
  readonly allMs: number;
}

/** Limits of a request, in which a customer waits: three tries within 10 s. */
export const IN_REQUEST: Patience = { tryMs: 8 * SECOND_MS, allMs: 10 * SECOND_MS };

/** Nobody does: 15 s for each try. */
export const IN_WORKER: Patience = { tryMs: 15 * SECOND_MS, allMs: Number.POSITIVE_INFINITY };

/** A time that has begun to run: whatever is asked within it shares what is left. */
export interface Stretch {
  readonly leftMs: () => number;
  /** The answer, or `GatewayUnavailable` once nobody waits any longer; the call may go through all the same (INV-12). */
  readonly soon: <T>(ask: () => Promise<T>) => Promise<T>;
}

export const startStretch = ({ tryMs, allMs }: Patience): Stretch => {
  const end = performance.now() + allMs;
  const leftMs = () => end - performance.now();
  return {
    leftMs,
    soon: async (ask) => {
      const ms = Math.min(tryMs, leftMs());
      if (ms <= 0) throw new GatewayUnavailable(`the deadline of ${allMs} ms had passed before the call was made`);
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new GatewayUnavailable(`the call had no answer within ${Math.round(ms)} ms`)),
        ms,
      );
      try {
        return await Promise.race([ask(), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** Pauses between the tries of one call. */
const PAUSES_MS: readonly number[] = [500, 2 * SECOND_MS];

/**
 * Asks up to three times while the gateway is silent, as long as time is left; null when it stays silent, and nobody knows
 * then what became of the call. So whatever is asked has to bear repetition: by its key, or by its nature.
 */
export const askAgain = async <T>(
  ask: (isFirst: boolean) => Promise<T>,
  wait: (ms: number) => Promise<void>,
  { soon, leftMs }: Stretch,
): Promise<T | null> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await soon(() => ask(tried === 0));
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      const pause = PAUSES_MS[tried];
      if (pause === undefined || pause >= leftMs()) return null;
      await wait(pause);
    }
  }
};
