import { iso } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Command } from './command.ts';
import { byOf, given, invoice, listed, signedLike } from './parts.ts';

const by = signedLike('"goodwill, ticket 4711"');
const refund = { what: 'what the payment provider calls it, as "refunds list" shows it', example: 're_3N…' };

/** Refunds that were made at the payment provider and fit into no payment by themselves (decision 19). */
export const refundCommands: Readonly<Record<string, Command>> = {
  'refunds list': {
    summary: 'Show the refunds made at the payment provider that fit into no payment and wait for a decision',
    options: {},
    run: async (operator) =>
      listed(
        'Refunds that wait',
        await operator.listUnplacedRefunds(),
        ({ foundAt, gatewayRef, amountCents, receipt, email, accountId }) => [
          [
            `  ${iso(foundAt)}`,
            gatewayRef,
            formatCents(amountCents),
            receipt ?? 'of a payment that is not in the books',
            email ?? accountId ?? '',
          ]
            .join('  ')
            .trimEnd(),
        ],
      ),
  },
  'refunds book': {
    summary: 'Book one as a refund of what paid a receipt, within what is left of that payment',
    options: { refund, invoice, ...by },
    refusals: { not_found: 'There is no such refund in "refunds list", or no such invoice.' },
    run: async (operator, values) => {
      const { id, amountCents } = await operator.bookUnplacedRefund(
        given(values, 'refund'),
        given(values, 'invoice'),
        byOf(values),
      );
      return [`${formatCents(amountCents)} is booked as a refund of ${given(values, 'invoice')} (${id}).`];
    },
  },
  'refunds from-credit': {
    summary: 'Book one as account credit that was paid out: the customer had the money as credit already',
    options: { refund, ...by },
    refusals: {
      nothing_left: 'The account has no credit.',
      more_than_left: 'That is more credit than the account has.',
    },
    run: async (operator, values) => {
      const taken = await operator.takeRefundFromCredit(given(values, 'refund'), byOf(values));
      const left = formatCents(Math.max(0, -taken.balanceCents));
      return [`${formatCents(taken.amountCents)} is taken off the credit.`, `Credit of the account now: ${left}.`];
    },
  },
  'refunds dismiss': {
    summary: 'Let one go: the customer keeps the money, and it counts as a gift of yours',
    options: { refund, ...by },
    run: async (operator, values) => {
      const { amountCents, isInBooks } = await operator.dismissRefund(given(values, 'refund'), byOf(values));
      return isInBooks
        ? [`${formatCents(amountCents)} counts as a gift.`]
        : ['It waits no longer. Its payment is not in the books, so nothing was booked.'];
    },
  },
};
