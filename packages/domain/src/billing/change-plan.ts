import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Plan, Price } from '../catalogue/catalogue.ts';
import { planById, priceById } from '../catalogue/catalogue.ts';
import { type DiscountToUse, discountInUse, discountOfPeriod } from '../coupons/discount.ts';
import { addMonths } from '../dates/months.ts';
import { proratedCharge, remainingDays } from '../pricing/proration.ts';
import { type Refusal, refuse } from '../result.ts';
import { applyChange } from './apply-change.ts';
import { creditUnused } from './credit-unused.ts';
import { describePrice } from './describe.ts';
import { discardScheduled } from './discard-scheduled.ts';
import { type Draft, mail, putChange, putSubscription } from './draft.ts';
import type { Subscription, SubscriptionChange } from './entities.ts';
import { type LineDraft, openInvoice } from './open-invoice.ts';
import type { Purchased } from './purchase.ts';
import { scheduledChangeOf } from './scheduled-change.ts';
import { switchRenewal } from './toggle-renewal.ts';

export interface ChangeCommand {
  readonly plan: Plan;
  readonly price: Price;
  readonly quantity: number;
  readonly cancelAtPeriodEnd: boolean;
  /** Asked for at the end of the period instead of now. */
  readonly atPeriodEnd: boolean;
  /** A new one; without it the one that the subscription has counts on. */
  readonly discount?: DiscountToUse | null;
}

export const isSamePlan = (subscription: Subscription, command: Pick<ChangeCommand, 'price' | 'quantity'>): boolean =>
  subscription.priceId === command.price.id && subscription.quantity === command.quantity;

/** What kind of subscription may be changed at all (api.md §4.2), and whether it has an end that a change could wait for. */
export const checkChange = (subscription: Subscription, command: ChangeCommand): Refusal | null => {
  if (subscription.source === 'prepaid') return refuse('PREPAID_NOT_MODIFIABLE');
  if (subscription.status === 'past_due' || subscription.status === 'suspended') return refuse('PAYMENT_REQUIRED');
  const waitsForNothing = command.atPeriodEnd && subscription.currentPeriodEnd === null;
  return waitsForNothing && !isSamePlan(subscription, command) ? refuse('NOT_RENEWABLE') : null;
};

/** Nothing to pay and nothing to gain today: it waits for the end of the period (billing.md §2.3, exceptions). */
const isScheduled = (command: ChangeCommand): boolean => command.atPeriodEnd || command.price.amountCents === 0;

/** What is open-ended has no end to wait for: there the rule holds again that a change applies now (billing.md §2.3). */
const waitsUntil = (subscription: Subscription, command: ChangeCommand): Instant | null =>
  isScheduled(command) ? subscription.currentPeriodEnd : null;

/** Another interval, or coming from something that was never billed, starts a period now; otherwise the period is kept. */
const startsNewPeriod = (subscription: Subscription, command: ChangeCommand, currentPrice: Price): boolean =>
  subscription.source !== 'card' || currentPrice.interval !== command.price.interval;

/** The very change that is asked for, if it waits already: asked for again, it is the same wish. */
const sameWaiting = (
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
  mode: waitsUntil(subscription, command) === null ? 'now' : 'period_end',
  toPriceId: command.price.id,
  toQuantity: command.quantity,
  cancelAtPeriodEnd: command.cancelAtPeriodEnd,
  startsNewPeriod: fresh,
  status: 'pending',
  invoiceId: null,
  applyAt: waitsUntil(subscription, command) ?? draft.context.now,
});

/** Who wants another plan after this period wants to go on: the later wish replaces that the subscription should end then (S11, S12). */
const goOn = (draft: Draft, subscription: Subscription): Subscription =>
  subscription.cancelAtPeriodEnd ? switchRenewal(draft, subscription, true) : subscription;

/** Lets it wait for the end of the period. What was announced about that was about another plan, so it is told anew. */
const schedule = (draft: Draft, subscription: Subscription, change: SubscriptionChange): Subscription => {
  discardScheduled(draft, subscription);
  putChange(draft, change);
  const going = goOn(draft, subscription);
  return going.noticedPeriodEnd === null ? going : putSubscription(draft, { ...going, noticedPeriodEnd: null });
};

/**
 * Nor does a trial over it go on into its own plan then (S7): that would charge for a plan the customer has just decided
 * against, and drop the one they chose. The trial itself runs to its end (S5).
 */
const letTrialEnd = (draft: Draft, subscription: Subscription): void => {
  for (const trial of draft.state.subscriptions) {
    const isOver = trial.status === 'trialing' && trial.resumesSubscriptionId === subscription.id;
    if (isOver && trial.transitionAtEnd) switchRenewal(draft, trial, false);
  }
};

/**
 * Changes plan, interval or quantity (billing.md §2.3). What was billed and is not used comes back as credit on the
 * same invoice; the same interval keeps the period and charges the rest of it, another one starts a period now.
 * The subscription itself is untouched until the invoice is paid, so a declined card leaves the old plan.
 */
export const changePlan = (draft: Draft, subscription: Subscription, command: ChangeCommand): Purchased => {
  const { now, catalogue } = draft.context;
  if (isScheduled(command)) {
    const change = pendingChange(draft, subscription, command, true);
    letTrialEnd(draft, subscription);
    if (change.mode === 'now') return { subscription: applyChange(draft, subscription, change), invoice: null };
    const waiting = sameWaiting(draft, subscription, command);
    if (!waiting) return { subscription: schedule(draft, subscription, change), invoice: null };
    putChange(draft, waiting);
    return { subscription: goOn(draft, subscription), invoice: null };
  }

  const currentPrice = priceById(catalogue, subscription.priceId);
  const currentPlan = planById(catalogue, subscription.planId);
  if (!currentPrice || !currentPlan) throw new Error(`plan of ${subscription.id} is not in the catalogue`);
  const end = subscription.currentPeriodEnd ?? now;
  const days = remainingDays(subscription.currentPeriodStart, end, now);
  const fresh = startsNewPeriod(subscription, command, currentPrice);
  const fullCents = command.price.amountCents * command.quantity;
  const periodStart = fresh ? now : days.from;
  const periodEnd = fresh ? addMonths(now, command.price.intervalMonths) : end;
  const charge: LineDraft = {
    kind: fresh ? 'recurring' : 'proration_charge',
    description: describePrice(command.plan, command.price),
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
    description: describePrice(command.plan, command.price),
    lines: [...credits, charge],
    periodStart,
    periodEnd,
    ...tax,
    discount:
      command.discount ?? (fresh ? discountInUse : discountOfPeriod)(draft.state, subscription, command.price.id),
    isRestOfPeriod: !fresh,
  });
  putChange(draft, { ...change, invoiceId: invoice.id });
  if (invoice.status === 'open') return { subscription, invoice };
  const changed = applyChange(draft, subscription, { ...change, invoiceId: invoice.id });
  mail(draft, 'receipt', { invoice });
  return { subscription: changed, invoice };
};
