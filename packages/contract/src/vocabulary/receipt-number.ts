/** Minimum number of digits; larger numbers are longer. */
const DIGITS = 6;

/** The letter before the digits, with any kind of hyphen or none. */
const LETTER = /^R[\s\p{Pd}]*/iu;

/** At most 12 digits, which excludes card numbers. */
const TYPED = /^0*([1-9]\d{0,11})$/;

/** Receipt number of a serial number: `R-000123`. */
export const receiptNumber = (serial: number): string => `R-${String(serial).padStart(DIGITS, '0')}`;

/** Serial number of a receipt number; null for another text. */
export const receiptSerial = (number: string): number | null => {
  const digits = /^R-(\d{1,12})$/.exec(number)?.[1];
  return digits === undefined ? null : Number(digits);
};

/**
 * Receipt number that a search text may mean, such as `r-123`, `R 000123` or `123`; null if none. For searches only,
 * because digits alone may mean something else.
 */
export const guessReceiptNumber = (typed: string): string | null => {
  const digits = TYPED.exec(typed.trim().replace(LETTER, ''))?.[1];
  return digits === undefined ? null : receiptNumber(Number(digits));
};

/**
 * Receipt number typed in a command, such as `r-123` or `R 000123`; null if invalid. The letter is required: in a
 * command that moves money a typing error must not select another receipt.
 */
export const readReceiptNumber = (typed: string): string | null =>
  LETTER.test(typed.trim()) ? guessReceiptNumber(typed) : null;
