import type { InvoiceId } from '@foyer/contract/vocabulary/ids';
import type { RuleContext } from './draft.ts';
import { undecidedAttemptOf } from './due.ts';
import type { BillingState, Invoice } from './entities.ts';
import { afterChallenges } from './on-paper.ts';
import type { BillingSettings } from './settings.ts';
import { byAge, creditShares } from './use-credit.ts';

/** What paying a receipt takes now: its part of the account's credit, and what its card is charged. Cents. */
export interface PaymentDue {
  readonly invoiceId: InvoiceId;
  readonly creditCents: number;
  readonly amountDueCents: number;
  readonly writtenOff: boolean;
}

/** What pays for a plan comes before debts that were given up, and takes the credit first; of each, the oldest. */
const byUrgency = (a: Invoice, b: Invoice): number =>
  Number(a.status === 'uncollectible') - Number(b.status === 'uncollectible') || byAge(a, b);

/** Each with what the ones before it leave of the credit. */
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
 * Does it wait for the customer's money (PY-05)? An overdue one also where its payment waits for a word to the bank: paying
 * again ends that question. What the gateway is still working on can only be waited for.
 */
const waitsForMoney = (state: BillingState, { id, overdueAt }: Invoice): boolean => {
  const undecided = undecidedAttemptOf(state, id);
  return !undecided || (overdueAt !== null && undecided.status === 'requires_action');
};

/**
 * What Pay now takes for each receipt that waits for money, were they paid one by one (PM-09): credit first, the card the
 * rest, as `payNow` will do it. Whatever is begun ends the questions of banks first, and what those held is there again.
 */
export const paymentsDue = (state: BillingState, context: RuleContext): PaymentDue[] => {
  const after = afterChallenges(state, context);
  const waiting = after.invoices.filter(({ id }) =>
    state.invoices.some((invoice) => invoice.id === id && waitsForMoney(state, invoice)),
  );
  return oneByOne(waiting, after, context.settings);
};

/**
 * What a card that is saved now is charged at once for what is open, after credit: without what is under way, and without
 * debts that were given up, which no card is tried on by itself (billing.md §2.7, S17). Cents.
 */
export const chargedToNewCardCents = (state: BillingState, { settings }: Pick<RuleContext, 'settings'>): number => {
  const open = state.invoices.filter(({ id, status }) => status === 'open' && !undecidedAttemptOf(state, id));
  return oneByOne(open, state, settings).reduce((sum, { amountDueCents }) => sum + amountDueCents, 0);
};
