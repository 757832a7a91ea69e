import { DAY_MS, HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { authenticationBy, mustSignInAgain, ONE_FACTOR, TWO_FACTORS } from './authentication.ts';

const now = 100 * DAY_MS;

test.each([
  ['password', ONE_FACTOR, ['pwd']],
  ['password_code', TWO_FACTORS, ['pwd', 'otp', 'mfa']],
  ['password_recovery_code', TWO_FACTORS, ['pwd', 'mfa']],
  ['password_passkey', TWO_FACTORS, ['pwd', 'pop', 'mfa']],
  ['passkey', TWO_FACTORS, ['pop', 'user', 'mfa']],
  ['provider', ONE_FACTOR, []],
  [null, ONE_FACTOR, []],
] as const)('a sign-in by %s is %s with %j', (method, acr, amr) => {
  expect(authenticationBy({ signedInAt: now, provedAt: null, method })).toEqual({ at: now, acr, amr });
});

test('a fresh proof at the external provider is the time of the sign-in', () => {
  expect(authenticationBy({ signedInAt: now - HOUR_MS, provedAt: now, method: 'provider' }).at).toBe(now);
});

test.each([
  ['an old session, and nothing is asked', [], null, now - 20 * DAY_MS, false],
  ['prompt=login and a session from before', ['login'], null, now - HOUR_MS, true],
  ['prompt=login and a sign-in since', ['login'], null, now - MINUTE_MS, false],
  ['prompt=login and a sign-in just before', ['login'], null, now - 2 * MINUTE_MS - 1, true],
  ['a session as old as max_age', [], HOUR_MS, now - HOUR_MS, false],
  ['a session older than max_age', [], HOUR_MS, now - HOUR_MS - 1, true],
  ['max_age=0 and a session from before', [], 0, now - HOUR_MS, true],
  ['max_age=0 and a sign-in just before', [], 0, now - 2 * MINUTE_MS - 1, true],
  ['max_age=0 and a sign-in since', [], 0, now - MINUTE_MS, false],
  ['prompt=login beside a long max_age', ['login'], DAY_MS, now - HOUR_MS, true],
])('%s', (_name, prompts, maxAgeMs, authenticatedAt, isNeeded) => {
  expect(mustSignInAgain({ prompts, maxAgeMs, askedAt: now - 2 * MINUTE_MS }, authenticatedAt, now)).toBe(isNeeded);
});
