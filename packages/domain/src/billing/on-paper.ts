import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Boundary, type BoundaryStep, isBoundary, runBoundary } from './boundaries.ts';
import { type BillingWrites, finish, type RuleContext, startDraft } from './draft.ts';
import { dueActions } from './due.ts';
import type { BillingState, CreditableLine, Invoice, InvoiceLine, Subscription } from './entities.ts';
import { startAttempt } from './open-invoice.ts';
import { settleAttempt } from './settle.ts';

/**
 * An account as it would be, played by the rules themselves: its state after what was foreseen so far, and the lines of
 * the bills that are not paid yet. What is read off it cannot differ from what the books will do, as long as nobody changes
 * anything before and every payment succeeds. Cover, mails and codes are left out: no boundary looks at them.
 */
export interface Paper {
  readonly state: BillingState;
  readonly lines: readonly InvoiceLine[];
}

/** One coming boundary, carried out on paper; nothing is paid yet. */
export interface PaperStep extends BoundaryStep {
  readonly action: Boundary;
  /** When it will be: what is overdue is done now. */
  readonly at: Instant;
}

export const onPaper = (state: BillingState): Paper => ({ state, lines: [] });

/** What will move money or plans, earliest first. */
export const dueBoundaries = (state: BillingState, { settings }: Pick<RuleContext, 'settings'>): Boundary[] =>
  dueActions(state, settings).filter(isBoundary);

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
 * What the store works out from the paid bills of a subscription's period (billing.md §2.2, 4; §2.3). A period that a
 * change began is not changed once more on paper: so the credit that its bill gave, and the bills it came from, are left out.
 */
const periodOf = (before: BillingState, subscription: Subscription, paid: readonly Invoice[]) => {
  const { id, currentPeriodStart, currentPeriodEnd } = subscription;
  const bills = paid.filter((invoice) => invoice.subscriptionId === id && isWithin(invoice, subscription));
  const earlier = before.subscriptions.find((candidate) => candidate.id === id);
  const isSame = earlier?.currentPeriodStart === currentPeriodStart && earlier.currentPeriodEnd === currentPeriodEnd;
  const codes = bills.flatMap(({ couponCode }) => couponCode ?? []);
  return {
    taxCents: bills.reduce((sum, { taxCents }) => sum + taxCents, isSame ? (before.periodTaxCents[id] ?? 0) : 0),
    coupons: isSame ? [...(before.periodCoupons[id] ?? []), ...codes] : codes,
  };
};

/** The account after a decision, as if it were stored and loaded again: what is paid is loaded no more. */
const afterWrites = ({ state, lines: made }: Paper, writes: BillingWrites): Paper => {
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

const afterPayment = (paper: Paper, attemptId: string, context: RuleContext, now: Instant): Paper => {
  const succeeded = { kind: 'succeeded', intentRef: '', chargeRef: '' } as const;
  return afterWrites(paper, settleAttempt(paper.state, attemptId, succeeded, { ...context, now }, now).writes);
};

/** The account once a decision is carried out and the bill it made is paid. */
export const afterPaid = (
  state: BillingState,
  { writes, invoice }: { readonly writes: BillingWrites; readonly invoice: Invoice | null },
  context: RuleContext,
): Paper => {
  const decided = afterWrites(onPaper(state), writes);
  if (invoice?.status !== 'open') return decided;
  const draft = startDraft(decided.state, context);
  const { id } = startAttempt(draft, invoice, true, context.now);
  return afterPayment(afterWrites(decided, finish(draft)), id, context, context.now);
};

/** The account as the next order finds it: a challenge left open is ended before, and gives back what it held (api.md §0.1). */
export const afterChallenges = (state: BillingState, context: RuleContext): BillingState =>
  state.attempts
    .filter(({ status, invoiceId }) => status === 'requires_action' && invoiceId !== null)
    .reduce((before, { id }) => {
      const ended = settleAttempt(before, id, { kind: 'canceled', intentRef: '' }, context, context.now);
      return afterWrites(onPaper(before), ended.writes).state;
    }, state);

/** Whose boundary it is; a payment that is tried again is its plan's. */
export const subjectOf = (state: BillingState, { kind, id }: Boundary): string | null =>
  kind === 'retry' ? (state.invoices.find((invoice) => invoice.id === id)?.subscriptionId ?? null) : id;

/**
 * A coupon left nothing of this bill, and will be used up: the first charge of its plan is yet to come. Where it never is
 * used up there will be none.
 */
export const isFreeForNow = ({ state }: Paper, { subscriptionId, totalCents, couponCode }: Invoice): boolean =>
  totalCents === 0 &&
  state.discounts.some(
    (discount) =>
      discount.subscriptionId === subscriptionId && discount.code === couponCode && discount.cyclesLeft !== null,
  );

/** What a boundary does at its moment. */
export const stepTo = ({ state }: Paper, action: Boundary, context: RuleContext): PaperStep => {
  const at = Math.max(context.now, action.at);
  return { ...runBoundary(state, action, { ...context, now: at }, at), action, at };
};

/** The account behind a boundary, with what it charges paid. */
export const afterStep = (paper: Paper, { at, writes, attemptId }: PaperStep, context: RuleContext): Paper => {
  const played = afterWrites(paper, writes);
  return attemptId === null ? played : afterPayment(played, attemptId, context, at);
};
