import { expect, test } from 'vitest';
import { arabicShaped } from './arabic-shapes.ts';

/** Which shape each character is, by what Unicode calls them. */
const points = (text: string): string => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');

test.each([
  ['all joined, a name', 'محمد', 'fee3 fea4 fee4 feaa'],
  ['a letter that joins only the one before', 'شركة', 'feb7 feae fedb fe94'],
  ['lam and alef are one, first in the word and joined', 'لا سلام', 'fefb 20 feb3 fefc fee1'],
  ['a mark above does not part what it stands between', 'مَن', 'fee3 64e fee6'],
  ['Persian letters', 'پیک', 'fb58 fbff fb8f'],
  ['a letter alone', 'ب', 'fe8f'],
  ['the stroke joins both sides', 'بـب', 'fe91 640 fe90'],
])('[PY-07] Arabic letters beside each other: %s', (_name, text, expected) => {
  expect(points(arabicShaped(text))).toBe(expected);
});

test.each(['Łukasz 山田', 'שלום', '12 € (x)', ''])('[PY-07] %j has nothing to shape', (text) => {
  expect(arabicShaped(text)).toBe(text);
});
