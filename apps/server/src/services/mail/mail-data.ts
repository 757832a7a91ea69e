import type { Receipt } from '@foyer/contract/api/receipt';
import type { Subscription } from '@foyer/contract/api/shapes';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { cardBrandName } from '@foyer/contract/vocabulary/plans';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { type Decline, declineIn } from '@foyer/domain/billing/decline-words';
import { describedIn } from '@foyer/domain/billing/describe';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import { formatDay } from '@foyer/domain/dates/format-day';
import type { MailContent } from './layout.ts';
import { type MailWords, mailWords } from './words/words.ts';

/** What is held, by its name: all that most mails say of a subscription. */
export type Holding = Pick<Subscription, 'id' | 'product' | 'type'> & {
  readonly plan: Pick<Subscription['plan'], 'name'>;
  /** A legacy plan renews, and gets no updates and no help any more (LG-02). */
  readonly isLegacy?: boolean;
};

/** Everything a billing mail may speak of, as the customer sees it in the portal. */
export interface MailTemplateData {
  readonly firstName: string;
  readonly receipt: Receipt | null;
  readonly holding: Holding | null;
  readonly cardText: string | null;
  /** As they were when the mail was caused. */
  readonly facts: MailFacts;
}

/** How a mail speaks: the words of one language, and its way to write days and money. */
export interface Formatters {
  readonly words: MailWords['billing'];
  /** Nothing for a day that is not known. */
  readonly day: (at: string | number | null | undefined) => string;
  readonly money: (cents: number) => string;
  readonly percent: (rate: number) => string;
  /** Why a card was declined; the provider's words are English. */
  readonly decline: (decline: Decline, providerWords: string) => string;
  /** What was bought, as it was frozen on the bill. */
  readonly described: (description: string) => string;
  /** The first sentence, with the name of whom it is for. */
  readonly greeting: (name: string, text: string) => string;
}

export const formattersFor = (language: Language): Formatters => {
  const locale = locales[language];
  const words = mailWords[language].billing;
  return {
    words,
    day: (at) => (at == null ? '' : formatDay(typeof at === 'string' ? Date.parse(at) : at, language)),
    money: (cents) => formatCents(cents, { locale }),
    percent: (rate) => rate.toLocaleString(locale),
    decline: (decline, providerWords) => declineIn(language, decline, providerWords),
    described: (description) => describedIn(language, description),
    greeting: (name, text) => (name === '' ? text : words.greeting(isolated(name), text)),
  };
};

export const cardText = (brand: string, last4: string | null): string | null =>
  last4 === null ? null : `${cardBrandName(brand)} •••• ${last4}`;

/** The lines of the receipt's page. */
export const figures = (
  receipt: Receipt,
  { words: { figures: words }, money, percent }: Formatters,
): NonNullable<MailContent['rows']> => {
  const row = (shown: boolean, label: string, cents: number): (readonly [string, string])[] =>
    shown ? [[label, money(cents)]] : [];
  return [
    ...receipt.items.map((item): [string, string] => [item.description, money(item.amountCents)]),
    ...row(true, words.subtotal, receipt.subtotal),
    ...row(receipt.coupon !== null, words.coupon(receipt.coupon?.code ?? ''), -(receipt.coupon?.discount ?? 0)),
    ...row(true, words.tax(percent(receipt.taxRatePercentage)), receipt.tax),
    ...row(receipt.creditTendered > 0, words.credit, -receipt.creditTendered),
    ...row(receipt.creditTendered < 0, words.carried, -receipt.creditTendered),
    ...row(receipt.creditAdded > 0, words.added, receipt.creditAdded),
    ...row(true, words.total, receipt.amount),
  ];
};

/** The same under the number of the receipt. */
export const receiptRows = (receipt: Receipt, formatters: Formatters): NonNullable<MailContent['rows']> => [
  [formatters.words.figures.receipt, receipt.invoice ?? ''],
  ...figures(receipt, formatters),
];
