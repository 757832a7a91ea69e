import { planById, priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { countsAsPaid } from '../subscription/status.ts';
import { discardScheduled } from './discard-scheduled.ts';
import { type Draft, note, putChange, putSubscription } from './draft.ts';
import { endConvertedTrial } from './end-trial.ts';
import type { Subscription, SubscriptionChange } from './entities.ts';
import { sourceOf } from './source.ts';

/** Whether the customer paid for a change. A scheduled change has no bill yet. */
const isPaidChange = ({ state }: Draft, change: SubscriptionChange): boolean =>
  change.mode === 'now' && state.invoices.some((invoice) => invoice.id === change.invoiceId && countsAsPaid(invoice));

/**
 * Carries out a change that is paid for or costs nothing (billing.md §2.3): plan, price and quantity switch, a new period
 * starts where the rule says so, and earlier wishes about renewal are cleared unless they were sent again.
 */
export const applyChange = (draft: Draft, subscription: Subscription, change: SubscriptionChange): Subscription => {
  const price = priceById(draft.context.catalogue, change.toPriceId);
  if (!price) throw new Error(`price ${change.toPriceId} is not in the catalogue`);
  putChange(draft, { ...change, status: 'applied' });
  const kept: Subscription = {
    ...subscription,
    planId: price.planId,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity: change.toQuantity,
    source: sourceOf(planById(draft.context.catalogue, price.planId), price.amountCents),
    term: 'recurring',
    // What was scheduled is not paid yet: its first invoice decides whether service is owed meanwhile (D14).
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
  note(draft, subscription, 'plan_changed', 'customer', { from: subscription.priceId, to: price.id });
  if (change.mode === 'now') {
    discardScheduled(draft, subscription);
    // What is free lies under a running trial, as it does when it is taken anew.
    if (price.amountCents > 0) endConvertedTrial(draft, changed);
  }
  return putSubscription(draft, changed);
};
