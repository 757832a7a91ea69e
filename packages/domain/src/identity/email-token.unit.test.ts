import { DAY_MS, HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import { utc } from '../testing/moments.ts';
import { checkEmailToken, type EmailToken, emailTokenLifeMs } from './email-token.ts';

const now = utc('2026-01-10');
const token: EmailToken = {
  id: 'emt_1',
  userId: 'usr_ada',
  purpose: 'change',
  email: 'ada@example.org',
  expiresAt: now + 1,
  usedAt: null,
  voidedAt: null,
};
const signedOut = { userId: null, purpose: 'change' } as const;

test.each([
  ['a valid link, signed out', {}, signedOut, 'ok'],
  ['a valid link, its user signed in', {}, { ...signedOut, userId: 'usr_ada' }, 'ok'],
  ['a valid link, another user signed in', {}, { ...signedOut, userId: 'usr_eve' }, 'INVALID_USER'],
  ['a used link, another user signed in', { usedAt: now }, { ...signedOut, userId: 'usr_eve' }, 'INVALID_USER'],
  ['a link for another purpose', { purpose: 'reset' }, signedOut, 'INVALID_TOKEN'],
  ['a used link', { usedAt: now - 1 }, signedOut, 'TOKEN_USED'],
  ['a link used long ago', { usedAt: now - DAY_MS, expiresAt: now - HOUR_MS }, signedOut, 'TOKEN_USED'],
  ['a replaced link', { voidedAt: now - 1 }, signedOut, 'INVALID_TOKEN'],
  ['a link in its last millisecond', { expiresAt: now + 1 }, signedOut, 'ok'],
  ['a link at its end', { expiresAt: now }, signedOut, 'TOKEN_EXPIRED'],
] as const)('[INV-18] %s: %s', (_, difference, follower, expected) => {
  const checked = checkEmailToken({ ...token, ...difference }, follower, now);
  expect(checked.ok ? 'ok' : checked.type).toBe(expected);
});

test('[INV-18] no such link', () => {
  expect(checkEmailToken(null, signedOut, now)).toMatchObject({ ok: false, type: 'INVALID_TOKEN' });
});

test('lifetimes: a day to verify, an hour for links that give access', () => {
  expect(emailTokenLifeMs).toEqual({ verify: DAY_MS, change: HOUR_MS, reset: HOUR_MS });
});
