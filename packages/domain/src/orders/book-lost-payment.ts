import type { Instant } from '@foyer/contract/vocabulary/instants';
import { priceById } from '../catalogue/catalogue.ts';
import { type BillingWrites, finish, type RuleContext, startDraft } from '../decision/draft.ts';
import { type ChargePurpose, isPeriodical } from '../invoices/charge-purpose.ts';
import { startAttempt } from '../invoices/open-invoice.ts';
import { isSamePurpose } from '../payments/earlier-charge.ts';
import { settleAttempt } from '../payments/settle.ts';
import { runDue } from '../renewals/run-due.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Invoice } from '../state/entities.ts';
import { placeOrder } from './order.ts';

/** Payment that the gateway took and a restored database has lost. */
export interface LostPayment {
  readonly purpose: ChargePurpose;
  readonly amountCents: number;
  readonly intentRef: string;
  readonly chargeRef: string;
}

/** Reason for which an operator decides about a payment. */
export type ParkReason =
  | 'no_purpose'
  | 'no_account'
  | 'no_subscription'
  | 'paid_otherwise'
  | 'period_over'
  | 'other_amount'
  | 'not_orderable'
  | 'no_rule';

/**
 * `step`: the writes lead towards the payment; store them, and decide again with the invoice. `booked`: the writes are the
 * last. `waits`: it is booked when its period begins.
 */
export type LostPaymentStep =
  | { readonly kind: 'step' | 'booked'; readonly writes: BillingWrites; readonly invoiceId: string | null }
  | { readonly kind: 'waits' }
  | { readonly kind: 'parked'; readonly reason: ParkReason };

const parked = (reason: ParkReason): LostPaymentStep => ({ kind: 'parked', reason });

/** Compares an invoice with the purpose of a payment. Orders have too few facts in the books, so only their id counts. */
const isFor = (invoice: Invoice, purpose: ChargePurpose): boolean =>
  invoice.id === purpose.invoiceId ||
  (isPeriodical(invoice.reason) && isSamePurpose({ ...purpose, ...invoice, invoiceId: invoice.id }, purpose));

/** Books the payment of an open invoice. The attempt is added first if none is undecided. */
const payInvoice = (
  state: BillingState,
  invoice: Invoice,
  { amountCents, intentRef, chargeRef }: LostPayment,
  context: RuleContext,
  wallNow: Instant,
): LostPaymentStep => {
  const attempt = undecidedAttemptOf(state, invoice.id);
  if ((attempt?.amountCents ?? invoice.amountDueCents) !== amountCents) return parked('other_amount');
  if (!attempt) {
    const draft = startDraft(state, context);
    startAttempt(draft, invoice, false, wallNow);
    return { kind: 'step', writes: finish(draft), invoiceId: invoice.id };
  }
  const outcome = { kind: 'succeeded', intentRef, chargeRef } as const;
  const { writes } = settleAttempt(state, attempt.id, outcome, context, wallNow);
  return { kind: 'booked', writes, invoiceId: invoice.id };
};

/**
 * Runs the due work that leads to the period of the payment, as of the begin of that period. As of today, a renewal would
 * skip the periods that are over, and their payments would find no place.
 */
const reachPeriod = (
  state: BillingState,
  { subscriptionId, periodStart }: ChargePurpose,
  context: RuleContext,
  wallNow: Instant,
): LostPaymentStep => {
  const subscription = state.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription || periodStart === null) return parked('no_subscription');
  if (subscription.currentPeriodStart === periodStart) return parked('paid_otherwise');
  if (subscription.currentPeriodStart > periodStart) return parked('period_over');
  const { action, writes } = runDue(state, { ...context, now: Math.min(context.now, periodStart) }, wallNow);
  return action === null ? { kind: 'waits' } : { kind: 'step', writes, invoiceId: null };
};

/** The next subscription gets the id of the lost one, because the lost payments of its renewals name it. */
const withLostId = ({ subscriptions }: BillingState, lostId: string | null, context: RuleContext): RuleContext => {
  if (lostId === null || subscriptions.some(({ id }) => id === lostId)) return context;
  return { ...context, newId: (kind) => (kind === 'subscription' ? lostId : context.newId(kind)) };
};

/** Orders the same plan again, as of the time of the lost order. A discount or another tax rate gives another amount. */
const orderAgain = (
  state: BillingState,
  { purpose: { item, periodStart, subscriptionId }, amountCents }: LostPayment,
  context: RuleContext,
  wallNow: Instant,
): LostPaymentStep => {
  const [priceId = '', quantity = ''] = (item ?? '').split('*');
  const price = priceById(context.catalogue, priceId);
  const plan = context.catalogue.plans.find(({ id }) => id === price?.planId);
  if (!price || !plan) return parked('not_orderable');
  const placed = placeOrder(
    state,
    {
      plan,
      price,
      quantity: Number(quantity),
      trial: false,
      subscription: null,
      cancelAtPeriodEnd: false,
      atPeriodEnd: false,
      transitionAtEnd: false,
      expectedTotalCents: amountCents,
      coupon: null,
      verdict: 'clear',
    },
    { ...withLostId(state, subscriptionId, context), now: Math.min(context.now, periodStart ?? context.now) },
    wallNow,
  );
  if (!placed.ok || placed.value.changed || placed.value.invoice?.status !== 'open') return parked('not_orderable');
  return { kind: 'step', writes: placed.value.writes, invoiceId: placed.value.invoice.id };
};

/**
 * Decides how a lost payment gets into the books: as the payment of the open invoice of its period, after the due work
 * that leads there, or by ordering the same again. Nothing is charged. `ordered` is the invoice of the step before.
 */
export const bookLostPayment = (
  state: BillingState,
  payment: LostPayment,
  ordered: string | null,
  context: RuleContext,
  wallNow: Instant,
): LostPaymentStep => {
  const { purpose } = payment;
  const invoice = state.invoices.find((open) => open.id === ordered || isFor(open, purpose));
  if (invoice) return payInvoice(state, invoice, payment, context, wallNow);
  if (isPeriodical(purpose.reason)) return reachPeriod(state, purpose, context, wallNow);
  return purpose.reason === 'create' ? orderAgain(state, payment, context, wallNow) : parked('no_rule');
};
