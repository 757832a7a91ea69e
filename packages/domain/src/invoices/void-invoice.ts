import { type Draft, postEntries, put } from '../decision/draft.ts';
import type { Invoice } from '../state/entities.ts';
import { postVoided } from '../state/ledger.ts';
import { restoreDiscount } from './discount.ts';

/**
 * Voids an open invoice: reverses its ledger entries and returns its credit and discount. Lines it credited can be
 * credited again.
 */
export const voidInvoice = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId } = draft.context;
  postEntries(draft, postVoided(invoice, now, newId));
  restoreDiscount(draft, invoice);
  return put(draft, 'invoices', {
    ...invoice,
    status: 'void',
    nextAttemptAt: null,
    balanceAfterCents: draft.state.account.balanceCents,
  });
};
