import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Plan, Price } from '../catalogue/catalogue.ts';
import { planById, priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { type Draft, put, queueMail } from '../decision/draft.ts';
import { creditUnused } from '../invoices/credit-unused.ts';
import { describePrice } from '../invoices/describe.ts';
import { type DiscountToUse, discountInUse, discountOfPeriod } from '../invoices/discount.ts';
import { type LineDraft, openInvoice } from '../invoices/open-invoice.ts';
import { proratedCharge, remainingDays } from '../invoices/proration.ts';
import { type Refusal, refuse } from '../result.ts';
import type { Subscription, SubscriptionChange } from '../state/entities.ts';
import { scheduledChangeOf } from '../state/scheduled-change.ts';
import { applyChange } from './apply-change.ts';
import { discardScheduledChange } from './discard-scheduled-change.ts';
import type { PurchaseResult } from './purchase.ts';
import { switchRenewal } from './toggle-renewal.ts';

export interface ChangeCommand {
  readonly plan: Plan;
  readonly price: Price;
  readonly quantity: number;
  readonly cancelAtPeriodEnd: boolean;
  /** True: apply the change at the end of the period. False: apply it now. */
  readonly atPeriodEnd: boolean;
  /** New discount. If absent, the discount of the subscription continues. */
  readonly discount?: DiscountToUse | null;
}

/** Tells whether a command orders the current price and quantity. */
export const isSamePlan = (subscription: Subscription, command: Pick<ChangeCommand, 'price' | 'quantity'>): boolean =>
  subscription.priceId === command.price.id && subscription.quantity === command.quantity;

/**
 * Refuses to change prepaid time or an unpaid subscription. Refuses a change at the period end if the subscription has
 * no end, unless it orders the current plan.
 */
export const checkChange = (subscription: Subscription, command: ChangeCommand): Refusal | null => {
  if (subscription.source === 'prepaid') return refuse('PREPAID_NOT_MODIFIABLE');
  if (subscription.status === 'past_due' || subscription.status === 'suspended') return refuse('PAYMENT_REQUIRED');
  const waitsForNothing = command.atPeriodEnd && subscription.currentPeriodEnd === null;
  return waitsForNothing && !isSamePlan(subscription, command) ? refuse('NOT_RENEWABLE') : null;
};

/** A free plan also waits for the end of the period: nothing is charged, and the customer keeps the paid days. */
const isScheduled = (command: ChangeCommand): boolean => command.atPeriodEnd || command.price.amountCents === 0;

/** End of the period for a scheduled change, else null. An open-ended plan has no end, so its change applies now. */
const scheduledApplyAt = (subscription: Subscription, command: ChangeCommand): Instant | null =>
  isScheduled(command) ? subscription.currentPeriodEnd : null;

/**
 * A different interval, or a plan that was never billed to a card, starts a new period now. Otherwise the period stays.
 */
const startsNewPeriod = (subscription: Subscription, command: ChangeCommand, currentPrice: Price): boolean =>
  subscription.source !== 'card' || currentPrice.interval !== command.price.interval;

/** Finds a pending scheduled change that equals the command, so that ordering it twice changes nothing. */
const findEqualScheduledChange = (
  { state }: Draft,
  subscription: Subscription,
  { price, quantity, cancelAtPeriodEnd }: ChangeCommand,
): SubscriptionChange | undefined => {
  const waiting = scheduledChangeOf(state, subscription);
  const isSame = waiting?.toPriceId === price.id && waiting.toQuantity === quantity;
  return isSame && waiting.cancelAtPeriodEnd === cancelAtPeriodEnd ? waiting : undefined;
};

const pendingChange = (
  draft: Draft,
  subscription: Subscription,
  command: ChangeCommand,
  fresh: boolean,
): SubscriptionChange => ({
  id: draft.context.newId('subscriptionChange'),
  subscriptionId: subscription.id,
  mode: scheduledApplyAt(subscription, command) === null ? 'now' : 'period_end',
  toPriceId: command.price.id,
  toQuantity: command.quantity,
  cancelAtPeriodEnd: command.cancelAtPeriodEnd,
  startsNewPeriod: fresh,
  status: 'pending',
  invoiceId: null,
  applyAt: scheduledApplyAt(subscription, command) ?? draft.context.now,
});

/** Scheduling another plan implies renewal: it replaces an earlier choice to end with the period (S11, S12). */
const turnRenewalOn = (draft: Draft, subscription: Subscription): Subscription =>
  subscription.cancelAtPeriodEnd ? switchRenewal(draft, subscription, true) : subscription;

/** Stores a scheduled change. Clears the period notice, because the notice that was sent names another plan. */
const scheduleChange = (draft: Draft, subscription: Subscription, change: SubscriptionChange): Subscription => {
  discardScheduledChange(draft, subscription);
  put(draft, 'changes', change);
  const going = turnRenewalOn(draft, subscription);
  return going.noticedPeriodEnd === null ? going : put(draft, 'subscriptions', { ...going, noticedPeriodEnd: null });
};

/**
 * Turns renewal off for a trial above the subscription. Otherwise the trial would convert to its own plan (S7) and drop
 * the change that the customer just scheduled. The trial still runs to its end (S5).
 */
const turnTrialRenewalOff = (draft: Draft, subscription: Subscription): void => {
  for (const trial of draft.state.subscriptions) {
    const isOver = trial.status === 'trialing' && trial.resumesSubscriptionId === subscription.id;
    if (isOver && trial.transitionAtEnd) switchRenewal(draft, trial, false);
  }
};

/**
 * Changes plan, interval or quantity. Unused paid days become credit on the invoice of the change. The same interval
 * keeps the period and charges its remaining days; another interval starts a new period. The subscription stays
 * unchanged until the invoice is paid, so a declined card leaves the old plan.
 */
export const changePlan = (draft: Draft, subscription: Subscription, command: ChangeCommand): PurchaseResult => {
  const { now, catalogue } = draft.context;
  if (isScheduled(command)) {
    const change = pendingChange(draft, subscription, command, true);
    turnTrialRenewalOff(draft, subscription);
    if (change.mode === 'now') return { subscription: applyChange(draft, subscription, change), invoice: null };
    const waiting = findEqualScheduledChange(draft, subscription, command);
    if (!waiting) return { subscription: scheduleChange(draft, subscription, change), invoice: null };
    put(draft, 'changes', waiting);
    return { subscription: turnRenewalOn(draft, subscription), invoice: null };
  }

  const currentPrice = priceById(catalogue, subscription.priceId);
  const currentPlan = planById(catalogue, subscription.planId);
  if (!currentPrice || !currentPlan)
    throw new Error(`change of subscription ${subscription.id}: its current plan or price is not in the catalogue`);
  const end = subscription.currentPeriodEnd ?? now;
  const days = remainingDays(subscription.currentPeriodStart, end, now);
  const fresh = startsNewPeriod(subscription, command, currentPrice);
  const fullCents = command.price.amountCents * command.quantity;
  const periodStart = fresh ? now : days.from;
  const periodEnd = fresh ? addMonths(now, command.price.intervalMonths) : end;
  const charge: LineDraft = {
    kind: fresh ? 'recurring' : 'proration_charge',
    ...describePrice(draft.context.catalogue, command.plan, command.price),
    quantity: command.quantity,
    unitAmountCents: command.price.amountCents,
    grossCents: fresh ? fullCents : proratedCharge(fullCents, days),
    periodStart,
    periodEnd,
    priceId: command.price.id,
    sourceLineId: null,
  };
  const { lines: credits, ...tax } = creditUnused(draft, subscription, days, currentPlan);
  const change = pendingChange(draft, subscription, command, fresh);
  const invoice = openInvoice(draft, subscription, {
    reason: 'change',
    ...describePrice(draft.context.catalogue, command.plan, command.price),
    lines: [...credits, charge],
    periodStart,
    periodEnd,
    ...tax,
    discount:
      command.discount ?? (fresh ? discountInUse : discountOfPeriod)(draft.state, subscription, command.price.id),
    isRestOfPeriod: !fresh,
  });
  put(draft, 'changes', { ...change, invoiceId: invoice.id });
  if (invoice.status === 'open') return { subscription, invoice };
  const changed = applyChange(draft, subscription, { ...change, invoiceId: invoice.id });
  queueMail(draft, 'receipt', { invoice });
  return { subscription: changed, invoice };
};
