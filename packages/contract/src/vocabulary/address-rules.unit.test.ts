import { describe, expect, test } from 'vitest';
import { addressCountries } from './address-countries.ts';
import { type AddressText, addressFaults, phoneDigits, tidyPostalCode } from './address-rules.ts';
import { statesOf } from './address-states.ts';
import { countryForm } from './country-form.ts';

const boston: AddressText = {
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Analytical',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  phone1: '',
};

const faultsOf = (change: Partial<AddressText>) => {
  const address = { ...boston, ...change };
  return addressFaults(address, addressCountries[address.country]);
};

test('[AD-04] the list has ISO 3166-1 and Kosovo, each with an English name', () => {
  const codes = Object.keys(addressCountries);
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  expect(codes).toHaveLength(250);
  expect(codes.filter((code) => !names.of(code))).toEqual([]);
  expect(codes).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'CU', 'IR', 'KP', 'SY', 'AQ', 'XK']));
});

test('[AD-03] a complete address has no problem', () => {
  expect(faultsOf({})).toEqual({});
  expect(faultsOf({ addressLine2: 'Suite 3', phone1: '+1 (617) 555-0100' })).toEqual({});
});

describe('[AD-03] required', () => {
  test.each(['firstName', 'lastName', 'organization', 'addressLine1', 'city', 'state', 'postalCode'] as const)(
    '%s',
    (part) => {
      expect(faultsOf({ [part]: '' })).toEqual({ [part]: 'required' });
      expect(faultsOf({ [part]: '  ' })).toEqual({ [part]: 'required' });
      expect(faultsOf({ [part]: '\u200D\u3164' })).toEqual({ [part]: 'required' });
    },
  );

  test.each<[string, Partial<AddressText>, object]>([
    ['GB has no state', { country: 'GB', state: '', postalCode: 'SW1A 1AA' }, {}],
    ['Germany has no state', { country: 'DE', state: '', postalCode: '10117' }, {}],
    ['Canada has one', { country: 'CA', state: '', postalCode: 'K1A 0B1' }, { state: 'required' }],
    ['Australia has one', { country: 'AU', state: '', postalCode: '2000' }, { state: 'required' }],
    ['Ireland’s is optional', { country: 'IE', state: '', postalCode: 'D02 X285' }, {}],
    ['Hong Kong has no postal code', { country: 'HK', state: 'Kowloon', postalCode: '' }, {}],
    ['Germany has one', { country: 'DE', state: '', postalCode: '' }, { postalCode: 'required' }],
    ['no country', { country: '' }, { country: 'required' }],
    ['no country of the list', { country: 'ZZ' }, { country: 'not-listed' }],
  ])('%s', (_case, change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });
});

describe('[AD-03] a postal code has at most 8 characters', () => {
  test.each<[string, string, object]>([
    ['US', '02110-1234', {}],
    ['US', '021101234', {}],
    ['US', '02110 1234', {}],
    ['PR', '00901-1234', {}],
    ['BR', '01310-100', {}],
    ['GB', 'EC1A 1HQ', {}],
    ['AR', 'C1070AAM', {}],
    ['AR', 'C1070AAMX', { postalCode: 'too-long' }],
    ['DE', '101171234', { postalCode: 'too-long' }],
    ['DE', '1 0 1 1 7 - 1', {}],
  ])('%s %j', (country, postalCode, faults) => {
    expect(faultsOf({ country, postalCode, state: country === 'BR' ? 'SP' : 'MA' })).toEqual(faults);
  });

  test.each([
    ['US', ' 02110-1234 ', '02110'],
    ['US', '02110', '02110'],
    ['US', '0211', '0211'],
    ['DE', ' 10117 ', '10117'],
    ['DE', '10117-1234', '10117-1234'],
    ['BR', '01310-100', '01310-100'],
  ])('%s %j is kept as %j', (country, typed, kept) => {
    expect(tidyPostalCode(country, typed)).toBe(kept);
  });
});

test.each([
  ['+1 (617) 555-0100', '16175550100', {}],
  ['030 901820', '030901820', {}],
  ['', '', {}],
  ['617.555.0100', '617.555.0100', { phone1: 'number' }],
  ['call me', 'callme', { phone1: 'number' }],
  ['٠١٢', '٠١٢', { phone1: 'number' }],
  ['123456789012345678901', '123456789012345678901', { phone1: 'too-long' }],
])('[AD-03] phone %j is %j', (typed, digits, faults) => {
  expect(phoneDigits(typed)).toBe(digits);
  expect(faultsOf({ phone1: typed })).toEqual(faults);
});

test('[AD-03] emoji count as one character each, and lengths are limited', () => {
  expect(faultsOf({ firstName: '🦊'.repeat(100), organization: 'x'.repeat(200) })).toEqual({});
  expect(faultsOf({ firstName: '🦊'.repeat(101), organization: 'x'.repeat(201) })).toEqual({
    firstName: 'too-long',
    organization: 'too-long',
  });
});

test('[AD-03] states for countries whose post uses them, none for GB, each code once', () => {
  expect(statesOf('US')).toContainEqual({ code: 'TX', name: 'Texas' });
  expect(statesOf('JP')).toContainEqual({ code: 'Tokyo', name: 'Tokyo' });
  expect([statesOf('GB'), statesOf('DE'), statesOf('ZZ')]).toEqual([[], [], []]);
  for (const country of Object.keys(addressCountries)) {
    const codes = statesOf(country).map(({ code }) => code);
    expect(new Set(codes).size, country).toBe(codes.length);
    expect(codes.filter((code) => code === '' || code.length > 100)).toEqual([]);
    if (codes.length > 0) expect(addressCountries[country]?.state, country).toBeDefined();
  }
});

test.each(['constructor', '__proto__', 'toString', ''])(
  '[AD-04] property names of objects are no countries: %j',
  (name) => {
    expect(countryForm(name)).toBeUndefined();
    expect(statesOf(name)).toEqual([]);
  },
);
