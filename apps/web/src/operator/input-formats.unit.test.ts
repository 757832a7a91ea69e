import { expect, test } from 'vitest';
import { endOfDay, parseCount, parseDollars, toCsv } from './input-formats.ts';

test.each([
  ['12.50', 1_250],
  ['$ 0.07', 7],
  ['1.1', 110],
  ['100000', 10_000_000],
  ['0', null],
  ['0.00', null],
  ['1.234', null],
  ['-5', null],
  ['1,000', null],
  ['1e3', null],
  ['', null],
])('[OP-02] the amount "%s" is %s cents', (typed, cents) => {
  expect(parseDollars(typed)).toBe(cents);
});

test.each([
  ['1', 10, 1],
  [' 10 ', 10, 10],
  ['11', 10, null],
  ['0', 10, null],
  ['2.5', 10, null],
  ['', 10, null],
])('[OP-03] the number "%s" of at most %s is %s', (typed, most, count) => {
  expect(parseCount(typed, most)).toBe(count);
});

test('[OP-03] a last day counts to its end, over the end of a year too', () => {
  expect(endOfDay('2026-12-31')).toBe('2027-01-01T00:00:00.000Z');
});

test.each([
  ['ppd-x_ABC', 'ppd-x_ABC'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\tx', `"'\tx"`],
  ['trade fair, spring', '"trade fair, spring"'],
  ['two\nlines', '"two\nlines"'],
])('[OP-03] %j is no formula in the file of codes', (text, written) => {
  expect(toCsv([[text, 'b']])).toBe(`${written},b\r\n`);
});
