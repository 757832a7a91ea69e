import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue, Plan } from '../catalogue/catalogue.ts';
import { allowsSeveral } from '../catalogue/family.ts';
import { checkDiscount, type DiscountClaim, discountOf, redeemDiscount } from '../coupons/redeem-discount.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  put,
  queueMail,
  type RuleContext,
  startDraft,
} from '../decision/draft.ts';
import type { DiscountToUse } from '../invoices/discount.ts';
import { startAttempt } from '../invoices/open-invoice.ts';
import { upcomingEnd } from '../renewals/upcoming-end.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import { delaysPeriodEnd, undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { hasBegun, isRequested } from '../state/status.ts';
import { type ChangeCommand, changePlan, checkChange, isSamePlan } from '../subscriptions/change-plan.ts';
import {
  checkAccount,
  checkCardOnFile,
  checkPaymentMethod,
  checkPlanChoice,
  type PurchaseCommand,
  type PurchaseResult,
  purchase,
} from '../subscriptions/purchase.ts';
import { checkRenewalToggle, switchRenewal } from '../subscriptions/toggle-renewal.ts';

/** Customer order of a plan: a new subscription or a change. */
export interface Order extends PurchaseCommand {
  /** Subscription to change. If null, a family with one subscription changes that of the account (D17). */
  readonly subscription: Subscription | null;
  readonly atPeriodEnd: boolean;
  /** Amount shown on the button, in cents. A different amount is refused with `QUOTE_CHANGED`. */
  readonly expectedTotalCents: number | undefined;
  /**
   * How many subscriptions to this plan the customer was shown (`countHeld`). A new subscription is refused with
   * `ALREADY_HELD` if there are others now, for example from another tab.
   */
  readonly expectedHeldCount?: number | undefined;
  /** Renewal on or off, if requested. For an unchanged plan this is the only effect of the order. */
  readonly renews?: boolean | undefined;
  /** Discount code to redeem with the order. */
  readonly coupon?: DiscountClaim | null;
}

export interface PlacedOrder extends PurchaseResult {
  readonly writes: BillingWrites;
  /** Id of the attempt to send to the gateway after the writes are committed; null if nothing is due. */
  readonly attemptId: string | null;
  /** True if an existing subscription was changed. */
  readonly changed: boolean;
  readonly lines: BillingWrites['lines'];
}

const heldSubscription = (
  { subscriptions }: BillingState,
  catalogue: Pick<Catalogue, 'families'>,
  { subscription: named, plan }: Pick<Order, 'subscription' | 'plan'>,
): Subscription | undefined => {
  if (named && named.status !== 'trialing' && !isRequested(named)) return named;
  if (allowsSeveral(catalogue, plan)) return undefined;
  return subscriptions.find(
    (candidate) => hasBegun(candidate) && candidate.product === plan.product && candidate.status !== 'trialing',
  );
};

/** Number of subscriptions to a plan that the account has, without trials and those whose first payment is undecided. */
export const countHeld = ({ subscriptions }: BillingState, planId: string): number =>
  subscriptions.filter((held) => held.planId === planId && hasBegun(held) && held.status !== 'trialing').length;

/**
 * Subscription that an order changes; null if it creates one. A trial never changes the plan below it (D9). A plan by
 * agreement changes nothing that is held: its order makes a request, or updates the open one (S23).
 */
export const subscriptionToChange = (
  state: BillingState,
  order: Pick<Order, 'subscription' | 'plan' | 'trial' | 'quantity'>,
  catalogue: Pick<Catalogue, 'families'>,
): Subscription | null => {
  if (order.trial) return null;
  const held = heldSubscription(state, catalogue, order);
  if (!order.plan.customBilling) return held ?? null;
  if (held?.planId === order.plan.id && held.quantity === order.quantity) return held;
  return state.subscriptions.find((row) => isRequested(row) && row.planId === order.plan.id) ?? null;
};

/** Tells whether ordering the plan would change prepaid time, which is refused until that has ended (DR-02). */
export const isBlockedByPrepaid = (state: BillingState, plan: Plan, catalogue: Pick<Catalogue, 'families'>): boolean =>
  subscriptionToChange(state, { subscription: null, plan, trial: false, quantity: 1 }, catalogue)?.source === 'prepaid';

const hasUndecidedPayment = (
  state: BillingState,
  order: Order,
  target: Subscription | null,
  { catalogue }: RuleContext,
): boolean =>
  state.invoices.some((invoice) => {
    const subscription = state.subscriptions.find((candidate) => candidate.id === invoice.subscriptionId);
    // In a family with several subscriptions a new one waits only for another new one, to avoid buying it twice (SU-08).
    const same = target
      ? subscription?.id === target.id
      : subscription?.product === order.plan.product &&
        (!allowsSeveral(catalogue, subscription) || subscription.status === 'incomplete');
    return same && undecidedAttemptOf(state, invoice.id) !== undefined;
  });

const toChangeCommand = (order: Order): ChangeCommand => ({
  plan: order.plan,
  price: order.price,
  quantity: order.quantity,
  cancelAtPeriodEnd: order.cancelAtPeriodEnd,
  atPeriodEnd: order.atPeriodEnd,
});

const applyOrder = (
  draft: Draft,
  order: Order,
  target: Subscription | null,
  discount: DiscountToUse | null,
): PurchaseResult => {
  if (!target) return purchase(draft, { ...order, discount });
  if (isRequested(target)) {
    const updated = { ...target, priceId: order.price.id, quantity: order.quantity };
    return { subscription: put(draft, 'subscriptions', updated), invoice: null };
  }
  if (isSamePlan(target, toChangeCommand(order))) {
    const { renews } = order;
    return { subscription: renews === undefined ? target : switchRenewal(draft, target, renews), invoice: null };
  }
  return changePlan(draft, target, { ...toChangeCommand(order), discount });
};

const applyOrderWithDiscount = (draft: Draft, order: Order, target: Subscription | null): PurchaseResult => {
  const discount = discountOf(draft, order.coupon);
  const purchased = applyOrder(draft, order, target, discount);
  if (order.coupon && discount) redeemDiscount(draft, order.coupon, discount, purchased.subscription);
  return purchased;
};

/** Refuses an order that the subscription to change does not allow. */
const checkTarget = (
  state: BillingState,
  order: Order,
  target: Subscription,
  { settings }: RuleContext,
): Refusal | null => {
  if (isRequested(target)) return null;
  const refused = checkChange(target, toChangeCommand(order));
  if (refused || order.renews === undefined || !isSamePlan(target, toChangeCommand(order))) return refused;
  return checkRenewalToggle(state, target, order.renews, settings);
};

/**
 * Notifies the vendor's sales contact once about a request for a plan by agreement, and again if its quantity changes.
 * `target` is the row before the order (S23).
 */
const notifySales = (
  draft: Draft,
  order: Order,
  target: Subscription | null,
  { subscription }: PurchaseResult,
): void => {
  if (isRequested(subscription) && target?.quantity !== order.quantity)
    queueMail(draft, 'sales_lead', { subscription, facts: { name: order.plan.id } });
};

/**
 * Queues the mail about a new trial. Runs after the discount was redeemed, because the mail names the price after the
 * trial.
 */
const notifyTrialStart = (draft: Draft, { subscription }: PurchaseResult, context: RuleContext): void => {
  if (subscription.status !== 'trialing' || !draft.created.has(subscription.id)) return;
  queueMail(draft, 'trial_started', { subscription, facts: { end: upcomingEnd(draft.state, subscription, context) } });
};

const isOtherProduct = (order: Order): boolean =>
  order.subscription !== null && order.subscription.product !== order.plan.product;

/** A new subscription has no period whose end the order could wait for. A request waits for an operator anyway. */
const hasNoPeriodEnd = (order: Order, target: Subscription | null): boolean =>
  order.atPeriodEnd && target === null && !order.plan.customBilling;

const finishOrder = (
  draft: Draft,
  purchased: PurchaseResult,
  attemptId: string | null,
  changed: boolean,
): PlacedOrder => {
  const writes = finish(draft);
  return { ...purchased, writes, attemptId, changed, lines: writes.lines };
};

/** Computes an order for the review step by the same rules as `placeOrder`, without storing anything (I26). */
export const quoteOrder = (state: BillingState, order: Order, context: RuleContext): Result<PlacedOrder> => {
  const target = subscriptionToChange(state, order, context.catalogue);
  if (isOtherProduct(order)) return refuse('INVALID_PLAN');
  if (hasNoPeriodEnd(order, target)) return refuse('INVALID_REQUEST', { field: 'transitionAtEnd' });
  const refused =
    checkDiscount(order, context) ??
    checkPlanChoice(state, order, target) ??
    (target && checkTarget(state, order, target, context));
  if (refused) return refused;
  const draft = startDraft(state, context);
  return ok(finishOrder(draft, applyOrderWithDiscount(draft, order, target), null, target !== null));
};

/**
 * Places an order: checks it, then returns the rows and, if money is due, the attempt to send. Checks run in the order
 * account, choice, subscription to change, payment method. A paid order takes effect when the gateway has answered
 * (`settleAttempt`). `wallNow` is the real time and sets the lease.
 */
export const placeOrder = (
  state: BillingState,
  order: Order,
  context: RuleContext,
  wallNow: Instant,
): Result<PlacedOrder> => {
  const { settings } = context;
  const target = subscriptionToChange(state, order, context.catalogue);
  if (isOtherProduct(order)) return refuse('INVALID_PLAN');
  if (hasNoPeriodEnd(order, target)) return refuse('INVALID_REQUEST', { field: 'transitionAtEnd' });
  const refused =
    checkDiscount(order, context) ??
    checkAccount(state, order, context.catalogue) ??
    checkPlanChoice(state, order, target) ??
    (target && checkTarget(state, order, target, context)) ??
    checkPaymentMethod(state, order, settings);
  if (refused) return refused;
  if (hasUndecidedPayment(state, order, target, context)) return refuse('OPERATION_IN_PROGRESS');

  const draft = startDraft(state, context);
  const purchased = applyOrderWithDiscount(draft, order, target);
  const { subscription, invoice } = purchased;
  const open = invoice?.status === 'open' ? invoice : null;
  if (open && delaysPeriodEnd(state, subscription, open, context))
    return refuse('OPERATION_IN_PROGRESS', { code: 'end_due' });
  const dueCents = open?.amountDueCents ?? 0;
  const noCard = checkCardOnFile(state, dueCents, settings);
  if (noCard) return noCard;
  if (!target && (order.expectedHeldCount ?? countHeld(state, order.plan.id)) !== countHeld(state, order.plan.id)) {
    return refuse('ALREADY_HELD');
  }
  if (order.expectedTotalCents !== undefined && order.expectedTotalCents !== dueCents) {
    return refuse('QUOTE_CHANGED', { amountDueCents: dueCents });
  }
  notifySales(draft, order, target, purchased);
  notifyTrialStart(draft, purchased, context);
  const attempt = open ? startAttempt(draft, open, true, wallNow) : null;
  return ok(finishOrder(draft, purchased, attempt?.id ?? null, target !== null));
};
