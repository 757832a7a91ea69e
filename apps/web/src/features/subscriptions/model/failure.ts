import type { Quote } from '@foyer/contract/api/shapes';
import type { CallError } from '../../../lib/call-error.ts';

/** What the page does about a refused order. Words are chosen where it is shown. */
export type Failure =
  | { kind: 'missing-address' }
  | { kind: 'declined'; message: string }
  | { kind: 'quote-changed'; amountDueCents: number | null }
  | { kind: 'undecided' }
  | { kind: 'gateway' }
  | { kind: 'card-missing' }
  | { kind: 'card-country' }
  | { kind: 'payment-open' }
  | { kind: 'trial-used' }
  | { kind: 'needs-review' }
  | { kind: 'export-denied' }
  | { kind: 'student-email' }
  | { kind: 'limit' }
  | { kind: 'coupon' }
  | { kind: 'gone' }
  | { kind: 'offline' }
  | { kind: 'other' };

type Refusal = Pick<CallError, 'type' | 'code' | 'message' | 'quote'>;

const byType: Readonly<Record<string, Failure['kind']>> = {
  MISSING_ADDRESS: 'missing-address',
  PAYMENT_GATEWAY_ERROR: 'gateway',
  PAYMENT_METHOD_REQUIRED: 'card-missing',
  CARD_COUNTRY_UNSUPPORTED: 'card-country',
  PAYMENT_REQUIRED: 'payment-open',
  TRIAL_ALREADY_USED: 'trial-used',
  TRIAL_NOT_OFFERED: 'trial-used',
  NEEDS_REVIEW: 'needs-review',
  EXPORT_DENIED: 'export-denied',
  STUDENT_EMAIL_REQUIRED: 'student-email',
  SUBSCRIPTION_LIMIT: 'limit',
  PLANS_NOT_SUPPORTED: 'coupon',
  INVALID_COUPON: 'coupon',
  INVALID_COUPON_TYPE: 'coupon',
  COUPON_REDEEMED: 'coupon',
  NOT_FOUND: 'gone',
  OPERATION_IN_PROGRESS: 'undecided',
  IDEMPOTENCY_MISMATCH: 'undecided',
  OFFLINE: 'offline',
};

/**
 * SU-08. A payment whose outcome nobody knows yet (`undecided`, or one already running) is its own case: a second try
 * could pay twice, so there must be none.
 */
export const failureOf = ({ type, code, message, quote }: Refusal): Failure => {
  if (code === 'undecided') return { kind: 'undecided' };
  if (type === 'StripeCardError') return { kind: 'declined', message };
  if (type === 'QUOTE_CHANGED') {
    return { kind: 'quote-changed', amountDueCents: (quote as Quote | undefined)?.amountDueCents ?? null };
  }
  return { kind: byType[type] ?? 'other' } as Failure;
};

/**
 * Whether the next press is a new order. The key of an order is kept as long as its outcome may still turn out to be a
 * success (no answer, 5xx, in progress), so that a second press cannot buy twice; a refusal ends it (billing.md §3).
 */
export const endsOrder = ({ status, type }: Pick<CallError, 'status' | 'type'>): boolean =>
  status >= 400 && status < 500 && type !== 'OPERATION_IN_PROGRESS' && type !== 'IDEMPOTENCY_MISMATCH';
