import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { InvoiceFigures } from '../pricing/price-invoice.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Described, Invoice, InvoiceLine, Subscription } from './entities.ts';
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

/** Next charge: a retry of an open invoice, or the invoice of a future renewal. */
export type NextCharge =
  | { readonly kind: 'retry'; readonly at: Instant; readonly invoice: Invoice }
  | {
      readonly kind: 'renewal';
      readonly at: Instant;
      readonly subscription: Subscription;
      readonly draft: Described & {
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

/** Charge of a simulated boundary. The billing rules make the invoice, so the estimate equals the later one. */
const renewalOf = ({ state }: Paper, step: PaperStep): NextCharge | null => {
  const { action, writes } = step;
  const subscription = state.subscriptions.find((candidate) => candidate.id === action.id);
  const invoice = billOf(step);
  if (!subscription || !invoice || invoice.totalCents <= 0) return null;
  const lines = writes.lines.filter((line) => line.invoiceId === invoice.id);
  const { description, descriptionParts, couponCode } = invoice;
  const draft = { description, descriptionParts, couponCode, lines };
  return { kind: 'renewal', at: step.at, subscription, draft, figures: figures(invoice) };
};

/** Open invoice with the amount the card will be charged. New credit is used first. Null if credit pays all of it. */
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

/** Maximum of simulated boundaries: some years of free months next to a few other plans. */
const LONGEST = 400;

/** Lower maximum once a charge was found: a year next to four monthly plans. */
const NEAR = 60;

/** Id of the subscription of a charge, or of the invoice if it has none. */
const subjectOfCharge = (charge: NextCharge): string =>
  charge.kind === 'renewal' ? charge.subscription.id : (charge.invoice.subscriptionId ?? charge.invoice.id);

/** Simulates boundary by boundary and yields charges, until the next boundary of each subscription was simulated. */
function* chargesOf(state: BillingState, context: RuleContext): Generator<NextCharge> {
  let paper = onPaper(state);
  // Only the next boundary of each subscription matters: a free plan stays free after it. A bill that a coupon lowered
  // to 0 does not count as its next one.
  const waiting = new Set(dueBoundaries(state, context).map(({ id }) => id));
  const told = new Set<string>();
  let longest = LONGEST;
  for (let steps = 0; steps < longest; steps += 1) {
    // Without credit, later invoices of a subscription do not affect others, so they are skipped.
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
 * Next charge of each subscription (its open invoice, if there is one) and of each open invoice without a subscription,
 * earliest first. Amounts equal those of the later invoices if nothing changes. Once a charge was found, only `NEAR`
 * boundaries are simulated, so charges far ahead may be missing.
 */
export const nextCharges = (state: BillingState, context: RuleContext): readonly NextCharge[] => {
  const first = new Map<string, NextCharge>();
  for (const charge of chargesOf(state, context)) {
    const subject = subjectOfCharge(charge);
    if (!first.has(subject)) first.set(subject, charge);
  }
  return [...first.values()];
};
