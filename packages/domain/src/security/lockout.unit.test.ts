import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { at } from '../testing/builders.ts';
import { afterFailure, type FailureCounter, isLocked, signInPolicy } from './lockout.ts';

const now = at('2026-01-10');

const afterFailures = (count: number): FailureCounter | null => {
  let counter: FailureCounter | null = null;
  for (let failure = 0; failure < count; failure += 1) counter = afterFailure(counter, signInPolicy, now);
  return counter;
};

test.each([
  [0, 0],
  [1, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [8, 8],
  [9, 15],
  [10, 15],
  [1000, 15],
])('after %i wrong passwords: locked for %i minutes', (failures, minutes) => {
  const counter = afterFailures(failures);
  expect(counter?.failures ?? 0).toBe(failures);
  expect(isLocked(counter, now)).toBe(minutes > 0);
  expect(isLocked(counter, now + minutes * MINUTE_MS - 1)).toBe(minutes > 0);
  expect(isLocked(counter, now + minutes * MINUTE_MS)).toBe(false);
});

test('no counter is no lock', () => {
  expect(isLocked(null, now)).toBe(false);
});
