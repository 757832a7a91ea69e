/** US cents, always a whole number. Fields that hold it end in `Cents`; some fields of the calls keep an older bare name (`amount`). */
export type Cents = number;

/** Parts per million: 8.25 % is 82 500. Whole numbers, because 8.875 % is no whole number of basis points. */
export type Ppm = number;

const PPM = 1_000_000;

/**
 * `numerator / denominator`, rounded half away from zero (PY-06, INV-5). The one rounding function for money:
 * both sides are multiplied out in exact integers first, so no fraction is ever lost to a float.
 * @throws RangeError when the denominator is not positive or an operand is not a whole number
 */
export const divideRounded = (numerator: number | bigint, denominator: number | bigint): number => {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  if (d <= 0n) throw new RangeError('the denominator must be positive');
  const magnitude = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return Number(n < 0n ? -magnitude : magnitude);
};

/** `cents · part / whole`, rounded once. */
export const shareOf = (cents: Cents, part: number, whole: number): Cents =>
  divideRounded(BigInt(cents) * BigInt(part), whole);

/** The tax on a net amount: `round(net · rate)`, on the whole invoice and never per line (PY-06). */
export const taxOn = (netCents: Cents, ratePpm: Ppm): Cents => shareOf(netCents, ratePpm, PPM);

/** 82 500 ppm → 8.25, as the calls carry it (`taxRatePercentage`). */
export const ppmToPercent = (ppm: Ppm): number => ppm / 10_000;

/** The saving of paying yearly, in whole percent, rounded down so that it is never overstated; 0 when there is none (SU-07). */
export const annualSavingPercent = (monthlyCents: Cents, yearlyCents: Cents): number => {
  const twelve = monthlyCents * 12;
  return twelve > 0 && yearlyCents < twelve ? Math.floor((100 * (twelve - yearlyCents)) / twelve) : 0;
};

const MINUS = '\u2212';

/**
 * `$1,234.50`, with a true minus before the dollar sign (PY-06).
 * `whole` drops `.00` where only round prices stand, as plan cards do.
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
