import type { Instant } from '@foyer/contract/vocabulary/instants';
import { taxOn } from '@foyer/contract/vocabulary/money';
import { priceById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import type { InvoiceFigures } from '../pricing/price-invoice.ts';
import { isChargeable, renews } from '../subscription/status.ts';
import type { RuleContext } from './draft.ts';
import type { BillingState, Invoice, Subscription } from './entities.ts';
import { figuresOf, type InvoiceDraft } from './open-invoice.ts';
import { fullPeriodInvoice, planAndPrice } from './renewal-invoice.ts';

/** The next thing that will be charged: an open invoice that is tried again, or a renewal that is not written yet. */
export type NextCharge =
  | { readonly kind: 'retry'; readonly at: Instant; readonly invoice: Invoice }
  | {
      readonly kind: 'renewal';
      readonly at: Instant;
      readonly subscription: Subscription;
      readonly draft: InvoiceDraft;
      readonly figures: InvoiceFigures;
    };

const goingToPay = (state: BillingState, context: RuleContext, subscription: Subscription): boolean => {
  const chargeable = isChargeable(state, context.settings);
  if (!renews(subscription, chargeable)) return false;
  return subscription.status === 'active' || subscription.status === 'trialing';
};

/** Price of the next period, by what is scheduled for it; null when the next boundary charges nothing. */
const nextPrice = (state: BillingState, context: RuleContext, subscription: Subscription) => {
  const scheduled = state.changes.find(
    (change) =>
      change.subscriptionId === subscription.id && change.mode === 'period_end' && change.status === 'pending',
  );
  const price = priceById(context.catalogue, scheduled?.toPriceId ?? subscription.priceId);
  const unitAmountCents = scheduled ? (price?.amountCents ?? 0) : subscription.unitAmountCents;
  return { price, unitAmountCents, quantity: scheduled?.toQuantity ?? subscription.quantity };
};

/** What the next renewal of one subscription costs with today's address, tax included and before credit; null when nothing will be charged. */
export const renewalCents = (state: BillingState, context: RuleContext, subscription: Subscription): number | null => {
  if (!goingToPay(state, context, subscription)) return null;
  const { unitAmountCents, quantity } = nextPrice(state, context, subscription);
  const net = unitAmountCents * quantity;
  return net === 0 ? null : net + taxOn(net, state.taxRatePpm);
};

/** The earliest coming charge of the account (`estimatedNextReceipt`), priced as the invoice will be unless something changes before. */
export const nextCharge = (state: BillingState, context: RuleContext): NextCharge | null => {
  const retries = state.invoices.flatMap((invoice): NextCharge[] =>
    invoice.status === 'open' && invoice.nextAttemptAt !== null
      ? [{ kind: 'retry', at: invoice.nextAttemptAt, invoice }]
      : [],
  );
  const renewals = state.subscriptions.flatMap((subscription): NextCharge[] => {
    const at = subscription.status === 'trialing' ? subscription.trialEnd : subscription.currentPeriodEnd;
    const { price, unitAmountCents, quantity } = nextPrice(state, context, subscription);
    if (at === null || !price || unitAmountCents === 0 || !goingToPay(state, context, subscription)) return [];
    const { plan } = planAndPrice(context, { ...subscription, priceId: price.id });
    const reason = subscription.status === 'trialing' ? 'trial_end' : 'renewal';
    const draft = fullPeriodInvoice(
      plan,
      price,
      { unitAmountCents, quantity },
      reason,
      at,
      addMonths(at, price.intervalMonths),
    );
    return [{ kind: 'renewal', at, subscription, draft, figures: figuresOf(state, context.settings, draft) }];
  });
  return [...retries, ...renewals].sort((a, b) => a.at - b.at)[0] ?? null;
};
