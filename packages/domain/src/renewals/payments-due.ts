import type { InvoiceId } from '@foyer/contract/vocabulary/ids';
import type { RuleContext } from '../decision/draft.ts';
import { byAge, creditShares } from '../payments/use-credit.ts';
import { undecidedAttemptOf } from '../state/due.ts';
import type { BillingState, Invoice } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { afterChallenges } from './simulation.ts';

/** Cents that paying a receipt takes now: from account credit, and from the card. */
export interface PaymentDue {
  readonly invoiceId: InvoiceId;
  readonly creditCents: number;
  readonly amountDueCents: number;
  readonly writtenOff: boolean;
}

/** Open invoices come before written-off ones and get the credit first. Each group is sorted oldest first. */
const byUrgency = (a: Invoice, b: Invoice): number =>
  Number(a.status === 'uncollectible') - Number(b.status === 'uncollectible') || byAge(a, b);

/** Computes each payment with the credit that the payments before it leave. */
const oneByOne = (
  invoices: readonly Invoice[],
  { account }: Pick<BillingState, 'account'>,
  settings: BillingSettings,
): PaymentDue[] => {
  let { balanceCents } = account;
  return invoices.toSorted(byUrgency).map((invoice) => {
    const { usedCents, carriedCents, dueCents } = creditShares(invoice, balanceCents, settings);
    balanceCents += usedCents + carriedCents;
    const writtenOff = invoice.status === 'uncollectible';
    return { invoiceId: invoice.id, creditCents: usedCents, amountDueCents: dueCents, writtenOff };
  });
};

/**
 * Tells whether an invoice waits for the customer to pay (PY-05). An overdue one does so even with an open challenge,
 * because paying again ends that. While the gateway decides, the customer can only wait.
 */
const waitsForMoney = (state: BillingState, { id, overdueAt }: Invoice): boolean => {
  const undecided = undecidedAttemptOf(state, id);
  return !undecided || (overdueAt !== null && undecided.status === 'requires_action');
};

/**
 * Amounts Pay now takes for each unpaid receipt, if they are paid one after another (PM-09). Credit first, then the
 * card, as in `payNow`. Unanswered challenges count as ended, and the credit they hold as available, because any
 * payment ends them first.
 */
export const paymentsDue = (state: BillingState, context: RuleContext): PaymentDue[] => {
  const after = afterChallenges(state, context);
  const waiting = after.invoices.filter(({ id }) =>
    state.invoices.some((invoice) => invoice.id === id && waitsForMoney(state, invoice)),
  );
  return oneByOne(waiting, after, context.settings);
};

/**
 * Cents a newly saved card is charged for open invoices at once, after credit. Leaves out undecided payments and
 * written-off debts, which are never charged automatically (S17).
 */
export const chargedToNewCardCents = (state: BillingState, { settings }: Pick<RuleContext, 'settings'>): number => {
  const open = state.invoices.filter(({ id, status }) => status === 'open' && !undecidedAttemptOf(state, id));
  return oneByOne(open, state, settings).reduce((sum, { amountDueCents }) => sum + amountDueCents, 0);
};
