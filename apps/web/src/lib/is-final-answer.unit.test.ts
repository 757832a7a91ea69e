import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { describe, expect, test } from 'vitest';
import { isFinalAnswer } from './is-final-answer.ts';

describe('[DR-05] the key of a call (I25)', () => {
  test.each([
    ['StripeCardError', 402, 'card_declined'],
    ['StripeCardError', 402, 'authentication_required'],
    ['QUOTE_CHANGED', 409, null],
    ['EXPIRED', 410, null],
    ['MISSING_ADDRESS', 400, null],
    // the gateway was not reached or refused, so nothing was charged: the server keeps this answer like every other
    ['PAYMENT_GATEWAY_ERROR', 502, null],
    // the order was turned away before anything was begun (S5, S12)
    ['OPERATION_IN_PROGRESS', 409, 'end_due'],
  ])('%s (%i, %s) ends it: the next press is a new call', (type, status, code) => {
    expect(isFinalAnswer({ type, status, code })).toBe(true);
  });

  test.each([
    ['PAYMENT_GATEWAY_ERROR', 502, 'undecided'],
    ['OPERATION_IN_PROGRESS', 409, null],
    ['IDEMPOTENCY_MISMATCH', 422, null],
    ['RATE_LIMITED', 429, null],
    ['INTERNAL_ERROR', 500, null],
    ['UNAVAILABLE', 503, null],
    ['UNAUTHORIZED', 401, null],
    ['UNSUCCESSFUL', 504, null],
    ['INVALID_RESPONSE', 200, null],
    ['INVALID_RESPONSE', 502, null],
    ['POLLING_ERROR', 0, null],
    ['REQUEST_CANCELED', 0, null],
    ['OFFLINE', 0, null],
  ])('%s (%i, %s) leaves it open: the next press repeats the call', (type, status, code) => {
    expect(isFinalAnswer({ type, status, code })).toBe(false);
  });

  // as services/idempotency/run-once.ts keeps them: whatever is not "not now" is stored, and only repeated
  test('of all refusals there are, only those that decide nothing leave it open', () => {
    const open = Object.entries(errorStatus)
      .filter(([type, status]) => !isFinalAnswer({ type, status, code: null }))
      .map(([type]) => type);
    expect(open.sort()).toEqual([
      'IDEMPOTENCY_MISMATCH',
      'INTERNAL_ERROR',
      'INVALID_TOKEN',
      'OPERATION_IN_PROGRESS',
      'RATE_LIMITED',
      'UNAUTHORIZED',
      'UNAVAILABLE',
    ]);
  });
});
