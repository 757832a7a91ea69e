import { expect, test, vi } from 'vitest';
import { aRecord, signIn } from '../../testing/session.ts';
import { anAccessToken, aTokenPair } from '../../testing/tokens.ts';
import { isFresh, RECORD_KEY, readRecord, recordOf } from './record.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('[SE-01] signed in means that an unexpired refresh token is here', () => {
  vi.useFakeTimers({ now: NOW });
  expect(readRecord()).toBeNull();
  signIn({ refreshExpiresAt: NOW + 1 });
  expect(readRecord()).not.toBeNull();
  signIn({ refreshExpiresAt: NOW });
  expect(readRecord()).toBeNull();
});

test('[SE-01] what is no record is no session', () => {
  localStorage.setItem(RECORD_KEY, '{"refreshToken":');
  expect(readRecord()).toBeNull();
});

test.each([
  [10_001, true],
  [10_000, false],
  [0, false],
])('[SE-01] an access token that ends in %i ms may be used: %s', (left, usable) => {
  vi.useFakeTimers({ now: NOW });
  expect(isFresh(aRecord({ accessExpiresAt: NOW + left }))).toBe(usable);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['forty days behind', -40 * 86_400_000],
])('[SE-01] a browser whose clock is %s reads the expiries on its own clock', (_, off) => {
  vi.useFakeTimers({ now: NOW + off });
  const token = aTokenPair({ iat: NOW / 1000, exp: NOW / 1000 + 300 });
  const record = recordOf({ ...token, refreshExpiresAt: new Date(NOW + 86_400_000).toISOString() });
  expect(record.accessExpiresAt - Date.now()).toBe(300_000);
  expect(record.refreshExpiresAt - Date.now()).toBe(86_400_000);
});

test('[SE-01] the user comes from the token, base64url included', () => {
  expect(recordOf({ ...aTokenPair(), accessToken: anAccessToken({ usr: 'usr_ÿþ?>'.slice(0, 4) }) }).userId).toBe(
    'usr_',
  );
});
