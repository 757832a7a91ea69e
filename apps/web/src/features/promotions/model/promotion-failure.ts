import { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';
import { isHeldForReview } from '../../../lib/is-held-for-review.ts';

/** Failures of finding or taking a promotion, as the page treats them (PR-05). */
export type PromotionFailure =
  | { readonly kind: 'not-found' | 'not-eligible' | 'claimed' | 'address' | 'card' | 'denied' }
  | { readonly kind: 'in-progress' | 'offline' | 'unknown' | 'other' }
  | { readonly kind: 'too-often'; readonly seconds: number | null }
  /** `held`: the server starts it when the review clears the account (EX-01). */
  | { readonly kind: 'review'; readonly held: boolean };

type PlainKind = Exclude<PromotionFailure, { kind: 'too-often' | 'review' }>['kind'];

const kinds: Readonly<Record<string, PlainKind>> = {
  NOT_FOUND: 'not-found',
  INVALID_REQUEST: 'not-found',
  INVALID: 'not-eligible',
  PROMO_NOT_AVAILABLE: 'not-eligible',
  PROMO_NOT_FOUND: 'claimed',
  MISSING_ADDRESS: 'address',
  PAYMENT_METHOD_REQUIRED: 'card',
  EXPORT_DENIED: 'denied',
  OPERATION_IN_PROGRESS: 'in-progress',
  IDEMPOTENCY_MISMATCH: 'in-progress',
  OFFLINE: 'offline',
};

/** Returns whether the failure is final, because the promotion is not offered to this account. */
export const isFinal = ({ kind }: PromotionFailure): boolean => ['claimed', 'not-eligible', 'denied'].includes(kind);

/** Reason why a promotion failed, by `error.type` (PR-05). */
export const promotionFailureOf = (error: unknown): PromotionFailure => {
  if (!(error instanceof CallError)) return { kind: 'other' };
  if (error.type === 'RATE_LIMITED') return { kind: 'too-often', seconds: error.retryAfter };
  if (error.type !== 'NEEDS_REVIEW') return { kind: kinds[error.type] ?? 'other' };
  return { kind: 'review', held: isHeldForReview(error) };
};

/** Reason why taking a promotion failed. Without an answer it may have been carried out (INV-12). */
export const takeFailureOf = (error: unknown): PromotionFailure => {
  const found = promotionFailureOf(error);
  const isOpen = !(error instanceof CallError && isFinalAnswer(error));
  return found.kind === 'other' && isOpen ? { kind: 'unknown' } : found;
};
