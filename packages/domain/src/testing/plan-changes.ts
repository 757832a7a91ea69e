import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Order, quoteOrder } from '../orders/order.ts';
import type { BillingState } from '../state/entities.ts';
import { aCatalogue } from './catalogue.ts';
import { Customer } from './customer.ts';
import { text } from './moments.ts';

/** Customer who bought and paid a plan at `when`. */
export const buyerAt = (
  intervalId: string,
  when: Instant,
  state: Partial<BillingState> = {},
  catalogue = aCatalogue(),
): Customer => {
  const ada = new Customer(when, state, catalogue);
  ada.buy(intervalId);
  return ada;
};

/** Figures of the last invoice, and the balance and period after it. */
export const figuresOf = (ada: Customer) => {
  const invoice = ada.lastInvoice;
  const lines = ada.books.lines.filter((line) => line.invoiceId === invoice.id);
  return {
    lines: lines.map((line) => [line.kind, line.amountCents]),
    net: invoice.subtotalCents,
    tax: invoice.taxCents,
    added: invoice.creditAddedCents,
    carried: invoice.carriedCents,
    due: invoice.amountDueCents,
    balance: ada.books.account.balanceCents,
    period: `${text(ada.subscription.currentPeriodStart)} … ${text(ada.subscription.currentPeriodEnd)}`,
  };
};

const sumsOf = (dueCents: number | undefined, lines: readonly { readonly amountCents: number }[]): string =>
  JSON.stringify([dueCents, lines.map(({ amountCents }) => amountCents)]);

/** Quotes, places and pays a change. Throws if the charge differs from the quote (BY-03). */
export const changePlan = (ada: Customer, intervalId: string, overrides: Partial<Order> = {}) => {
  const order = ada.order(intervalId, { subscription: ada.subscription, ...overrides });
  const quoted = quoteOrder(ada.books, order, ada.context);
  const placed = ada.buy(intervalId, order);
  if (!quoted.ok) throw new Error(quoted.type);
  const [quotedSums, chargedSums] = [quoted.value, placed].map(({ invoice, lines }) =>
    sumsOf(invoice?.amountDueCents, lines),
  );
  if (quotedSums !== chargedSums) throw new Error(`quoted ${quotedSums}, charged ${chargedSums}`);
  return figuresOf(ada);
};
