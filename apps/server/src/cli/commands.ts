import { resolve } from 'node:path';
import { iso } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { CREDIT_MAX_CENTS } from '@foyer/contract/vocabulary/operator-roles';
import type { OffSale } from '@foyer/domain/catalogue/off-sale';
import type { Command, DatabaseCommand, Lines } from './command.ts';
import { couponCommands } from './coupon-commands.ts';
import { customerCommands } from './customer-commands.ts';
import { databaseCommands } from './database-commands.ts';
import { failedHookLines, hookCommands } from './hook-commands.ts';
import { migrateCommand } from './migrate-command.ts';
import { operatorCommands } from './operator-commands.ts';
import { account, byOf, counted, given, listed, receipt, signedLike } from './parts.ts';
import { paymentCommands } from './payment-commands.ts';
import type { OptionSpec, Values } from './read-arguments.ts';
import { reconcileCommands } from './reconcile-command.ts';
import { refundCommands } from './refund-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';
import { vendorCommands } from './vendor-commands.ts';

const by = signedLike('"double order, ticket 4711"');

/** Optional amount, at most what is left. The command compares it with that; here only its digits are limited. */
const part: OptionSpec = {
  what: 'amount in cents; all that is left if omitted',
  example: '500',
  most: 1_000_000_00,
  optional: true,
};

const cents = (values: Values): number => Number(given(values, 'cents'));
const partOf = (values: Values): number | null => (values.cents === undefined ? null : cents(values));
const ended = (ids: readonly string[]): Lines => ids.map((id) => `Subscription ${id} has ended.`);

const refundLine = (status: 'sending' | 'succeeded' | 'failed', amount: string, id: string, reason: string | null) => {
  switch (status) {
    case 'succeeded':
      return `Refunded ${amount} (${id}).`;
    case 'failed':
      return `Refund ${id} failed, so nothing was refunded: ${reason ?? 'the payment provider gave no reason'}.`;
    case 'sending':
      return `Refund ${id} of ${amount}: the payment provider has not answered. The server asks it again; do not repeat the command.`;
    default:
      return status satisfies never;
  }
};

const offSaleOf = (what: string, ids: readonly string[], holders: string): Lines =>
  ids.length === 0 ? [] : [`No longer sold: ${what} ${ids.join(', ')}. ${holders}.`];

const review = { what: 'id of the review, as "reviews list" shows it', example: 'exr_01J…' };

const became = ({ applied, released }: { applied: readonly string[]; released: readonly string[] }): Lines => [
  ...applied.map((name) => `${name} is applied to the account.`),
  ...released.map((name) => `${name} is released unused.`),
];

/** Shows what an import takes off sale, so that the operator notices a wrong folder. Customers keep what they have. */
const offSaleLines = ({ plans, intervals, maintenanceExtensions, promotions }: OffSale): Lines => [
  ...offSaleOf(
    'plans',
    plans,
    'Customers who have one keep it, with its features, and renew at their price. Prepaid codes for it still work',
  ),
  ...offSaleOf('intervals', intervals, 'Customers who pay by one continue with it, at their price'),
  ...offSaleOf('maintenance extensions', maintenanceExtensions, 'Extensions that were bought stay'),
  ...offSaleOf(
    'promotions',
    promotions,
    'Customers keep what one granted; one that is held for an export review can still be granted',
  ),
];

const untaxedLines = (places: readonly string[]): Lines =>
  places.length === 0
    ? []
    : [`No tax rate any more: ${places.join(', ')}. New receipts there use the rate of the state or country, or none.`];

/**
 * All commands of operators. Amounts are whole cents, because a misplaced decimal point would change one by a factor of 100.
 */
export const commands: Readonly<Record<string, Command | DatabaseCommand>> = {
  'import-catalogue': {
    summary: 'Check and import the catalogue and the tax rates; running servers use them within seconds',
    options: {
      folder: {
        what: 'the folder with plans, features, maintenance, promotions and tax-rates, each .yaml',
        example: 'catalog',
      },
      ...by,
    },
    run: async (operator, values) => {
      // an absolute path, so that errors name it in full
      const imported = await operator.importCatalogue(resolve(given(values, 'folder')), byOf(values));
      const { plans, prices, newPrices, offSale, untaxed } = imported;
      const isNew = newPrices.length === 0 ? ', none of them new' : '';
      return [
        `Imported. On sale now: ${plans} plans, ${prices} prices${isNew}. Servers that run offer them within seconds.`,
        ...newPrices.map(({ id, amountCents }) => `New price: ${id} for ${formatCents(amountCents)}.`),
        ...offSaleLines(offSale),
        ...untaxedLines(untaxed),
      ];
    },
  },
  'grant-credit': {
    summary: 'Grant credit to an account; it pays open receipts first',
    options: {
      account,
      cents: { what: 'the amount in cents', example: '1500', most: CREDIT_MAX_CENTS },
      again: {
        what: '"yes" grants also if the account got the same amount within the last hour; "no" if omitted',
        example: 'yes',
        words: ['yes', 'no'],
        optional: true,
      },
      ...by,
    },
    run: async (operator, values) => {
      const repeats = values.again === 'yes' ? 'meant' : 'refused within the hour';
      const granted = await operator.grantCredit(given(values, 'account'), cents(values), byOf(values), repeats);
      const paid = granted.uses.filter(({ isPaid }) => isPaid).map(({ id }) => `Receipt ${id} is paid with it.`);
      const left = formatCents(Math.max(0, -granted.balanceCents));
      return [`Granted ${formatCents(cents(values))}.`, ...paid, `Credit of the account now: ${left}.`];
    },
  },
  'credit pay-out': {
    summary: 'Record that you paid credit back outside of Foyer. Moves no money; works for closed accounts too',
    options: { account, cents: { ...part, what: 'amount in cents; all credit if omitted' }, ...by },
    run: async (operator, values) => {
      const paidOut = await operator.payOutCredit(given(values, 'account'), partOf(values), byOf(values));
      const { amountCents, balanceCents } = paidOut;
      const left = formatCents(Math.max(0, -balanceCents));
      return [`${formatCents(amountCents)} of credit is recorded as paid back.`, `Credit of the account now: ${left}.`];
    },
  },
  'networks lift': {
    summary: 'Remove the network restriction of a customer, who may then sign in from any network and gets an email',
    options: { account, ...by },
    refusals: { done_already: 'this customer can already sign in from any network.' },
    run: async (operator, values) => {
      await operator.liftNetworks(given(values, 'account'), byOf(values));
      return [`${given(values, 'account')} can sign in from any network again.`];
    },
  },
  'two-step lift': {
    summary:
      'Switch off two-step authentication of a customer who lost it. Ends their sessions and sends an email. First verify the person: docs/support-identity.md',
    options: { account, ...signedLike('"ticket 4711, checks A and B"') },
    refusals: { done_already: 'two-step authentication is already off.' },
    run: async (operator, values) => {
      await operator.liftTwoStep(given(values, 'account'), byOf(values));
      return [
        `Two-step authentication of ${given(values, 'account')} is off. Their sessions have ended, and they get an email.`,
      ];
    },
  },
  refund: {
    summary: 'Refund the payment of a receipt, or a part of it; the subscription is not changed',
    options: { receipt, cents: part, ...by },
    run: async (operator, values) => {
      const refund = await operator.refund(given(values, 'receipt'), partOf(values), byOf(values));
      return [refundLine(refund.status, formatCents(refund.amountCents), refund.id, refund.errorMessage)];
    },
  },
  void: {
    summary: 'Void an open receipt: nothing is owed any more, and a subscription that waited for the payment ends',
    options: { receipt, ...by },
    run: async (operator, values) => {
      const { invoiceId, endedSubscriptions } = await operator.voidInvoice(given(values, 'receipt'), byOf(values));
      return [`Receipt ${invoiceId} is void.`, ...ended(endedSubscriptions)];
    },
  },
  'write-off': {
    summary: 'Write off an open receipt as uncollectible; the customer may still pay it',
    options: { receipt, ...by },
    run: async (operator, values) => {
      const { invoiceId, endedSubscriptions } = await operator.writeOffInvoice(given(values, 'receipt'), byOf(values));
      return [`Receipt ${invoiceId} is written off.`, ...ended(endedSubscriptions)];
    },
  },
  due: {
    summary: 'Show accounts with due work, payments and refunds without an answer, and emails and messages given up',
    options: {
      until: {
        what: 'show what is due at that time; now if omitted',
        example: '2026-12-31T00:00:00Z',
        moment: true,
        optional: true,
      },
    },
    run: async (operator, values) => {
      const list = await operator.listDue(values.until === undefined ? null : Date.parse(values.until));
      return [
        ...listed('Accounts with something due', list.accounts, ({ at, id, email }) => [
          `  ${iso(at)}  ${id}  ${email ?? ''}`.trimEnd(),
        ]),
        ...(list.onSandboxClock === 0
          ? []
          : [`  Not listed, because they are on a sandbox clock: ${counted(list.onSandboxClock)}`]),
        ...listed('Payments without an answer', list.undecidedAttempts, ({ sentAt, id, status, isGivenUp }) => [
          `  ${iso(sentAt)}  ${id}  ${status}${isGivenUp ? '  given up: decide with "payments ask"' : ''}`,
        ]),
        ...listed('Refunds without an answer', list.undecidedRefunds, ({ sentAt, id }) => [`  ${iso(sentAt)}  ${id}`]),
        ...listed('Emails given up', list.failedMails, ({ failedAt, id, template }) => [
          `  ${iso(failedAt)}  ${id}  ${template}`,
        ]),
        ...failedHookLines(list),
        ...listed('Replaced cards still at the payment provider', list.failedDetachments, (card) => [
          [`  ${iso(card.failedAt)}`, card.id, card.accountId, card.brand, card.last4]
            .filter((part) => part !== null)
            .join('  '),
        ]),
      ];
    },
  },
  redrive: {
    summary: 'Put an email, a message to a product or the removal of a card that was given up back into the queue',
    options: { job: { what: 'id of the job, as "due" shows it', example: '0199…' }, ...by },
    run: async (operator, values) => {
      await operator.retryJob(given(values, 'job'), byOf(values));
      return [`Job ${given(values, 'job')} is in the queue again.`];
    },
  },
  dismiss: {
    summary:
      'Dismiss an email, a message to a product or the removal of a card that was given up and can never succeed',
    options: { job: { what: 'id of the job, as "due" shows it', example: '0199…' }, ...by },
    run: async (operator, values) => {
      await operator.dismissJob(given(values, 'job'), byOf(values));
      return [`Job ${given(values, 'job')} is dismissed. It is not tried again.`];
    },
  },
  'retry-waiting': {
    summary: 'Make emails or messages to products due now that failed and wait for their next try',
    options: {
      kind: { what: '"mails", or "messages" to products', example: 'mails', words: ['mails', 'messages'] },
      ...signedLike('"the mail server is back"'),
    },
    run: async (operator, values) => {
      const kind = given(values, 'kind');
      const jobs = await operator.retryWaiting(kind === 'mails' ? 'mail' : 'product-hook', byOf(values));
      return [`Waiting ${kind} that are due now: ${jobs}.`];
    },
  },
  'reviews list': {
    summary: 'Show the open export reviews, oldest first, and what is held for them',
    options: {},
    run: async (operator) =>
      listed('Open export reviews', await operator.listReviews(), ({ openedAt, id, email, reason, held }) => [
        `  ${iso(openedAt)}  ${id}  ${email ?? ''}  ${reason}`,
        ...held.map(({ kind, name }) => `    held: ${kind} ${name}`),
      ]),
  },
  'reviews clear': {
    summary: 'Clear an export review: allows downloads, applies what was held, and sends the customer an email',
    options: { review, ...by },
    run: async (operator, values) => [
      `Review ${given(values, 'review')} is cleared.`,
      ...became(await operator.clearReview(given(values, 'review'), byOf(values))),
    ],
  },
  'reviews deny': {
    summary: 'Deny an export review: releases what was held unused, and sends the customer an email',
    options: { review, ...by },
    run: async (operator, values) => [
      `Review ${given(values, 'review')} is denied.`,
      ...became(await operator.denyReview(given(values, 'review'), byOf(values))),
    ],
  },
  ...paymentCommands,
  ...refundCommands,
  ...reconcileCommands,
  ...operatorCommands,
  ...customerCommands,
  ...couponCommands,
  ...subscriptionCommands,
  ...hookCommands,
  ...vendorCommands,
  ...databaseCommands,
  migrate: migrateCommand,
};
