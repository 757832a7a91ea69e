import { restoreDiscount } from '../coupons/discount.ts';
import { type Draft, post, put } from './draft.ts';
import type { Invoice } from './entities.ts';
import { postVoided } from './ledger.ts';

/**
 * Voids an open invoice: reverses its ledger entries and returns its credit and discount. Lines it credited can be
 * credited again.
 */
export const voidInvoice = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId } = draft.context;
  post(draft, postVoided(invoice, now, newId));
  restoreDiscount(draft, invoice);
  return put(draft, 'invoices', {
    ...invoice,
    status: 'void',
    nextAttemptAt: null,
    balanceAfterCents: draft.state.account.balanceCents,
  });
};
