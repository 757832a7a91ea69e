import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 b'],
  [999, '999 b'],
  [1_000, '1 kB'],
  [999_994, '999.99 kB'],
  [999_999, '1 MB'],
  [1_500_000_000, '1.50 GB'],
  [1_000_000_000_000, '1 TB'],
  [5_000_000_000_000_000, '5000 TB'],
])('[DR-07] %i bytes are %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
