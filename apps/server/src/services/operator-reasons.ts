import { formatCents } from '@foyer/contract/vocabulary/money';
import { vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
import type { OperatorRefusal, OperatorRefusalDetail } from '@foyer/domain/operator-refusal';
import type { RefusalSubject, Refused } from './refused.ts';

interface Facts {
  readonly subject: RefusalSubject;
  readonly amounts: OperatorRefusalDetail['amounts'];
  readonly field: string | null | undefined;
}

/** Word for each kind of object in messages. */
const subjectWords: Readonly<Record<RefusalSubject['type'], string>> = {
  account: 'account',
  catalogue: 'catalogue',
  endpoint: 'endpoint',
  coupon_batch: 'batch',
  invoice: 'receipt',
  job: 'job',
  list: 'list',
  mail: 'mail',
  message: 'message',
  operator: 'operator',
  payment: 'payment',
  plan: 'plan',
  refund: 'refund',
  request: 'request',
  review: 'review',
  subscription: 'subscription',
  vendor_key: 'key',
};

/** Words for the identifier of an object that is found by more than its id. */
const identifiers: Partial<Record<RefusalSubject['type'], string>> = {
  account: 'id or email address',
  invoice: 'id or number',
  endpoint: 'product',
  list: 'name',
  operator: 'email address',
};

const notFound = ({ subject: { type } }: Facts): string =>
  `no ${subjectWords[type]} has this ${identifiers[type] ?? 'id'}. Check it.`;

const nothingLeft = ({ subject: { type } }: Facts): string =>
  type === 'invoice'
    ? 'nothing is left to refund: the payment was refunded, or it became account credit.'
    : 'the account has no credit.';

const moreThanLeft = ({ subject: { type }, amounts }: Facts): string => {
  const left = formatCents(amounts?.leftCents ?? 0);
  const requested = formatCents(amounts?.requestedCents ?? 0);
  switch (type) {
    case 'refund':
      return `it is ${requested}, and only ${left} is left to book it against. Decide it another way.`;
    case 'account':
      return `the account has ${left} of credit, and ${requested} was requested. Lower the amount, or leave it out.`;
    default:
      return `${left} is left of the payment, and ${requested} was requested. Lower the amount, or leave it out.`;
  }
};

const reasons: Readonly<Record<OperatorRefusal, string | ((facts: Facts) => string)>> = {
  not_found: notFound,
  not_paid: 'the receipt was not paid by card, so there is nothing to refund. Check the number.',
  not_open: 'the receipt is not open: it was paid, voided or written off. Nothing was changed.',
  undecided:
    'the payment provider is still being asked about a payment. Try again in a few minutes. If page Work or "due" lists the payment as given up, ask the provider there first.',
  nothing_left: nothingLeft,
  more_than_left: moreThanLeft,
  amount_not_positive: 'the amount must be above zero.',
  account_closed: 'the account is closed, so nothing was changed.',
  account_closing: 'the account is being closed. If the customer wants to stay, ask them to save a card first.',
  unknown_plan: 'this plan is not on sale. Check its id in the catalogue.',
  batch_not_valid: ({ field }) =>
    `${field} is not valid. A term needs months, a perpetual licence has none, a discount needs 1 to 100 percent.`,
  no_maintenance: 'the product of this plan has no perpetual licences and no maintenance.',
  free_plan: 'this plan is free, so a code for it would give nothing. Choose another plan.',
  end_not_ahead: 'the codes would end before they begin. Give a later end.',
  job_not_failed:
    'no failed mail, message or removal of a card has this id. It may be in the queue again; check the list of failed ones.',
  not_given_up: 'it was not given up: it is decided, or the server still asks about it every five minutes.',
  other_gateway:
    'the payment provider does not know the newest payment in the books. Use the settings of the server. Nothing was changed.',
  already_queued: 'the message is in the queue already, and is sent without a command.',
  done_already: 'this is already done, so nothing was changed.',
  mail_outdated: 'the mail was made for an email address that the customer no longer has, so it is not sent again.',
  unknown_scope: `the scopes are ${vendorScopeNames.join(', ')}.`,
  external_id_differs: 'it does not have this external id. "external-id show" shows the one that it has.',
  unknown_role: 'the roles are support, billing, catalogue and admin.',
  not_an_address: 'this is not an email address. Give one such as jo@vendor.example.',
  address_changed: 'the address of this customer was changed meanwhile. Look at it again.',
  address_taken: 'an operator with this email address already exists. Disable that one first.',
  second_step_needed: 'the roles admin and billing need two-step authentication.',
  review_decided: 'this review is already decided, so nothing was changed.',
  another_account: 'the receipt belongs to another customer. Name one of the customer who got the refund.',
  granted_before: 'the account got the same amount within the last hour, so nothing was granted.',
  not_requested: 'this is no open request for a plan by agreement: it was accepted, withdrawn or never one.',
  email_not_verified:
    'the email address of this customer is not verified. Ask the customer to verify it, then accept again.',
  prepaid_held: 'the customer has prepaid time of this product. End it first, or wait for its end.',
  not_in_books: 'the payment of this refund is not in the books: book it against a receipt, or dismiss it.',
};

/** Code of a refusal. A response has none for NOT_FOUND. */
export const refusalCodeOf = ({ type, detail: { code } }: Refused): OperatorRefusal | null => {
  const word = type === 'NOT_FOUND' ? 'not_found' : code;
  return typeof word === 'string' && Object.hasOwn(reasons, word) ? (word as OperatorRefusal) : null;
};

/**
 * Reason of a refused operator command, or null for a refusal of another caller. Begins in lower case, because the
 * command line puts the command and its ids before it.
 */
export const operatorReasonOf = (refused: Refused): string | null => {
  const { subject, amounts, field } = refused.detail;
  const code = refusalCodeOf(refused);
  if (!subject || !code) return null;
  const reason = reasons[code];
  return typeof reason === 'string' ? reason : reason({ subject, amounts, field });
};

/** Sentence of a refused operator call, which names the object: `Receipt R-000123: …`. Null as above. */
export const operatorSentenceOf = (refused: Refused): string | null => {
  const { subject } = refused.detail;
  const reason = operatorReasonOf(refused);
  if (!subject || reason === null) return null;
  const word = subjectWords[subject.type];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${subject.id}: ${reason}`;
};
