import type { FastifyUnderPressureOptions } from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../services/refused.ts';

const RETRY_SECONDS = 2;

/**
 * Refuses calls with 503 while the event loop lags by `maxDelayMs`. Files of a page are still sent: a file costs little,
 * and half a page is worse than a late one.
 */
export const makeOverloadGuard = (maxDelayMs: number) =>
  ({
    maxEventLoopDelay: maxDelayMs,
    // Longer than the threshold, because a stall longer than a sample leaves it empty. The library reports infinity then.
    sampleInterval: maxDelayMs + 500,
    pressureHandler: async (request: Pick<FastifyRequest, 'url'>): Promise<void> => {
      if (!request.url.startsWith('/assets/')) throw new Refused('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    },
  }) satisfies FastifyUnderPressureOptions;
