import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type BillingWrites, finish, type RuleContext, startDraft } from '../decision/draft.ts';
import { startAttempt } from '../invoices/open-invoice.ts';
import { settleAttempt } from '../payments/settle.ts';
import { dueActions } from '../state/due.ts';
import type { BillingState, CreditableLine, Invoice, InvoiceLine, Subscription } from '../state/entities.ts';
import { type Boundary, type BoundaryStep, isBoundary, runBoundary } from './boundaries.ts';

/**
 * Simulated account: the state after some future boundaries, and the lines of unpaid invoices. The billing rules
 * themselves run, so the result equals the later rows if nothing changes and every payment succeeds. Maintenance, mails
 * and codes are left out, because no boundary reads them.
 */
export interface Simulation {
  readonly state: BillingState;
  readonly lines: readonly InvoiceLine[];
}

/** Simulated boundary. Its payment is not simulated yet. */
export interface SimulatedBoundary extends BoundaryStep {
  readonly action: Boundary;
  /** Time of the boundary; now if it is overdue. */
  readonly at: Instant;
}

/** Starts a simulation from the current state. */
export const startSimulation = (state: BillingState): Simulation => ({ state, lines: [] });

/** Due actions that move money or plans, earliest first. */
export const dueBoundaries = (state: BillingState, context: Pick<RuleContext, 'catalogue' | 'settings'>): Boundary[] =>
  dueActions(state, context).filter(isBoundary);

const merged = <T extends { readonly id: string }>(rows: readonly T[], written: readonly T[]): readonly T[] =>
  written.length === 0 ? rows : [...new Map([...rows, ...written].map((row) => [row.id, row])).values()];

const isWithin = (
  { periodStart, periodEnd }: Pick<Invoice, 'periodStart' | 'periodEnd'>,
  { currentPeriodStart, currentPeriodEnd }: Subscription,
): boolean =>
  periodStart !== null &&
  periodEnd !== null &&
  periodStart >= currentPeriodStart &&
  periodEnd <= (currentPeriodEnd ?? Number.POSITIVE_INFINITY);

const creditableOf = ({ id, subscriptionId, taxRatePpm }: Invoice, lines: readonly InvoiceLine[]): CreditableLine[] =>
  subscriptionId === null
    ? []
    : lines
        .filter(({ invoiceId, kind }) => invoiceId === id && kind !== 'proration_credit' && kind !== 'grant')
        .map((line) => ({ ...line, subscriptionId, taxRatePpm, refundedCents: 0 }));

/**
 * Tax and coupons of the current period of a subscription, as the database query computes them from paid invoices.
 * Unlike the query it leaves out credits and the invoices they came from: a simulation never changes a plan again in a
 * period that a change began.
 */
const periodOf = (before: BillingState, subscription: Subscription, paid: readonly Invoice[]) => {
  const { id, currentPeriodStart, currentPeriodEnd } = subscription;
  const paidInPeriod = paid.filter((invoice) => invoice.subscriptionId === id && isWithin(invoice, subscription));
  const earlier = before.subscriptions.find((candidate) => candidate.id === id);
  const isSame = earlier?.currentPeriodStart === currentPeriodStart && earlier.currentPeriodEnd === currentPeriodEnd;
  const codes = paidInPeriod.flatMap(({ couponCode }) => couponCode ?? []);
  return {
    taxCents: paidInPeriod.reduce((sum, { taxCents }) => sum + taxCents, isSame ? (before.periodTaxCents[id] ?? 0) : 0),
    coupons: isSame ? [...(before.periodCoupons[id] ?? []), ...codes] : codes,
  };
};

/** Account after a decision, as if it were stored and loaded again. Paid and void invoices are not loaded. */
const afterWrites = ({ state, lines: made }: Simulation, writes: BillingWrites): Simulation => {
  const lines = [...made, ...writes.lines];
  const invoices = merged(state.invoices, writes.invoices).filter(
    ({ status }) => status !== 'paid' && status !== 'void',
  );
  const isOpen = ({ invoiceId }: { readonly invoiceId: string | null }) => invoices.some(({ id }) => id === invoiceId);
  const subscriptions = merged(state.subscriptions, writes.subscriptions);
  const paid = writes.invoices.filter(({ status }) => status === 'paid');
  const creditable = [...state.creditableLines, ...paid.flatMap((invoice) => creditableOf(invoice, lines))];
  const periods = subscriptions.map((row) => [row.id, periodOf(state, row, paid)] as const);
  return {
    lines: lines.filter(isOpen),
    state: {
      ...state,
      account: { ...state.account, balanceCents: writes.account.balanceCents },
      subscriptions,
      changes: merged(state.changes, writes.changes),
      invoices,
      attempts: merged(state.attempts, writes.attempts).filter(isOpen),
      discounts: merged(state.discounts, writes.discounts),
      creditableLines: creditable.filter((line) => {
        const subscription = subscriptions.find(({ id }) => id === line.subscriptionId);
        return subscription !== undefined && isWithin(line, subscription);
      }),
      periodTaxCents: Object.fromEntries(periods.map(([id, { taxCents }]) => [id, taxCents])),
      periodCoupons: Object.fromEntries(periods.map(([id, { coupons }]) => [id, coupons])),
    },
  };
};

const afterPayment = (simulation: Simulation, attemptId: string, context: RuleContext, now: Instant): Simulation => {
  const succeeded = { kind: 'succeeded', intentRef: '', chargeRef: '' } as const;
  return afterWrites(
    simulation,
    settleAttempt(simulation.state, attemptId, succeeded, { ...context, now }, now).writes,
  );
};

/** Simulates a decision and the successful payment of its invoice. */
export const afterPaid = (
  state: BillingState,
  { writes, invoice }: { readonly writes: BillingWrites; readonly invoice: Invoice | null },
  context: RuleContext,
): Simulation => {
  const decided = afterWrites(startSimulation(state), writes);
  if (invoice?.status !== 'open') return decided;
  const draft = startDraft(decided.state, context);
  const { id } = startAttempt(draft, invoice, true, context.now);
  return afterPayment(afterWrites(decided, finish(draft)), id, context, context.now);
};

/**
 * Account without unanswered challenges, as the next order finds it: an order ends them first, and their credit and
 * discounts return.
 */
export const afterChallenges = (state: BillingState, context: RuleContext): BillingState =>
  state.attempts
    .filter(({ status, invoiceId }) => status === 'requires_action' && invoiceId !== null)
    .reduce((before, { id }) => {
      const ended = settleAttempt(before, id, { kind: 'canceled', intentRef: '' }, context, context.now);
      return afterWrites(startSimulation(before), ended.writes).state;
    }, state);

/** Subscription id of a boundary. A retry has that of its invoice, or null. */
export const subjectOf = (state: BillingState, { kind, id }: Boundary): string | null =>
  kind === 'retry' ? (state.invoices.find((invoice) => invoice.id === id)?.subscriptionId ?? null) : id;

/**
 * Tells whether a coupon with a limited number of periods lowered an invoice to 0. The first charge of the plan then
 * comes later. With an unlimited coupon it never comes.
 */
export const isFreeForNow = ({ state }: Simulation, { subscriptionId, totalCents, couponCode }: Invoice): boolean =>
  totalCents === 0 &&
  state.discounts.some(
    (discount) =>
      discount.subscriptionId === subscriptionId && discount.code === couponCode && discount.cyclesLeft !== null,
  );

/** Simulates a boundary at its time. */
export const simulateBoundary = ({ state }: Simulation, action: Boundary, context: RuleContext): SimulatedBoundary => {
  const at = Math.max(context.now, action.at);
  return { ...runBoundary(state, action, { ...context, now: at }, at), action, at };
};

/** Simulated account after a boundary and the payment of its invoice. */
export const afterStep = (
  simulation: Simulation,
  { at, writes, attemptId }: SimulatedBoundary,
  context: RuleContext,
): Simulation => {
  const stepped = afterWrites(simulation, writes);
  return attemptId === null ? stepped : afterPayment(stepped, attemptId, context, at);
};
