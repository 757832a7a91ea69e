import { type Draft, postEntries, put } from '../decision/draft.ts';
import type { Invoice } from '../state/entities.ts';
import { postCreditUsed, postRecovered } from '../state/ledger.ts';
import type { BillingSettings } from '../state/settings.ts';
import { applyPaid } from '../subscriptions/apply-paid.ts';

/** Sorts invoices oldest first: the order in which they are paid and get credit. */
export const byAge = (a: Pick<Invoice, 'id' | 'finalizedAt'>, b: Pick<Invoice, 'id' | 'finalizedAt'>): number =>
  a.finalizedAt - b.finalizedAt || (a.id < b.id ? -1 : 1);

/**
 * Division of an unpaid amount, in cents: paid by credit, carried because it is too small to charge, and due from the
 * card.
 */
export interface CreditShares {
  readonly usedCents: number;
  readonly carriedCents: number;
  readonly dueCents: number;
}

/**
 * Divides the amount due of an invoice. Credit is used first; a rest below `minimumChargeCents` is carried. Written-off
 * invoices take credit as open ones do, so the caller decides which to pay. Decided invoices take none, and a debit
 * balance is not added.
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
 * Uses credit that arrived after the invoice was made, before the card is charged. If nothing is left, the invoice is
 * paid. For a written-off invoice the write-off is reversed by the amount used; the rest stays written off until it is
 * paid (S17, decision 28).
 */
export const useCredit = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId, settings } = draft.context;
  const { usedCents, carriedCents, dueCents } = creditShares(invoice, draft.state.account.balanceCents, settings);
  if (usedCents === 0) return invoice;
  if (invoice.status === 'uncollectible')
    postEntries(draft, postRecovered(invoice, usedCents + carriedCents, now, newId));
  postEntries(draft, postCreditUsed(invoice, { used: usedCents, carried: carriedCents }, now, newId));
  const settled = dueCents === 0;
  const credited = put(draft, 'invoices', {
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
