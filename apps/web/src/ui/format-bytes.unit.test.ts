import { afterEach, expect, test, vi } from 'vitest';
import { formatBytes } from './format-bytes.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en', 0, '0.00 b'],
  ['en', 999, '999.00 b'],
  ['en', 1_000, '1.00 kB'],
  ['en', 999_994, '999.99 kB'],
  ['en', 999_999, '1.00 MB'],
  ['en', 200_000_000, '200.00 MB'],
  ['en', 1_500_000_000, '1.50 GB'],
  ['en', 2_000_000_000_000, '2.00 TB'],
  ['en', 5_000_000_000_000_000, '5,000.00 TB'],
  ['de', 1_500_000_000, '1,50 GB'],
])('[DR-07] in %s, %i bytes are %s', (locale, bytes, shown) => {
  vi.stubEnv('FOYER_LANGUAGE', locale);
  expect(formatBytes(bytes)).toBe(shown);
});
