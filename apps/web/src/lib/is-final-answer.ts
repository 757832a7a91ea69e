import type { CallError } from './call-error.ts';

/** Error types of a lost response: the server may have the outcome. */
export const lostTypes: readonly string[] = [
  'OFFLINE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
  'INVALID_RESPONSE',
  'UNSUCCESSFUL',
];

/** Error types that do not decide the call: lost, still running, or not processed by the server this time. */
const undecidedTypes: readonly string[] = [
  ...lostTypes,
  'OPERATION_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'INVALID_TOKEN',
];

/**
 * Whether a refusal decided the call, so that the next try needs a new Idempotency-Key (INV-9). The server stores
 * a final answer (a declined card, a gateway that could not be reached) and would repeat it under the same key. `end_due`
 * is final too: nothing was begun, and the amounts may differ next time (S5, S12). While the outcome is unknown (no answer,
 * a fault, `undecided`, still running) the key is used again, so that a second try cannot pay twice.
 */
export const isFinalAnswer = ({ status, type, code }: Pick<CallError, 'status' | 'type' | 'code'>): boolean =>
  code === 'end_due' || (status >= 400 && code !== 'undecided' && !undecidedTypes.includes(type));
