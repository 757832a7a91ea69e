import { type BillingWrites, type Draft, finish, putChange, type RuleContext, startDraft } from './draft.ts';
import { undecidedAttemptOf } from './due.ts';
import { endSuspended, writeOff } from './dunning.ts';
import { endRemoved } from './end-removed.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { type Decision, decided, declineTo } from './operator-decision.ts';
import { voidInvoice } from './void-invoice.ts';

/** An open invoice that nobody is being asked for at this moment: money that is on its way must find it (billing.md §2.5). */
const openInvoice = (state: BillingState, invoiceId: string): Decision<Invoice> => {
  const invoice = state.invoices.find((candidate) => candidate.id === invoiceId);
  if (!invoice) return declineTo('not_found');
  if (invoice.status !== 'open') return declineTo('not_open');
  return undecidedAttemptOf(state, invoiceId) ? declineTo('undecided') : decided(invoice);
};

/** Whose period the invoice was to pay for: one that waits for its payment cannot go on waiting without an invoice (I19). */
const waitingFor = (draft: Draft, invoice: Invoice): Subscription | undefined =>
  draft.state.subscriptions.find(
    (subscription) =>
      subscription.id === invoice.subscriptionId &&
      (subscription.status === 'past_due' || subscription.status === 'suspended'),
  );

/**
 * The vendor voids an open invoice (billing.md §2.5): nothing is owed and the credit it used is back. The subscription that
 * waited for it ends, for its period is not going to be paid; to give a period away, credit is granted instead.
 */
export const voidByVendor = (state: BillingState, invoiceId: string, context: RuleContext): Decision<BillingWrites> => {
  const open = openInvoice(state, invoiceId);
  if (!open.ok) return open;
  const draft = startDraft(state, context);
  voidInvoice(draft, open.value);
  for (const change of draft.state.changes) {
    if (change.invoiceId === invoiceId && change.status === 'pending')
      putChange(draft, { ...change, status: 'discarded' });
  }
  const waiting = waitingFor(draft, open.value);
  if (waiting) endRemoved(draft, waiting, 'vendor');
  return decided(finish(draft));
};

/** The vendor gives a debt up before its time is over (S17): it may still be paid, but the subscription stays ended. */
export const writeOffByVendor = (
  state: BillingState,
  invoiceId: string,
  context: RuleContext,
): Decision<BillingWrites> => {
  const open = openInvoice(state, invoiceId);
  if (!open.ok) return open;
  const draft = startDraft(state, context);
  const waiting = waitingFor(draft, open.value);
  if (waiting) endSuspended(draft, waiting);
  else writeOff(draft, open.value);
  return decided(finish(draft));
};
