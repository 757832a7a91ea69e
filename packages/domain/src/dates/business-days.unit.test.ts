import { describe, expect, test } from 'vitest';
import { text, utc } from '../testing/moments.ts';
import { businessDayAfter, businessDaysOver, federalHolidays } from './business-days.ts';

describe('federal holidays as observed (lists published on opm.gov)', () => {
  test.each([
    [
      2026,
      ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25'],
      // 4 July 2026 is a Saturday.
    ],
    [2027, ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24']],
    [2024, ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25']],
  ])('%i', (year, days) => {
    expect(federalHolidays(year)).toEqual(days.map((day) => `${year}-${day}`));
  });

  test('no Juneteenth before 2021, and 1 January 2022 is observed on the last day of 2021', () => {
    expect(federalHolidays(2020)).not.toContain('2020-06-19');
    expect(federalHolidays(2022)).toContain('2021-12-31');
  });
});

describe('[EX-01] the day of an answer', () => {
  test.each([
    ['a Monday morning', '2026-05-04 14:00', 2, '2026-05-06'],
    ['the last minute of that day in New York', '2026-05-05 03:59', 2, '2026-05-06'],
    ['a minute later it is Tuesday there', '2026-05-05 04:00', 2, '2026-05-07'],
    ['a Thursday: the weekend does not count', '2026-05-07 14:00', 2, '2026-05-11'],
    ['a Saturday', '2026-05-09 14:00', 2, '2026-05-12'],
    ['the Friday before Memorial Day', '2026-05-22 14:00', 2, '2026-05-27'],
    ['before Thanksgiving', '2026-11-24 14:00', 2, '2026-11-27'],
    ['before a fourth of July on a Saturday', '2026-07-01 14:00', 2, '2026-07-06'],
    ['before a New Year’s Day observed in the old year', '2021-12-29 14:00', 2, '2022-01-03'],
    ['ten days over two holidays', '2026-12-21 14:00', 10, '2027-01-06'],
  ])('%s', (_what, from, days, answerBy) => {
    expect(businessDayAfter(utc(from), days)).toBe(answerBy);
  });
});

test.each([
  ['2026-05-04 14:00', 10, '2026-05-19 04:00'], // Summer time: midnight in New York is 04:00 UTC.
  ['2026-12-21 14:00', 10, '2027-01-07 05:00'],
  ['2026-10-26 14:00', 5, '2026-11-03 05:00'], // Across the end of summer time.
])('from %s %i business days are over at %s UTC', (from, days, over) => {
  expect(text(businessDaysOver(utc(from), days))).toBe(over);
});
