import type { AddressText } from './address-rules.ts';
import townFormats from './address-towns.json' with { type: 'json' };

type Town = Pick<AddressText, 'country' | 'city' | 'state' | 'postalCode'>;

/** Format of countries without a known postal rule. */
const ANYWHERE = 'C, S Z';

const formatOf = (country: string): string =>
  Object.entries(townFormats).find(([, countries]) => countries.split(' ').includes(country))?.[0] ?? ANYWHERE;

/** Adds parts that were typed although the country's format has no place for them. */
const withAll = (format: string, { city, state, postalCode }: Town): string => {
  let all = format;
  if (city !== '' && !all.includes('C')) all = `C|${all}`;
  if (state !== '' && !all.includes('S')) all = all.replace('C', 'C, S');
  return postalCode !== '' && !all.includes('Z') ? `${all}|Z` : all;
};

/**
 * Town, state and postal code in postal order, one string per line: `Boston, MA 02110`; `10117 Berlin`; `London` and
 * `SW1A 2AA`. The order depends on the country only, not on the language of the page.
 */
export const townLines = (town: Town): readonly string[] => {
  const { city: C, state: S, postalCode: Z } = town;
  const values: Readonly<Record<string, string>> = { C, S, Z };
  return withAll(formatOf(town.country), town)
    .split('|')
    .map((line) =>
      // Adds each part with the separator before it in the format; the first part has none.
      line.split(/([CSZ])/).reduce((text, part, n, parts) => {
        const value = values[part] ?? '';
        return value === '' || text === '' ? text + value : `${text}${parts[n - 1]}${value}`;
      }, ''),
    )
    .filter(Boolean);
};
