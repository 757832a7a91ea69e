import type { BillingReads } from '../billing/ports.ts';
import { type IdempotencySubject, readSubject } from '../idempotency/subject.ts';
import type { ThrowUnlessSucceeded } from '../payments/throw-unless-succeeded.ts';

/**
 * Result of a keyed call whose process died: what it made, or the refusal of its payment. A paid invoice counts first: a
 * card that was saved meanwhile may have paid it after the call's own attempt failed.
 */
export const makeSubjectOutcome =
  (reads: Pick<BillingReads, 'attempt' | 'receiptOfInvoice'>, throwUnlessSucceeded: ThrowUnlessSucceeded) =>
  async (text: string): Promise<IdempotencySubject> => {
    const subject = readSubject(text);
    if (subject.attemptId === null) return subject;
    const receipt = subject.invoiceId === null ? null : await reads.receiptOfInvoice(subject.invoiceId);
    if (receipt?.invoice.status === 'paid') return subject;
    const attempt = receipt?.attempt ?? (await reads.attempt(subject.attemptId));
    if (attempt) await throwUnlessSucceeded(attempt);
    return subject;
  };
