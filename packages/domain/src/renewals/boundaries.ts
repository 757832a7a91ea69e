import type { Instant } from '@foyer/contract/vocabulary/instants';
import { priceById } from '../catalogue/catalogue.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  put,
  queueMail,
  type RuleContext,
  recordEvent,
  startDraft,
} from '../decision/draft.ts';
import { discountInUse } from '../invoices/discount.ts';
import { openInvoice, startAttempt } from '../invoices/open-invoice.ts';
import { fullPeriodInvoice, nextPeriod, planAndPrice } from '../invoices/renewal-invoice.ts';
import { afterSkippedSlot, canChargeSucceed, consumeRetrySlot, endSuspended } from '../payments/dunning.ts';
import { useCredit } from '../payments/use-credit.ts';
import type { DueAction, DueKind } from '../state/due.ts';
import type { BillingState, Invoice, Subscription } from '../state/entities.ts';
import { countsAsPaid, isChargeable, isInCardCountry } from '../state/status.ts';
import { canMoveToTrialPlan, subscriptionBelowTrial } from '../state/trial-and-renewal.ts';
import { applyChange } from '../subscriptions/apply-change.ts';
import { changePlan } from '../subscriptions/change-plan.ts';
import { discardScheduledChange } from '../subscriptions/discard-scheduled-change.ts';

/** Due actions that move money or plans. All other kinds only send mail or end something that waits. */
const boundaryKinds = ['trial_end', 'period_end', 'retry', 'suspension_end'] as const satisfies readonly DueKind[];

export type Boundary = DueAction & { readonly kind: (typeof boundaryKinds)[number] };

export const isBoundary = (action: DueAction): action is Boundary => boundaryKinds.some((kind) => kind === action.kind);

/** Rows of one boundary, and the id of the payment attempt to send to the gateway, if there is one. */
export interface BoundaryStep {
  readonly writes: BillingWrites;
  readonly attemptId: string | null;
}

const endSubscription = (draft: Draft, subscription: Subscription, reason: string): null => {
  const { now } = draft.context;
  discardScheduledChange(draft, subscription);
  const ended = put(draft, 'subscriptions', { ...subscription, status: 'canceled', endedAt: now, endReason: reason });
  recordEvent(draft, ended, 'canceled', 'system', { reason });
  queueMail(draft, 'subscription_ended', { subscription: ended });
  return null;
};

/**
 * Charges the card for the invoice of a new period. Skips the retry slot if a charge cannot succeed (S9, S13).
 * `wallNow` is the clock of the database; `now` may be a sandbox clock.
 */
const collectInvoice = (
  draft: Draft,
  subscription: Subscription,
  invoice: Invoice,
  wallNow: Instant,
): string | null => {
  if (invoice.status === 'paid') {
    put(draft, 'subscriptions', { ...subscription, everPaid: subscription.everPaid || countsAsPaid(invoice) });
    queueMail(draft, 'receipt', { invoice });
    return null;
  }
  const slotted = consumeRetrySlot(draft, invoice);
  if (canChargeSucceed(draft.state, slotted, draft.context.settings))
    return startAttempt(draft, slotted, false, wallNow).id;
  afterSkippedSlot(draft, subscription, slotted);
  return null;
};

/** Cards are not accepted in the country of the billing address (S12). */
const isOutsideCardCountries = ({ state, context }: Draft): boolean => !isInCardCountry(state, context.settings);

const renewSubscription = (draft: Draft, subscription: Subscription, wallNow: Instant): string | null => {
  const { now } = draft.context;
  const { plan, price } = planAndPrice(draft.context, subscription);
  const next = nextPeriod(subscription, price.intervalMonths, now);
  if (next.skipped > 0) recordEvent(draft, subscription, 'periods_skipped', 'system', { count: next.skipped });
  const moved = {
    ...subscription,
    cycleIndex: next.cycleIndex,
    currentPeriodStart: next.start,
    currentPeriodEnd: next.end,
  };
  if (subscription.unitAmountCents === 0) {
    put(draft, 'subscriptions', moved);
    recordEvent(draft, moved, 'renewed', 'system');
    return null;
  }
  if (isOutsideCardCountries(draft)) return endSubscription(draft, subscription, 'card_country_unsupported');
  put(draft, 'subscriptions', moved);
  recordEvent(draft, moved, 'renewed', 'system', { period: next.cycleIndex });
  const invoiceDraft = fullPeriodInvoice(draft.context.catalogue, plan, price, moved, 'renewal', next.start, next.end);
  const invoice = openInvoice(draft, moved, { ...invoiceDraft, discount: discountInUse(draft.state, moved, price.id) });
  return collectInvoice(draft, moved, invoice, wallNow);
};

const atPeriodEnd = (draft: Draft, subscription: Subscription, wallNow: Instant): string | null => {
  if (subscription.source === 'prepaid') return endSubscription(draft, subscription, 'term_ended');
  if (subscription.cancelAtPeriodEnd) return endSubscription(draft, subscription, 'canceled_by_customer');
  const change = draft.state.changes.find(
    (candidate) =>
      candidate.subscriptionId === subscription.id && candidate.mode === 'period_end' && candidate.status === 'pending',
  );
  if (!change)
    return (subscription.source === 'promotion' ? atPromotionEnd : renewSubscription)(draft, subscription, wallNow);
  const price = priceById(draft.context.catalogue, change.toPriceId);
  if (!price)
    throw new Error(`renewal of subscription ${subscription.id}: price ${change.toPriceId} is not in the catalogue`);
  if (price.amountCents > 0 && isOutsideCardCountries(draft))
    return endSubscription(draft, subscription, 'card_country_unsupported');
  // The boundary becomes the anchor, and the first period of the new plan starts there (S11).
  const boundary = subscription.currentPeriodEnd ?? draft.context.now;
  const changed = applyChange(draft, subscription, { ...change, applyAt: boundary, startsNewPeriod: true });
  if (price.amountCents === 0) return null;
  return renewSubscription(draft, { ...changed, cycleIndex: -1, currentPeriodEnd: boundary }, wallNow);
};

/**
 * Turns a trial or promotion into an ordinary subscription. Its first period starts at the end of the free time (S6,
 * S18).
 */
const convertToPaid = (
  draft: Draft,
  free: Subscription,
  reason: 'trial_end' | 'promotion_end',
  wallNow: Instant,
): string | null => {
  const { plan, price } = planAndPrice(draft.context, free);
  const anchored: Subscription = {
    ...free,
    status: 'active',
    source: 'card',
    billingAnchor: free.trialEnd ?? free.currentPeriodEnd ?? draft.context.now,
    cycleIndex: -1,
    transitionAtEnd: false,
  };
  const next = nextPeriod(anchored, price.intervalMonths, draft.context.now);
  const moved = put(draft, 'subscriptions', {
    ...anchored,
    cycleIndex: next.cycleIndex,
    currentPeriodStart: next.start,
    currentPeriodEnd: next.end,
  });
  recordEvent(draft, moved, reason === 'trial_end' ? 'trial_converted' : 'promotion_converted', 'system');
  if (next.skipped > 0) recordEvent(draft, moved, 'periods_skipped', 'system', { count: next.skipped });
  const invoiceDraft = fullPeriodInvoice(draft.context.catalogue, plan, price, moved, reason, next.start, next.end);
  const invoice = openInvoice(draft, moved, { ...invoiceDraft, discount: discountInUse(draft.state, moved, price.id) });
  return collectInvoice(draft, moved, invoice, wallNow);
};

/** Ends a trial, continues it as a paid plan, or moves the plan below to the trial's plan (S5, S6, S7). */
const atTrialEnd = (draft: Draft, trial: Subscription, wallNow: Instant): string | null => {
  const { settings } = draft.context;
  if (!trial.transitionAtEnd || !isChargeable(draft.state, settings))
    return endSubscription(draft, trial, 'trial_ended');
  const { plan, price } = planAndPrice(draft.context, trial);
  const existing = subscriptionBelowTrial(draft.state, trial);
  if (existing && !canMoveToTrialPlan(existing)) return endSubscription(draft, trial, 'trial_ended');
  if (existing) {
    put(draft, 'subscriptions', { ...trial, status: 'canceled', endedAt: draft.context.now, endReason: 'converted' });
    recordEvent(draft, trial, 'trial_converted', 'system', { to: existing.id });
    const { invoice } = changePlan(draft, existing, {
      plan,
      price,
      quantity: trial.quantity,
      cancelAtPeriodEnd: false,
      atPeriodEnd: false,
    });
    return invoice?.status === 'open' ? startAttempt(draft, invoice, false, wallNow).id : null;
  }
  return convertToPaid(draft, trial, 'trial_end', wallNow);
};

/** Ends a promotion, or continues it at the price fixed when it was granted (S18). */
const atPromotionEnd = (draft: Draft, promotion: Subscription, wallNow: Instant): string | null => {
  const price =
    promotion.transitionPriceId === null ? undefined : priceById(draft.context.catalogue, promotion.transitionPriceId);
  if (!price || !promotion.transitionAtEnd || !isChargeable(draft.state, draft.context.settings))
    return endSubscription(draft, promotion, 'promotion_ended');
  const paid = { ...promotion, planId: price.planId, priceId: price.id, unitAmountCents: price.amountCents };
  return convertToPaid(draft, { ...paid, term: 'recurring', transitionPriceId: null }, 'promotion_end', wallNow);
};

const retryInvoice = (draft: Draft, invoice: Invoice, wallNow: Instant): string | null => {
  const credited = useCredit(draft, invoice);
  if (credited.status === 'paid') return null;
  const slotted = consumeRetrySlot(draft, credited);
  if (canChargeSucceed(draft.state, slotted, draft.context.settings))
    return startAttempt(draft, slotted, false, wallNow).id;
  const subscription = draft.state.subscriptions.find((candidate) => candidate.id === invoice.subscriptionId);
  if (subscription) afterSkippedSlot(draft, subscription, slotted);
  else put(draft, 'invoices', { ...slotted, nextAttemptAt: null });
  return null;
};

/**
 * Carries out a boundary inside a running decision. Returns the id of the payment attempt to send to the gateway, or
 * null.
 */
export const applyBoundary = (draft: Draft, action: Boundary, wallNow: Instant): string | null => {
  if (action.kind === 'retry') {
    const invoice = draft.state.invoices.find((candidate) => candidate.id === action.id);
    return invoice ? retryInvoice(draft, invoice, wallNow) : null;
  }
  const subscription = draft.state.subscriptions.find((candidate) => candidate.id === action.id);
  if (!subscription) return null;
  switch (action.kind) {
    case 'trial_end':
      return atTrialEnd(draft, subscription, wallNow);
    case 'period_end':
      return atPeriodEnd(draft, subscription, wallNow);
    case 'suspension_end':
      endSuspended(draft, subscription);
      return null;
    default:
      return action.kind satisfies never;
  }
};

/** Carries out one boundary as a separate decision. `runDue` stores the rows; estimates discard them. */
export const runBoundary = (
  state: BillingState,
  action: Boundary,
  context: RuleContext,
  wallNow: Instant,
): BoundaryStep => {
  const draft = startDraft(state, context);
  const attemptId = applyBoundary(draft, action, wallNow);
  return { writes: finish(draft), attemptId };
};
