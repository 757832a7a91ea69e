import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { failureFor } from '../../../lib/failure.ts';
import { isChoiceRefused, orderFailureOf } from './failure.ts';

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
