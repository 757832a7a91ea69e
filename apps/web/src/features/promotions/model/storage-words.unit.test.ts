import { expect, test } from 'vitest';
import { storageWords } from './storage-words.ts';

test.each([
  [200_000_000, '200 MB'],
  [50_000_000_000, '50 GB'],
  [1_500_000_000_000, '1.5 TB'],
  [999, '999 byte'],
  [0, '0 byte'],
])('[DR-07] %i bytes are %s', (bytes, words) => {
  expect(storageWords(bytes, 'en')).toBe(words);
});
