import type { CardBrand } from '@foyer/contract/vocabulary/plans';
import type { CardNumbers } from '../queries/sandbox-token.ts';

/** What stands in the frame, as typed. */
export interface CardEntry {
  number: string;
  expiry: string;
  cvc: string;
  zip: string;
}

/** Before anything was typed. */
export const emptyCardEntry: CardEntry = { number: '', expiry: '', cvc: '', zip: '' };

/** A number without what it was typed with to be read. */
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

/** The brand as far as the first digits tell; blank before that. Only for the picture: the gateway decides. */
export const brandOf = (number: string): CardBrand =>
  brandsByPrefix.find(([prefix]) => prefix.test(digitsOf(number)))?.[1] ?? '';

const digitsWanted = (brand: CardBrand): number => (brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16);

/** `4242 4242 4242 4242`; American Express in its own 4-6-5. */
export const formatNumber = (text: string): string => {
  const digits = digitsOf(text).slice(0, 19);
  const groups = brandOf(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?.*$/ : null;
  if (groups) return digits.replace(groups, (_, a: string, b = '', c = '') => [a, b, c].filter(Boolean).join(' '));
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
};

/** `11 / 28`, while typing; a leading digit above 1 is a month by itself. */
export const formatExpiry = (text: string): string => {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
};

/** All fields are filled so that it is worth asking the gateway; nothing is said about whether the card is good. */
export const isComplete = ({ number, expiry, cvc }: CardEntry): boolean => {
  const month = Number(digitsOf(expiry).slice(0, 2));
  return (
    digitsOf(number).length >= digitsWanted(brandOf(number)) &&
    digitsOf(expiry).length === 4 &&
    month >= 1 &&
    month <= 12 &&
    digitsOf(cvc).length >= (brandOf(number) === 'amex' ? 4 : 3)
  );
};

/** What the gateway is sent. */
export const cardNumbersOf = ({ number, expiry, cvc }: CardEntry): CardNumbers => ({
  number: digitsOf(number),
  expMonth: Number(digitsOf(expiry).slice(0, 2)),
  expYear: 2000 + Number(digitsOf(expiry).slice(2)),
  cvc: digitsOf(cvc),
});
