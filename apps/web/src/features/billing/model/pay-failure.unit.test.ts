import { expect, test } from 'vitest';
import { payFailureOf } from './pay-failure.ts';

const refusal = (type: string, facts: { code?: string; status?: number } = {}) => ({
  code: null,
  status: 400,
  message: 'Your card was declined.',
  type,
  ...facts,
});

test.each([
  [refusal('StripeCardError', { code: 'card_declined' }), { kind: 'declined', message: 'Your card was declined.' }],
  [refusal('PAYMENT_GATEWAY_ERROR', { code: 'undecided' }), { kind: 'processing' }],
  [refusal('OPERATION_IN_PROGRESS'), { kind: 'processing' }],
  [refusal('IDEMPOTENCY_MISMATCH'), { kind: 'processing' }],
  [refusal('PAYMENT_GATEWAY_ERROR', { status: 502 }), { kind: 'gateway' }],
  [refusal('NOT_FOUND', { status: 404 }), { kind: 'gateway' }],
  [refusal('INTERNAL_ERROR', { status: 500 }), { kind: 'unknown' }],
  [refusal('UNAVAILABLE', { status: 503 }), { kind: 'unknown' }],
  [refusal('INVALID_RESPONSE', { status: 200 }), { kind: 'unknown' }],
  [refusal('RATE_LIMITED', { status: 429 }), { kind: 'too-often' }],
  [refusal('QUOTE_CHANGED'), { kind: 'changed' }],
  [refusal('EXPIRED', { code: 'ran_out' }), { kind: 'expired' }],
  [refusal('EXPIRED'), { kind: 'ended-elsewhere' }],
  [refusal('PAYMENT_METHOD_REQUIRED'), { kind: 'card-missing' }],
  [refusal('CARD_COUNTRY_UNSUPPORTED'), { kind: 'card-country' }],
  [refusal('OFFLINE', { status: 0 }), { kind: 'offline' }],
])('[PM-09] %o', (error, failure) => {
  expect(payFailureOf(error)).toEqual(failure);
});
