import { describe, expect, test } from 'vitest';
import { aState } from '../testing/builders.ts';
import { aCatalogue, anExtension } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { aLicence, withLicence } from '../testing/licences.ts';
import { text, utc } from '../testing/moments.ts';
import { extensionYears, optionsOf } from './options.ts';

const offeredOptions = (expires: string, now: string, quantity = 1, catalogue = aCatalogue()) => {
  const { context } = new Customer(utc(now), {}, catalogue);
  return optionsOf(aState(withLicence(expires)), aLicence(), quantity, context);
};

/** Short form of an option: `mex_ultimate_1y 2028-01-10`. */
const optionTexts = (...args: Parameters<typeof offeredOptions>): string[] =>
  offeredOptions(...args).options.map(({ extension, newExpiration }) => `${extension.id} ${text(newExpiration)}`);

describe('[MA-02] extensions offered for a licence', () => {
  test('[MA-05] counted from the current end, sorted by the new end, of the licence’s tier only', () => {
    expect(optionTexts('2027-01-10', '2026-06-01')).toEqual([
      'mex_ultimate_1y 2028-01-10',
      'mex_ultimate_3y 2030-01-10',
    ]);
  });

  test('equal ends are sorted by id, so that the page is stable', () => {
    const catalogue = aCatalogue();
    const twin = anExtension({ id: 'mex_a', name: '1 Year Maintenance' });
    const both = { ...catalogue, maintenanceExtensions: [anExtension({ id: 'mex_b' }), twin] };
    expect(optionTexts('2027-01-10', '2026-06-01', 1, both)).toEqual(['mex_a 2028-01-10', 'mex_b 2028-01-10']);
  });

  test('a quantity is one extension, at the price of each', () => {
    const [two] = offeredOptions('2027-01-10', '2026-06-01', 2).options;
    expect([two?.quantity, text(two?.newExpiration ?? null), two?.totalCents]).toEqual([2, '2029-01-10', 80_000]);
  });

  test.each([
    ['not sold any more', { active: false }],
    ['sold by sales staff', { isSelfService: false }],
    ['of another tier', { tierId: 'starter' }],
  ])('an extension that is %s is not offered, and that is no limit reached', (_, overrides) => {
    const catalogue = { ...aCatalogue(), maintenanceExtensions: [anExtension(overrides)] };
    expect(offeredOptions('2027-01-10', '2026-06-01', 1, catalogue)).toMatchObject({
      options: [],
      isAtMax: false,
      isOutside: false,
    });
  });
});

describe('[MA-02] limits (D4)', () => {
  test.each([
    ['2030-06-01', '2026-06-01', ['mex_ultimate_1y 2031-06-01'], false],
    ['2030-06-01 00:01', '2026-06-01', [], true],
    ['2028-06-01', '2026-06-01', ['mex_ultimate_1y 2029-06-01', 'mex_ultimate_3y 2031-06-01'], false],
    ['2028-06-02', '2026-06-01', ['mex_ultimate_1y 2029-06-02'], false],
  ])('maintenance until %s on %s: %j, none left %j', (expires, now, options, isAtMax) => {
    expect(optionTexts(expires, now)).toEqual(options);
    expect(offeredOptions(expires, now).isAtMax).toBe(isAtMax);
  });

  test.each([
    [
      'the last millisecond of the 90th day',
      '2027-04-10',
      ['mex_ultimate_1y 2028-01-10', 'mex_ultimate_3y 2030-01-10'],
      false,
    ],
    ['a minute later', '2027-04-10 00:01', [], true],
  ])('ended on 2027-01-10, %s: counted from the old end, never from today', (_, now, options, isOutside) => {
    expect(optionTexts('2027-01-10', now)).toEqual(options);
    expect(offeredOptions('2027-01-10', now)).toMatchObject({ isOutside, isAtMax: false });
  });

  test('a licence that never had maintenance has no options', () => {
    const { context } = new Customer(utc('2026-06-01'));
    expect(optionsOf(aState(), aLicence(), 1, context)).toMatchObject({ options: [], isOutside: true, ends: null });
  });
});

test.each([
  ['2027-02-28', ['mex_ultimate_1y 2028-02-28', 'mex_ultimate_3y 2030-02-28']],
  ['2028-02-29', ['mex_ultimate_1y 2029-02-28', 'mex_ultimate_3y 2031-02-28']],
  ['2027-12-31 23:59', ['mex_ultimate_1y 2028-12-31 23:59', 'mex_ultimate_3y 2030-12-31 23:59']],
])('[MA-05] month ends and leap days: from %s', (expires, options) => {
  expect(optionTexts(expires, '2027-01-01')).toEqual(options);
});

test.each([
  ['1 Year Maintenance', 1, 1],
  ['3 Years Maintenance', 1, 3],
  ['3 Years Maintenance', 2, 6],
])('[MA-05] extensionLength of %s, %i pieces: %i', (name, quantity, years) => {
  expect(extensionYears({ name }, quantity)).toBe(years);
});
