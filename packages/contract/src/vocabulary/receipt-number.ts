/** Digits are filled up to this many; a number that has outgrown them is longer. */
const DIGITS = 6;

/** Before the digits, with a hyphen of any kind or none. */
const LETTER = /^R[\s\p{Pd}]*/iu;

/** No more digits than an exact integer has room for: a card's number is none. */
const TYPED = /^0*([1-9]\d{0,11})$/;

/** What the receipt of that serial number is called, on paper and everywhere: `R-000123`. */
export const receiptNumber = (serial: number): string => `R-${String(serial).padStart(DIGITS, '0')}`;

/**
 * The number that may be meant, such as `r-123`, `R 000123` or `123`; null for what can be none. For a search, which shows
 * whose receipt it is: bare digits may be anything.
 */
export const guessReceiptNumber = (typed: string): string | null => {
  const digits = TYPED.exec(typed.trim().replace(LETTER, ''))?.[1];
  return digits === undefined ? null : receiptNumber(Number(digits));
};

/**
 * The number of a receipt as somebody typed it, such as `r-123` or `R 000123`; null for what is none. Without its letter
 * it names nothing: a slip in a command that moves money must not hit somebody's receipt.
 */
export const readReceiptNumber = (typed: string): string | null =>
  LETTER.test(typed.trim()) ? guessReceiptNumber(typed) : null;
