import { type Draft, put, queueMail } from '../decision/draft.ts';
import type { Invoice } from '../state/entities.ts';
import type { Purchase } from '../state/maintenance-entities.ts';
import { addPeriod } from './extend.ts';

const pendingOf = ({ state }: Draft, invoice: Invoice): Purchase | undefined =>
  state.purchases.find((purchase) => purchase.invoiceId === invoice.id && purchase.status === 'pending');

/**
 * Completes a one-time purchase whose invoice was paid, and adds its maintenance period in the same transaction (I22).
 * Throws if the invoice has no pending purchase.
 */
export const completePurchase = (draft: Draft, invoice: Invoice): void => {
  const purchase = pendingOf(draft, invoice);
  if (!purchase) throw new Error(`invoice ${invoice.id} is paid, but no pending one-time purchase refers to it`);
  const { oldExpiration: from, newExpiration: to } = put(draft, 'purchases', { ...purchase, status: 'success' });
  // A late payment counts even if the licence has ended meanwhile.
  const subscription = { id: purchase.forSubscriptionId };
  addPeriod(draft, { subscription, from, to }, 'purchase', purchase.id);
  queueMail(draft, 'maintenance_extended', { invoice, subscription, facts: { nextAt: to } });
};

/** Fails a one-time purchase whose invoice was voided. The decline is stored with the attempt. */
export const failPurchase = (draft: Draft, invoice: Invoice): void => {
  const purchase = pendingOf(draft, invoice);
  if (purchase) put(draft, 'purchases', { ...purchase, status: 'failed' });
};
