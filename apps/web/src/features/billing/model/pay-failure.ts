import type { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';

/** Failures of a payment as the page treats them. The notice chooses the texts. */
export type PayFailure =
  | { kind: 'declined'; message: string }
  | { kind: 'changed' }
  | { kind: 'processing' }
  | { kind: 'expired' }
  | { kind: 'ended-elsewhere' }
  | { kind: 'card-missing' }
  | { kind: 'card-country' }
  | { kind: 'too-often' }
  | { kind: 'offline' }
  | { kind: 'gateway' }
  | { kind: 'unknown' };

type Refusal = Pick<CallError, 'status' | 'type' | 'code' | 'message'>;

/**
 * Whether the payment was begun, so that its part of the credit stays used for the receipt. False while the outcome is
 * unknown, because the page then says nothing about credit.
 */
export const usesCredit = ({ kind }: PayFailure): boolean =>
  kind === 'declined' || kind === 'expired' || kind === 'gateway';

const byType: Readonly<Record<string, Exclude<PayFailure['kind'], 'declined'>>> = {
  QUOTE_CHANGED: 'changed',
  OPERATION_IN_PROGRESS: 'processing',
  IDEMPOTENCY_MISMATCH: 'processing',
  EXPIRED: 'ended-elsewhere',
  PAYMENT_METHOD_REQUIRED: 'card-missing',
  CARD_COUNTRY_UNSUPPORTED: 'card-country',
  RATE_LIMITED: 'too-often',
  OFFLINE: 'offline',
};

/**
 * Classifies a refused payment (PM-09). Until the gateway has answered it is `processing`, and the customer cannot pay
 * again. Without an answer of our server the outcome is unknown. Only a refusal means that nothing was charged.
 */
export const payFailureOf = (refusal: Refusal): PayFailure => {
  const { type, code, message } = refusal;
  if (code === 'undecided') return { kind: 'processing' };
  if (code === 'running') return { kind: 'unknown' };
  if (code === 'ran_out') return { kind: 'expired' };
  if (type === 'StripeCardError') return { kind: 'declined', message };
  return { kind: byType[type] ?? (isFinalAnswer(refusal) ? 'gateway' : 'unknown') };
};
