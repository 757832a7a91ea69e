import { type BillingWrites, finish, put, type RuleContext, startDraft } from '../decision/draft.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { refuseOperator } from '../operator-refusal.ts';
import { ok, type Result } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState } from '../state/entities.ts';
import { isLive, isRequested } from '../state/status.ts';
import { endRemoved } from '../subscriptions/end-removed.ts';

/**
 * Ends a subscription at once for an operator, whether paid, prepaid, given or perpetual (S22). Voids what it still
 * owes and gives nothing back: refund and credit are separate commands. Refused while one of its payments is undecided,
 * because it may still succeed. `onlyRequest`: refused if the subscription is no open request, such as an accepted one.
 */
export const endByOperator = (
  state: BillingState,
  subscriptionId: string,
  context: RuleContext,
  onlyRequest = false,
): Result<BillingWrites> => {
  const subscription = state.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription || !isLive(subscription)) return refuseOperator('done_already');
  if (onlyRequest && !isRequested(subscription)) return refuseOperator('not_requested');
  const bought = state.purchases.filter(
    ({ forSubscriptionId, status }) => forSubscriptionId === subscriptionId && status === 'pending',
  );
  const open = state.invoices.filter(
    (invoice) => invoice.subscriptionId === subscriptionId && invoice.status === 'open',
  );
  // Extensions of its maintenance have separate invoices.
  const billed = [...open.map(({ id }) => id), ...bought.map(({ invoiceId }) => invoiceId)];
  if (billed.some((invoiceId) => undecidedAttemptOf(state, invoiceId))) return refuseOperator('undecided');
  const draft = startDraft(state, context);
  for (const invoice of open) voidInvoice(draft, invoice);
  for (const change of state.changes) {
    if (change.subscriptionId === subscriptionId && change.status === 'pending')
      put(draft, 'changes', { ...change, status: 'discarded' });
  }
  endRemoved(draft, subscription, 'operator');
  return ok(finish(draft));
};
