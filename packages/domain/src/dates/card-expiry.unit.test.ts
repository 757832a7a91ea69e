import { expect, test } from 'vitest';
import { text, utc } from '../testing/moments.ts';
import { cardExpiresAt, isCardExpired } from './card-expiry.ts';

test.each([
  [2026, 4, '2026-05-01'],
  [2026, 12, '2027-01-01'],
  [2028, 2, '2028-03-01'],
])('a card printed %i/%i expires at the first instant of the month after', (expYear, expMonth, expiresAt) => {
  expect(text(cardExpiresAt(expYear, expMonth))).toBe(expiresAt);
});

test.each([
  ['2026-04-30 23:59', false],
  ['2026-05-01', true],
  ['2027-01-01', true],
])('[PM-06] a card of 4/2026 on %s: expired is %s', (now, expired) => {
  expect(isCardExpired({ expYear: 2026, expMonth: 4 }, utc(now))).toBe(expired);
});

test('the last millisecond of the month still counts', () => {
  expect(isCardExpired({ expYear: 2026, expMonth: 4 }, utc('2026-05-01') - 1)).toBe(false);
});
