import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { utc } from '../testing/moments.ts';
import {
  afterFailure,
  countedSince,
  type FailureCounter,
  isLocked,
  isNotificationDue,
  type LockoutPolicy,
  noFailures,
  retryAt,
  secondFactorPolicy,
  signInPolicy,
  stepUpPolicy,
} from './lockout.ts';

const now = utc('2026-01-10');

const afterFailures = (count: number, policy: LockoutPolicy): FailureCounter => {
  let counter = noFailures;
  for (let failure = 0; failure < count; failure += 1) counter = afterFailure(counter, policy, now);
  return counter;
};

describe.each<[string, LockoutPolicy, [number, number][]]>([
  ['passwords at sign-in', signInPolicy, [[0, 0], [1, 0], [4, 0], [5, 1], [6, 2], [7, 4], [8, 8], [9, 15], [99, 15]]], // biome-ignore format: a table
  ['passwords before sensitive changes', stepUpPolicy, [[4, 0], [5, 1], [9, 15], [1000, 15]]], // biome-ignore format: a table
  ['one-time codes', secondFactorPolicy, [[4, 0], [5, 15], [6, 15], [1000, 15]]], // biome-ignore format: a table
])('wrong %s', (_name, policy, rows) => {
  test.each(rows)('after %i: locked for %i minutes', (failures, minutes) => {
    const counter = afterFailures(failures, policy);
    expect(counter.failures).toBe(failures);
    expect(isLocked(counter, now)).toBe(minutes > 0);
    expect(isLocked(counter, now + minutes * MINUTE_MS - 1)).toBe(minutes > 0);
    expect(isLocked(counter, now + minutes * MINUTE_MS)).toBe(false);
    expect(retryAt(counter, policy, now)).toBe(now + minutes * MINUTE_MS);
  });
});

test('no counter, no lock', () => {
  expect(isLocked(null, now)).toBe(false);
});

describe('after 100 in a row', () => {
  const counter = afterFailures(100, signInPolicy);

  test('waiting does not unlock, and the response does not disclose it', () => {
    const inTenYears = utc('2036-01-10');
    expect(isLocked(counter, inTenYears)).toBe(true);
    expect(retryAt(counter, signInPolicy, inTenYears)).toBe(inTenYears + 15 * MINUTE_MS);
  });

  test.each<[string, number | null, boolean]>([
    ['a password from before', now - 1, true],
    ['no password change known', null, true],
    ['a password changed at the same instant', now, false],
    ['a new password', now + 1, false],
  ])('%s', (_name, changedAt, locked) => {
    expect(isLocked(countedSince(counter, changedAt), now + 1)).toBe(locked);
  });
});

test.each([
  [1, false],
  [4, false],
  [5, true],
  [6, false],
  [99, false],
  [100, true],
  [101, false],
])('mail to the owner after %i wrong passwords: %s', (failures, told) => {
  expect(isNotificationDue(afterFailures(failures, signInPolicy), signInPolicy)).toBe(told);
});
