import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { InvoiceFigures } from '../pricing/price-invoice.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Invoice, InvoiceLine, Subscription } from './entities.ts';
import { afterStep, dueBoundaries, isFreeForNow, onPaper, type Paper, type PaperStep, stepTo } from './on-paper.ts';

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

/** Some years of free months beside a few other plans: what comes later than that is of no use to anybody today. */
const LONGEST = 400;

/** The earliest coming charge of the account (`estimatedNextReceipt`), priced as the invoice will be unless something changes before. */
export const nextCharge = (state: BillingState, context: RuleContext): NextCharge | null => {
  let paper = onPaper(state);
  // Each subscription's next boundary is looked at; behind it, what is free stays free, but for what a coupon made so.
  const waiting = new Set(dueBoundaries(state, context).map(({ id }) => id));
  for (let steps = 0; steps < LONGEST; steps += 1) {
    const due = dueBoundaries(paper.state, context);
    const [action] = due;
    if (!action || !due.some(({ id }) => waiting.has(id))) return null;
    const invoice = paper.state.invoices.find((candidate) => candidate.id === action.id);
    if (action.kind === 'retry' && invoice) return { kind: 'retry', at: Math.max(context.now, action.at), invoice };
    const step = stepTo(paper, action, context);
    const charge = renewalOf(paper, step);
    if (charge) return charge;
    const bill = billOf(step);
    if (!bill || !isFreeForNow(paper, bill)) waiting.delete(action.id);
    paper = afterStep(paper, step, context);
  }
  return null;
};
