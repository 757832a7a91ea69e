import type { Receipt } from '@foyer/contract/api/receipt';
import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import { cardBrandName } from '@foyer/contract/vocabulary/cards';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { formatDay } from '@foyer/domain/dates/format-day';
import type { ReceiptBrand, ReceiptDocument } from './ports.ts';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';

/** Texts of a language, and its formats of days, money and countries. */
interface Formatters {
  readonly words: ReceiptWords;
  readonly day: (instant: string) => string;
  readonly money: (cents: number) => string;
  readonly percent: (rate: number) => string;
  readonly country: (code: string) => string;
}

const formattersFor = (language: Language): Formatters => {
  const locale = locales[language];
  const countries = new Intl.DisplayNames([locale], { type: 'region' });
  return {
    words: receiptWords[language],
    day: (instant) => formatDay(Date.parse(instant), language),
    money: (cents) => formatCents(cents, { locale }),
    percent: (rate) => rate.toLocaleString(locale),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
  };
};

const joined = (parts: readonly string[], by: string): string => parts.filter(Boolean).join(by);

/**
 * Lines of an address in the order of its country, with the country, because a file is forwarded. Direction marks are
 * removed, because adapters/receipt-text.ts reorders words itself.
 */
const addressLines = (address: Address, { country }: Formatters): readonly string[] =>
  [
    joined([address.firstName, address.lastName], ' '),
    address.organization,
    address.addressLine1,
    address.addressLine2,
    ...townLines(address),
    country(address.country),
  ]
    .map(withoutHidden)
    .filter(Boolean);

const when = (receipt: Receipt, { words, day, money }: Formatters): string => {
  const { processedDate, nextPaymentAttemptOn, createdDate, refundedCents } = receipt;
  if (processedDate)
    return joined(
      [words.processed(day(processedDate)), refundedCents > 0 ? words.inAllRefunded(money(refundedCents)) : ''],
      ' · ',
    );
  return nextPaymentAttemptOn ? words.estimated(day(nextPaymentAttemptOn)) : words.issued(day(createdDate));
};

const cardOf = ({ cardBrand, cardLast4 }: Receipt): string => `${cardBrandName(cardBrand)} •••• ${cardLast4}`;

/** Colour of a status, as on the page (PY-05). */
const toneOf = (status: NonNullable<Receipt['status']>): NonNullable<ReceiptDocument['status']>['tone'] => {
  if (status === 'Paid') return 'ok';
  return status === 'Payment Failed' || status === 'Unpaid' ? 'bad' : 'plain';
};

/** Totals for each refund with its date, and the amount that remains. */
const refunded = (receipt: Receipt, { words, day, money }: Formatters): ReceiptDocument['totals'] => {
  if (receipt.refundedCents === 0) return [];
  const back = receipt.refunds.filter(({ status }) => status === 'succeeded');
  return [
    ...back.map(({ date, amount }) => ({
      label: words.refunded(day(date)),
      reason: words.toCard(cardOf(receipt)),
      value: money(-amount),
    })),
    { label: words.afterRefunds, value: money(receipt.amountAfterRefunds), due: true },
  ];
};

/** Notes about refunds that no total contains: undecided and failed ones. */
const notes = (receipt: Receipt, { words, day, money }: Formatters): string[] =>
  receipt.refunds.flatMap(({ status, amount, date }) => {
    if (status === 'succeeded') return [];
    const describe = status === 'sending' ? words.refundBegun : words.refundFailed;
    return describe(money(amount), day(date), cardOf(receipt));
  });

/** Lines from the items to the total, in the order and with the signs of the page. */
const totals = (receipt: Receipt, formatters: Formatters): ReceiptDocument['totals'] => {
  const { words, money, percent } = formatters;
  const { subtotal, coupon, tax, creditTendered, creditAdded, amount, isPaid, cardLast4, taxPlace } = receipt;
  return [
    { label: words.subtotal, value: money(subtotal) },
    ...(coupon ? [{ label: words.coupon(coupon.code), value: money(-coupon.discount) }] : []),
    { label: words.tax(withoutHidden(taxPlace), percent(receipt.taxRatePercentage)), value: money(tax) },
    ...(creditTendered === 0
      ? []
      : [{ label: creditTendered > 0 ? words.creditUsed : words.carried, value: money(-creditTendered) }]),
    ...(creditAdded > 0 ? [{ label: words.creditAdded, value: money(creditAdded) }] : []),
    { label: words.total, value: money(amount), due: true },
    ...(isPaid && cardLast4 ? [{ label: words.paidWith, value: cardOf(receipt) }] : []),
    ...refunded(receipt, formatters),
  ];
};

const blocks = (
  { payee, payeeAddress, billTo, invoice, createdDate }: Receipt,
  formatters: Formatters,
): ReceiptDocument['blocks'] => {
  const { labels } = formatters.words;
  return [
    [{ label: labels.payee, lines: [payee, ...payeeAddress] }],
    ...(billTo ? [[{ label: labels.billedTo, lines: addressLines(billTo, formatters) }]] : []),
    [
      ...(invoice ? [{ label: labels.invoice, lines: [invoice] }] : []),
      { label: labels.issued, lines: [formatters.day(createdDate)] },
    ],
  ];
};

/**
 * Makes the document of a receipt with the texts and figures of its page (PY-04, PY-07). `amount` is the amount
 * charged.
 */
export const receiptDocument = (receipt: Receipt, brand: ReceiptBrand, language: Language): ReceiptDocument => {
  const formatters = formattersFor(language);
  const { words, day, money } = formatters;
  return {
    language,
    brand,
    size: receipt.billTo === null || receipt.billTo.country === 'US' ? 'LETTER' : 'A4',
    issuedAt: new Date(receipt.createdDate),
    title: joined([words.receipt, receipt.invoice ?? ''], ' '),
    status: receipt.status && { text: words.statuses[receipt.status], tone: toneOf(receipt.status) },
    amount: money(receipt.amount),
    when: when(receipt, formatters),
    blocks: blocks(receipt, formatters),
    columns: words.columns,
    items: receipt.items.map(({ quantity, description, amount, periodStart, periodEnd }) => ({
      quantity: String(quantity || 1),
      description,
      period: periodStart && periodEnd ? words.period(day(periodStart), day(periodEnd)) : null,
      amount: money(amount),
    })),
    totals: totals(receipt, formatters),
    notes: notes(receipt, formatters),
    footer: brand.supportEmail ? words.questions(brand.supportEmail, receipt.invoice) : null,
  };
};
