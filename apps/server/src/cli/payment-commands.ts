import { formatCents } from '@foyer/contract/vocabulary/money';
import type { AskedPayment } from '../services/operator/ask-payment.ts';
import type { Command, Outcome } from './command.ts';
import { byOf, given, signedLike } from './parts.ts';

const moneyBackLines = (moneyBack: AskedPayment['moneyBack']): string[] => {
  if (moneyBack?.kind === 'unread')
    return ['Its refunds could not be read. Run "reconcile --since" with the day of the payment.'];
  if (!moneyBack?.refundedCents) return [];
  const refunded = `${formatCents(moneyBack.refundedCents)} of it was refunded at the payment provider`;
  return [
    moneyBack.kind === 'booked'
      ? `${refunded}, and that is booked too. End the subscription if it must not go on.`
      : `${refunded}, and that is not booked. Decide with: npm run foyer -- refunds list`,
  ];
};

const outcomeOf = (id: string, { status, amountCents, outcome, problem, moneyBack }: AskedPayment): Outcome => {
  const amount = formatCents(amountCents);
  switch (status) {
    case 'succeeded':
      return {
        code: moneyBack?.kind === 'booked' ? 0 : 1,
        out: [`Payment ${id} succeeded: ${amount} was taken and is booked.`, ...moneyBackLines(moneyBack)],
      };
    case 'declined':
    case 'errored':
    case 'canceled':
      return {
        code: 0,
        out: [`Payment ${id} took nothing (${status}). A bill that is still open is charged again as usual.`],
      };
    case 'sending':
    case 'requires_action':
    case 'processing':
      return {
        code: 1,
        out: [
          outcome === null
            ? `payments ask ${id}: the payment provider gave no answer${problem === null ? '' : ` (${problem})`}. Nothing was changed; run it again later. After a restore, run "reconcile" first.`
            : `payments ask ${id}: the payment provider has not decided about ${amount} yet (${outcome}). Run it again later.`,
        ],
      };
    default:
      return status satisfies never;
  }
};

/** Commands for payments that recovery gave up (INV-12). */
export const paymentCommands: Readonly<Record<string, Command>> = {
  'payments ask': {
    summary: 'Ask the payment provider about a payment that was given up after seven days, and book its answer',
    options: {
      payment: { what: 'id of the payment, as "due" shows it', example: 'att_01J…' },
      ...signedLike('"looked at it in the pages of the provider"'),
    },
    run: async (operator, values) => {
      const id = given(values, 'payment');
      return outcomeOf(id, await operator.askPayment(id, byOf(values)));
    },
  },
};
