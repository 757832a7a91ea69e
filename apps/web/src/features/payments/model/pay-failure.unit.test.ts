import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { failureOf } from '../../../lib/failure.ts';
import { usesCredit } from './pay-failure.ts';

test.each([
  ['StripeCardError', 'card_declined', 402, true],
  ['EXPIRED', 'ran_out', 410, true],
  ['PAYMENT_GATEWAY_ERROR', undefined, 502, true],
  ['NOT_FOUND', undefined, 404, true],
  ['PAYMENT_GATEWAY_ERROR', 'undecided', 502, false],
  ['OPERATION_IN_PROGRESS', undefined, 409, false],
  ['IDEMPOTENCY_MISMATCH', undefined, 422, false],
  ['INTERNAL_ERROR', undefined, 500, false],
  ['UNAVAILABLE', undefined, 503, false],
  ['INVALID_RESPONSE', undefined, 200, false],
  ['OFFLINE', undefined, 0, false],
  ['RATE_LIMITED', undefined, 429, false],
  ['QUOTE_CHANGED', undefined, 409, false],
  ['EXPIRED', undefined, 410, false],
  ['PAYMENT_METHOD_REQUIRED', undefined, 402, false],
  ['CARD_COUNTRY_UNSUPPORTED', undefined, 409, false],
])('[PM-09] %s with the code %s: credit stays used for the receipt: %s', (type, code, status, used) => {
  expect(usesCredit(failureOf(new CallError({ type, status, message: '', ...(code && { code }) })))).toBe(used);
});
