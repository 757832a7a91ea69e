import { describe, expect, test } from 'vitest';
import { aQuote } from '../../../testing/builders.ts';
import { endsOrder, failureOf } from './failure.ts';

const refusal = (type: string, facts: { code?: string; quote?: unknown } = {}) =>
  failureOf({ type, message: 'Your card has insufficient funds.', code: facts.code ?? null, quote: facts.quote });

describe('a refused order', () => {
  test.each([
    ['MISSING_ADDRESS', 'missing-address'],
    ['PAYMENT_GATEWAY_ERROR', 'gateway'],
    ['PAYMENT_METHOD_REQUIRED', 'card-missing'],
    ['CARD_COUNTRY_UNSUPPORTED', 'card-country'],
    ['OPERATION_IN_PROGRESS', 'undecided'],
    ['IDEMPOTENCY_MISMATCH', 'undecided'],
    ['NEEDS_REVIEW', 'needs-review'],
    ['EXPORT_DENIED', 'export-denied'],
    ['STUDENT_EMAIL_REQUIRED', 'student-email'],
    ['SUBSCRIPTION_LIMIT', 'limit'],
    ['NOT_FOUND', 'gone'],
    ['OFFLINE', 'offline'],
    ['SOMETHING_NEW', 'other'],
  ])('[SU-08] %s', (type, kind) => {
    expect(refusal(type)).toEqual({ kind });
  });

  test('[SU-08] a declined card is told in the words of the provider', () => {
    expect(refusal('StripeCardError')).toEqual({ kind: 'declined', message: 'Your card has insufficient funds.' });
  });

  test('[SU-08] an undecided payment is no gateway error: it must not be tried again', () => {
    expect(refusal('PAYMENT_GATEWAY_ERROR', { code: 'undecided' })).toEqual({ kind: 'undecided' });
  });

  test('another amount than agreed comes with the new one', () => {
    expect(refusal('QUOTE_CHANGED', { quote: aQuote({ amountDueCents: 500 }) })).toEqual({
      kind: 'quote-changed',
      amountDueCents: 500,
    });
    expect(refusal('QUOTE_CHANGED')).toEqual({ kind: 'quote-changed', amountDueCents: null });
  });

  test.each([
    [402, 'StripeCardError', true],
    [409, 'QUOTE_CHANGED', true],
    [409, 'OPERATION_IN_PROGRESS', false],
    [422, 'IDEMPOTENCY_MISMATCH', false],
    [502, 'PAYMENT_GATEWAY_ERROR', false],
    [0, 'OFFLINE', false],
  ])('[DR-05] %i %s ends the order: %s', (status, type, ends) => {
    expect(endsOrder({ status, type })).toBe(ends);
  });
});
