import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [1, 'en', '1 month'],
  [6, 'en', '6 months'],
  [12, 'en', '1 year'],
  [18, 'en', '1 year and 6 months'],
  [24, 'de', '2 Jahre'],
])('[PR-03] %i months in %s are %s', (months, locale, words) => {
  expect(durationText(months, locale)).toBe(words);
});
