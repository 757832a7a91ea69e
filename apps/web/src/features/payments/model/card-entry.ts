import type { CardBrand } from '@foyer/contract/vocabulary/cards';

/** Typed values of the card field. */
export interface CardEntry {
  number: string;
  expiry: string;
  cvc: string;
  zip: string;
}

/** Numbers of a card, as the sandbox takes them. */
export interface CardNumbers {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** Values before typing. */
export const emptyCardEntry: CardEntry = { number: '', expiry: '', cvc: '', zip: '' };

/** Returns the digits of a formatted number. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const brandsByPrefix: readonly [RegExp, CardBrand][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

/** Returns the brand for the first digits, or an empty string. Only for the icon, because the gateway decides. */
export const brandOf = (number: string): CardBrand =>
  brandsByPrefix.find(([prefix]) => prefix.test(digitsOf(number)))?.[1] ?? '';

const digitsWanted = (brand: CardBrand): number => (brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16);

/** Formats a number as `4242 4242 4242 4242`; American Express as 4-6-5. */
export const formatNumber = (text: string): string => {
  const digits = digitsOf(text).slice(0, 19);
  const groups = brandOf(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?.*$/ : null;
  if (groups) return digits.replace(groups, (_, a: string, b = '', c = '') => [a, b, c].filter(Boolean).join(' '));
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
};

/**
 * Formats a typed expiry date as `11 / 28`. A leading digit above 1 is a whole month, and a four-digit year loses its
 * century.
 */
export const formatExpiry = (text: string): string => {
  const typed = digitsOf(text);
  const whole = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 6).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  const digits = /^\d\d20\d$/.test(whole) ? whole : whole.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
};

/**
 * Faults of one part, with the messages of Stripe's field. Faults with `-short` are shown after the customer left the
 * field.
 */
export type EntryFault = 'number-short' | 'expiry-short' | 'month' | 'past' | 'cvc-short';

const expiryFault = (expiry: string, now: Date): EntryFault | null => {
  const digits = digitsOf(expiry);
  const month = Number(digits.slice(0, 2));
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'month';
  if (digits.length !== 4) return 'expiry-short';
  // valid to the end of its month
  return new Date(2000 + Number(digits.slice(2)), month) <= now ? 'past' : null;
};

const faultsOf = ({ number, expiry, cvc }: CardEntry, now: Date): Record<keyof CardEntry, EntryFault | null> => ({
  number: digitsOf(number).length < digitsWanted(brandOf(number)) ? 'number-short' : null,
  expiry: expiryFault(expiry, now),
  cvc: digitsOf(cvc).length < (brandOf(number) === 'amex' ? 4 : 3) ? 'cvc-short' : null,
  zip: null,
});

/** Returns whether all values are entered and the card has not expired. Only the gateway knows whether it is valid. */
export const isComplete = (entry: CardEntry, now: Date): boolean =>
  Object.values(faultsOf(entry, now)).every((fault) => fault === null);

/** First fault to show, with its part. Incomplete parts count only after they were left (`left`). */
export const validationError = (
  entry: CardEntry,
  left: ReadonlySet<keyof CardEntry>,
  now: Date,
): { field: keyof CardEntry; fault: EntryFault } | null => {
  const faults = faultsOf(entry, now);
  for (const field of ['number', 'expiry', 'cvc'] as const) {
    const fault = faults[field];
    if (fault && (!fault.endsWith('-short') || (left.has(field) && entry[field] !== ''))) return { field, fault };
  }
  return null;
};

/** Card values to send to the gateway. */
export const cardNumbersOf = ({ number, expiry, cvc }: CardEntry): CardNumbers => ({
  number: digitsOf(number),
  expMonth: Number(digitsOf(expiry).slice(0, 2)),
  expYear: 2000 + Number(digitsOf(expiry).slice(2)),
  cvc: digitsOf(cvc),
});
