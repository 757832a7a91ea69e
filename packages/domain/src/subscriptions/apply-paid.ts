import { priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { type Draft, put, queueMail, recordEvent, subscriptionOf } from '../decision/draft.ts';
import { activatePaidDiscount } from '../invoices/discount.ts';
import type { Invoice, Subscription } from '../state/entities.ts';
import { isLive } from '../state/status.ts';
import { applyChange } from './apply-change.ts';
import { endConvertedTrial } from './end-trial.ts';

/**
 * Starts the period of a suspended subscription later by the time it was suspended. Paying late neither loses nor gains
 * days (S16).
 */
const resumeSuspended = (draft: Draft, subscription: Subscription, invoice: Invoice): void => {
  const { now, catalogue } = draft.context;
  const months = priceById(catalogue, subscription.priceId)?.intervalMonths ?? 1;
  const start = subscription.currentPeriodStart + (now - (subscription.suspendedAt ?? now));
  const end = addMonths(start, months);
  put(draft, 'subscriptions', {
    ...subscription,
    status: 'active',
    suspendedAt: null,
    everPaid: true,
    billingAnchor: start,
    cycleIndex: 0,
    currentPeriodStart: start,
    currentPeriodEnd: end,
  });
  put(draft, 'invoices', { ...invoice, periodStart: start, periodEnd: end });
  put(draft, 'movedInvoices', { invoiceId: invoice.id, periodStart: start, periodEnd: end });
};

/**
 * Queues the receipt. A past-due or suspended customer gets the mail `recovered` instead. That of a plan which ended
 * unpaid says that it stays ended (S17); an ended subscription may not be loaded.
 */
const mailReceipt = (draft: Draft, invoice: Invoice): void => {
  const subscription = subscriptionOf(draft, invoice);
  const status = subscription?.status;
  const isOfEndedPlan = invoice.subscriptionId !== null && (!subscription || !isLive(subscription));
  queueMail(draft, status === 'past_due' || status === 'suspended' ? 'recovered' : 'receipt', {
    invoice,
    ...(isOfEndedPlan && { facts: { isOfEndedPlan } }),
  });
};

/**
 * Carries out the cause of an invoice that was just paid: purchase, renewal, recovery, resumption or change of plan.
 * Queues the receipt mail (S1, S9, S14, S16).
 */
export const applyPaid = (draft: Draft, invoice: Invoice): void => {
  mailReceipt(draft, invoice);
  const subscription = subscriptionOf(draft, invoice);
  if (!subscription) return;
  activatePaidDiscount(draft, invoice);
  const change = draft.state.changes.find(
    (candidate) => candidate.invoiceId === invoice.id && candidate.status === 'pending',
  );
  if (change) {
    applyChange(draft, subscription, change);
    return;
  }
  switch (subscription.status) {
    case 'incomplete':
      endConvertedTrial(draft, subscription);
      put(draft, 'subscriptions', { ...subscription, status: 'active', everPaid: true });
      recordEvent(draft, subscription, 'activated', 'customer');
      return;
    case 'past_due':
      put(draft, 'subscriptions', { ...subscription, status: 'active', everPaid: true });
      recordEvent(draft, subscription, 'recovered', 'system');
      return;
    case 'suspended':
      resumeSuspended(draft, subscription, invoice);
      recordEvent(draft, subscription, 'resumed', 'system');
      return;
    case 'active':
    case 'trialing':
      put(draft, 'subscriptions', { ...subscription, everPaid: true });
      return;
    case 'requested':
    case 'canceled':
    case 'incomplete_expired':
      return;
    default:
      subscription.status satisfies never;
  }
};
