import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import type { AttemptStatus } from '@foyer/contract/vocabulary/record-words';

/** Payment in a list of the gateway, as far as a comparison needs it. */
export interface PaymentAtGateway {
  readonly ref: string;
  /** Null if another system made it. */
  readonly attemptId: string | null;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly state: { readonly kind: string };
}

/** Attempt in the books, as far as a comparison needs it. */
export interface PaymentInBooks {
  readonly id: AttemptId;
  readonly status: AttemptStatus;
  readonly amountCents: number;
  readonly gatewayIntentRef: string | null;
  /** True if recovery asks about it no more, so an operator has to. */
  readonly isGivenUp: boolean;
}

/**
 * `lost`: the gateway took money that the books lack. `unknown`: the books have a payment that the gateway lacks. `given_up`:
 * the gateway took it, and the books wait for an operator who asks. `refunded`: the books lack it, and all of it went back.
 */
export type PaymentDifference<Payment, Attempt> =
  | { readonly kind: 'lost' | 'refunded'; readonly payment: Payment }
  | { readonly kind: 'given_up'; readonly payment: Payment; readonly attempt: Attempt }
  | { readonly kind: 'other_amount'; readonly payment: Payment; readonly attempt: Attempt }
  | { readonly kind: 'unknown'; readonly attempt: Attempt };

const UNDECIDED: readonly AttemptStatus[] = ['sending', 'requires_action', 'processing'];

/** True if nothing of a payment is left at the gateway. */
export const isReturned = ({
  refundedCents,
  amountCents,
}: Pick<PaymentAtGateway, 'refundedCents' | 'amountCents'>): boolean => refundedCents >= amountCents;

/**
 * Compares payments of the gateway with attempts in the books, both ways. Left out are payments of other systems, those
 * that took nothing, failed ones that were refunded in full, and attempts about which recovery still asks.
 */
export const comparePayments = <Payment extends PaymentAtGateway, Attempt extends PaymentInBooks>(
  payments: readonly Payment[],
  attempts: readonly Attempt[],
): PaymentDifference<Payment, Attempt>[] => {
  const byRef = new Map(
    attempts.flatMap((attempt) => (attempt.gatewayIntentRef ? [[attempt.gatewayIntentRef, attempt]] : [])),
  );
  const byId = new Map<string, Attempt>(attempts.map((attempt) => [attempt.id, attempt]));
  const taken = payments.filter(({ attemptId, state }) => attemptId !== null && state.kind === 'succeeded');
  const atGateway = taken.flatMap((payment): PaymentDifference<Payment, Attempt>[] => {
    const attempt = byRef.get(payment.ref) ?? byId.get(payment.attemptId ?? '');
    if (attempt?.status === 'succeeded')
      return attempt.amountCents === payment.amountCents ? [] : [{ kind: 'other_amount', payment, attempt }];
    if (attempt && UNDECIDED.includes(attempt.status))
      return attempt.isGivenUp ? [{ kind: 'given_up', payment, attempt }] : [];
    if (!isReturned(payment)) return [{ kind: 'lost', payment }];
    return attempt ? [] : [{ kind: 'refunded', payment }];
  });
  const known = new Set(taken.map(({ ref }) => ref));
  const inBooks = attempts.filter(
    ({ status, gatewayIntentRef }) => status === 'succeeded' && !known.has(gatewayIntentRef ?? ''),
  );
  return [...atGateway, ...inBooks.map((attempt) => ({ kind: 'unknown' as const, attempt }))];
};
