import type { PriceId } from '@foyer/contract/vocabulary/ids';
import { planById } from '../catalogue/catalogue.ts';
import type { ChosenPlan } from '../catalogue/plan-reference.ts';
import { addMonths } from '../dates/months.ts';
import { remainingDays } from '../pricing/proration.ts';
import { ok, type Result, refuse } from '../result.ts';
import { isLive } from '../subscription/status.ts';
import { creditUnused } from './credit-unused.ts';
import { describePrice, describeUnused } from './describe.ts';
import {
  type BillingWrites,
  type Draft,
  finish,
  note,
  putChange,
  putSubscription,
  type RuleContext,
  startDraft,
} from './draft.ts';
import { undecidedAttemptOf } from './due.ts';
import type { BillingState, Subscription } from './entities.ts';
import { openInvoice } from './open-invoice.ts';
import { voidInvoice } from './void-invoice.ts';

/** Time on a plan that nobody is charged for: paid for in advance by a code, or given by a promotion (billing.md §2.6). */
export interface TermGrant extends Pick<ChosenPlan, 'plan' | 'price'> {
  readonly source: 'prepaid' | 'promotion';
  readonly months: number;
  readonly displayCode: string | null;
  /** What it goes on as when the time is over, if it does; never after prepaid time. */
  readonly transitionPriceId: PriceId | null;
}

const replaces = (grant: TermGrant, held: Subscription): boolean =>
  isLive(held) && held.product === grant.plan.product && grant.plan.product !== 'scope';

/** S19: what was paid and is not used becomes credit, what was owed is void, and the grant stands in its place. */
const takeOver = (draft: Draft, held: Subscription): void => {
  const { now, catalogue } = draft.context;
  for (const invoice of draft.state.invoices) {
    if (invoice.subscriptionId === held.id && invoice.status === 'open') voidInvoice(draft, invoice);
  }
  for (const change of draft.state.changes) {
    if (change.subscriptionId === held.id && change.status === 'pending')
      putChange(draft, { ...change, status: 'discarded' });
  }
  const plan = planById(catalogue, held.planId);
  const end = held.currentPeriodEnd;
  if (plan && end !== null && held.source === 'card' && held.status === 'active' && now < end) {
    const days = remainingDays(held.currentPeriodStart, end, now);
    const credit = creditUnused(draft, held, days, plan);
    const dates = { periodStart: days.from, periodEnd: end };
    if (credit.lines.length > 0)
      openInvoice(draft, held, { reason: 'change', description: describeUnused(plan), ...credit, ...dates });
  }
  const ended = { status: 'canceled' as const, suspendedAt: null, endedAt: now, endReason: 'replaced' };
  note(draft, putSubscription(draft, { ...held, ...ended }), 'canceled', 'customer', { reason: 'replaced' });
};

const beginTerm = (draft: Draft, grant: TermGrant): Subscription => {
  const { now, newId } = draft.context;
  const { plan, price, source } = grant;
  const end = addMonths(now, grant.months);
  const begun = putSubscription(draft, {
    id: newId('subscription'),
    accountId: draft.state.account.id,
    product: plan.product,
    planId: plan.id,
    priceId: price.id,
    unitAmountCents: price.amountCents,
    quantity: 1,
    status: 'active',
    source,
    term: 'fixed',
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
    endedAt: null,
    endReason: null,
  });
  note(draft, begun, 'activated', 'customer', { source });
  return begun;
};

/** The receipt of a grant: nothing to pay, but a number and a date. */
const acknowledge = (draft: Draft, held: Subscription, grant: TermGrant, from: number, to: number): void => {
  const description = describePrice(grant.plan, grant.price);
  const line = { kind: 'grant' as const, description, quantity: 1, unitAmountCents: 0, grossCents: 0 };
  const dates = { periodStart: from, periodEnd: to };
  const lines = [{ ...line, ...dates, priceId: grant.price.id, sourceLineId: null }];
  openInvoice(draft, held, { reason: 'grant', description, lines, ...dates });
};

/**
 * Redeems time on a plan (billing.md §2.6). Prepaid time on the plan that is held prepaid extends it (S20); on drive and
 * IoT, where one subscription is held, everything else gives way (S19), except prepaid time of another plan, which is
 * somebody's money. On scope it is one more. Refused while a payment of what would give way is undecided (INV-12).
 */
export const grantTerm = (state: BillingState, grant: TermGrant, context: RuleContext): Result<BillingWrites> => {
  const draft = startDraft(state, context);
  const held = state.subscriptions.filter((subscription) => replaces(grant, subscription));
  const prepaid = held.find(({ source }) => source === 'prepaid');
  if (prepaid) {
    const end = prepaid.currentPeriodEnd;
    if (grant.source !== 'prepaid' || prepaid.planId !== grant.plan.id || end === null)
      return refuse('PREPAID_NOT_MODIFIABLE');
    const longer = addMonths(end, grant.months);
    const extended = putSubscription(draft, { ...prepaid, currentPeriodEnd: longer, noticedPeriodEnd: null });
    note(draft, extended, 'extended', 'customer', { months: grant.months });
    acknowledge(draft, extended, grant, end, longer);
    return ok(finish(draft));
  }
  const ofHeld = state.invoices.filter((invoice) => held.some(({ id }) => id === invoice.subscriptionId));
  if (ofHeld.some((invoice) => undecidedAttemptOf(state, invoice.id))) return refuse('OPERATION_IN_PROGRESS');
  for (const subscription of held) takeOver(draft, subscription);
  const begun = beginTerm(draft, grant);
  acknowledge(draft, begun, grant, context.now, begun.currentPeriodEnd ?? context.now);
  return ok(finish(draft));
};
