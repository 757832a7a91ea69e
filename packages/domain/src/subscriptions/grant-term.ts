import type { PriceId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Catalogue, planById } from '../catalogue/catalogue.ts';
import { allowsSeveral } from '../catalogue/family.ts';
import type { ChosenPlan } from '../catalogue/plan-reference.ts';
import { addMonths } from '../dates/months.ts';
import { type Draft, put, recordEvent } from '../decision/draft.ts';
import { creditUnused } from '../invoices/credit-unused.ts';
import { describeGrant, describeUnused, type GivenTime } from '../invoices/describe.ts';
import { openInvoice } from '../invoices/open-invoice.ts';
import { remainingDays } from '../invoices/proration.ts';
import { voidInvoice } from '../invoices/void-invoice.ts';
import { ok, type Result, refuse } from '../result.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { Invoice, InvoiceLine, Subscription, SubscriptionEvent } from '../state/entities.ts';
import { isLive, isRequested } from '../state/status.ts';
import { checkPlanChoice } from './purchase.ts';

/** Time on a plan that is not charged: prepaid by a code, or given by a promotion. */
export interface TermGrant extends Pick<ChosenPlan, 'plan' | 'price'> {
  readonly source: 'prepaid' | 'promotion';
  /** Null never ends; only promotions give that. */
  readonly months: number | null;
  /**
   * Months of the first maintenance period. Present for perpetual licences only; these last 1,200 months and ignore
   * `months`.
   */
  readonly maintenanceMonths?: number;
  readonly displayCode: string | null;
  /** Price the promotion continues at when it ends; null if it does not. Always null for prepaid time. */
  readonly transitionPriceId: PriceId | null;
}

/** A perpetual licence lasts a hundred years (SU-03). */
const PERPETUAL_MONTHS = 1200;

/**
 * Tells whether a grant replaces the current subscription. It never does in a family that allows several. A request
 * stays open beside the grant.
 */
export const replaces = (
  catalogue: Pick<Catalogue, 'families'>,
  grant: Pick<TermGrant, 'plan'>,
  current: Subscription,
): boolean =>
  isLive(current) &&
  !isRequested(current) &&
  current.product === grant.plan.product &&
  !allowsSeveral(catalogue, grant.plan);

/**
 * Ends a subscription that given time replaces. Unused paid days become credit, open invoices are voided and scheduled
 * changes discarded (S19).
 */
export const takeOver = (draft: Draft, current: Subscription, actor: SubscriptionEvent['actor'] = 'customer'): void => {
  const { now, catalogue } = draft.context;
  for (const invoice of draft.state.invoices) {
    if (invoice.subscriptionId === current.id && invoice.status === 'open') voidInvoice(draft, invoice);
  }
  for (const change of draft.state.changes) {
    if (change.subscriptionId === current.id && change.status === 'pending')
      put(draft, 'changes', { ...change, status: 'discarded' });
  }
  const plan = planById(catalogue, current.planId);
  const end = current.currentPeriodEnd;
  if (plan && end !== null && current.source === 'card' && current.status === 'active' && now < end) {
    const days = remainingDays(current.currentPeriodStart, end, now);
    const credit = creditUnused(draft, current, days, plan);
    const dates = { periodStart: days.from, periodEnd: end };
    if (credit.lines.length > 0)
      openInvoice(draft, current, { reason: 'change', ...describeUnused(catalogue, plan), ...credit, ...dates });
  }
  const ended = { status: 'canceled' as const, suspendedAt: null, endedAt: now, endReason: 'replaced' };
  recordEvent(draft, put(draft, 'subscriptions', { ...current, ...ended }), 'canceled', actor, { reason: 'replaced' });
};

const termOf = ({ maintenanceMonths, months }: TermGrant): Subscription['term'] => {
  if (maintenanceMonths !== undefined) return 'perpetual';
  return months === null ? 'open_ended' : 'fixed';
};

/**
 * Creates the subscription of a grant, and the first maintenance period of a perpetual licence. Its term is
 * `open_ended` if it never ends.
 */
export const beginTerm = (draft: Draft, grant: TermGrant): Subscription => {
  const { now, newId } = draft.context;
  const { plan, price, source } = grant;
  const months = grant.maintenanceMonths === undefined ? grant.months : PERPETUAL_MONTHS;
  const end = months === null ? null : addMonths(now, months);
  const begun = put(draft, 'subscriptions', {
    id: newId('subscription'),
    accountId: draft.state.account.id,
    product: plan.product,
    planId: plan.id,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity: 1,
    status: 'active',
    source,
    term: termOf(grant),
    billingAnchor: now,
    cycleIndex: 0,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    trialEnd: null,
    everPaid: source === 'prepaid',
    cancelAtPeriodEnd: false,
    transitionAtEnd: source === 'promotion' && grant.transitionPriceId !== null,
    transitionPriceId: source === 'promotion' ? grant.transitionPriceId : null,
    resumesSubscriptionId: null,
    prepaidDisplayCode: grant.displayCode,
    suspendedAt: null,
    noticedPeriodEnd: null,
    announced: null,
    endedAt: null,
    endReason: null,
  });
  recordEvent(draft, begun, 'activated', 'customer', { source });
  if (grant.maintenanceMonths !== undefined) {
    put(draft, 'maintenance', {
      id: newId('maintenancePeriod'),
      subscriptionId: begun.id,
      startsAt: now,
      expiresAt: addMonths(now, grant.maintenanceMonths),
      source: 'initial',
      sourceId: begun.id,
      noticedDays: null,
    });
  }
  return begun;
};

const timeOf = ({ maintenanceMonths, months, source }: TermGrant): GivenTime => {
  if (maintenanceMonths !== undefined) return { kind: 'perpetual' };
  return source === 'promotion' || months === null ? { kind: 'free', months } : { kind: 'prepaid', months };
};

/** Makes the receipt of a grant: nothing to pay, with a number and dates. */
export const acknowledge = (
  draft: Draft,
  current: Subscription,
  grant: TermGrant,
  from: number,
  to: number,
): Invoice => {
  const described = describeGrant(draft.context.catalogue, grant.plan, timeOf(grant));
  const line = { kind: 'grant' as const, ...described, quantity: 1, unitAmountCents: 0, grossCents: 0 };
  const dates = { periodStart: from, periodEnd: to };
  const lines = [{ ...line, ...dates, priceId: grant.price.id, sourceLineId: null }];
  return openInvoice(draft, current, { reason: 'grant', ...described, lines, ...dates });
};

/**
 * End date to show for a receipt line; null if it never ends. A perpetual licence is stored with an end in a hundred
 * years, and an open-ended grant with its start as end. Neither is a date to show (SU-03).
 */
export const shownEndOf = ({
  kind,
  periodStart,
  periodEnd,
}: Pick<InvoiceLine, 'kind' | 'periodStart' | 'periodEnd'>): Instant | null => {
  if (kind !== 'grant' || periodStart === null) return periodEnd;
  return periodEnd === periodStart || periodEnd === addMonths(periodStart, PERPETUAL_MONTHS) ? null : periodEnd;
};

/** Subscription that a grant created or extended, with its receipt. */
export interface Granted {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
}

/**
 * Extends prepaid time of the same plan from its end (S20). A perpetual licence can neither be extended nor result from
 * an extension.
 */
const extendTerm = (draft: Draft, current: Subscription, grant: TermGrant): Result<Granted> => {
  const { currentPeriodEnd: end } = current;
  if (grant.source !== 'prepaid') return refuse('PREPAID_NOT_MODIFIABLE');
  const fits = current.source === 'prepaid' && current.term === 'fixed' && current.planId === grant.plan.id;
  if (!fits || end === null || grant.months === null || grant.maintenanceMonths !== undefined)
    return refuse('PREPAID_PLAN_MISMATCH');
  const longer = addMonths(end, grant.months);
  const extended = put(draft, 'subscriptions', { ...current, currentPeriodEnd: longer, noticedPeriodEnd: null });
  recordEvent(draft, extended, 'extended', 'customer', { months: grant.months });
  return ok({ subscription: extended, invoice: acknowledge(draft, extended, grant, end, longer) });
};

/**
 * Redeems time on a plan. In a family with one subscription it extends prepaid time of the same plan (S20), is refused
 * for prepaid time of another plan, and replaces everything else (S19). In a family with several it adds a subscription,
 * unless `named` is the one to extend. Refused while a payment of a replaced subscription is undecided (INV-12); the caller must discard the draft
 * after a refusal.
 */
export const applyTermGrant = (draft: Draft, grant: TermGrant, named: Subscription | null): Result<Granted> => {
  const { state } = draft;
  const { catalogue } = draft.context;
  const current = state.subscriptions.filter((subscription) => replaces(catalogue, grant, subscription));
  const extendable = allowsSeveral(catalogue, grant.plan) ? named : null;
  const prepaid = current.find(({ source }) => source === 'prepaid') ?? extendable;
  if (prepaid) return extendTerm(draft, prepaid, grant);
  const full = checkPlanChoice(state, { ...grant, trial: false }, null);
  if (full) return full;
  const ofCurrent = state.invoices.filter((invoice) => current.some(({ id }) => id === invoice.subscriptionId));
  if (ofCurrent.some((invoice) => undecidedAttemptOf(state, invoice.id))) return refuse('OPERATION_IN_PROGRESS');
  for (const subscription of current) takeOver(draft, subscription);
  const begun = beginTerm(draft, grant);
  const { currentPeriodStart: from, currentPeriodEnd: to } = begun;
  return ok({ subscription: begun, invoice: acknowledge(draft, begun, grant, from, to ?? from) });
};
