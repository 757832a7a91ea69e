import { planById, priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { type Draft, put, recordEvent } from '../decision/draft.ts';
import type { Subscription, SubscriptionChange } from '../state/entities.ts';
import { countsAsPaid } from '../state/status.ts';
import { discardScheduledChange } from './discard-scheduled-change.ts';
import { endConvertedTrial } from './end-trial.ts';
import { sourceOf } from './source.ts';

/** Tells whether the customer paid for a change. A scheduled change has no invoice yet. */
const isPaidChange = ({ state }: Draft, change: SubscriptionChange): boolean =>
  change.mode === 'now' && state.invoices.some((invoice) => invoice.id === change.invoiceId && countsAsPaid(invoice));

/**
 * Applies a change of plan that is paid or costs nothing: plan, price and quantity switch, and a new period starts if
 * the change says so. Earlier choices about renewal are overwritten by those of the change. Throws if the new price is
 * not in the catalogue.
 */
export const applyChange = (draft: Draft, subscription: Subscription, change: SubscriptionChange): Subscription => {
  const price = priceById(draft.context.catalogue, change.toPriceId);
  if (!price)
    throw new Error(`change of subscription ${subscription.id}: price ${change.toPriceId} is not in the catalogue`);
  put(draft, 'changes', { ...change, status: 'applied' });
  const kept: Subscription = {
    ...subscription,
    planId: price.planId,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity: change.toQuantity,
    source: sourceOf(planById(draft.context.catalogue, price.planId), price.amountCents),
    term: 'recurring',
    // A scheduled change is unpaid when it starts. Its first invoice decides whether the plan is in effect during
    // dunning (D14).
    everPaid: subscription.everPaid || isPaidChange(draft, change),
    cancelAtPeriodEnd: change.cancelAtPeriodEnd,
    transitionAtEnd: false,
    noticedPeriodEnd: null,
  };
  const changed = change.startsNewPeriod
    ? {
        ...kept,
        billingAnchor: change.applyAt,
        cycleIndex: 0,
        currentPeriodStart: change.applyAt,
        currentPeriodEnd: addMonths(change.applyAt, price.intervalMonths),
      }
    : kept;
  recordEvent(draft, subscription, 'plan_changed', 'customer', { from: subscription.priceId, to: price.id });
  if (change.mode === 'now') {
    discardScheduledChange(draft, subscription);
    // A free plan does not end a running trial. It becomes the plan below the trial.
    if (price.amountCents > 0) endConvertedTrial(draft, changed);
  }
  return put(draft, 'subscriptions', changed);
};
