import type { CallError } from '../../../lib/call-error.ts';
import { type Failure, failureOf } from '../model/failure.ts';

/** What the page does about an extension that was refused; an ordinary refusal of an order is said as everywhere. */
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
  | { kind: 'too-often'; seconds: number | null }
  | { kind: 'order'; failure: Failure };

const byType: Readonly<Record<string, Exclude<ExtensionFailure['kind'], 'order' | 'too-often'>>> = {
  MAINTENANCE_LIMIT: 'duration',
  POLLING_ERROR: 'polling',
  QUOTE_CHANGED: 'changed',
  NOT_PERPETUAL: 'no-licence',
  INVALID_COUPON: 'code-empty',
  COUPON_REDEEMED: 'code-redeemed',
  INVALID_COUPON_TYPE: 'code-type',
  INVALID_COUPON_TIER: 'code-tier',
};

type Refusal = Pick<CallError, 'type' | 'code' | 'message' | 'quote' | 'retryAfter'>;

/**
 * SU-08, MA-04. What is not there is the code where one was typed, and otherwise the transaction's trouble, as on all pages
 * of the scope product.
 */
export const extensionFailureOf = (refusal: Refusal, method: 'purchase' | 'code'): ExtensionFailure => {
  const kind = byType[refusal.type];
  if (kind) return { kind };
  if (refusal.type === 'RATE_LIMITED') return { kind: 'too-often', seconds: refusal.retryAfter };
  if (refusal.type === 'NOT_FOUND')
    return method === 'code' ? { kind: 'code-unknown' } : { kind: 'order', failure: { kind: 'gateway' } };
  return { kind: 'order', failure: failureOf(refusal) };
};

/** A payment that may still go through: nothing else may be bought meanwhile (billing.md §3). */
export const mayStillSucceed = (failure: ExtensionFailure | null): boolean =>
  failure?.kind === 'polling' || (failure?.kind === 'order' && failure.failure.kind === 'undecided');
