import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { firstPasswordExpiry, isFirstPasswordOver } from './first-password.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const expiresAt = firstPasswordExpiry(now);

test.each([
  ['chosen by the operator', { expiresAt: null, usedAt: null }, now + 1000 * DAY_MS, false],
  ['new', { expiresAt, usedAt: null }, now, false],
  ['a moment before its end', { expiresAt, usedAt: null }, now + DAY_MS - 1, false],
  ['24 hours old', { expiresAt, usedAt: null }, now + DAY_MS, true],
  ['used', { expiresAt, usedAt: now }, now + 1, true],
])('[L9] a password that is %s', (_title, password, at, isOver) => {
  expect(isFirstPasswordOver(password, at)).toBe(isOver);
});
