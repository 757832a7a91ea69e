import { expect, test } from 'vitest';
import { formatBytes } from './storage.ts';

test.each([
  [0, '0.00 b'],
  [999, '999.00 b'],
  [1_000, '1.00 kB'],
  [200_000_000, '200.00 MB'],
  [1_500_000_000, '1.50 GB'],
  [2_000_000_000_000, '2.00 TB'],
  [5_000_000_000_000_000, '5000.00 TB'],
])('[DR-07] %i bytes', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
