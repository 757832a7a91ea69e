import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '../decision/draft.ts';
import type { InvoiceFigures } from '../invoices/price-invoice.ts';
import { canChargeSucceed } from '../payments/dunning.ts';
import { creditShares } from '../payments/use-credit.ts';
import type { BillingState, Described, Invoice, InvoiceLine, Subscription } from '../state/entities.ts';
import {
  afterStep,
  dueBoundaries,
  isFreeForNow,
  type SimulatedBoundary,
  type Simulation,
  simulateBoundary,
  startSimulation,
  subjectOf,
} from './simulation.ts';

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

const createdInvoice = ({ writes }: SimulatedBoundary): Invoice | undefined =>
  writes.invoices.find(({ id }) => writes.created.has(id));

/** Charge of a simulated boundary. The billing rules make the invoice, so the estimate equals the later one. */
const renewalOf = ({ state }: Simulation, step: SimulatedBoundary): NextCharge | null => {
  const { action, writes } = step;
  const subscription = state.subscriptions.find((candidate) => candidate.id === action.id);
  const invoice = createdInvoice(step);
  if (!subscription || !invoice || invoice.totalCents <= 0) return null;
  const lines = writes.lines.filter((line) => line.invoiceId === invoice.id);
  const { description, descriptionParts, couponCode } = invoice;
  const draft = { description, descriptionParts, couponCode, lines };
  return { kind: 'renewal', at: step.at, subscription, draft, figures: figures(invoice) };
};

/**
 * Open invoice with the amount the card will be charged. New credit is used first. Null if credit pays all of it. Null
 * also without a card, where cards are not accepted and after a hard decline, because the retry slots then pass without
 * a charge.
 */
const chargedNext = ({ state }: Simulation, invoice: Invoice, { settings }: RuleContext): Invoice | null => {
  const { usedCents, carriedCents, dueCents } = creditShares(invoice, state.account.balanceCents, settings);
  if (dueCents === 0 || !canChargeSucceed(state, invoice, settings)) return null;
  return {
    ...invoice,
    creditAppliedCents: invoice.creditAppliedCents + usedCents,
    carriedCents: invoice.carriedCents + carriedCents,
    amountDueCents: dueCents,
    balanceAfterCents: state.account.balanceCents + usedCents + carriedCents,
  };
};

/** Maximum of simulated boundaries: some years of free months next to a few other plans. */
const MAX_BOUNDARIES = 400;

/** Lower maximum once a charge was found: a year next to four monthly plans. */
const MAX_AFTER_CHARGE = 60;

/** Id of the subscription of a charge, or of the invoice if it has none. */
const subjectOfCharge = (charge: NextCharge): string =>
  charge.kind === 'renewal' ? charge.subscription.id : (charge.invoice.subscriptionId ?? charge.invoice.id);

/** Simulates boundary by boundary and yields charges, until the next boundary of each subscription was simulated. */
function* chargesOf(state: BillingState, context: RuleContext): Generator<NextCharge> {
  let simulation = startSimulation(state);
  // Only the next boundary of each subscription matters: a free plan stays free after it. An invoice that a coupon lowered
  // to 0 does not count as its next one.
  const waiting = new Set(dueBoundaries(state, context).map(({ id }) => id));
  const charged = new Set<string>();
  let limit = MAX_BOUNDARIES;
  for (let steps = 0; steps < limit; steps += 1) {
    // Without credit, later invoices of a subscription do not affect others, so they are skipped.
    const isEven = simulation.state.account.balanceCents === 0;
    const due = dueBoundaries(simulation.state, context).filter(
      (boundary) => !isEven || !charged.has(subjectOf(simulation.state, boundary) ?? boundary.id),
    );
    const [action] = due;
    if (!action || !due.some(({ id }) => waiting.has(id))) return;
    const owed = action.kind === 'retry' && simulation.state.invoices.find((candidate) => candidate.id === action.id);
    const invoice = owed && chargedNext(simulation, owed, context);
    const step = simulateBoundary(simulation, action, context);
    const charge: NextCharge | null = invoice ? { kind: 'retry', at: step.at, invoice } : renewalOf(simulation, step);
    if (charge) {
      yield charge;
      charged.add(subjectOfCharge(charge));
      limit = MAX_AFTER_CHARGE;
    }
    const created = createdInvoice(step);
    if (!created || !isFreeForNow(simulation, created)) waiting.delete(action.id);
    simulation = afterStep(simulation, step, context);
  }
}

/**
 * Next charge of each subscription (its open invoice, if there is one) and of each open invoice without a subscription,
 * earliest first. Amounts equal those of the later invoices if nothing changes. Once a charge was found, only `MAX_AFTER_CHARGE`
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
