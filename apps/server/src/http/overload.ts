import type { FastifyUnderPressureOptions } from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../services/refused.ts';

const MAX_DELAY_MS = 2_000;
const RETRY_SECONDS = 2;

/**
 * Turns calls away while the event loop lags by seconds (threats.md §3), with the refusal of every service that is out of
 * reach. Not the files of a page: to send one costs next to nothing, and half a page is worse than one that comes late.
 */
export const overloadGuard = {
  maxEventLoopDelay: MAX_DELAY_MS,
  // Longer than the threshold: a stall that outlasts a sample leaves it empty, which the library takes for infinite.
  sampleInterval: MAX_DELAY_MS + 500,
  pressureHandler: async (request: Pick<FastifyRequest, 'url'>): Promise<void> => {
    if (!request.url.startsWith('/assets/')) throw new Refused('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
  },
} satisfies FastifyUnderPressureOptions;
