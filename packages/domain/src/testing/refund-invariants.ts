import { taxOn } from '@foyer/contract/vocabulary/money';
import type { Attempt } from '../state/entities.ts';
import { type AccountBooks, chargedAndCredited, lostCentsOf, tiedTo } from './account-books.ts';

type Report = (invariant: string, what: string) => void;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const refundsOf = (books: AccountBooks, { id }: Attempt) =>
  books.refunds.filter((refund) => refund.attemptId === id && refund.status !== 'failed');

/** Amount returned of a payment, by card and as credit with tax, and the maximum. */
const backOf = (books: AccountBooks, attempt: Attempt): { backCents: number; mostCents: number } => {
  const invoice = books.allInvoices.find((candidate) => candidate.id === attempt.invoiceId);
  const refundedCents = sum(refundsOf(books, attempt).map(({ amountCents }) => amountCents));
  if (!invoice) return { backCents: refundedCents, mostCents: attempt.amountCents };
  const { chargedCents, creditedCents } = chargedAndCredited(books, invoice);
  return {
    backCents: refundedCents + creditedCents + taxOn(creditedCents, invoice.taxRatePpm),
    mostCents: Math.max(chargedCents + taxOn(chargedCents, invoice.taxRatePpm), attempt.amountCents),
  };
};

/** Cash that left other than by refund of a payment, less what returned. */
export const takenOtherwise = ({ ledger }: AccountBooks): number =>
  sum(
    ledger.map(({ kind, amountCents }) => {
      if (['refund.returned', 'payment.kept', 'payment.dispute_won'].includes(kind)) return -amountCents;
      return ['credit.paid_out', 'payment.dispute_lost', 'refund.borne'].includes(kind) ? amountCents : 0;
    }),
  );

/** Checks that tax given back was collected before: the booked tax of an account is never negative (I9). */
export const checkTaxKept = ({ ledger }: AccountBooks, report: Report): void => {
  const keptCents = sum(
    ledger.map(({ debit, credit, amountCents }) => {
      if (credit === 'tax_payable') return amountCents;
      return debit === 'tax_payable' ? -amountCents : 0;
    }),
  );
  if (keptCents < 0) report('I9', `${-keptCents} of tax given back that was never collected`);
};

/**
 * Checks that refunds of a payment exceed neither the payment nor its tax. After a full refund all its tax is refunded,
 * unless a change credited some.
 */
export const checkRefunds = (books: AccountBooks, report: Report): void => {
  for (const attempt of books.attempts) {
    const refunds = refundsOf(books, attempt);
    const invoice = books.allInvoices.find((candidate) => candidate.id === attempt.invoiceId);
    if (refunds.length === 0 || !invoice) continue;
    const amountCents = sum(refunds.map((refund) => refund.amountCents));
    const taxCents = sum(refunds.map((refund) => refund.taxCents));
    if (amountCents > attempt.amountCents) report('I5', `${attempt.id}: ${amountCents} given back`);
    const { backCents, mostCents } = backOf(books, attempt);
    // Tax is rounded for each part.
    if (backCents > mostCents + 1)
      report('I9', `${attempt.id}: ${backCents} of ${mostCents} back, by card and as credit`);
    if (taxCents > invoice.taxCents) report('I5', `${attempt.id}: ${taxCents} of ${invoice.taxCents} tax given back`);
    const cameBackAsCredit = tiedTo(books, invoice).some((tied) => tied.taxCents < 0);
    const whole =
      amountCents === attempt.amountCents && attempt.amountCents === invoice.totalCents && !cameBackAsCredit;
    if (whole && taxCents !== invoice.taxCents) report('I5', `${attempt.id}: tax ${taxCents} of ${invoice.taxCents}`);
    for (const refund of refunds)
      if (refund.taxCents < 0 || refund.taxCents > refund.amountCents)
        report('I5', `${refund.id}: tax ${refund.taxCents}`);
  }
};

/**
 * Checks that an amount lost in a dispute is not refunded as well (decision 14). The bank may take back refunded money,
 * so only later refunds are checked.
 */
export const checkDisputedNotRefunded = (before: AccountBooks, after: AccountBooks, report: Report): void => {
  for (const attempt of after.attempts) {
    const lostCents = lostCentsOf(before, attempt.id);
    if (lostCents === 0) continue;
    const { backCents, mostCents } = backOf(after, attempt);
    if (backCents > backOf(before, attempt).backCents && backCents + lostCents > mostCents + 2)
      report('I9', `${attempt.id}: ${backCents} back, and ${lostCents} lost, of ${mostCents}`);
  }
};
