import { iso } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { ParkReason } from '@foyer/domain/orders/book-lost-payment';
import { GatewayRejected, GatewayUnavailable } from '../services/billing/ports.ts';
import type { By } from '../services/operator/ports.ts';
import {
  type AlreadyReconciled,
  type BeginsTooLate,
  type CardResult,
  isStillLost,
  type PaymentResult,
  type Reconciled,
  type ReconcileRefusal,
  type RefundResult,
} from '../services/operator/reconcile.ts';
import type { Command, Lines, Outcome } from './command.ts';
import { byOf, given, listed, signedLike } from './parts.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

const DECIDE =
  'Refund it in the pages of the payment provider, or "reconcile keep" or "reconcile dismiss" it; then run reconcile again';

/** Reasons for which an operator decides about a payment. */
const parkReasons: Readonly<Record<ParkReason, string>> = {
  no_purpose: 'it does not say what it is for, because an earlier release made it',
  no_account: 'its account is not in the books, or closed',
  no_subscription: 'its subscription is not in the books, or has ended',
  paid_otherwise: 'its period has another payment in the books',
  period_over: 'its period is over in the books',
  other_amount: 'the books expect another amount for its period',
  not_orderable: 'the same order has another amount now, or is not possible',
  no_rule: 'a change of plan or an extension is not repeated',
};

const otherResults = {
  found: 'not in the books',
  booked: 'booked',
  in_books: 'already in the books',
  refunded: 'it was refunded in full, and no rule can book it, so nothing is left to do',
  kept: 'an operator has kept it as account credit',
  dismissed: 'an operator has dismissed it',
  waits: 'not in the books. It is booked when its period begins; run reconcile again then',
} as const;

const resultLine = (result: PaymentResult): string =>
  Object.hasOwn(otherResults, result)
    ? otherResults[result as keyof typeof otherResults]
    : `parked: ${parkReasons[result as ParkReason]}. ${DECIDE}`;

const refundResults: Readonly<Record<RefundResult, string>> = {
  found: 'not in the books',
  booked: 'booked',
  with_payment: 'waits for its payment. It counts as soon as that is booked or kept; run reconcile again then',
  of_kept: 'its payment was kept as account credit before. Decide with: npm run foyer -- refunds list',
  parked: 'it matches no payment, or is more than is left of it. Decide with: npm run foyer -- refunds list',
};

const cardResults: Readonly<Record<CardResult, string>> = {
  found: 'not in the books',
  saved: 'put on file',
  in_books: 'already in the books',
  changed: 'not put on file, because the customer has saved another card meanwhile',
  no_account: 'only named. Nothing charges it; remove it at the payment provider if you like',
};

const refusals: Readonly<Record<ReconcileRefusal, string>> = {
  no_time:
    'reconcile: the database was not restored from a backup. Name the begin of the comparison: --since 2026-11-20',
  future:
    'reconcile: a time of --since or --restored-from is in the future. Name the time of the backup. Nothing was changed.',
  other_gateway:
    'reconcile: the payment provider does not know the newest payment in the books. Run it with the settings of the server. Nothing was changed.',
};

const linesOf = (done: Reconciled, isApplied: boolean): string[] => [
  ...done.lost.map(({ payment: { ref, amountCents, purpose, createdAt }, result }) => {
    const about = [purpose?.receiptNumber, purpose?.reason, purpose && `account ${purpose.accountId}`];
    const facts = [iso(createdAt), formatCents(amountCents), ...about.filter(Boolean)];
    return `payment ${ref} (${facts.join(', ')}): ${resultLine(result)}.`;
  }),
  ...done.otherAmounts.map(
    ({ payment, attempt }) =>
      `payment ${payment.ref}: ${formatCents(payment.amountCents)} at the payment provider, ${formatCents(attempt.amountCents)} in the books (${attempt.id}, account ${attempt.accountId}). Compare both.`,
  ),
  ...done.givenUp.map(
    ({ id, accountId, amountCents }) =>
      `payment ${id} (${formatCents(amountCents)}, account ${accountId}): taken, and undecided in the books for seven days. Book it with: npm run foyer -- payments ask --payment ${id}`,
  ),
  ...done.unknown.map(
    ({ id, accountId, amountCents, gatewayIntentRef }) =>
      `payment ${id} (${formatCents(amountCents)}, account ${accountId}): the payment provider has no such payment (${gatewayIntentRef ?? 'no id'}). Look for it there.`,
  ),
  ...done.refunds.map(
    ({ refund, result }) =>
      `refund ${refund.refundRef} (${formatCents(refund.amountCents)} of ${refund.intentRef}): ${refundResults[result]}.`,
  ),
  ...done.returnedRefunds.map(
    ({ refundRef, amountCents, intentRef }) =>
      `refund ${refundRef} (${formatCents(amountCents)} of ${intentRef}): the bank has returned it${isApplied ? '. It is booked back; pay it to the customer another way' : ', and it is not booked back'}.`,
  ),
  ...done.disputes.map(({ intentRef, amountCents, bookedCents }) =>
    amountCents > bookedCents
      ? `dispute of payment ${intentRef} (${formatCents(amountCents)} lost): ${isApplied ? 'booked. End the subscription if it must not go on' : 'not in the books'}.`
      : `dispute of payment ${intentRef} (${formatCents(bookedCents)} lost in the books, ${formatCents(amountCents)} at the payment provider): ${isApplied ? 'booked back' : 'not booked back'}.`,
  ),
  ...done.unknownRefunds.map(
    ({ id, gatewayRef, amountCents, accountId }) =>
      `refund ${id} (${formatCents(amountCents)}, account ${accountId}): the payment provider has no refund ${gatewayRef}. Look for it there.`,
  ),
  ...done.cards.map(
    ({ card: { card, accountId, customerRef }, result }) =>
      `card ${card.gatewayRef} (${card.brand} ${card.last4}, ${accountId === null ? `customer ${customerRef}, whose account is not in the books` : `account ${accountId}`}): ${cardResults[result]}.`,
  ),
  ...done.goneCards.map(
    ({ accountId, cardRef }) =>
      `card ${cardRef} (account ${accountId}): in the books, but removed at the payment provider. Its next charge fails, and the customer is asked for another card.`,
  ),
];

/** Tells whether a difference is left that needs another run or an operator. */
const isOpen = (done: Reconciled, isApplied: boolean): boolean =>
  done.otherAmounts.length + done.givenUp.length + done.unknown.length + done.unknownRefunds.length > 0 ||
  (isApplied
    ? done.lost.some(isStillLost) || done.refunds.some(({ result }) => result !== 'booked')
    : done.lost.length +
        done.refunds.length +
        done.returnedRefunds.length +
        done.disputes.length +
        done.cards.filter(({ card }) => card.accountId !== null).length >
      0);

const alreadyReconciled = ({ reconciledAt }: AlreadyReconciled): Outcome => ({
  code: 0,
  out: [
    `The restored backup was reconciled on ${iso(reconciledAt)}, so nothing is left to do. To compare again, name the begin: --since 2026-11-20`,
  ],
});

const tooLate = ({ latestBegin }: BeginsTooLate): Outcome => ({
  code: 1,
  out: [
    `reconcile: the database was restored from a backup, so the comparison begins at ${iso(latestBegin)} or before. Leave --since out, or name an earlier time. Nothing was changed.`,
  ],
});

const outcomeOf = (done: Reconciled, isApplied: boolean): Outcome => {
  const lines = linesOf(done, isApplied);
  const { payments, refunds, cards } = done.counts;
  const isLeft = isOpen(done, isApplied);
  const isDecided = done.lost.some(({ result }) => ['kept', 'dismissed', 'refunded'].includes(result));
  const isNamedOnly = done.cards.some(({ result }) => result === 'no_account');
  const end: Lines = [
    ...(done.skippedNumbers > 0
      ? [`Receipt numbers that stay unused, because lost receipts have them or may have them: ${done.skippedNumbers}.`]
      : []),
    lines.length === 0
      ? 'Books and payment provider agree.'
      : isApplied
        ? isLeft
          ? 'Something is left to do: see above.'
          : `Every difference is booked${isDecided ? ' or decided' : ''}${isNamedOnly ? ', or only named' : ''}.`
        : `${lines.length === 1 ? '1 difference' : `${lines.length} differences`}. ${done.markedFrom === null ? 'Nothing was changed' : 'Nothing else was changed'}. To book: --apply yes`,
    ...(done.isMarked
      ? [
          ...(isApplied && !isLeft
            ? ['A payment of another comparison waits: see "reconcile list". Decide it, then run reconcile again.']
            : []),
          `Until nothing is left, the payment provider is asked before each charge.${isApplied ? '' : ' To end that: --apply yes'}`,
        ]
      : []),
  ];
  const begin = `Compared since ${iso(done.since)}: ${payments} payments, ${refunds} refunds, ${cards} saved cards at the payment provider.`;
  const marked =
    done.markedFrom === null ? [] : [`Marked: the database was restored from a state of ${iso(done.markedFrom)}.`];
  return { code: isLeft ? 1 : 0, out: [...marked, begin, ...lines, ...end] };
};

const momentOf = (values: Values, name: string): number | null =>
  values[name] === undefined ? null : Date.parse(values[name]);

/** Name and reason for the audit log. Both may be left out: the command itself says what it does. */
const signedOr = (values: Values): By =>
  byOf({ ...values, by: values.by ?? 'command line', reason: values.reason ?? 'reconcile with the payment provider' });

/** Says that the gateway gave no answer. Other errors are thrown again. */
const withoutAnswer = (error: unknown, command: string, todo: string): Outcome => {
  if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
  return { code: 1, out: [`${command}: the payment provider gave no answer (${error.message}). ${todo}`] };
};

const payment = { what: 'id of the payment at the payment provider, as "reconcile list" shows it', example: 'pi_3N…' };
const DONE_ALREADY =
  'it is decided already, or in the books since: the customer ordered again, or the period came due. Run reconcile again.';
const by = signedLike('"customer agreed, ticket 4711"');

/** Commands for payments that the books lack and no rule can book. */
const decisions: Readonly<Record<string, Command>> = {
  'reconcile list': {
    summary: 'Show payments that the books lack and that wait for a decision',
    options: {},
    run: async (operator) =>
      listed('Payments that wait', await operator.listParkedPayments(), (row) => {
        const facts = [row.gatewayRef, formatCents(row.amountCents), row.receipt, row.email ?? row.accountId];
        const why = Object.hasOwn(parkReasons, row.reason) ? parkReasons[row.reason as ParkReason] : row.reason;
        return [`  ${[iso(row.foundAt), ...facts.filter((fact) => fact !== null), why].join('  ')}`];
      }),
  },
  'reconcile keep': {
    summary:
      'Keep a payment that the books lack: it becomes account credit, which pays the next charges of its customer',
    options: { payment, ...by },
    refusals: {
      undecided:
        'a charge of this customer has no result yet, and may wait for this payment. Refund the payment at the provider, or dismiss it.',
      done_already: DONE_ALREADY,
      not_in_books:
        'its account is not in the books, so it cannot become credit. Refund it at the provider, or dismiss it.',
      nothing_left:
        'it was refunded in full at the payment provider, so nothing is left to keep. Run reconcile again, or dismiss it.',
    },
    run: async (operator, values) => {
      const ref = given(values, 'payment');
      const kept = await operator
        .keepPayment(ref, byOf(values))
        .catch((error: unknown) => withoutAnswer(error, `reconcile keep ${ref}`, 'Nothing was changed; run it again.'));
      if ('code' in kept) return kept;
      const { amountCents, refundedCents, balanceCents } = kept;
      return [
        ...(refundedCents > 0
          ? [`${formatCents(refundedCents)} of ${formatCents(amountCents)} was refunded at the payment provider.`]
          : []),
        `${formatCents(amountCents - refundedCents)} is account credit. Credit of the account now: ${formatCents(Math.max(0, -balanceCents))}.`,
        'Run reconcile again.',
      ];
    },
  },
  'reconcile dismiss': {
    summary: 'Dismiss a payment that the books lack: nothing is booked, and its period is charged as usual',
    options: { payment, ...by },
    refusals: { done_already: DONE_ALREADY },
    run: async (operator, values) => {
      const { amountCents } = await operator.dismissPayment(given(values, 'payment'), byOf(values));
      return [
        `${given(values, 'payment')} is dismissed: ${formatCents(amountCents)} is not in the books.`,
        'Run reconcile again.',
      ];
    },
  },
};

/** Commands that compare the gateway with the books after a restore (decisions 61 and 73). */
export const reconcileCommands: Readonly<Record<string, Command>> = {
  ...decisions,
  reconcile: {
    summary:
      'Compare payments, refunds and cards at the payment provider with the books after a restore, and book them',
    options: {
      apply: {
        what: 'book what the books lack; otherwise nothing is changed',
        example: 'yes',
        words: ['yes', 'no'],
        optional: true,
      },
      moved: {
        what: 'no server ran since the backup, so no receipt numbers are left out',
        example: 'yes',
        words: ['yes', 'no'],
        optional: true,
      },
      since: {
        what: 'begin of the comparison, if no backup was restored or an earlier one is meant',
        example: '2026-11-20T08:00:00Z',
        moment: true,
        optional: true,
      },
      'restored-from': {
        what: 'time of the backup, if it was not restored by "foyer restore"; marks the database',
        example: '2026-11-20T08:00:00Z',
        moment: true,
        optional: true,
      },
      reason: { ...signedLike('"restore of 20 November"').reason, optional: true },
      by: { ...signedLike('').by, optional: true },
    } as OptionSpecs,
    run: async (operator, values) => {
      const isApplied = values.apply === 'yes';
      const options = {
        since: momentOf(values, 'since'),
        restoredFrom: momentOf(values, 'restored-from'),
        isApplied,
        isMoved: values.moved === 'yes',
        by: signedOr(values),
      };
      try {
        const done = await operator.reconcile(options);
        if (typeof done === 'string') return { code: 1, out: [refusals[done]] };
        if ('latestBegin' in done) return tooLate(done);
        return 'reconciledAt' in done ? alreadyReconciled(done) : outcomeOf(done, isApplied);
      } catch (error) {
        return withoutAnswer(error, 'reconcile', 'What was booked before is whole; run it again.');
      }
    },
  },
};
