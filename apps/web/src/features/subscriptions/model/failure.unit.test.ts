import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { failureFor, failureOf } from '../../../lib/failure.ts';
import { isCardDeclined, isChoiceRefused, orderFailureOf } from './failure.ts';

test('[CD-05] NOT_FOUND is about the coupon, if there is one', () => {
  const missing = new CallError({ status: 404, type: 'NOT_FOUND', message: '' });
  expect(orderFailureOf(missing, true).reason).toBe('INVALID_COUPON');
  expect(orderFailureOf(missing, false).reason).toBe('NOT_FOUND');
});

test.each([
  ['OFFLINE', false],
  ['INTERNAL_ERROR', false],
  ['PAYMENT_GATEWAY_ERROR', false],
  ['RUNNING', false],
  ['RAN_OUT', false],
  ['END_DUE', false],
  ['TRIAL_ALREADY_USED', true],
  ['SUBSCRIPTION_LIMIT', true],
  ['INVALID_PLAN', true],
] as const)('[SU-08] %s: only another choice leads on: %s', (reason, refused) => {
  expect(isChoiceRefused(failureFor(reason))).toBe(refused);
});

test.each([
  ['StripeCardError', 'card_declined', true],
  ['StripeCardError', 'expired_card', true],
  ['StripeCardError', null, true],
  ['StripeCardError', 'authentication_required', false],
  ['StripeCardError', 'payment_intent_authentication_failure', false],
  ['StripeCardError', 'processing_error', false],
  ['PAYMENT_METHOD_REQUIRED', null, false],
] as const)('[SU-08] %s with code %s: another card is the way on: %s', (type, code, declined) => {
  const failure = failureOf(new CallError({ status: 402, type, code, message: '' }));
  expect(isCardDeclined(failure)).toBe(declined);
  expect(isCardDeclined({ ...failure, isOfFirstOrder: true })).toBe(false);
});
