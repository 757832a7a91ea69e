import type { MaintenanceOption } from '@foyer/contract/api/maintenance';

/** Length of an extension in years and months (MA-02). */
export interface Length {
  years: number;
  months: number;
}

const MONTHS_A_YEAR = 12;

/** Splits months into years and remaining months (MA-02). */
export const toYearsAndMonths = (totalMonths: number): Length => ({
  years: Math.floor(totalMonths / MONTHS_A_YEAR),
  months: totalMonths % MONTHS_A_YEAR,
});

type Priced = Pick<MaintenanceOption, 'durationInMonths' | 'quantity' | 'totalPrice'>;

/** Months by which an option moves the end of maintenance. */
export const monthsOf = ({ durationInMonths, quantity }: Pick<Priced, 'durationInMonths' | 'quantity'>): number =>
  durationInMonths * quantity;

/** Price of one month before tax, for comparing lengths. It is never charged. */
export const monthlyCents = (option: Priced): number => Math.round(option.totalPrice / monthsOf(option));

/**
 * Percent that a longer extension saves against the highest monthly price, rounded down (SU-07); null without a saving.
 */
export const savePercent = (option: Priced, options: readonly Priced[]): number | null => {
  const perMonth = (one: Priced) => one.totalPrice / monthsOf(one);
  const dearest = Math.max(...options.map(perMonth));
  const percent = Math.floor(100 - (100 * perMonth(option)) / dearest);
  return percent > 0 ? percent : null;
};

/** Returns the options that customers may buy themselves, by the end of maintenance, earliest first (MA-02). */
export const selfServiceOptions = (options: readonly MaintenanceOption[]): readonly MaintenanceOption[] =>
  options
    .filter(({ isSelfService }) => isSelfService)
    .sort((a, b) => Date.parse(a.newExpiration) - Date.parse(b.newExpiration));
