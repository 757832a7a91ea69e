import { type BillingWrites, finish, put, type RuleContext, recordEvent, startDraft } from '../decision/draft.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import { isUndecided } from '../state/due.ts';
import type { BillingState, SubscriptionEvent } from '../state/entities.ts';
import { isLive } from '../state/status.ts';
import { endNow } from '../subscriptions/end-removed.ts';

/**
 * Ends every live subscription at once for `actor`, voids open invoices and discards scheduled changes. Credit stays in
 * the ledger for the vendor to pay out; a written-off debt stays written off. Refused while a payment is undecided,
 * because it may still succeed. Sends no mail: the mail about the closing covers it (S22).
 */
export const closeAccount = (
  state: BillingState,
  context: RuleContext,
  actor: SubscriptionEvent['actor'],
): Result<BillingWrites> => {
  if (state.attempts.some(isUndecided)) return refuse('OPERATION_IN_PROGRESS');
  const draft = startDraft(state, context);
  for (const invoice of state.invoices) {
    if (invoice.status === 'open') voidInvoice(draft, invoice);
  }
  for (const change of state.changes) {
    if (change.status === 'pending') put(draft, 'changes', { ...change, status: 'discarded' });
  }
  for (const subscription of state.subscriptions.filter(isLive)) {
    const ended = put(draft, 'subscriptions', endNow(subscription, 'account_closed', context.now));
    recordEvent(draft, ended, 'canceled', actor, { reason: 'account_closed' });
  }
  return ok(finish(draft));
};
