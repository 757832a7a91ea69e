import type { ErrorBody } from '@foyer/contract/api/route';
import type { Quote } from '@foyer/contract/api/shapes';
import type { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';

/** What the page does about a refused order. Words are chosen where it is shown. */
export type Failure =
  | { kind: 'missing-address' }
  | { kind: 'declined'; message: string }
  | { kind: 'quote-changed'; amountDueCents: number | null }
  | { kind: 'undecided' }
  /** Nobody answered the bank in time; or its question was ended elsewhere. */
  | { kind: 'ran-out' }
  | { kind: 'ended-elsewhere' }
  /** What is held is just coming to its end, or goes on; nothing was begun, so that it may be ordered again at once (S5, S12). */
  | { kind: 'end-due' }
  /** Another order was sent before and may have arrived: what is held was asked again, for a look before this one. */
  | { kind: 'look-again' }
  | { kind: 'gateway' }
  | { kind: 'card-missing' }
  | { kind: 'card-country' }
  | { kind: 'payment-open' }
  | { kind: 'trial-used' }
  | { kind: 'trial-none' }
  | { kind: 'needs-review' }
  | { kind: 'export-denied' }
  /** How an address has to end for this plan. */
  | { kind: 'student-email'; emailSuffix: string }
  | { kind: 'limit' }
  | { kind: 'coupon' }
  | { kind: 'coupon-bad' }
  | { kind: 'prepaid' }
  | { kind: 'plan-gone' }
  | { kind: 'too-often'; seconds: number | null }
  | { kind: 'gone' }
  | { kind: 'offline' }
  /** No answer that decides anything: it may have been carried out all the same (INV-12). */
  | { kind: 'unknown' }
  /** An earlier call with this order is looked after still, or died: nobody knows for a minute. */
  | { kind: 'running' }
  | { kind: 'other' };

type Refusal = Pick<CallError, 'status' | 'type' | 'code' | 'message' | 'quote' | 'retryAfter' | 'body'>;

const byType: Readonly<Record<string, Failure['kind']>> = {
  MISSING_ADDRESS: 'missing-address',
  PAYMENT_GATEWAY_ERROR: 'gateway',
  PAYMENT_METHOD_REQUIRED: 'card-missing',
  CARD_COUNTRY_UNSUPPORTED: 'card-country',
  PAYMENT_REQUIRED: 'payment-open',
  TRIAL_ALREADY_USED: 'trial-used',
  TRIAL_NOT_OFFERED: 'trial-none',
  NEEDS_REVIEW: 'needs-review',
  EXPORT_DENIED: 'export-denied',
  SUBSCRIPTION_LIMIT: 'limit',
  PLANS_NOT_SUPPORTED: 'coupon',
  INVALID_COUPON: 'coupon-bad',
  INVALID_COUPON_TYPE: 'coupon-bad',
  INVALID_COUPON_TIER: 'coupon-bad',
  COUPON_REDEEMED: 'coupon-bad',
  PREPAID_NOT_MODIFIABLE: 'prepaid',
  PREPAID_PLAN_MISMATCH: 'prepaid',
  INVALID_PLAN: 'plan-gone',
  NOT_FOUND: 'gone',
  OPERATION_IN_PROGRESS: 'undecided',
  IDEMPOTENCY_MISMATCH: 'undecided',
  OFFLINE: 'offline',
};

const emailSuffixOf = (body: unknown): string => (body as Partial<ErrorBody> | undefined)?.error?.emailSuffix ?? '';

/**
 * SU-08. A payment whose outcome nobody knows yet (`undecided`, or one already running) is its own case: a second try
 * could pay twice, so there must be none. A fault of the server or of a proxy before it decides nothing either (INV-12):
 * only what was refused is told as a failure.
 * @param withCoupon what is not there is the coupon then: it ran out, or was used up, after it had been looked at
 */
export const failureOf = (refusal: Refusal, withCoupon = false): Failure => {
  const { type, code, message, quote, retryAfter, body } = refusal;
  if (code === 'undecided') return { kind: 'undecided' };
  if (code === 'running') return { kind: 'running' };
  if (code === 'end_due') return { kind: 'end-due' };
  if (type === 'EXPIRED') return { kind: code === 'ran_out' ? 'ran-out' : 'ended-elsewhere' };
  if (type === 'RATE_LIMITED') return { kind: 'too-often', seconds: retryAfter };
  if (type === 'NOT_FOUND' && withCoupon) return { kind: 'coupon-bad' };
  if (type === 'STUDENT_EMAIL_REQUIRED') return { kind: 'student-email', emailSuffix: emailSuffixOf(body) };
  if (type === 'StripeCardError') return { kind: 'declined', message };
  if (type === 'QUOTE_CHANGED') {
    return { kind: 'quote-changed', amountDueCents: (quote as Quote | undefined)?.amountDueCents ?? null };
  }
  return { kind: byType[type] ?? (isFinalAnswer(refusal) ? 'other' : 'unknown') } as Failure;
};

/** Asking again may help: nothing about the choice itself is wrong. */
const passing: readonly Failure['kind'][] = [
  'offline',
  'unknown',
  'running',
  'other',
  'gateway',
  'undecided',
  'ran-out',
  'ended-elsewhere',
  'end-due',
  'look-again',
  'too-often',
];

/** Whether the choice can never be had as it is, so that only another one leads on. */
export const isChoiceRefused = ({ kind }: Failure): boolean => !passing.includes(kind);
