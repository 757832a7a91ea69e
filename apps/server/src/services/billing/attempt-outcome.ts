import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import { orDeclined } from './charge.ts';
import type { BillingReads } from './ports.ts';

/** What a payment attempt came to, for a call that died after making it: its invoice and subscription, or the refusal it ended in. */
export const makeAttemptOutcome =
  (reads: Pick<BillingReads, 'attempt' | 'receiptOfInvoice'>) =>
  async (attemptId: AttemptId): Promise<{ invoiceId: string; subscriptionId: string | null }> => {
    const attempt = await reads.attempt(attemptId);
    if (attempt?.invoiceId == null) throw new Error(`attempt ${attemptId} belongs to no invoice`);
    orDeclined(attempt);
    const receipt = await reads.receiptOfInvoice(attempt.invoiceId);
    return { invoiceId: attempt.invoiceId, subscriptionId: receipt?.invoice.subscriptionId ?? null };
  };
