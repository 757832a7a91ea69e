import { expect, test } from 'vitest';
import { endsPayment, payFailureOf } from './pay-failure.ts';

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
  [refusal('PAYMENT_GATEWAY_ERROR'), { kind: 'gateway' }],
  [refusal('INTERNAL_ERROR'), { kind: 'gateway' }],
  [refusal('QUOTE_CHANGED'), { kind: 'changed' }],
  [refusal('EXPIRED'), { kind: 'expired' }],
  [refusal('PAYMENT_METHOD_REQUIRED'), { kind: 'card-missing' }],
  [refusal('CARD_COUNTRY_UNSUPPORTED'), { kind: 'card-country' }],
  [refusal('OFFLINE'), { kind: 'offline' }],
])('[PM-09] %o', (error, failure) => {
  expect(payFailureOf(error)).toEqual(failure);
});

test.each([
  ['StripeCardError', 402, true],
  ['QUOTE_CHANGED', 409, true],
  ['OPERATION_IN_PROGRESS', 409, false],
  ['IDEMPOTENCY_MISMATCH', 422, false],
  ['PAYMENT_GATEWAY_ERROR', 502, false],
  ['INTERNAL_ERROR', 500, false],
  ['OFFLINE', 0, false],
])('[PM-09] after %s (%i) the next press is a new payment: %s', (type, status, ends) => {
  expect(endsPayment({ type, status })).toBe(ends);
});
