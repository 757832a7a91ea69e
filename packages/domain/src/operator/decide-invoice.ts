import { type BillingWrites, type Draft, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { endSuspended, writeOffInvoice } from '../payments/dunning.ts';
import { ok, type Result } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { endRemoved } from '../subscriptions/end-removed.ts';

/** Finds an open invoice without an undecided attempt. An undecided payment needs the invoice to be open. */
const openInvoice = (state: BillingState, invoiceId: string): Result<Invoice> => {
  const invoice = state.invoices.find((candidate) => candidate.id === invoiceId);
  if (!invoice) return refuseOperator('not_found');
  if (invoice.status !== 'open') return refuseOperator('not_open');
  return undecidedAttemptOf(state, invoiceId) ? refuseOperator('undecided') : ok(invoice);
};

/**
 * Past-due or suspended subscription that waits for this invoice. It must not stay in that status without an open
 * invoice (I19).
 */
const waitingFor = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find(
    (subscription) =>
      subscription.id === invoice.subscriptionId &&
      (subscription.status === 'past_due' || subscription.status === 'suspended'),
  );

/**
 * Voids an open invoice for an operator: nothing is owed, and its credit returns. A subscription that waits for it
 * ends, because its period will not be paid. To give a period away, grant credit instead.
 */
export const voidByOperator = (state: BillingState, invoiceId: string, context: RuleContext): Result<BillingWrites> => {
  const open = openInvoice(state, invoiceId);
  if (!open.ok) return open;
  const draft = startDraft(state, context);
  voidInvoice(draft, open.value);
  for (const change of draft.state.changes) {
    if (change.invoiceId === invoiceId && change.status === 'pending')
      put(draft, 'changes', { ...change, status: 'discarded' });
  }
  const waiting = waitingFor(draft, open.value);
  if (waiting) endRemoved(draft, waiting, 'operator');
  return ok(finish(draft));
};

/**
 * Writes an open invoice off for an operator, before the time of S17. It can still be paid, but the subscription stays
 * ended.
 */
export const writeOffByOperator = (
  state: BillingState,
  invoiceId: string,
  context: RuleContext,
): Result<BillingWrites> => {
  const open = openInvoice(state, invoiceId);
  if (!open.ok) return open;
  const draft = startDraft(state, context);
  const waiting = waitingFor(draft, open.value);
  if (waiting) endSuspended(draft, waiting);
  else writeOffInvoice(draft, open.value);
  return ok(finish(draft));
};
