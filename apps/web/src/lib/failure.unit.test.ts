import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { describe, expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { checkFailureOf, failureFor, failureOf, mayStillSucceed } from './failure.ts';
import { emailSuffixOf, isHeldForReview } from './failure-facts.ts';

const statusOf = (type: string): number => (errorStatus as Partial<Record<string, number>>)[type] ?? 400;

const refusal = (type: string, facts: { status?: number; code?: string; body?: unknown } = {}) =>
  new CallError({ status: statusOf(type), type, message: '', ...facts });

describe('the reason of a failure', () => {
  test.each([
    ['PAYMENT_GATEWAY_ERROR', 'undecided', 'UNDECIDED', true],
    ['OPERATION_IN_PROGRESS', 'running', 'RUNNING', true],
    ['OPERATION_IN_PROGRESS', 'end_due', 'END_DUE', false],
    ['EXPIRED', 'ran_out', 'RAN_OUT', false],
    ['FORBIDDEN', 'read_only', 'READ_ONLY', false],
    ['StripeCardError', 'card_declined', 'StripeCardError', false],
    ['SOMETHING_NEW', undefined, 'SOMETHING_NEW', false],
  ])('[SU-08] %s with the code %s is %s', (type, code, reason, isUnknown) => {
    expect(failureOf(refusal(type, code ? { code } : {}))).toMatchObject({ reason, isUnknown });
  });

  test.each([
    ['OFFLINE', 0],
    ['INTERNAL_ERROR', 500],
    ['UNAVAILABLE', 503],
    ['UNSUCCESSFUL', 504],
    ['INVALID_RESPONSE', 502],
    ['INVALID_RESPONSE', 200],
    ['REQUEST_CANCELED', 0],
  ])('[INV-12] %s (%i): the outcome is unknown, unless the call changes nothing', (type, status) => {
    expect(failureOf(refusal(type, { status })).isUnknown).toBe(true);
    expect(checkFailureOf(refusal(type, { status }))).toMatchObject({ reason: type, isUnknown: false });
  });

  test('[INV-12] an error that is no answer of a call has its name, and an unknown outcome', () => {
    expect(failureOf(new DOMException('', 'NotAllowedError'))).toEqual({ reason: 'NotAllowedError', isUnknown: true });
    expect(failureOf('thrown text')).toEqual({ reason: 'NO_ANSWER', isUnknown: true });
  });
});

test.each([
  ['OPERATION_IN_PROGRESS', undefined, true],
  ['IDEMPOTENCY_MISMATCH', undefined, true],
  ['PAYMENT_GATEWAY_ERROR', 'undecided', true],
  ['PAYMENT_GATEWAY_ERROR', undefined, false],
  ['OPERATION_IN_PROGRESS', 'running', false],
  ['OPERATION_IN_PROGRESS', 'end_due', false],
  ['INTERNAL_ERROR', undefined, false],
])('[SU-08] %s with the code %s: another purchase is blocked: %s', (type, code, blocks) => {
  expect(mayStillSucceed(failureOf(refusal(type, code ? { code } : {})))).toBe(blocks);
});

test('[SU-08] a purchase that is still undecided after polling blocks another one', () => {
  expect([mayStillSucceed(failureFor('POLLING_ERROR')), mayStillSucceed(null)]).toEqual([true, false]);
});

test('[EX-01] only the server says that a command is held for a review', () => {
  const held = refusal('NEEDS_REVIEW', { body: { error: { held: true } } });
  expect(isHeldForReview(failureOf(held))).toBe(true);
  expect(isHeldForReview(failureOf(refusal('NEEDS_REVIEW')))).toBe(false);
  expect(isHeldForReview(failureFor('NEEDS_REVIEW'))).toBe(false);
});

test('[IO-01] [SU-08] the catalogue decides how the address of a student ends', () => {
  const body = { error: { emailSuffix: '.ac.uk' } };
  expect(emailSuffixOf(failureOf(refusal('STUDENT_EMAIL_REQUIRED', { body })))).toBe('.ac.uk');
  expect(emailSuffixOf(failureOf(refusal('STUDENT_EMAIL_REQUIRED')))).toBe('');
});
