import { isLive } from '../subscription/status.ts';
import { type BillingWrites, finish, putChange, type RuleContext, startDraft } from './draft.ts';
import { undecidedAttemptOf } from './due.ts';
import { endRemoved } from './end-removed.ts';
import type { BillingState } from './entities.ts';
import { type Decision, decided, declineTo } from './operator-decision.ts';
import { voidInvoice } from './void-invoice.ts';

/**
 * The vendor ends a subscription at once (S22; billing.md §2.5, "any → ended"), whatever it came from: paid, prepaid, given
 * or a perpetual licence. What it still owed is void. Nothing is given back by it: a refund and credit are commands of
 * their own, which say so in the books. Refused while one of its payments is undecided, for it may turn out to be money
 * received for what is gone.
 */
export const endByVendor = (
  state: BillingState,
  subscriptionId: string,
  context: RuleContext,
): Decision<BillingWrites> => {
  const subscription = state.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription || !isLive(subscription)) return declineTo('done_already');
  const bought = state.purchases.filter(
    ({ forSubscriptionId, status }) => forSubscriptionId === subscriptionId && status === 'pending',
  );
  const open = state.invoices.filter(
    (invoice) => invoice.subscriptionId === subscriptionId && invoice.status === 'open',
  );
  // An extension of its maintenance is a payment for it too, on a bill of its own.
  const billed = [...open.map(({ id }) => id), ...bought.map(({ invoiceId }) => invoiceId)];
  if (billed.some((invoiceId) => undecidedAttemptOf(state, invoiceId))) return declineTo('undecided');
  const draft = startDraft(state, context);
  for (const invoice of open) voidInvoice(draft, invoice);
  for (const change of state.changes) {
    if (change.subscriptionId === subscriptionId && change.status === 'pending')
      putChange(draft, { ...change, status: 'discarded' });
  }
  endRemoved(draft, subscription, 'vendor');
  return decided(finish(draft));
};
