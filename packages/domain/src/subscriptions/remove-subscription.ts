import { type BillingWrites, finish, put, type RuleContext, recordEvent, startDraft } from '../decision/draft.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isRequested } from '../state/status.ts';
import { discardScheduledChange } from './discard-scheduled-change.ts';
import { endRemoved } from './end-removed.ts';

/** Paid and running: the paid period is used up first (D3). */
const isPaidFor = ({ status, source, unitAmountCents }: Subscription): boolean =>
  status === 'active' && (source === 'custom' || (source === 'card' && unitAmountCents > 0));

/**
 * Removes a subscription for the customer. A paid one ends with its period; a free one, a trial, a promotion and an
 * unpaid one end now, and their open invoices are voided. Prepaid time is refused, because it was paid for (S22, D3).
 * `onlyRequest`: refused if the subscription is no open request, such as an accepted one.
 */
export const removeSubscription = (
  state: BillingState,
  subscription: Subscription,
  context: RuleContext,
  onlyRequest = false,
): Result<BillingWrites> => {
  if (onlyRequest && !isRequested(subscription)) return refuse('ACTION_REFUSED', { code: 'not_requested' });
  if (subscription.source === 'prepaid') return refuse('PREPAID_NOT_MODIFIABLE');
  const open = state.invoices.filter(
    (invoice) => invoice.subscriptionId === subscription.id && invoice.status === 'open',
  );
  // The payment may still succeed.
  if (open.some((invoice) => undecidedAttemptOf(state, invoice.id))) return refuse('OPERATION_IN_PROGRESS');
  const draft = startDraft(state, context);
  discardScheduledChange(draft, subscription);
  if (isPaidFor(subscription)) {
    const ending = put(draft, 'subscriptions', { ...subscription, cancelAtPeriodEnd: true });
    if (!subscription.cancelAtPeriodEnd) recordEvent(draft, ending, 'renewal_off', 'customer');
    return ok(finish(draft));
  }
  for (const invoice of open) voidInvoice(draft, invoice);
  endRemoved(draft, subscription, 'customer');
  return ok(finish(draft));
};
