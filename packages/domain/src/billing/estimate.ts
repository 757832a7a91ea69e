import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { InvoiceFigures } from '../pricing/price-invoice.ts';
import type { RuleContext } from './draft.ts';
import { type DueAction, dueActions } from './due.ts';
import type { BillingState, Invoice, InvoiceLine, Subscription } from './entities.ts';
import { runAction } from './run-due.ts';

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

/** Plays a coming boundary through, on paper: the invoice it would make is the estimate, so the two cannot differ. */
const foresee = (state: BillingState, context: RuleContext, action: DueAction): NextCharge[] => {
  const subscription = state.subscriptions.find((candidate) => candidate.id === action.id);
  const { writes } = runAction(state, action, { ...context, now: action.at }, action.at);
  const invoice = writes.invoices.find((candidate) => writes.created.has(candidate.id));
  if (!subscription || !invoice || invoice.totalCents <= 0) return [];
  const lines = writes.lines.filter((line) => line.invoiceId === invoice.id);
  const draft = { description: invoice.description, couponCode: invoice.couponCode, lines };
  return [{ kind: 'renewal', at: action.at, subscription, draft, figures: figures(invoice) }];
};

/** The earliest coming charge of the account (`estimatedNextReceipt`), priced as the invoice will be unless something changes before. */
export const nextCharge = (state: BillingState, context: RuleContext): NextCharge | null => {
  for (const action of dueActions(state, context.settings)) {
    const invoice = state.invoices.find((candidate) => candidate.id === action.id);
    if (action.kind === 'retry' && invoice) return { kind: 'retry', at: action.at, invoice };
    if (action.kind !== 'trial_end' && action.kind !== 'period_end') continue;
    const [charge] = foresee(state, context, action);
    if (charge) return charge;
  }
  return null;
};
