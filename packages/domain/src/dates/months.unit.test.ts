import { describe, expect, test } from 'vitest';
import { text, utc } from '../testing/moments.ts';
import { addMonths, periodBoundary, periodIndexAt, wholeDays } from './months.ts';

describe('addMonths clamps to the last day of the month and keeps the time of day', () => {
  test.each([
    ['2026-01-10', 1, '2026-02-10'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-01-31', -2, '2025-11-30'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-12-31 23:59', 1, '2027-01-31 23:59'],
    ['2026-01-31 09:00', 1, '2026-02-28 09:00'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2000-02-29', 1200, '2100-02-28'], // A perpetual licence: exactly 100 years.
    ['2026-03-08 02:30', 1, '2026-04-08 02:30'], // UTC has no daylight saving time.
    ['2026-10-25 01:30', 1, '2026-11-25 01:30'],
    ['2026-05-15', 0, '2026-05-15'],
  ])('%s + %i months is %s', (from, months, to) => {
    expect(text(addMonths(utc(from), months))).toBe(to);
  });

  test('maintenance periods are counted from the last end, without an anchor: the 29th does not come back', () => {
    const first = addMonths(utc('2028-02-29'), 12);
    expect(text(first)).toBe('2029-02-28');
    expect(text(addMonths(first, 36))).toBe('2032-02-28');
  });
});

describe('I8: boundaries are counted from the anchor, so the day comes back after a short month', () => {
  test.each([
    ['2026-01-31', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2024-02-29', 12, ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['2026-08-31 09:00', 6, ['2026-08-31 09:00', '2027-02-28 09:00', '2027-08-31 09:00', '2028-02-29 09:00']],
    ['2026-01-10 18:00', 1, ['2026-01-10 18:00', '2026-02-10 18:00', '2026-03-10 18:00']],
  ])('anchor %s, every %i months', (anchor, months, boundaries) => {
    expect(boundaries.map((_, k) => text(periodBoundary(utc(anchor), months, k)))).toEqual(boundaries);
  });
});

describe('the period that contains an instant; periods are half-open', () => {
  test.each([
    ['2026-01-31', 1, '2026-01-31', 0],
    ['2026-01-31', 1, '2026-02-27 23:59', 0],
    ['2026-01-31', 1, '2026-02-28', 1],
    ['2026-01-31', 1, '2026-03-30 23:59', 1],
    ['2026-01-31', 1, '2026-03-31', 2],
    ['2026-01-31', 1, '2030-01-31', 48],
    ['2024-02-29', 12, '2028-02-28 23:59', 3],
    ['2024-02-29', 12, '2028-02-29', 4],
    ['2026-01-31', 1, '2025-06-01', 0],
  ])('anchor %s, every %i months: %s lies in period %i', (anchor, months, moment, index) => {
    expect(periodIndexAt(utc(anchor), months, utc(moment))).toBe(index);
  });

  test('agrees with the boundaries on both sides of each, over ten years', () => {
    for (const anchor of [utc('2024-02-29 12:00'), utc('2026-01-31'), utc('2026-01-10')]) {
      for (let k = 1; k <= 120; k += 1) {
        expect(periodIndexAt(anchor, 1, periodBoundary(anchor, 1, k))).toBe(k);
        expect(periodIndexAt(anchor, 1, periodBoundary(anchor, 1, k) - 1)).toBe(k - 1);
      }
    }
  });
});

test.each([
  ['2026-01-10', '2026-01-10 23:59', 0],
  ['2026-01-10', '2026-01-11', 1],
  ['2026-01-10 18:00', '2026-01-11 17:59', 0],
  ['2026-01-10', '2027-01-10', 365],
  ['2024-01-10', '2025-01-10', 366],
  ['2026-01-11', '2026-01-10', -1],
])('whole days from %s to %s: %i', (from, to, count) => {
  expect(wholeDays(utc(from), utc(to))).toBe(count);
});
