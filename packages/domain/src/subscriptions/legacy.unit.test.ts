import { expect, test } from 'vitest';
import { isLegacyWithoutNewPromo } from './legacy.ts';

const base = (at: string) => ({ isBase: true, createdAt: Date.parse(at) });
const other = (at: string) => ({ isBase: false, createdAt: Date.parse(at) });

test.each([
  ['a base plan of 2022', [base('2022-03-15T09:00:00Z')], true],
  ['in the last second before the day', [base('2024-06-20T23:59:59Z')], true],
  ['a base plan of the day itself counts as new', [base('2024-06-21T00:00:00Z')], false],
  ['another plan of 2022', [other('2022-03-15T09:00:00Z')], false],
  ['another earlier plan does not matter', [base('2022-03-15T09:00:00Z'), other('2024-06-20T00:00:00Z')], true],
  ['a newer subscription of any plan', [base('2022-03-15T09:00:00Z'), other('2024-06-21T00:00:00Z')], false],
  ['a newer base plan is a newer subscription', [base('2022-03-15T09:00:00Z'), base('2025-01-01T00:00:00Z')], false],
  ['no subscription', [], false],
])('[LG-01] %s', (_, scope, legacy) => {
  expect(isLegacyWithoutNewPromo(scope)).toBe(legacy);
});
