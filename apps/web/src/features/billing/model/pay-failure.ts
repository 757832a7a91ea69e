import type { CallError } from '../../../lib/call-error.ts';

/** What the page does about a payment that did not go through. Words are chosen where it is shown. */
export type PayFailure =
  | { kind: 'declined'; message: string }
  | { kind: 'changed' }
  | { kind: 'processing' }
  | { kind: 'expired' }
  | { kind: 'card-missing' }
  | { kind: 'card-country' }
  | { kind: 'offline' }
  | { kind: 'gateway' };

type Refusal = Pick<CallError, 'type' | 'code' | 'message'>;

const byType: Readonly<Record<string, Exclude<PayFailure['kind'], 'declined'>>> = {
  QUOTE_CHANGED: 'changed',
  OPERATION_IN_PROGRESS: 'processing',
  IDEMPOTENCY_MISMATCH: 'processing',
  EXPIRED: 'expired',
  PAYMENT_METHOD_REQUIRED: 'card-missing',
  CARD_COUNTRY_UNSUPPORTED: 'card-country',
  OFFLINE: 'offline',
};

/** PM-09. Where nobody knows the outcome yet, a second try could pay twice, so it is said that it is still processing. */
export const payFailureOf = ({ type, code, message }: Refusal): PayFailure => {
  if (code === 'undecided') return { kind: 'processing' };
  if (type === 'StripeCardError') return { kind: 'declined', message };
  return { kind: byType[type] ?? 'gateway' };
};

/**
 * Whether the next press is a new payment. The key is kept as long as this one may still turn out to be a success
 * (no answer, 5xx, in progress), so that a second press cannot pay twice; a refusal ends it (billing.md §3).
 */
export const endsPayment = ({ status, type }: Pick<CallError, 'status' | 'type'>): boolean =>
  status >= 400 && status < 500 && type !== 'OPERATION_IN_PROGRESS' && type !== 'IDEMPOTENCY_MISMATCH';
