import type { CallError } from './call-error.ts';

/** Refusals that say nothing about what was sent under the key: it still runs, or nobody looked at it this time. */
const saysNothing: readonly string[] = [
  'OPERATION_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
  'UNAUTHORIZED',
  'INVALID_TOKEN',
  'INVALID_RESPONSE',
  'UNSUCCESSFUL',
];

/**
 * Whether the next press is a call of its own, under a new Idempotency-Key (billing.md §3). A refusal that decided the
 * call ends its key: the server keeps that answer, a declined card as well as a gateway that could not be asked, and would
 * only say it again. `end_due` ends it too: nothing was begun, and the amounts may be others next time (S5, S12). As long
 * as nobody knows how it ended (no answer, a fault, `undecided`, running still) the key lives on, so that a second press
 * cannot pay twice.
 */
export const endsKey = ({ status, type, code }: Pick<CallError, 'status' | 'type' | 'code'>): boolean =>
  code === 'end_due' || (status >= 400 && code !== 'undecided' && !saysNothing.includes(type));
