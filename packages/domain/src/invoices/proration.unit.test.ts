import { describe, expect, test } from 'vitest';
import { text, utc } from '../testing/moments.ts';
import { proratedCharge, remainingDays, unusedCredit } from './proration.ts';

const daysOf = (start: string, end: string, now: string) => remainingDays(utc(start), utc(end), utc(now));

describe('whole days of the period that are left', () => {
  test.each([
    ['#1', '2026-01-10', '2027-01-10', '2026-04-20 18:00', 365, 100, 265, '2026-04-20'],
    ['#2', '2026-01-31 09:00', '2026-02-28 09:00', '2026-02-10 09:30', 28, 10, 18, '2026-02-10 09:00'],
    ['#3', '2026-04-30', '2026-05-31', '2026-05-11', 31, 11, 20, '2026-05-11'],
    ['#4', '2026-03-01', '2027-03-01', '2026-09-01', 365, 184, 181, '2026-09-01'],
    ['the first moment', '2026-01-10', '2026-02-10', '2026-01-10', 31, 0, 31, '2026-01-10'],
    ['the last day', '2026-01-10', '2026-02-10', '2026-02-09 23:59', 31, 30, 1, '2026-02-09'],
    ['a boundary that was not run yet', '2026-01-10', '2026-02-10', '2026-03-01', 31, 31, 0, '2026-02-10'],
    [
      'a day counts from the time of day it began',
      '2026-01-10 18:00',
      '2026-02-10 18:00',
      '2026-01-11 17:59',
      31,
      0,
      31,
      '2026-01-10 18:00',
    ],
  ])('%s', (_name, start, end, now, total, used, remaining, from) => {
    const days = daysOf(start, end, now);
    expect({ ...days, from: text(days.from) }).toEqual({
      totalDays: total,
      usedDays: used,
      remainingDays: remaining,
      from,
    });
  });

  test('[BY-03] a quote holds for the whole proration day', () => {
    const quoted = daysOf('2026-01-10 18:00', '2027-01-10 18:00', '2026-04-20 18:00');
    expect(daysOf('2026-01-10 18:00', '2027-01-10 18:00', '2026-04-21 17:59')).toEqual(quoted);
    expect(daysOf('2026-01-10 18:00', '2027-01-10 18:00', '2026-04-21 18:00')).not.toEqual(quoted);
  });
});

describe('credit for unused days of the billed amount', () => {
  const line = (amountCents: number, from: string, to: string) => ({
    amountCents,
    periodStart: utc(from),
    periodEnd: utc(to),
  });
  test.each([
    ['#1', line(29988, '2026-01-10', '2027-01-10'), 265, 21772],
    ['#2', line(2000, '2026-01-31 09:00', '2026-02-28 09:00'), 18, 1286],
    ['#3', line(8925, '2026-04-30', '2026-05-31'), 20, 5758],
    ['#4: half price was billed, half price is credited', line(25200, '2026-03-01', '2027-03-01'), 181, 12496],
    [
      'a line that covers the rest of the period counts its own days',
      line(65316, '2026-04-20', '2027-01-10'),
      265,
      65316,
    ],
    ['… and fewer of them later', line(65316, '2026-04-20', '2027-01-10'), 100, 24648],
    ['I9: never more than the line', line(1000, '2026-04-20', '2026-05-20'), 200, 1000],
    ['no day left', line(29988, '2026-01-10', '2027-01-10'), 0, 0],
    ['a line without length', line(500, '2026-01-10', '2026-01-10'), 5, 0],
  ])('%s', (_name, billed, remaining, credit) => {
    expect(unusedCredit(billed, remaining).creditCents).toBe(credit);
  });

  test('a line without service dates is not credited', () => {
    expect(unusedCredit({ amountCents: 500, periodStart: null, periodEnd: null }, 5).creditCents).toBe(0);
  });
});

test.each([
  ['#1', 89964, '2026-01-10', '2027-01-10', '2026-04-20 18:00', 65316],
  ['#3', 2975, '2026-04-30', '2026-05-31', '2026-05-11', 1919],
  ['#6', 3020, '2026-05-01', '2026-06-01', '2026-05-28', 390],
  ['the whole period', 2975, '2026-05-01', '2026-06-01', '2026-05-01', 2975],
  ['no day left', 2975, '2026-05-01', '2026-06-01', '2026-06-01', 0],
])('new price for the rest of the period: %s', (_name, cents, start, end, now, charge) => {
  expect(proratedCharge(cents, daysOf(start, end, now))).toBe(charge);
});
