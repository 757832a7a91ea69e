import { expect, test } from 'vitest';
import { parseCodes } from './typed-codes.ts';

test.each<[name: string, text: string, codes: string[]]>([
  ['nothing', '', []],
  ['only spaces', '  \n ', []],
  ['one, with spaces around it', '  drv_Ab-9 ', ['drv_Ab-9']],
  ['capitals and small letters are two codes', 'aB\nAb', ['aB', 'Ab']],
  ['one a line, from any system', 'one\r\ntwo\nthree\n', ['one', 'two', 'three']],
  ['with commas', 'one, two,three,', ['one', 'two', 'three']],
  ['with blanks, semicolons and tabs', 'one two;three; four\tfive', ['one', 'two', 'three', 'four', 'five']],
  ['the same twice', 'one\none', ['one']],
  ['a new code as made', '7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT', ['7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT']],
  ['a new code in groups', '7KQ2 M9XD  4HWT 8BNC 7KQ2 M9XD 4HWT', ['7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT']],
  [
    'a new code with blanks beside hyphens',
    'ppd-7k_7KQ2 - M9XD-4HWT- 8BNC-7KQ2-M9XD-4HWT',
    ['ppd-7k_7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT'],
  ],
  [
    'two new codes in groups, in one line',
    '7KQ2 M9XD 4HWT 8BNC 7KQ2 M9XD 4HWT 2222 3333 4444 5555 6666 7777 8888',
    ['7KQ2-M9XD-4HWT-8BNC-7KQ2-M9XD-4HWT', '2222-3333-4444-5555-6666-7777-8888'],
  ],
  ['an old code in groups', 'ppd_7KQ2 M9XD 4HWT 8BNC', ['ppd_7KQ2M9XD4HWT8BNC']],
  ['groups on lines of their own', '7KQ2\nM9XD\n4HWT\n8BNC', ['7KQ2', 'M9XD', '4HWT', '8BNC']],
])('[CD-03] codes in %s', (_, text, codes) => {
  expect(parseCodes(text)).toEqual(codes);
});
