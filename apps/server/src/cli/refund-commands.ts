import { iso } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Command } from './command.ts';
import { byOf, given, listed, receipt, signedLike } from './parts.ts';

const by = signedLike('"goodwill, ticket 4711"');
const refund = { what: 'id of the refund at the payment provider, as "refunds list" shows it', example: 're_3N…' };

/** Commands for refunds made at the payment gateway that match no payment (decision 19). */
export const refundCommands: Readonly<Record<string, Command>> = {
  'refunds list': {
    summary: 'Show refunds made at the payment provider that match no payment and wait for a decision',
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
            receipt ??
              (accountId === null ? 'of a payment that is not in the books' : 'of a payment that was kept as credit'),
            email ?? accountId ?? '',
          ]
            .join('  ')
            .trimEnd(),
        ],
      ),
  },
  'refunds book': {
    summary: 'Book a refund made at the payment provider against a receipt, within what is left of its payment',
    options: { refund, receipt, ...by },
    run: async (operator, values) => {
      const { id, amountCents } = await operator.bookUnplacedRefund(
        given(values, 'refund'),
        given(values, 'receipt'),
        byOf(values),
      );
      return [`${formatCents(amountCents)} is booked as a refund of ${given(values, 'receipt')} (${id}).`];
    },
  },
  'refunds from-credit': {
    summary: 'Book a refund made at the payment provider as paid-out account credit, which the customer had already',
    options: { refund, ...by },
    run: async (operator, values) => {
      const taken = await operator.takeRefundFromCredit(given(values, 'refund'), byOf(values));
      const left = formatCents(Math.max(0, -taken.balanceCents));
      return [`${formatCents(taken.amountCents)} is taken off the credit.`, `Credit of the account now: ${left}.`];
    },
  },
  'refunds dismiss': {
    summary: 'Dismiss a refund made at the payment provider: the customer keeps the money, and you bear the loss',
    options: { refund, ...by },
    run: async (operator, values) => {
      const { amountCents, isInBooks } = await operator.dismissRefund(given(values, 'refund'), byOf(values));
      return isInBooks
        ? [`Refund ${given(values, 'refund')} is dismissed: ${formatCents(amountCents)} counts as a gift.`]
        : [`Refund ${given(values, 'refund')} is dismissed. Its payment is not in the books, so nothing was booked.`];
    },
  },
};
