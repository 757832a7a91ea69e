import type { Catalogue, Plan, Price } from '../catalogue/catalogue.ts';
import { planById, priceById } from '../catalogue/catalogue.ts';
import { periodBoundary, periodIndexAt } from '../dates/months.ts';
import type { RuleContext } from '../decision/draft.ts';
import type { Subscription } from '../state/entities.ts';
import { describePrice } from './describe.ts';
import type { InvoiceDraft } from './open-invoice.ts';

/**
 * Finds plan and price of a subscription. Throws if they are missing: the catalogue keeps every price that was ever
 * sold.
 */
export const planAndPrice = (
  context: Pick<RuleContext, 'catalogue'>,
  subscription: Subscription,
): { plan: Plan; price: Price } => {
  const price = priceById(context.catalogue, subscription.priceId);
  const plan = price && planById(context.catalogue, price.planId);
  if (!price || !plan)
    throw new Error(
      `subscription ${subscription.id}: price ${subscription.priceId} or its plan is not in the catalogue`,
    );
  return { plan, price };
};

/** Builds the invoice of one full period: purchase, renewal, or the first period after a trial or promotion. */
export const fullPeriodInvoice = (
  catalogue: Pick<Catalogue, 'families'>,
  plan: Plan,
  price: Price,
  subscription: Pick<Subscription, 'unitAmountCents' | 'quantity'>,
  reason: InvoiceDraft['reason'],
  periodStart: number,
  periodEnd: number,
): InvoiceDraft => ({
  reason,
  ...describePrice(catalogue, plan, price),
  periodStart,
  periodEnd,
  lines: [
    {
      kind: 'recurring',
      ...describePrice(catalogue, plan, price),
      quantity: subscription.quantity,
      unitAmountCents: subscription.unitAmountCents,
      grossCents: subscription.unitAmountCents * subscription.quantity,
      periodStart,
      periodEnd,
      priceId: price.id,
      sourceLineId: null,
    },
  ],
});

/** Period that begins at a boundary. */
export interface NextPeriod {
  readonly cycleIndex: number;
  readonly start: number;
  readonly end: number;
  /** Periods missed in an outage. They are logged and never charged (D8). */
  readonly skipped: number;
}

/** Next period to invoice: the one that contains `now`, so that an outage never causes several charges (INV-11). */
export const nextPeriod = (subscription: Subscription, intervalMonths: number, now: number): NextPeriod => {
  const next = subscription.cycleIndex + 1;
  const cycleIndex = Math.max(next, periodIndexAt(subscription.billingAnchor, intervalMonths, now));
  return {
    cycleIndex,
    start: periodBoundary(subscription.billingAnchor, intervalMonths, cycleIndex),
    end: periodBoundary(subscription.billingAnchor, intervalMonths, cycleIndex + 1),
    skipped: cycleIndex - next,
  };
};
