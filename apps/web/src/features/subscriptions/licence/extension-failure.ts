import type { CallError } from '../../../lib/call-error.ts';
import { isHeldForReview } from '../../../lib/is-held-for-review.ts';
import { type Failure, failureOf } from '../model/failure.ts';

/** Failures of an extension as the page treats them. Refusals that any order can have are under `order`. */
export type ExtensionFailure =
  | { kind: 'duration' }
  | { kind: 'polling' }
  | { kind: 'changed' }
  | { kind: 'no-licence' }
  | { kind: 'code-empty' }
  | { kind: 'code-unknown' }
  | { kind: 'code-redeemed' }
  | { kind: 'code-type' }
  | { kind: 'code-tier' }
  /** The code could not be checked. */
  | { kind: 'unchecked' }
  /** Refusal of a code during a review. `held`: the server holds it until the review ends (EX-01). */
  | { kind: 'review'; held: boolean }
  | { kind: 'too-often'; seconds: number | null }
  | { kind: 'order'; failure: Failure };

const byType: Readonly<Record<string, Exclude<ExtensionFailure['kind'], 'order' | 'too-often' | 'review'>>> = {
  MAINTENANCE_LIMIT: 'duration',
  POLLING_ERROR: 'polling',
  QUOTE_CHANGED: 'changed',
  NOT_PERPETUAL: 'no-licence',
  INVALID_COUPON: 'code-empty',
  COUPON_REDEEMED: 'code-redeemed',
  INVALID_COUPON_TYPE: 'code-type',
  INVALID_COUPON_TIER: 'code-tier',
};

type Refusal = Pick<CallError, 'status' | 'type' | 'code' | 'message' | 'quote' | 'retryAfter' | 'body'>;

/**
 * Classifies a refused extension (SU-08, MA-04). NOT_FOUND means the code if one was entered, and otherwise a
 * transaction error, as on all scope pages.
 */
export const extensionFailureOf = (refusal: Refusal, method: 'purchase' | 'code'): ExtensionFailure => {
  const kind = byType[refusal.type];
  if (kind) return { kind };
  if (refusal.type === 'RATE_LIMITED') return { kind: 'too-often', seconds: refusal.retryAfter };
  if (refusal.type === 'NEEDS_REVIEW' && method === 'code') return { kind: 'review', held: isHeldForReview(refusal) };
  if (refusal.type === 'NOT_FOUND')
    return method === 'code' ? { kind: 'code-unknown' } : { kind: 'order', failure: { kind: 'gateway' } };
  return { kind: 'order', failure: failureOf(refusal) };
};

/** Classifies a failed check of a code. A check orders nothing, so its outcome is never unknown. */
export const pollFailureOf = (refusal: Refusal): ExtensionFailure => {
  const found = extensionFailureOf(refusal, 'code');
  const isOpen = found.kind === 'order' && ['offline', 'unknown'].includes(found.failure.kind);
  return isOpen ? { kind: 'unchecked' } : found;
};

/** Returns whether the payment may still succeed. Nothing else can be bought meanwhile (INV-12). */
export const mayStillSucceed = (failure: ExtensionFailure | null): boolean =>
  failure?.kind === 'polling' || (failure?.kind === 'order' && failure.failure.kind === 'undecided');
