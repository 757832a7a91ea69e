import { addressCountries } from '@foyer/contract/vocabulary/address-countries';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import type { CountryFacts } from '../../services/address/ports.ts';
import { postalPatterns, statePrefixes } from './postal-patterns.ts';

const whole = (pattern: string | undefined): RegExp | null =>
  pattern === undefined ? null : new RegExp(`^(?:${pattern})$`);

const beginning = (pattern: string | undefined): RegExp | null => (pattern ? new RegExp(`^(?:${pattern})`) : null);

/** What the shipped tables know of a country's addresses; docs/data-sources.md says where they come from. */
export const factsOfCountry = (country: string): CountryFacts => {
  const prefixes = statePrefixes[country]?.split('~') ?? [];
  return {
    pattern: whole(postalPatterns[country]),
    example: addressCountries[country]?.example ?? null,
    states: statesOf(country).map((state, n) => ({ ...state, prefix: beginning(prefixes[n]) })),
  };
};
