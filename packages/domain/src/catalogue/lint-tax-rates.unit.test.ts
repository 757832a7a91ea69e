import { expect, test } from 'vitest';
import type { CountryFacts } from '../address/verify-address.ts';
import { utc } from '../testing/moments.ts';
import { type DatedTaxRate, lintTaxRates } from './lint-tax-rates.ts';

const aRate = (overrides: Partial<DatedTaxRate> = {}): DatedTaxRate => ({
  country: 'US',
  state: null,
  postalPrefix: '02',
  ratePpm: 82_500,
  validFrom: utc('2024-01-01'),
  validTo: null,
  ...overrides,
});
const none: CountryFacts = { pattern: null, example: null, states: [] };
const countries: Readonly<Record<string, CountryFacts>> = {
  US: {
    pattern: /^(?:(\d{5})(?:[ -](\d{4}))?)$/,
    example: '95014',
    states: [
      { code: 'MA', name: 'Massachusetts', prefix: /^(?:01|02[0-7]|05501|05544)/ },
      { code: 'RI', name: 'Rhode Island', prefix: /^(?:02[89])/ },
    ],
  },
  CA: {
    pattern: /^(?:[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d)$/,
    example: 'H3Z 2Y7',
    states: [
      { code: 'BC', name: 'British Columbia', prefix: /^(?:V)/ },
      { code: 'NU', name: 'Nunavut', prefix: /^(?:X0A|X0B|X0C)/ },
    ],
  },
};
const problemsOf = (rates: readonly DatedTaxRate[]) => lintTaxRates(rates, (country) => countries[country] ?? none);
const until = (day: string) => aRate({ validTo: utc(day) });
const from = (day: string) => aRate({ validFrom: utc(day) });

test.each<[string, DatedTaxRate[], string[]]>([
  ['none at all', [], []],
  ['one', [aRate()], []],
  ['0 and 100 %', [aRate({ ratePpm: 0 }), aRate({ postalPrefix: '1', ratePpm: 1_000_000 })], []],
  ['one after another', [until('2025-01-01'), from('2025-01-01')], []],
  ['a prefix within another', [aRate(), aRate({ postalPrefix: '021' })], []],
  ['one prefix in two states', [aRate({ state: 'MA' }), aRate({ state: 'RI' }), aRate()], []],
  ['two at one time', [aRate(), from('2025-01-01')], ['overlaps another rate of this place']],
  ['two that overlap by a day', [from('2025-01-01'), until('2025-01-02')], ['overlaps another rate of this place']],
  ['a negative rate', [aRate({ ratePpm: -1 })], ['is not between 0 and 100 percent']],
  ['more than 100 %', [aRate({ ratePpm: 1_000_001 })], ['is not between 0 and 100 percent']],
  ['an end before the beginning', [until('2024-01-01')], ['ends before it begins']],
  ['a state of another country', [aRate({ country: 'CA', state: 'MA', postalPrefix: '' })], ['has an unknown state']],
  ['an unknown country code', [aRate({ country: 'USA' })], ['has an unknown country code, a valid one is US']],
])('[PY-06] %s', (_title, rates, problems) => {
  const expected = problems.map((problem) => expect.stringMatching(`^tax rate of (USA?|CA MA)( 02)?: ${problem}$`));
  expect(problemsOf(rates)).toEqual(expected);
});

const OF_COUNTRY = 'has a prefix that no postal code of its country begins with';
const OF_STATE = 'has a prefix that no postal code of its state begins with';

test.each<[string, string | null, string, string[]]>([
  ['US', null, '', []],
  ['US', null, '0', []],
  ['US', null, '02110', []],
  ['US', null, '02110-1234', []],
  ['US', null, 'xx', [OF_COUNTRY]],
  ['US', null, '021101', [OF_COUNTRY]],
  ['US', 'MA', '0', []],
  ['US', 'MA', '055', []],
  ['US', 'MA', '02', []],
  ['US', 'MA', '02110', []],
  ['US', 'MA', '10', [OF_STATE]],
  ['US', 'MA', '028', [OF_STATE]],
  ['US', 'MA', 'xx', [OF_COUNTRY]],
  ['CA', 'BC', 'V6B', []],
  ['CA', 'BC', 'V6B 1', []],
  ['CA', 'NU', 'X', []],
  ['CA', 'BC', 'V6b', [OF_COUNTRY]],
  ['CA', 'BC', 'H3', [OF_STATE]],
  ['DE', null, '10', []],
])('[PY-06] [AD-05] %s %s: the prefix %j can occur', (country, state, postalPrefix, problems) => {
  expect(problemsOf([aRate({ country, state, postalPrefix })]).map((line) => line.split(': ')[1])).toEqual(problems);
});
