import { type IdempotencySubject, readSubject } from './idempotency-subject.ts';
import type { OrDeclined } from './or-declined.ts';
import type { BillingReads } from './ports.ts';

/**
 * What a keyed call that died came to: what it made, or the refusal its payment ended in. Whether its bill is paid counts
 * before everything else: when its own attempt failed, a card that was saved meanwhile may have paid it (billing.md §2.7).
 */
export const makeSubjectOutcome =
  (reads: Pick<BillingReads, 'attempt' | 'receiptOfInvoice'>, orDeclined: OrDeclined) =>
  async (text: string): Promise<IdempotencySubject> => {
    const subject = readSubject(text);
    if (subject.attemptId === null) return subject;
    const bill = subject.invoiceId === null ? null : await reads.receiptOfInvoice(subject.invoiceId);
    if (bill?.invoice.status === 'paid') return subject;
    const attempt = bill?.attempt ?? (await reads.attempt(subject.attemptId));
    if (attempt) await orDeclined(attempt);
    return subject;
  };
