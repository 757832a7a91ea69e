import type { ErrorBody } from '@foyer/contract/api/route';
import type { Quote } from '@foyer/contract/api/shapes';
import type { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';

/** Failures of an order as the page treats them. The notice chooses the texts. */
export type Failure =
  | { kind: 'missing-address' }
  | { kind: 'declined'; message: string }
  | { kind: 'quote-changed'; amountDueCents: number | null }
  | { kind: 'undecided' }
  /** `ran-out`: the bank challenge expired. `ended-elsewhere`: it was ended in another tab or by a newer order. */
  | { kind: 'ran-out' }
  | { kind: 'ended-elsewhere' }
  /**
   * The subscription is just ending or renewing. Nothing was started, so the order can be repeated at once (S5, S12).
   */
  | { kind: 'end-due' }
  /**
   * An earlier order may have succeeded. The subscriptions were refetched, so that the customer can check before
   * ordering again.
   */
  | { kind: 'look-again' }
  | { kind: 'gateway' }
  | { kind: 'card-missing' }
  | { kind: 'card-country' }
  | { kind: 'payment-open' }
  | { kind: 'trial-used' }
  | { kind: 'trial-none' }
  | { kind: 'needs-review' }
  | { kind: 'export-denied' }
  /** Required ending of the e-mail address for this plan. */
  | { kind: 'student-email'; emailSuffix: string }
  | { kind: 'limit' }
  | { kind: 'coupon' }
  | { kind: 'coupon-bad' }
  | { kind: 'prepaid' }
  | { kind: 'plan-gone' }
  | { kind: 'too-often'; seconds: number | null }
  | { kind: 'gone' }
  | { kind: 'offline' }
  /** No final answer: the order may have been carried out (INV-12). */
  | { kind: 'unknown' }
  /** An earlier call with this order still runs or crashed. Its outcome is unknown for up to a minute. */
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
 * Classifies a refused order (SU-08). While a payment is undecided the customer cannot order again, because that could
 * pay twice. A fault of the server or a proxy leaves the outcome unknown (INV-12); only a refusal counts as a failure.
 * @param withCoupon NOT_FOUND then means that the coupon expired or was used up after it was checked
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

/** Kinds after which a retry may help, because the choice itself is valid. */
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

/** Returns whether this choice will always be refused, so that only another one helps. */
export const isChoiceRefused = ({ kind }: Failure): boolean => !passing.includes(kind);
