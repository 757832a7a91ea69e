import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import type { CountryFacts } from '../../services/address/ports.ts';
import postalPatterns from './postal-patterns.json' with { type: 'json' };
import statePrefixes from './state-prefixes.json' with { type: 'json' };

const entryOf = (table: Readonly<Record<string, string>>, country: string): string | undefined =>
  Object.hasOwn(table, country) ? table[country] : undefined;

const whole = (pattern: string | undefined): RegExp | null =>
  pattern === undefined ? null : new RegExp(`^(?:${pattern})$`);

const beginning = (pattern: string | undefined): RegExp | null => (pattern ? new RegExp(`^(?:${pattern})`) : null);

/** Address format of a country from the shipped tables. docs/data-sources.md lists their sources. */
export const factsOfCountry = (country: string): CountryFacts => {
  const prefixes = entryOf(statePrefixes, country)?.split('~') ?? [];
  return {
    pattern: whole(entryOf(postalPatterns, country)),
    example: countryForm(country)?.example ?? null,
    states: statesOf(country).map((state, n) => ({ ...state, prefix: beginning(prefixes[n]) })),
  };
};
