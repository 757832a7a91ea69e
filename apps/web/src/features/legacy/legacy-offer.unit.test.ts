import { expect, test } from 'vitest';
import { legacyDiscounts, legacyNoticeAt } from './legacy-offer.ts';

test.each([
  ['2024-06-20T23:59:59Z', 'to-come', true],
  ['2024-06-21T00:00:00Z', 'open', true],
  ['2024-12-31T23:59:59Z', 'open', true],
  ['2025-01-01T00:00:00Z', 'over', false],
  ['2026-11-22T00:00:00Z', 'over', false],
])('[LG-02] at %s the offer is %s, support %s', (now, offer, supported) => {
  expect(legacyNoticeAt(now)).toEqual({ offer, supported });
});

test('[LG-02] 50 % on a year, 33 % on three, 25 % on a perpetual licence', () => {
  expect(legacyDiscounts.map(({ term, percentOff }) => [term, percentOff])).toEqual([
    ['1-year', 50],
    ['3-year', 33],
    ['perpetual', 25],
  ]);
});
