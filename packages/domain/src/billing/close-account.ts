import { ok, type Result, refuse } from '../result.ts';
import { isLive } from '../subscription/status.ts';
import { type BillingWrites, finish, note, putChange, putSubscription, type RuleContext, startDraft } from './draft.ts';
import { isUndecided } from './due.ts';
import type { BillingState } from './entities.ts';
import { voidInvoice } from './void-invoice.ts';

/**
 * S22: closing the account ends every live subscription at once, voids what is open and drops what was scheduled.
 * Credit, also what a voided invoice gives back, stays on the ledger for the vendor to pay out; a debt that was written
 * off stays written off. Refused while a payment is undecided, because it may still turn out to be money received.
 * No mail of its own: the one about the closing says it all.
 */
export const closeAccount = (state: BillingState, context: RuleContext): Result<BillingWrites> => {
  if (state.attempts.some(isUndecided)) return refuse('OPERATION_IN_PROGRESS');
  const draft = startDraft(state, context);
  for (const invoice of state.invoices) {
    if (invoice.status === 'open') voidInvoice(draft, invoice);
  }
  for (const change of state.changes) {
    if (change.status === 'pending') putChange(draft, { ...change, status: 'discarded' });
  }
  for (const subscription of state.subscriptions.filter(isLive)) {
    const ended = putSubscription(draft, {
      ...subscription,
      // What never began cannot be canceled; it lapses.
      status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
      suspendedAt: null,
      endedAt: context.now,
      endReason: 'account_closed',
    });
    note(draft, ended, 'canceled', 'customer', { reason: 'account_closed' });
  }
  return ok(finish(draft));
};
