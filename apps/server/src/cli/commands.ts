import { resolve } from 'node:path';
import { iso } from '@foyer/contract/vocabulary/instants';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { CREDIT_MAX_CENTS } from '@foyer/contract/vocabulary/operator-roles';
import type { OffSale } from '@foyer/domain/catalogue/off-sale';
import type { Command, Lines, Refusals } from './command.ts';
import { couponCommands } from './coupon-commands.ts';
import { customerCommands } from './customer-commands.ts';
import { failedHookLines, hookCommands } from './hook-commands.ts';
import { operatorCommands } from './operator-commands.ts';
import { account, byOf, counted, given, invoice, listed, signedLike } from './parts.ts';
import type { OptionSpec, Values } from './read-arguments.ts';
import { refundCommands } from './refund-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';

const by = signedLike('"double order, ticket 4711"');

/** A part of what there is: the books say how much that is, this only how long a number may be. */
const part: OptionSpec = {
  what: 'a part, in cents; all that is left when absent',
  example: '500',
  most: 1_000_000_00,
  optional: true,
};

const cents = (values: Values): number => Number(given(values, 'cents'));
const partOf = (values: Values): number | null => (values.cents === undefined ? null : cents(values));
const ended = (ids: readonly string[]): Lines => ids.map((id) => `Subscription ${id} has ended.`);

const refundLine = (status: 'sending' | 'succeeded' | 'failed', amount: string, id: string, why: string | null) => {
  switch (status) {
    case 'succeeded':
      return `Refunded ${amount} (${id}).`;
    case 'failed':
      return `Nothing was refunded (${id}): ${why ?? 'no reason was given'}.`;
    case 'sending':
      return `The gateway has not answered (${id}). The server asks again for ${amount} under the same key; do not repeat the command.`;
    default:
      return status satisfies never;
  }
};

const offSaleOf = (what: string, ids: readonly string[], holders: string): Lines =>
  ids.length === 0 ? [] : [`No longer sold: ${what} ${ids.join(', ')}. ${holders}.`];

const review = { what: 'id of the review, as "reviews list" shows it', example: 'exr_01J…' };

const became = ({ applied, released }: { applied: readonly string[]; released: readonly string[] }): Lines => [
  ...applied.map((name) => `${name} is on the account now.`),
  ...released.map((name) => `${name} was given back unused.`),
];

/** Nothing is taken from anybody by an import; who imported the wrong folder reads here what they took off sale. */
const offSaleLines = ({ plans, intervals, maintenanceExtensions, promotions }: OffSale): Lines => [
  ...offSaleOf(
    'plans',
    plans,
    'Who has one keeps it, with its features, and renews at their price. Prepaid codes for it still work',
  ),
  ...offSaleOf('intervals', intervals, 'Who pays by one goes on with it, at their price'),
  ...offSaleOf('maintenance extensions', maintenanceExtensions, 'What was bought stays'),
  ...offSaleOf(
    'promotions',
    promotions,
    'Who has one keeps what it gave; one on hold for an export review is still given',
  ),
];

const untaxedLines = (places: readonly string[]): Lines =>
  places.length === 0
    ? []
    : [
        `No longer taxed at a rate of their own: ${places.join(', ')}. New receipts there have the tax of the state or country around, if it has one, else none.`,
      ];

/** Everything an operator can do. Amounts are whole cents, because a misplaced point must not cost a hundredfold. */
export const commands: Readonly<Record<string, Command>> = {
  'import-catalogue': {
    summary: 'Check and import the catalogue and the tax rates; servers that run take them over within seconds',
    options: {
      folder: {
        what: 'the folder with plans, features, maintenance, promotions and tax-rates, each .yaml',
        example: 'catalog',
      },
      ...by,
    },
    run: async (operator, values) => {
      // as a whole path, which a mistake in the folder is told with
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
    summary: 'Give credit to an account; open receipts are paid with it first',
    options: {
      account,
      cents: { what: 'the amount in cents', example: '1500', most: CREDIT_MAX_CENTS },
      again: {
        what: 'with "yes" also where the account was given the same amount within the hour; "no" when absent',
        example: 'yes',
        words: ['yes', 'no'],
        optional: true,
      },
      ...by,
    },
    run: async (operator, values) => {
      const repeats = values.again === 'yes' ? 'meant' : 'refused within the hour';
      const granted = await operator.grantCredit(given(values, 'account'), cents(values), byOf(values), repeats);
      const paid = granted.uses.filter(({ isPaid }) => isPaid).map(({ id }) => `Invoice ${id} is paid with it.`);
      const left = formatCents(Math.max(0, -granted.balanceCents));
      return [`Granted ${formatCents(cents(values))}.`, ...paid, `Credit of the account now: ${left}.`];
    },
  },
  'credit pay-out': {
    summary: 'Note that you paid credit back by other means: this moves no money. For closed accounts too',
    options: { account, cents: { ...part, what: 'a part of the credit, in cents; all of it when absent' }, ...by },
    refusals: {
      nothing_left: 'The account has no credit.',
      more_than_left: 'That is more credit than the account has.',
    },
    run: async (operator, values) => {
      const paidOut = await operator.payOutCredit(given(values, 'account'), partOf(values), byOf(values));
      const { amountCents, balanceCents } = paidOut;
      const left = formatCents(Math.max(0, -balanceCents));
      return [`${formatCents(amountCents)} of credit is noted as paid back.`, `Credit of the account now: ${left}.`];
    },
  },
  'networks lift': {
    summary: 'Let a customer sign in from any network again who limited it to some; they are told by mail',
    options: { account, ...by },
    refusals: { done_already: 'They can sign in from any network already.' },
    run: async (operator, values) => {
      await operator.liftNetworks(given(values, 'account'), byOf(values));
      return ['They can sign in from any network again.'];
    },
  },
  'two-step lift': {
    summary:
      'Turn two-step authentication off for a customer who lost it; they are signed out and told by mail. First check who asks: docs/support-identity.md',
    options: { account, ...signedLike('"ticket 4711, checks A and B"') },
    refusals: { done_already: 'Two-step authentication is off already.' },
    run: async (operator, values) => {
      await operator.liftTwoStep(given(values, 'account'), byOf(values));
      return ['Two-step authentication is off. The customer is signed out everywhere and gets a mail.'];
    },
  },
  refund: {
    summary: 'Give back what an invoice was paid with, or a part of it; the subscription is not touched',
    options: { invoice, cents: part, ...by },
    run: async (operator, values) => {
      const refund = await operator.refund(given(values, 'invoice'), partOf(values), byOf(values));
      return [refundLine(refund.status, formatCents(refund.amountCents), refund.id, refund.errorMessage)];
    },
  },
  void: {
    summary: 'Void an open invoice: nothing is owed, and the subscription that waited for it ends',
    options: { invoice, ...by },
    run: async (operator, values) => {
      const { invoiceId, endedSubscriptions } = await operator.voidInvoice(given(values, 'invoice'), byOf(values));
      return [`Invoice ${invoiceId} is void.`, ...ended(endedSubscriptions)];
    },
  },
  'write-off': {
    summary: 'Give an open invoice up as uncollectible; the customer may still pay it',
    options: { invoice, ...by },
    run: async (operator, values) => {
      const { invoiceId, endedSubscriptions } = await operator.writeOff(given(values, 'invoice'), byOf(values));
      return [`Invoice ${invoiceId} is written off.`, ...ended(endedSubscriptions)];
    },
  },
  due: {
    summary: 'Show what is due, and which payments, refunds, mails and messages to products hang',
    options: {
      until: {
        what: 'as seen from that moment; now when absent',
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
          : [`  Not among them, because they live by a sandbox clock of their own: ${counted(list.onSandboxClock)}`]),
        ...listed('Payments without an answer', list.undecidedAttempts, ({ sentAt, id, status }) => [
          `  ${iso(sentAt)}  ${id}  ${status}`,
        ]),
        ...listed('Refunds without an answer', list.undecidedRefunds, ({ sentAt, id }) => [`  ${iso(sentAt)}  ${id}`]),
        ...listed('Mails given up', list.failedMails, ({ failedAt, id, template }) => [
          `  ${iso(failedAt)}  ${id}  ${template}`,
        ]),
        ...failedHookLines(list),
      ];
    },
  },
  redrive: {
    summary: 'Put a mail or a message to a product that was given up back into the queue',
    options: { job: { what: 'id of the job, as "due" shows it', example: '0199…' }, ...by },
    run: async (operator, values) => {
      await operator.redrive(given(values, 'job'), byOf(values));
      return ['It is in the queue again.'];
    },
  },
  'reviews list': {
    summary: 'Show the export reviews that wait, oldest first, and what is kept for them',
    options: {},
    run: async (operator) =>
      listed('Export reviews that wait', await operator.listReviews(), ({ openedAt, id, email, reason, held }) => [
        `  ${iso(openedAt)}  ${id}  ${email ?? ''}  ${reason}`,
        ...held.map(({ kind, name }) => `    kept: ${kind} ${name}`),
      ]),
  },
  'reviews clear': {
    summary: 'Clear an export review: downloads are free, what was kept is carried out, the customer is told',
    options: { review, ...by },
    run: async (operator, values) => [
      'The review is cleared.',
      ...became(await operator.clearReview(given(values, 'review'), byOf(values))),
    ],
  },
  'reviews deny': {
    summary: 'Deny an export review: what was kept is given back unused, the customer is told',
    options: { review, ...by },
    run: async (operator, values) => [
      'The review is denied.',
      ...became(await operator.denyReview(given(values, 'review'), byOf(values))),
    ],
  },
  ...refundCommands,
  ...operatorCommands,
  ...customerCommands,
  ...couponCommands,
  ...subscriptionCommands,
  ...hookCommands,
};

/** Why a command was refused, in words for the person who typed it. */
export const refusals: Refusals = {
  not_found: 'There is nothing of that name.',
  not_paid: 'The invoice was not paid by card, so there is nothing to give back.',
  not_open: 'The invoice is decided already.',
  undecided: 'The gateway is being asked at this moment. Try again when it has answered.',
  nothing_left: 'Nothing is left to give back: it was refunded, or it became account credit.',
  more_than_left: 'That is more than is left of the payment.',
  amount_not_positive: 'The amount must be above zero.',
  account_closed: 'The account is closed.',
  unknown_plan: 'There is no such plan on sale.',
  batch_not_valid: 'There can be no such codes: the kind, the plan and the length do not go together.',
  not_scope: 'Perpetual licences and maintenance are of scope plans, and this is none.',
  free_plan: 'This plan is free: a code for it would give nothing.',
  end_not_ahead: 'The codes would be over before they begin: --until must lie ahead.',
  job_not_failed: 'There is no mail and no message of that id that was given up.',
  done_already: 'This was done already.',
  mail_outdated: 'It was made for an address that the customer no longer has.',
  unknown_role: 'Roles are support, billing, catalogue and admin, separated by commas.',
  not_an_address: 'This is not an e-mail address.',
  address_changed: 'The address of this customer was changed meanwhile. Look at it again.',
  address_taken: 'There is an operator of this address already.',
  second_step_needed: 'The roles admin and billing need two-step authentication: leave --second-step away.',
  review_decided: 'This review is decided already.',
  another_account: 'The receipt is another customer’s.',
  granted_before:
    'The account was given the same amount within the hour, so nothing was granted. If it is meant once more, add --again yes.',
  not_in_books: 'The payment it belongs to is not in the books: book it against a receipt, or dismiss it.',
};
