import { describe, expect, test } from 'vitest';
import { annualSavingPercent, divideRounded, formatCents, ppmToPercent, shareOf, taxOn } from './money.ts';
import vectors from './rounding-vectors.json' with { type: 'json' };

describe('rounding', () => {
  test.each(vectors.divideRounded)(
    'half away from zero: $numerator / $denominator',
    ({ numerator, denominator, rounded }) => {
      expect(divideRounded(BigInt(numerator), BigInt(denominator))).toBe(rounded);
    },
  );

  test.each(vectors.shareOf)('$cents · $part / $whole', ({ cents, part, whole, rounded }) => {
    expect(shareOf(cents, part, whole)).toBe(rounded);
  });

  test.each(vectors.taxOn)('[PY-06] tax is rounded once, half away from zero: $netCents at $ratePpm ppm', (vector) => {
    expect(taxOn(vector.netCents, vector.ratePpm)).toBe(vector.rounded);
  });

  test('zero has no sign: a receipt never shows -0', () => {
    expect(Object.is(divideRounded(-1, 3), 0)).toBe(true);
  });

  test.each([
    ['a denominator of zero', 1, 0],
    ['a negative denominator', 1, -2],
    ['a fraction above', 1.5, 2],
    ['a fraction below', 1, 2.5],
    ['no number', Number.NaN, 2],
  ])('refuses %s', (_name, numerator, denominator) => {
    expect(() => divideRounded(numerator, denominator)).toThrow(RangeError);
  });
});

describe('saving of a yearly price', () => {
  test.each([
    { monthlyCents: 2975, yearlyCents: 29988, percent: 16 },
    { monthlyCents: 2000, yearlyCents: 20100, percent: 16 }, // 16.25 %
    { monthlyCents: 5000, yearlyCents: 50400, percent: 16 },
    { monthlyCents: 1000, yearlyCents: 10001, percent: 16 }, // 16.66 %
    { monthlyCents: 1000, yearlyCents: 10201, percent: 14 }, // 14.99 % is not overstated.
    { monthlyCents: 1000, yearlyCents: 11999, percent: 0 },
    { monthlyCents: 1000, yearlyCents: 12000, percent: 0 },
    { monthlyCents: 1000, yearlyCents: 13000, percent: 0 },
    { monthlyCents: 0, yearlyCents: 0, percent: 0 },
    { monthlyCents: 1000, yearlyCents: 0, percent: 100 },
  ])('[SU-07] $yearlyCents a year instead of $monthlyCents a month saves $percent %', (row) => {
    expect(annualSavingPercent(row.monthlyCents, row.yearlyCents)).toBe(row.percent);
  });
});

describe('formatted amounts', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [50, '$0.50'],
    [29988, '$299.88'],
    [123450, '$1,234.50'],
    [100000000, '$1,000,000.00'],
    [-4156, '\u2212$41.56'],
    [-5, '\u2212$0.05'],
  ])('[PY-06] %i cents have two decimals and thousands separators', (cents, shown) => {
    expect(formatCents(cents)).toBe(shown);
  });

  test.each([
    [200000, '$2,000'],
    [5000, '$50'],
    [2499, '$24.99'],
    [-5000, '\u2212$50'],
  ])('[PY-06] %i cents as a whole-dollar display', (cents, shown) => {
    expect(formatCents(cents, { whole: true })).toBe(shown);
  });
});

test.each([
  [82_500, 8.25],
  [88_750, 8.875],
  [0, 0],
])('%i ppm are %d percent in API responses', (ppm, percent) => {
  expect(ppmToPercent(ppm)).toBe(percent);
});
