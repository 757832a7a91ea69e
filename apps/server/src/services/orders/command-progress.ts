import type { CommandResult } from '@foyer/contract/api/commands';
import { isUndecided } from '@foyer/domain/state/due';
import type { Attempt } from '@foyer/domain/state/entities';
import type { BillingReads, PurchaseReads } from '../billing/ports.ts';
import type { Progress } from '../idempotency/ports.ts';
import type { IdempotencySubject } from '../idempotency/subject.ts';
import type { ThrowUnlessSucceeded } from '../payments/throw-unless-succeeded.ts';
import type { PromotionTaken } from '../promotions/redeem-promotion.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'attempt' | 'receiptOfInvoice'>;
  readonly purchases: Pick<PurchaseReads, 'purchase'>;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
}

/** Text that a keyed call bound to its key, parsed: of a promotion, or of any other call. */
type Subject = IdempotencySubject | PromotionTaken;

const isOfPromotion = (subject: Subject): subject is PromotionTaken => 'subscriptionIds' in subject;

const idsIn = (subject: Subject): CommandResult => {
  const none = { receiptId: null, oneTimePurchaseId: null, paymentMethodId: null };
  if (isOfPromotion(subject)) return { ...none, subscriptionIds: [...subject.subscriptionIds] };
  const { subscriptionId, invoiceId, purchaseId = null } = subject;
  return {
    ...none,
    subscriptionIds: subscriptionId === null ? [] : [subscriptionId],
    receiptId: invoiceId,
    oneTimePurchaseId: purchaseId,
  };
};

/** Reads which rows a call with an idempotency key created or changed, from the JSON stored with the key. */
export const commandResultOf = (text: string): CommandResult => idsIn(JSON.parse(text) as Subject);

/**
 * Returns the outcome of a keyed call from the rows it made, without a call of the gateway. A one-time purchase counts as
 * done while its payment is pending, as in the response to its call (MA-03). Throws `Refused` if the payment failed.
 */
export const makeReadProgress = ({ reads, purchases, throwUnlessSucceeded }: Dependencies) => {
  /** Attempt that decides the call; null if nothing is left to decide. */
  const decidingAttempt = async (accountId: string, subject: IdempotencySubject): Promise<Attempt | null> => {
    if (subject.attemptId === null) return null;
    if (subject.purchaseId !== undefined) {
      const row = await purchases.purchase(accountId, subject.purchaseId);
      return row?.attempt && (row.purchase.status === 'failed' || row.attempt.status === 'requires_action')
        ? row.attempt
        : null;
    }
    const receipt = subject.invoiceId === null ? null : await reads.receiptOfInvoice(subject.invoiceId);
    if (receipt?.invoice.status === 'paid') return null;
    return receipt?.attempt ?? reads.attempt(subject.attemptId);
  };

  return async (accountId: string, text: string): Promise<Progress> => {
    const subject = JSON.parse(text) as Subject;
    const attempt = isOfPromotion(subject) ? null : await decidingAttempt(accountId, subject);
    if (attempt && isUndecided(attempt)) return { kind: 'undecided', attemptId: attempt.id };
    if (attempt) await throwUnlessSucceeded(attempt);
    return { kind: 'done', result: idsIn(subject) };
  };
};
