/** Digits are filled up to this many; a number that has outgrown them is longer. */
const DIGITS = 6;

/** `R`, a hyphen of any kind, and no more digits than an exact integer has room for: a card's number is none. */
const TYPED = /^(?:R[\s\p{Pd}]*)?0*([1-9]\d{0,11})$/iu;

/** What the receipt of that serial number is called, on paper and everywhere: `R-000123`. */
export const receiptNumber = (serial: number): string => `R-${String(serial).padStart(DIGITS, '0')}`;

/** The number of a receipt as somebody typed it, such as `r-123`, `R 000123` or `123`; null for what can be none. */
export const readReceiptNumber = (typed: string): string | null => {
  const digits = TYPED.exec(typed.trim())?.[1];
  return digits === undefined ? null : receiptNumber(Number(digits));
};
