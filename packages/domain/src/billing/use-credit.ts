import { applyPaid } from './apply-paid.ts';
import { type Draft, post, putInvoice } from './draft.ts';
import type { Invoice } from './entities.ts';
import { postCreditUsed, postRecovered } from './ledger.ts';
import type { BillingSettings } from './settings.ts';

/** The oldest first: so open invoices are paid, and so credit is used for them (billing.md §2.7). */
export const byAge = (a: Pick<Invoice, 'id' | 'finalizedAt'>, b: Pick<Invoice, 'id' | 'finalizedAt'>): number =>
  a.finalizedAt - b.finalizedAt || (a.id < b.id ? -1 : 1);

/** What credit pays of a debt, what is left of it and too small to be charged, and what the card is asked for. Cents. */
export interface CreditShares {
  readonly usedCents: number;
  readonly carriedCents: number;
  readonly dueCents: number;
}

/**
 * How the credit that is there divides an invoice (billing.md §2.2, 5 and 6): as much of it as there is, and what is then
 * below the gateway's minimum is carried. One that was written off takes it as an open one does; which is to be paid is for
 * the caller to say. A decided invoice takes none, and a balance that is owed is not added to it.
 */
export const creditShares = (
  { status, amountDueCents }: Pick<Invoice, 'status' | 'amountDueCents'>,
  balanceCents: number,
  { minimumChargeCents }: Pick<BillingSettings, 'minimumChargeCents'>,
): CreditShares => {
  const isOwed = status === 'open' || status === 'uncollectible';
  const usedCents = isOwed ? Math.min(Math.max(0, -balanceCents), amountDueCents) : 0;
  const restCents = amountDueCents - usedCents;
  const carriedCents = usedCents > 0 && restCents < minimumChargeCents ? restCents : 0;
  return { usedCents, carriedCents, dueCents: restCents - carriedCents };
};

/**
 * Credit that came after an invoice was made is used for it before the card is asked again (billing.md §2.7).
 * With nothing left the invoice is paid. So much of a debt that was written off is taken back with it; what is left of it
 * stays written off until it is paid (S17, decision 28).
 */
export const useCredit = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId, settings } = draft.context;
  const { usedCents, carriedCents, dueCents } = creditShares(invoice, draft.state.account.balanceCents, settings);
  if (usedCents === 0) return invoice;
  if (invoice.status === 'uncollectible') post(draft, postRecovered(invoice, usedCents + carriedCents, now, newId));
  post(draft, postCreditUsed(invoice, { used: usedCents, carried: carriedCents }, now, newId));
  const settled = dueCents === 0;
  const credited = putInvoice(draft, {
    ...invoice,
    creditAppliedCents: invoice.creditAppliedCents + usedCents,
    carriedCents: invoice.carriedCents + carriedCents,
    amountDueCents: dueCents,
    balanceAfterCents: draft.state.account.balanceCents,
    ...(settled ? { status: 'paid' as const, paidAt: now, nextAttemptAt: null } : {}),
  });
  if (!settled) return credited;
  applyPaid(draft, credited);
  return credited;
};
