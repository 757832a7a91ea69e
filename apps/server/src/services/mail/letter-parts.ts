import type { Receipt, Subscription } from '@foyer/contract/api/shapes';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { cardBrandName } from '@foyer/contract/vocabulary/plans';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import type { Letter } from './layout.ts';

/** Everything a billing letter may speak of, as the customer sees it in the portal. */
export interface LetterFacts {
  readonly firstName: string;
  readonly receipt: Receipt | null;
  readonly subscription: Subscription | null;
  readonly cardText: string | null;
  /** As they were when the mail was caused. */
  readonly facts: MailFacts;
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
export const day = (at: string | number | null | undefined): string =>
  at == null ? '' : dateFormat.format(new Date(at));

export const cardText = (brand: string, last4: string | null): string | null =>
  last4 === null ? null : `${cardBrandName(brand)} •••• ${last4}`;

const row = (shown: boolean, label: string, cents: number): (readonly [string, string])[] =>
  shown ? [[label, formatCents(cents)]] : [];

/** The lines of the receipt's page. */
export const figures = (receipt: Receipt): Letter['rows'] => [
  ...receipt.items.map((item): [string, string] => [item.description, formatCents(item.amountCents)]),
  ['Subtotal', formatCents(receipt.subtotal)],
  ...row(receipt.coupon !== null, `Coupon ${receipt.coupon?.code}`, -(receipt.coupon?.discount ?? 0)),
  [`Tax (${receipt.taxRatePercentage}%)`, formatCents(receipt.tax)],
  ...row(receipt.creditTendered > 0, 'Account credit', -receipt.creditTendered),
  ...row(receipt.creditTendered < 0, 'Small amount from before', -receipt.creditTendered),
  ...row(receipt.creditAdded > 0, 'Added to your account credit', receipt.creditAdded),
  ['Total', formatCents(receipt.amount)],
];

export const greeting = (name: string, text: string): string =>
  name === '' ? text : `${name}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
