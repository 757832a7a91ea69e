import { expect, test } from 'vitest';
import { shorten } from './short-ids.ts';

const short = (first: string[], later: string[]) =>
  Object.fromEntries(shorten(new Set(first), new Set([...first, ...later])));

test.each([
  ['two characters at first, three later', ['abcdef'], ['ghijkl'], { abcdef: 'ab', ghijkl: 'ghi' }],
  ['alike at first: longer', ['abcdef', 'abxyzz'], [], { abcdef: 'abc', abxyzz: 'abx' }],
  ['alike with a later one: two characters are no three', ['abcdef'], ['abcxyz'], { abcdef: 'ab', abcxyz: 'abcx' }],
  ['alike at first, and one of them with a later one', ['abcdef', 'abxyzz'], ['abcxyz'], { abcdef: 'abcd', abxyzz: 'abx', abcxyz: 'abcx' }],
  ['all but the last', [], ['abcdef', 'abcdeg'], { abcdef: 'abcdef', abcdeg: 'abcdeg' }],
])('[BY-05] ids of texts: %s', (_, first, later, expected) => {
  expect(short(first, later)).toEqual(expected);
});

test('[BY-05] a thousand texts keep names of their own', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => Buffer.from(String((n * 2_654_435_761) % 2 ** 32)).toString('base64').slice(2, 8));
  const all = new Set(ids);
  const names = shorten(new Set(ids.slice(0, 100)), all);
  expect(new Set(names.values()).size).toBe(all.size);
});
