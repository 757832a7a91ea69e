import type { AddressText } from './address-rules.ts';
import { townFormats } from './address-towns.ts';

type Town = Pick<AddressText, 'country' | 'city' | 'state' | 'postalCode'>;

/** Where no post has a rule. */
const ANYWHERE = 'C, S Z';

const formatOf = (country: string): string =>
  Object.entries(townFormats).find(([, countries]) => countries.split(' ').includes(country))?.[0] ?? ANYWHERE;

/** Parts that the country's own format has no place for, and somebody gave: none is left out. */
const withAll = (format: string, { city, state, postalCode }: Town): string => {
  let all = format;
  if (city !== '' && !all.includes('C')) all = `C|${all}`;
  if (state !== '' && !all.includes('S')) all = all.replace('C', 'C, S');
  return postalCode !== '' && !all.includes('Z') ? `${all}|Z` : all;
};

/**
 * Town, state and postal code as the post of that country writes them, a line each: `Boston, MA 02110`, `10117 Berlin`,
 * `London` and `SW1A 2AA`. The order is the country's whatever language the page is in.
 */
export const townLines = (town: Town): readonly string[] => {
  const { city: C, state: S, postalCode: Z } = town;
  const values: Readonly<Record<string, string>> = { C, S, Z };
  return withAll(formatOf(town.country), town)
    .split('|')
    .map((line) =>
      // each part behind what the format has before it, unless it is the first there is
      line.split(/([CSZ])/).reduce((text, part, n, parts) => {
        const value = values[part] ?? '';
        return value === '' || text === '' ? text + value : `${text}${parts[n - 1]}${value}`;
      }, ''),
    )
    .filter(Boolean);
};
