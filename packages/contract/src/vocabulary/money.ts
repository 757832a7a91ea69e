/** US cents, an integer. Fields end in `Cents`; some API fields keep an older name such as `amount`. */
export type Cents = number;

/** Parts per million: 8.25 % is 82 500. Integer, because 8.875 % is no whole number of basis points. */
export type Ppm = number;

const PPM = 1_000_000;

/**
 * Computes `numerator / denominator`, rounded half away from zero (PY-06, INV-5). The only rounding function for money.
 * It uses exact integers, so no fraction is lost.
 * @throws RangeError if the denominator is not positive or an operand is not an integer
 */
export const divideRounded = (numerator: number | bigint, denominator: number | bigint): number => {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  if (d <= 0n) throw new RangeError(`division of ${n} by ${d}: the denominator must be positive`);
  const magnitude = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return Number(n < 0n ? -magnitude : magnitude);
};

/** Computes `cents · part / whole`, rounded once. */
export const shareOf = (cents: Cents, part: number, whole: number): Cents =>
  divideRounded(BigInt(cents) * BigInt(part), whole);

/** Tax on a net amount: `round(net · rate)`, applied to the whole invoice and never per line (PY-06). */
export const taxOn = (netCents: Cents, ratePpm: Ppm): Cents => shareOf(netCents, ratePpm, PPM);

/** Converts ppm to percent: 82 500 → 8.25, as in API responses (`taxRatePercentage`). */
export const ppmToPercent = (ppm: Ppm): number => ppm / 10_000;

/** Saving of a yearly price in whole percent, rounded down so that it is not overstated; 0 if there is none (SU-07). */
export const annualSavingPercent = (monthlyCents: Cents, yearlyCents: Cents): number => {
  const twelve = monthlyCents * 12;
  return twelve > 0 && yearlyCents < twelve ? Math.floor((100 * (twelve - yearlyCents)) / twelve) : 0;
};

const MINUS = '\u2212';

/**
 * Formats cents: `$1,234.50`, with a minus sign (U+2212) before the dollar sign (PY-06). `whole` omits `.00`, for
 * places where all prices are round, such as plan cards.
 */
export const formatCents = (cents: Cents, { whole = false, locale = 'en-US' } = {}): string => {
  const digits = whole && cents % 100 === 0 ? 0 : 2;
  const figure = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(cents) / 100);
  return cents < 0 ? `${MINUS}${figure}` : figure;
};
