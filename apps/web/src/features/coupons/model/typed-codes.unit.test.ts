import { expect, test } from 'vitest';
import { parseCodes } from './typed-codes.ts';

test.each<[name: string, text: string, codes: string[]]>([
  ['nothing', '', []],
  ['only spaces', '  \n ', []],
  ['one, with spaces around it', '  drv_Ab-9 ', ['drv_Ab-9']],
  ['capitals and small letters are two codes', 'aB\nAb', ['aB', 'Ab']],
  ['one a line, from any system', 'one\r\ntwo\nthree\n', ['one', 'two', 'three']],
  ['with commas', 'one, two,three,', ['one', 'two', 'three']],
  ['the same twice', 'one\none', ['one']],
])('[CD-03] codes in %s', (_, text, codes) => {
  expect(parseCodes(text)).toEqual(codes);
});
