import { subscriptions } from '@foyer/contract/api/subscriptions';
import { commonErrors, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { describe, expect, test } from 'vitest';
import { aQuote } from '../../../testing/builders.ts';
import { failureOf, isChoiceRefused } from './failure.ts';

const statusOf = (type: string): number => (errorStatus as Partial<Record<string, number>>)[type] ?? 400;

const refusal = (
  type: string,
  facts: { status?: number; code?: string; quote?: unknown; body?: unknown } = {},
  withCoupon = false,
) =>
  failureOf(
    {
      status: facts.status ?? statusOf(type),
      type,
      message: 'Your card has insufficient funds.',
      code: facts.code ?? null,
      quote: facts.quote,
      retryAfter: null,
      body: facts.body,
    },
    withCoupon,
  );

describe('a refused order', () => {
  test('[SU-08] a call that may have died before it changed anything differs from a running payment', () => {
    const running = refusal('OPERATION_IN_PROGRESS', { code: 'running' });
    expect([running, isChoiceRefused(running)]).toEqual([{ kind: 'running' }, false]);
  });

  test('[PM-09] a challenge that was not answered in time differs from one that was ended elsewhere', () => {
    const ranOut = refusal('EXPIRED', { code: 'ran_out' });
    expect([ranOut, isChoiceRefused(ranOut)]).toEqual([{ kind: 'ran-out' }, false]);
  });

  test.each([
    ['MISSING_ADDRESS', 'missing-address'],
    ['PAYMENT_GATEWAY_ERROR', 'gateway'],
    ['PAYMENT_METHOD_REQUIRED', 'card-missing'],
    ['CARD_COUNTRY_UNSUPPORTED', 'card-country'],
    ['OPERATION_IN_PROGRESS', 'undecided'],
    ['IDEMPOTENCY_MISMATCH', 'undecided'],
    ['NEEDS_REVIEW', 'needs-review'],
    ['EXPORT_DENIED', 'export-denied'],
    ['SUBSCRIPTION_LIMIT', 'limit'],
    ['NOT_FOUND', 'gone'],
    ['TRIAL_ALREADY_USED', 'trial-used'],
    ['TRIAL_NOT_OFFERED', 'trial-none'],
    ['PREPAID_NOT_MODIFIABLE', 'prepaid'],
    ['PREPAID_PLAN_MISMATCH', 'prepaid'],
    ['INVALID_PLAN', 'plan-gone'],
    ['PAYMENT_REQUIRED', 'payment-open'],
    ['EXPIRED', 'ended-elsewhere'],
    ['PLANS_NOT_SUPPORTED', 'coupon'],
    ['INVALID_COUPON', 'coupon-bad'],
    ['INVALID_COUPON_TYPE', 'coupon-bad'],
    ['COUPON_REDEEMED', 'coupon-bad'],
    ['OFFLINE', 'offline'],
    ['SOMETHING_NEW', 'other'],
  ])('[SU-08] %s', (type, kind) => {
    expect(refusal(type)).toEqual({ kind });
  });

  test.each([
    ['INTERNAL_ERROR', 500],
    ['UNAVAILABLE', 503],
    ['UNSUCCESSFUL', 504],
    ['INVALID_RESPONSE', 502],
    ['INVALID_RESPONSE', 200],
    ['REQUEST_CANCELED', 0],
  ])('[INV-12] %s (%i): the outcome is unknown, so it is not shown as a failure', (type, status) => {
    expect(refusal(type, { status })).toEqual({ kind: 'unknown' });
  });

  test('[SU-08] every refusal of an order has a separate text', () => {
    const general = ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
    // a renewal that is switched, or a licence that is extended: said where that is done
    const elsewhere = ['NOT_RENEWABLE', 'NOT_PERPETUAL', 'MAINTENANCE_LIMIT'];
    // bought_just_now: only of a call without an Idempotency-Key, and the page sends one with every order
    const withoutKey = ['ACTION_REFUSED'];
    const { errors: buying } = subscriptions['POST /api/subscription/subscriptions'];
    const { errors: changing } = subscriptions['PATCH /api/subscription/subscriptions/:id'];
    const { errors: quoting } = subscriptions['POST /api/subscription/subscriptions/preview'];
    const silent = [...buying, ...changing, ...quoting, ...commonErrors].filter(
      (type) => refusal(type).kind === 'other' && ![...general, ...elsewhere, ...withoutKey].includes(type),
    );
    expect(silent).toEqual([]);
  });

  test('[CD-05] NOT_FOUND is about the coupon, if there is one', () => {
    expect(refusal('NOT_FOUND', {}, true)).toEqual({ kind: 'coupon-bad' });
  });

  test('[IO-01] [SU-08] a plan for those of a school: how their address ends is the catalogue’s to say', () => {
    const body = { error: { emailSuffix: '.ac.uk' } };
    expect(refusal('STUDENT_EMAIL_REQUIRED', { body })).toEqual({ kind: 'student-email', emailSuffix: '.ac.uk' });
    expect(refusal('STUDENT_EMAIL_REQUIRED')).toEqual({ kind: 'student-email', emailSuffix: '' });
  });

  test('[SU-08] too many tries say how long to wait', () => {
    const tooOften = {
      status: 429,
      type: 'RATE_LIMITED',
      message: '',
      code: null,
      quote: null,
      retryAfter: 90,
      body: null,
    };
    expect(failureOf(tooOften)).toEqual({ kind: 'too-often', seconds: 90 });
  });

  test.each([
    ['OFFLINE', false],
    ['INTERNAL_ERROR', false],
    ['PAYMENT_GATEWAY_ERROR', false],
    ['TRIAL_ALREADY_USED', true],
    ['SUBSCRIPTION_LIMIT', true],
    ['INVALID_PLAN', true],
  ])('%s: only another choice leads on: %s', (type, refused) => {
    expect(isChoiceRefused(refusal(type))).toBe(refused);
  });

  test('[SU-08] a declined card shows the message of the gateway', () => {
    expect(refusal('StripeCardError')).toEqual({ kind: 'declined', message: 'Your card has insufficient funds.' });
  });

  test('[SU-08] an undecided payment is no gateway error: it must not be tried again', () => {
    expect(refusal('PAYMENT_GATEWAY_ERROR', { code: 'undecided' })).toEqual({ kind: 'undecided' });
  });

  test('[SU-08] a subscription that is ending is no running payment: nothing was begun, and the order is repeated', () => {
    expect(refusal('OPERATION_IN_PROGRESS', { code: 'end_due' })).toEqual({ kind: 'end-due' });
    expect(isChoiceRefused({ kind: 'end-due' })).toBe(false);
  });

  test('another amount than agreed comes with the new one', () => {
    expect(refusal('QUOTE_CHANGED', { quote: aQuote({ amountDueCents: 500 }) })).toEqual({
      kind: 'quote-changed',
      amountDueCents: 500,
    });
    expect(refusal('QUOTE_CHANGED')).toEqual({ kind: 'quote-changed', amountDueCents: null });
  });
});
