import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { describe, expect, test } from 'vitest';
import { normaliseAddress } from './normalise-address.ts';
import { isPoBox } from './po-box.ts';
import { standardStreet } from './standard-street.ts';
import { indexZipCodes } from './us-zip-codes.ts';
import { type CountryFacts, verifyAddress } from './verify-address.ts';

const usStates = [
  { code: 'MA', name: 'Massachusetts', prefix: /^(?:01|02[0-7])/ },
  { code: 'TX', name: 'Texas', prefix: /^(?:7[5-9]|885)/ },
  { code: 'OR', name: 'Oregon', prefix: /^97/ },
  { code: 'ME', name: 'Maine', prefix: /^(?:039|04)/ },
  { code: 'MO', name: 'Missouri', prefix: /^6[3-5]/ },
  { code: 'AK', name: 'Alaska', prefix: /^99[5-9]/ },
];
const us: CountryFacts = { pattern: /^(?:\d{5}(?:[ -]\d{4})?)$/, example: '95014', states: usStates };
const germany: CountryFacts = { pattern: /^(?:\d{5})$/, example: '26133', states: [] };
const canada: CountryFacts = {
  pattern: /^(?:[A-Z]\d[A-Z] ?\d[A-Z]\d)$/,
  example: 'H3Z 2Y7',
  states: [
    { code: 'ON', name: 'Ontario', prefix: /^(?:K|L|M|N|P)/ },
    { code: 'QC', name: 'Quebec', prefix: /^(?:G|H|J)/ },
  ],
};
const poland: CountryFacts = { pattern: /^(?:\d{2}-\d{3})$/, example: '00-950', states: [] };

const zips = indexZipCodes([
  ['02110', 'Boston', 'MA'],
  ['02111', 'Boston', 'MA'],
  ['02445', 'Brookline', 'MA'],
  ['02467', 'Chestnut Hill', 'MA'],
  ['04103', 'Portland', 'ME'],
  ['63101', 'Saint Louis', 'MO'],
  ['78701', 'Austin', 'TX'],
  ['78704', 'Austin', 'TX'],
  ['77001', 'Houston', 'TX'],
  ['97201', 'Portland', 'OR'],
  ['97403', 'Eugene', 'OR'],
]);

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
const verifyUs = (change: Partial<AddressText>) => verifyAddress({ ...boston, ...change }, us, zips);
const place = ({ city, state, postalCode }: AddressText) => `${city} ${state} ${postalCode}`;

describe('[AD-05] a US address whose code and town match is accepted', () => {
  test.each<[string, Partial<AddressText>]>([
    ['as in the table', {}],
    ['another case', { city: 'BOSTON' }],
    ['another spelling of the town', { city: 'St. Louis', state: 'MO', postalCode: '63101' }],
    ['a neighbouring town in the same area', { city: 'Brookline', postalCode: '02467' }],
    ['words that have a postal abbreviation', { addressLine1: '1 Main Street' }],
  ])('%s', (_case, change) => {
    expect(verifyUs(change)).toBeNull();
  });
});

describe('[AD-05] a US address that cannot be right is refused with suggestions', () => {
  test.each<[string, Partial<AddressText>, object, string[]]>([
    [
      'digits swapped',
      { city: 'Austin', state: 'TX', postalCode: '78740' },
      { postalCode: 'unknown' },
      ['Austin TX 78704'],
    ],
    ['a digit wrong', { postalCode: '02119' }, { postalCode: 'unknown' }, ['Boston MA 02110', 'Boston MA 02111']],
    [
      'a town of the same name elsewhere',
      { city: 'Portland', state: 'OR', postalCode: '04103' },
      { state: 'mismatch', postalCode: 'mismatch' },
      ['Portland OR 97201', 'Portland ME 04103'],
    ],
    ['the town misspelled', { city: 'Bostn' }, { city: 'mismatch' }, ['Boston MA 02110']],
    [
      'two towns of one state',
      { city: 'Houston', state: 'TX', postalCode: '78701' },
      { city: 'mismatch', postalCode: 'mismatch' },
      ['Houston TX 77001', 'Austin TX 78701'],
    ],
    ['no such code, another state', { postalCode: '99999' }, { state: 'mismatch', postalCode: 'mismatch' }, []],
    ['an unknown code', { postalCode: '00000' }, { postalCode: 'unknown' }, []],
    ['no state', { state: 'Bavaria' }, { state: 'unknown' }, ['Boston MA 02110']],
    ['too short', { postalCode: '0211' }, { postalCode: 'invalid' }, []],
    ['a letter for a digit', { postalCode: 'O2110' }, { postalCode: 'invalid' }, ['Boston MA 02110']],
  ])('%s', (_case, change, validate, suggested) => {
    const mismatch = verifyUs(change);
    expect(mismatch?.validate).toEqual(validate);
    expect(mismatch?.suggestions.map(place)).toEqual(suggested);
    for (const suggestion of mismatch?.suggestions ?? []) expect(verifyAddress(suggestion, us, zips)).toBeNull();
  });

  test('a suggestion is in postal spelling; names and organization stay', () => {
    const mismatch = verifyUs({
      addressLine1: '2208 S 1st Street',
      addressLine2: 'Suite 310',
      city: 'Austin',
      state: 'TX',
      postalCode: '78740',
    });
    expect(mismatch?.suggestions).toEqual([
      {
        ...boston,
        addressLine1: '2208 S 1st St',
        addressLine2: 'Ste 310',
        city: 'Austin',
        state: 'TX',
        postalCode: '78704',
      },
    ]);
  });
});

describe('[AD-05] other countries: pattern of the code, and its state', () => {
  const abroad = (facts: CountryFacts, change: Partial<AddressText>) =>
    verifyAddress({ ...boston, country: 'XX', state: '', city: 'Town', ...change }, facts, null);

  test.each<[string, CountryFacts, Partial<AddressText>, object | null, string[]]>([
    ['Germany', germany, { postalCode: '10117' }, null, []],
    ['Germany with its country letter', germany, { postalCode: 'D-10117' }, { postalCode: 'invalid' }, ['10117']],
    ['Germany, a digit missing', germany, { postalCode: '1011' }, { postalCode: 'invalid' }, []],
    ['Poland in postal spelling', poland, { postalCode: '00-950' }, null, []],
    ['Canada in postal spelling', canada, { postalCode: 'K1A 0B1', state: 'ON' }, null, []],
    [
      'Canada, another province',
      canada,
      { postalCode: 'k1a0b1', state: 'QC' },
      { state: 'mismatch', postalCode: 'mismatch' },
      ['K1A 0B1'],
    ],
    ['no code where none is required', { ...germany, pattern: null }, { postalCode: '' }, null, []],
    ['any code where no pattern is known', { ...germany, pattern: null }, { postalCode: '00000' }, null, []],
  ])('%s', (_case, facts, change, validate, suggested) => {
    const mismatch = abroad(facts, change);
    expect(mismatch?.validate ?? null).toEqual(validate);
    expect(mismatch?.suggestions.map(({ postalCode }) => postalCode) ?? []).toEqual(suggested);
  });
});

describe('[AD-05] a valid address in another spelling: a suggestion without a problem', () => {
  const britain: CountryFacts = { pattern: /^(?:[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2})$/, example: 'EC1Y 8SY', states: [] };
  const sweden: CountryFacts = { pattern: /^(?:\d{3} ?\d{2})$/, example: '11455', states: [] };
  const spelled = (facts: CountryFacts, change: Partial<AddressText>) => {
    const typed = { ...boston, country: 'XX', state: '', city: 'Town', ...change };
    const mismatch = verifyAddress(typed, facts, null);
    const [suggestion] = mismatch?.suggestions ?? [];
    if (suggestion) expect(verifyAddress(suggestion, facts, null), 'what is suggested is believed').toBeNull();
    return mismatch && { ...mismatch, suggestions: mismatch.suggestions.map(({ postalCode }) => postalCode) };
  };

  test.each<[string, CountryFacts, Partial<AddressText>, string | null]>([
    ['Canada in lower case', canada, { postalCode: 'k1a0b1', state: 'ON' }, 'K1A 0B1'],
    ['Canada without the space', canada, { postalCode: 'K1A0B1', state: 'ON' }, 'K1A 0B1'],
    ['Britain in lower case', britain, { postalCode: 'sw1a2aa' }, 'SW1A 2AA'],
    ['Britain, another length than the example', britain, { postalCode: 'm1 1ae' }, 'M1 1AE'],
    ['Poland without the hyphen', poland, { postalCode: '00950' }, '00-950'],
    ['Sweden with the common space', sweden, { postalCode: '114 55' }, null],
    ['Germany', germany, { postalCode: '10117' }, null],
    ['no pattern known', { ...germany, pattern: null }, { postalCode: 'ab-1' }, null],
  ])('%s', (_case, facts, change, code) => {
    expect(spelled(facts, change)).toEqual(code === null ? null : { validate: {}, suggestions: [code] });
  });

  test('a US town in lower case: the suggestion also has the street in postal spelling', () => {
    for (const addressLine1 of ['1 Main Street', '1 main street'])
      expect(verifyUs({ city: 'boston', addressLine1 })).toEqual({ validate: {}, suggestions: [boston] });
  });
});

describe('[AD-03] PO boxes', () => {
  test.each([
    'PO Box 12',
    'P.O. Box 12',
    'p o box 12',
    'P.O.Box12',
    'POBox12',
    'Box12',
    'Post Office Box4',
    'GPO Box3',
    'Postfach12',
    'P.O.B. 99',
    'POB 99',
    'Post Office Box 4',
    'Postal box 4',
    'Box 12',
    'GPO Box 3',
    'Locked Bag 7',
    'Postfach 10 01 02',
    'Postbus 3',
    'Boîte postale 12',
    'BP 12',
    'Apartado de Correos 12',
    'Casilla 345',
    'Caixa Postal 12',
    '1 Main St, PO Box 12',
  ])('%s', (line) => {
    expect(isPoBox(line)).toBe(true);
  });

  test.each([
    '1 Main St',
    '12 Box Street',
    '3 Boxwood Rd',
    'RR 2 Box 18',
    '1 Post Office Road',
    '5 Box Hill Rd',
    'Pob Street 1',
    '4 P. O. Boxer Lane',
    '12 rue de la Poste',
    '',
  ])('not %j', (line) => {
    expect(isPoBox(line)).toBe(false);
  });

  test('in either line, without a suggestion', () => {
    expect(verifyUs({ addressLine1: 'PO Box 12' })).toEqual({ validate: { addressLine1: 'PO box' }, suggestions: [] });
    expect(verifyUs({ addressLine2: 'PO Box 12' })?.validate).toEqual({ addressLine2: 'PO box' });
  });
});

test.each([
  ['2208 S 1st Street', '2208 S 1st St'],
  ['2208 S 1st Street, Suite 310', '2208 S 1st St, Ste 310'],
  ['12 Avenue Road', '12 Avenue Rd'],
  ['1 main street', '1 Main St'],
  ['2208 s 1st street, suite 310b', '2208 S 1st St, Ste 310b'],
  ['9 nw winston-salem road', '9 NW Winston-Salem Rd'],
  ['apt 4', 'Apt 4'],
  ['123 us highway 1', '123 US Hwy 1'],
  ['rr 2', 'RR 2'],
  ['c/o smith', 'c/o Smith'],
  ['1 McDonald street', '1 McDonald St'],
  ['Apartment 4', 'Apt 4'],
  ['The Court', 'The Court'],
  ['1 Street', '1 Street'],
  ['', ''],
])('[AD-05] %j is %j in postal spelling', (typed, standard) => {
  expect(standardStreet(typed)).toBe(standard);
  expect(standardStreet(standard)).toBe(standard);
});

test.each([
  [
    { firstName: '\u202EAda\u202C', postalCode: '\u202A02110-1234\u202C', phone1: '\u202A+1 617\u202C' },
    { firstName: 'Ada', postalCode: '02110', phone1: '1617' },
  ],
  [{ organization: '\u200B' }, { organization: '' }],
  [{ state: 'massachusetts' }, { state: 'MA' }],
  [{ state: 'ma' }, { state: 'MA' }],
  [{ state: 'Bavaria' }, { state: 'Bavaria' }],
  [
    { postalCode: ' 02110-1234 ', phone1: '+1 (617) 555-0100' },
    { postalCode: '02110', phone1: '16175550100' },
  ],
  [
    { firstName: ' Ada ', addressLine1: '  1  Main St ' },
    { firstName: 'Ada', addressLine1: '1  Main St' },
  ],
])('[AD-03] %j is stored as %j', (typed, kept) => {
  expect(normaliseAddress({ ...boston, ...typed }, usStates)).toEqual({ ...boston, ...kept });
});
