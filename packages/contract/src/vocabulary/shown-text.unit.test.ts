import { expect, test } from 'vitest';
import { isBlank, isolated, withoutHidden } from './shown-text.ts';

test.each([
  ['a\u202Etxt.exe', 'atxt.exe'],
  ['\u202A+1 617\u202C', '+1 617'],
  ['\u2066Ada\u2069', 'Ada'],
  ['\u200B\uFEFF\u2060', ''],
])('[CA-02] %j reads as %j', (typed, shown) => {
  expect(withoutHidden(typed)).toBe(shown);
});

test.each(['Ada', 'עדה', '👩‍🚀', 'می‌خواهم', 'O’Neill'])('[CA-02] %j loses nothing, nor do joiners', (name) => {
  expect(withoutHidden(name)).toBe(name);
});

test.each([
  '',
  ' \u00A0\t',
  '\u200D\u3164',
  '\u00AD',
  '\u115F\u1160',
  '\uFFA0',
  '\u034F\u061C\uFE0F',
  '\u2800',
  '\u{E0041}',
])('[CA-02] %j is blank: it shows nothing', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['A', 'O’Neill', '李', 'عدة', '👩‍🚀', '\u200DÉ', '-'])('[CA-02] %j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});

test('[CA-02] a right-to-left name inside a sentence is isolated', () => {
  expect(isolated('Ada')).toBe('Ada');
  expect(isolated('עדה')).toBe('\u2068עדה\u2069');
  expect(isolated('\u202Eעדה')).toBe('\u2068עדה\u2069');
});
