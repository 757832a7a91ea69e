import { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';
import { isHeldForReview } from '../../../lib/is-held-for-review.ts';

/** Reasons why a code was refused. `failure-text.tsx` has the texts. */
export type CodeFailure =
  | { readonly kind: 'empty' | 'bad' | 'redeemed' | 'plans' | 'offline' | 'in-progress' | 'unknown' | 'other' }
  | { readonly kind: 'too-often'; readonly seconds: number | null }
  /** `held`: the server holds the code until the review ends (EX-01). */
  | { readonly kind: 'review'; readonly held: boolean }
  | { readonly kind: 'denied' | 'address' | 'coupon-type' | 'coupon-tier' | 'no-licence' | 'maintenance-limit' }
  | { readonly kind: 'other-prepaid' | 'prepaid' | 'limit' | 'payment-open' | 'student-email' };

type PlainKind = Exclude<CodeFailure, { kind: 'too-often' | 'review' }>['kind'];

const kinds: Readonly<Record<string, PlainKind>> = {
  INVALID_COUPON: 'empty',
  NOT_FOUND: 'bad',
  // the code is too long to look up; other fields cannot be invalid
  INVALID_REQUEST: 'bad',
  COUPON_REDEEMED: 'redeemed',
  PLANS_NOT_SUPPORTED: 'plans',
  EXPORT_DENIED: 'denied',
  MISSING_ADDRESS: 'address',
  INVALID_COUPON_TYPE: 'coupon-type',
  INVALID_COUPON_TIER: 'coupon-tier',
  NOT_PERPETUAL: 'no-licence',
  MAINTENANCE_LIMIT: 'maintenance-limit',
  PREPAID_PLAN_MISMATCH: 'other-prepaid',
  PREPAID_NOT_MODIFIABLE: 'prepaid',
  SUBSCRIPTION_LIMIT: 'limit',
  PAYMENT_REQUIRED: 'payment-open',
  STUDENT_EMAIL_REQUIRED: 'student-email',
  OPERATION_IN_PROGRESS: 'in-progress',
  IDEMPOTENCY_MISMATCH: 'in-progress',
  OFFLINE: 'offline',
};

/** Reason for an `error.type`, also for one that a check predicts. */
export const failureOfType = (type: string): CodeFailure =>
  type === 'NEEDS_REVIEW' ? { kind: 'review', held: false } : { kind: kinds[type] ?? 'other' };

/** Reason why a code failed. A failed look-up changed nothing, so its outcome is never unknown. */
export const codeFailureOf = (error: unknown): CodeFailure => {
  if (!(error instanceof CallError)) return { kind: 'other' };
  if (error.type === 'RATE_LIMITED') return { kind: 'too-often', seconds: error.retryAfter };
  if (error.type !== 'NEEDS_REVIEW') return failureOfType(error.type);
  return { kind: 'review', held: isHeldForReview(error) };
};

/** Reason why redeeming failed. Without an answer it may have been carried out (INV-12). */
export const redeemFailureOf = (error: unknown): CodeFailure => {
  const found = codeFailureOf(error);
  const isOpen = !(error instanceof CallError && isFinalAnswer(error));
  return found.kind === 'other' && isOpen ? { kind: 'unknown' } : found;
};
