import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { InvoiceFigures } from '../pricing/price-invoice.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Invoice, InvoiceLine, Subscription } from './entities.ts';
import {
  afterStep,
  dueBoundaries,
  isFreeForNow,
  onPaper,
  type Paper,
  type PaperStep,
  stepTo,
  subjectOf,
} from './on-paper.ts';
import { creditShares } from './use-credit.ts';

/** The next thing that will be charged: an open invoice that is tried again, or a renewal that is not written yet. */
export type NextCharge =
  | { readonly kind: 'retry'; readonly at: Instant; readonly invoice: Invoice }
  | {
      readonly kind: 'renewal';
      readonly at: Instant;
      readonly subscription: Subscription;
      readonly draft: {
        readonly description: string;
        readonly couponCode: string | null;
        readonly lines: readonly InvoiceLine[];
      };
      readonly figures: InvoiceFigures;
    };

const figures = (invoice: Invoice): InvoiceFigures => ({
  subtotalCents: invoice.subtotalCents,
  discountCents: invoice.discountCents,
  taxCents: invoice.taxCents,
  totalCents: invoice.totalCents,
  creditAppliedCents: invoice.creditAppliedCents,
  creditAddedCents: invoice.creditAddedCents,
  carriedCents: invoice.carriedCents,
  amountDueCents: invoice.amountDueCents,
  balanceAfterCents: invoice.balanceAfterCents,
});

const billOf = ({ writes }: PaperStep): Invoice | undefined => writes.invoices.find(({ id }) => writes.created.has(id));

/** The bill that a boundary makes on paper is the estimate, so the two cannot differ. */
const renewalOf = ({ state }: Paper, step: PaperStep): NextCharge | null => {
  const { action, writes } = step;
  const subscription = state.subscriptions.find((candidate) => candidate.id === action.id);
  const invoice = billOf(step);
  if (!subscription || !invoice || invoice.totalCents <= 0) return null;
  const lines = writes.lines.filter((line) => line.invoiceId === invoice.id);
  const draft = { description: invoice.description, couponCode: invoice.couponCode, lines };
  return { kind: 'renewal', at: step.at, subscription, draft, figures: figures(invoice) };
};

/** An open invoice as the card will be asked for it: credit that came since is used first. Null where credit pays it. */
const chargedNext = ({ state: { account } }: Paper, invoice: Invoice, { settings }: RuleContext): Invoice | null => {
  const { usedCents, carriedCents, dueCents } = creditShares(invoice, account.balanceCents, settings);
  if (dueCents === 0) return null;
  return {
    ...invoice,
    creditAppliedCents: invoice.creditAppliedCents + usedCents,
    carriedCents: invoice.carriedCents + carriedCents,
    amountDueCents: dueCents,
    balanceAfterCents: account.balanceCents + usedCents + carriedCents,
  };
};

/** Some years of free months beside a few other plans: what comes later than that is of no use to anybody today. */
const LONGEST = 400;

/** A year beside four monthly plans: what every answer can afford. */
const NEAR = 60;

/** Whose charge it is: one of a subscription's, or a bill of none. */
const subjectOfCharge = (charge: NextCharge): string =>
  charge.kind === 'renewal' ? charge.subscription.id : (charge.invoice.subscriptionId ?? charge.invoice.id);

/** What is charged, boundary by boundary, until each subscription's next one has been looked at. */
function* chargesOf(state: BillingState, context: RuleContext): Generator<NextCharge> {
  let paper = onPaper(state);
  // Each subscription's next boundary is looked at; behind it, what is free stays free, but for what a coupon made so.
  const waiting = new Set(dueBoundaries(state, context).map(({ id }) => id));
  const told = new Set<string>();
  let longest = LONGEST;
  for (let steps = 0; steps < longest; steps += 1) {
    // Without credit, later bills of what was told already change nobody's figures: they are not played.
    const isEven = paper.state.account.balanceCents === 0;
    const due = dueBoundaries(paper.state, context).filter(
      (boundary) => !isEven || !told.has(subjectOf(paper.state, boundary) ?? boundary.id),
    );
    const [action] = due;
    if (!action || !due.some(({ id }) => waiting.has(id))) return;
    const owed = action.kind === 'retry' && paper.state.invoices.find((candidate) => candidate.id === action.id);
    const invoice = owed && chargedNext(paper, owed, context);
    const step = stepTo(paper, action, context);
    const charge: NextCharge | null = invoice ? { kind: 'retry', at: step.at, invoice } : renewalOf(paper, step);
    if (charge) {
      yield charge;
      told.add(subjectOfCharge(charge));
      longest = NEAR;
    }
    const bill = billOf(step);
    if (!bill || !isFreeForNow(paper, bill)) waiting.delete(action.id);
    paper = afterStep(paper, step, context);
  }
}

/**
 * The next charge of each subscription, which is its open bill where it has one, and of each open bill of none, earliest
 * first (readings 2.7), priced as the invoices will be unless something changes before. What lies behind a year of four
 * monthly plans is left out where there is an earlier one.
 */
export const nextCharges = (state: BillingState, context: RuleContext): readonly NextCharge[] => {
  const first = new Map<string, NextCharge>();
  for (const charge of chargesOf(state, context)) {
    const subject = subjectOfCharge(charge);
    if (!first.has(subject)) first.set(subject, charge);
  }
  return [...first.values()];
};
