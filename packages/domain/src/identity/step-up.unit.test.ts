import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { isProofFresh, isSignInNew, PROOF_LIFE_MS, provesPresence, SIGN_IN_IS_NEW_MS } from './step-up.ts';

const NOW = Date.UTC(2026, 0, 10, 12);

test.each([
  ['after the request', NOW + 20 * SECOND_MS, true],
  ['at the same moment', NOW, true],
  ['as early as clocks may differ', NOW - MINUTE_MS, true],
  ['one millisecond too early: the provider remembered the user', NOW - MINUTE_MS - 1, false],
  ['the provider returns no time', null, false],
] as const)('[SE-11] [SC-02] a sign-in at the provider proves presence: %s', (_, authenticatedAt, proves) => {
  expect(provesPresence(authenticatedAt, NOW)).toBe(proves);
});

test.each([
  ['never', null, false],
  ['now', NOW, true],
  ['just within', NOW - PROOF_LIFE_MS + 1, true],
  ['at the end', NOW - PROOF_LIFE_MS, false],
  ['in the future, after the clock went back', NOW + 1, false],
] as const)('[SC-02] proved %s', (_, provedAt, fresh) => {
  expect(isProofFresh(provedAt, NOW)).toBe(fresh);
});

test.each([
  ['now', NOW, true],
  ['just within', NOW - SIGN_IN_IS_NEW_MS + 1, true],
  ['at the end', NOW - SIGN_IN_IS_NEW_MS, false],
  ['by a clock that is a little ahead', NOW + MINUTE_MS, true],
  ['in the future, after the clock went back', NOW + MINUTE_MS + 1, false],
] as const)('[SC-05] signed in %s', (_, signedInAt, isNew) => {
  expect(isSignInNew(signedInAt, NOW)).toBe(isNew);
});
