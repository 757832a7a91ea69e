import { applyPaid } from './apply-paid.ts';
import { type Draft, post, putInvoice } from './draft.ts';
import type { Invoice } from './entities.ts';
import { postCreditUsed } from './ledger.ts';

/**
 * Credit that came after an invoice was made is used for it before the card is asked again (billing.md §2.7).
 * What is left below the gateway's minimum is carried, as at finalising; with nothing left the invoice is paid.
 */
export const useCredit = (draft: Draft, invoice: Invoice): Invoice => {
  const { now, newId, settings } = draft.context;
  const credit = -draft.state.account.balanceCents;
  if (credit <= 0 || invoice.status !== 'open') return invoice;
  const used = Math.min(credit, invoice.amountDueCents);
  const rest = invoice.amountDueCents - used;
  const carried = rest < settings.minimumChargeCents ? rest : 0;
  post(draft, postCreditUsed(invoice, { used, carried }, now, newId));
  const settled = rest === carried;
  const credited = putInvoice(draft, {
    ...invoice,
    creditAppliedCents: invoice.creditAppliedCents + used,
    carriedCents: invoice.carriedCents + carried,
    amountDueCents: rest - carried,
    balanceAfterCents: draft.state.account.balanceCents,
    ...(settled ? { status: 'paid' as const, paidAt: now, nextAttemptAt: null } : {}),
  });
  if (!settled) return credited;
  applyPaid(draft, credited);
  return credited;
};
