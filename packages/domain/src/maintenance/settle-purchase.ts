import { type Draft, mail, putPurchase } from '../billing/draft.ts';
import type { Invoice } from '../billing/entities.ts';
import type { Purchase } from './entities.ts';
import { addPeriod } from './extend.ts';

const pendingOf = ({ state }: Draft, invoice: Invoice): Purchase | undefined =>
  state.purchases.find((purchase) => purchase.invoiceId === invoice.id && purchase.status === 'pending');

/** The invoice of a one-time purchase is paid: in the same transaction it succeeds and its stretch begins to exist (I22). */
export const completePurchase = (draft: Draft, invoice: Invoice): void => {
  const purchase = pendingOf(draft, invoice);
  if (!purchase) throw new Error(`invoice ${invoice.id} is paid and was for nothing`);
  const { oldExpiration: from, newExpiration: to } = putPurchase(draft, { ...purchase, status: 'success' });
  // Money that came late counts, also when the licence is over by then.
  const subscription = { id: purchase.forSubscriptionId };
  addPeriod(draft, { subscription, from, to }, 'purchase', purchase.id);
  mail(draft, 'maintenance_extended', { invoice, subscription, facts: { nextAt: to } });
};

/** Its invoice is void; what the bank said stands on the attempt. */
export const failPurchase = (draft: Draft, invoice: Invoice): void => {
  const purchase = pendingOf(draft, invoice);
  if (purchase) putPurchase(draft, { ...purchase, status: 'failed' });
};
