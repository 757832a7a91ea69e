import { countryForm } from '@foyer/contract/vocabulary/country-form';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { beginsPostalCode, mayBelongToState } from '../address/postal-prefix.ts';
import type { CountryFacts } from '../address/verify-address.ts';

/** Tax rate of a place, valid from `validFrom` until before `validTo`; null: no end. */
export interface DatedTaxRate {
  readonly country: string;
  readonly state: string | null;
  readonly postalPrefix: string;
  readonly ratePpm: number;
  readonly validFrom: Instant;
  readonly validTo: Instant | null;
}

const WHOLE = 1_000_000;

const endOf = ({ validTo }: DatedTaxRate): number => validTo ?? Number.POSITIVE_INFINITY;

const overlap = (one: DatedTaxRate, other: DatedTaxRate): boolean =>
  one.country === other.country &&
  one.state === other.state &&
  one.postalPrefix === other.postalPrefix &&
  one.validFrom < endOf(other) &&
  other.validFrom < endOf(one);

/**
 * Checks tax rates (PY-06): the place exists, the rate is 0 to 100 %, and no place has two rates at one time. Returns
 * one message per problem.
 */
export const lintTaxRates = (rates: readonly DatedTaxRate[], factsOf: (country: string) => CountryFacts): string[] =>
  rates.flatMap((rate, at) => {
    const problems: string[] = [];
    const { country, state, postalPrefix, ratePpm, validFrom } = rate;
    if (countryForm(country) === undefined) problems.push('has an unknown country code, a valid one is US');
    const facts = factsOf(country);
    const region = facts.states.find(({ code }) => code === state);
    if (state !== null && !region) problems.push('has an unknown state');
    if (!beginsPostalCode(postalPrefix, facts))
      problems.push('has a prefix that no postal code of its country begins with');
    else if (region && !mayBelongToState(postalPrefix, region.prefix, facts))
      problems.push('has a prefix that no postal code of its state begins with');
    if (ratePpm < 0 || ratePpm > WHOLE) problems.push('is not between 0 and 100 percent');
    if (endOf(rate) <= validFrom) problems.push('ends before it begins');
    if (rates.slice(0, at).some((earlier) => overlap(earlier, rate)))
      problems.push('overlaps another rate of this place');
    const place = [country, state, postalPrefix].filter(Boolean).join(' ');
    return problems.map((problem) => `tax rate of ${place}: ${problem}`);
  });
