import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { GatewayUnavailable } from './billing/ports.ts';

/** Time limits of calls to the payment gateway. */
export interface Timeouts {
  /** Limit of one try. */
  readonly perTryMs: number;
  /** Limit of all tries with the pauses between them. */
  readonly totalMs: number;
}

/** Limits of a request, in which a customer waits: three tries within 10 s. */
export const REQUEST_TIMEOUTS: Timeouts = { perTryMs: 8 * SECOND_MS, totalMs: 10 * SECOND_MS };

/** Limits in a worker, where no customer waits: 15 s for each try. */
export const WORKER_TIMEOUTS: Timeouts = { perTryMs: 15 * SECOND_MS, totalMs: Number.POSITIVE_INFINITY };

/** A deadline that several gateway calls share. */
export interface Deadline {
  readonly remainingMs: () => number;
  /** Returns the answer of `ask`. Throws `GatewayUnavailable` at the deadline; the call may still succeed at the gateway (INV-12). */
  readonly withinDeadline: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** Starts a deadline that ends `totalMs` from now. */
export const startDeadline = ({ perTryMs, totalMs }: Timeouts): Deadline => {
  const end = performance.now() + totalMs;
  const remainingMs = () => end - performance.now();
  return {
    remainingMs,
    withinDeadline: async (ask) => {
      const ms = Math.min(perTryMs, remainingMs());
      if (ms <= 0) throw new GatewayUnavailable(`the deadline of ${totalMs} ms had passed before the call was made`);
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
 * Calls the gateway up to three times until it answers, as long as time remains. Null means no answer: the outcome of the call
 * is unknown. The call must be idempotent, by its key or by its nature.
 */
export const retryGatewayCall = async <T>(
  ask: (isFirst: boolean) => Promise<T>,
  wait: (ms: number) => Promise<void>,
  { withinDeadline, remainingMs }: Deadline,
): Promise<T | null> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await withinDeadline(() => ask(tried === 0));
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      const pause = PAUSES_MS[tried];
      if (pause === undefined || pause >= remainingMs()) return null;
      await wait(pause);
    }
  }
};
