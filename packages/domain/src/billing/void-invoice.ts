import { giveDiscountBack } from '../coupons/discount.ts';
import { type Draft, post, putInvoice } from './draft.ts';
import type { Invoice } from './entities.ts';
import { postVoided } from './ledger.ts';

/** Voids an open invoice: what it booked is undone, and the credit it used is back, as is the discount. Its lines may be credited again. */
export const voidInvoice = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId } = draft.context;
  post(draft, postVoided(invoice, now, newId));
  giveDiscountBack(draft, invoice);
  return putInvoice(draft, {
    ...invoice,
    status: 'void',
    nextAttemptAt: null,
    balanceAfterCents: draft.state.account.balanceCents,
  });
};
