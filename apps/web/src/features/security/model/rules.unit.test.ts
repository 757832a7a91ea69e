import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { isEmail } from '../../../ui/email-address.ts';
import { refusalOf } from '../../../ui/refusal.ts';
import { emailOutcome } from './email-outcome.ts';
import { pollDelayMs } from './polling.ts';

const refused = (type: string, message = type, field: string | null = null) =>
  new CallError({ status: 400, type, message, field });

test('[SC-07] 40 polls, the first after 2 s, each next 1 s later, then none', () => {
  const delays = Array.from({ length: 41 }, (_, done) => pollDelayMs(done));
  expect(delays.slice(0, 3)).toEqual([2_000, 3_000, 4_000]);
  expect(delays[39]).toBe(41_000);
  expect(delays[40]).toBeNull();
  expect(delays.reduce<number>((total, delay) => total + (delay ?? 0), 0)).toBe(860_000);
});

test.each([
  ['TOKEN_USED', 'used'],
  ['INVALID_TOKEN', 'invalid'],
  ['TOKEN_EXPIRED', 'old-address'],
  ['INVALID_USER', 'other-user'],
  ['RATE_LIMITED', 'unclear'],
  ['OFFLINE', 'unclear'],
  ['INTERNAL_ERROR', 'unclear'],
] as const)('[SC-11] %s: %s', (type, outcome) => {
  expect(emailOutcome(refused(type))).toBe(outcome);
});

test.each([
  ['INVALID_CREDENTIALS', 'x', null, 'authPasswordInvalid', 'password'],
  ['UNAUTHORIZED', 'wrong password', null, 'authPasswordInvalid', 'password'],
  ['PASSWORD_REQUIRED', 'x', null, 'authPasswordInvalid', 'password'],
  ['INVALID_EMAIL', 'is Already taken', null, 'changeEmailTaken', 'email'],
  ['INVALID_EMAIL', 'no such thing', null, 'changeEmailInvalid', 'email'],
  ['INVALID_PASSWORD', 'x', null, 'changePasswordInvalid', 'newPassword'],
  ['MFA_NOT_ENABLED', 'x', null, 'tfaNotEnabled', null],
  ['CODE_NOT_VALID', 'the first code', null, 'tfaFirstCodeInvalid', 'first'],
  ['CODE_NOT_VALID', 'the Second code', null, 'tfaSecondCodeInvalid', 'second'],
  ['CODE_NOT_VALID', 'no', 'secondCode', 'tfaSecondCodeInvalid', 'second'],
  ['CODE_NOT_VALID', 'no', null, 'tfaFirstCodeInvalid', 'first'],
  ['CIDR_REQUIRED', 'x', null, 'cidrRequired', null],
  ['INVALID_CIDR', 'x', null, 'cidrInvalid', null],
  ['FORBIDDEN', 'x', null, 'notAllowed', null],
  ['RATE_LIMITED', 'x', null, 'tooMany', null],
  ['OFFLINE', 'x', null, 'unknown', null],
  ['INVALID_RESPONSE', 'x', null, 'unknown', null],
  ['UNSUCCESSFUL', 'x', null, 'unknown', null],
  ['INTERNAL_ERROR', 'x', null, 'fault', null],
  ['UNAVAILABLE', 'x', null, 'fault', null],
  ['NOT_FOUND', 'x', null, 'other', null],
] as const)('[SC-08] %s "%s" (%s) means %s', (type, message, field, kind, at) => {
  expect(refusalOf(refused(type, message, field))).toMatchObject({ kind, field: at });
});

test('[OP-02] [SC-08] a refusal of a read-only view is not the account that may not', () => {
  const refusal = new CallError({ status: 403, type: 'FORBIDDEN', code: 'read_only', message: 'x' });
  expect(refusalOf(refusal)).toMatchObject({ kind: 'readOnly', field: null });
});

test.each([
  ['a@b.cd', true],
  [' a@b.cd ', true],
  ['a.b+c@sub.example.org', true],
  ['a@b', false],
  ['a@b.', false],
  ['@b.cd', false],
  ['a b@c.de', false],
  ['a@b@c.de', false],
] as const)('[SC-12] %j may be an e-mail address: %s', (text, may) => {
  expect(isEmail(text)).toBe(may);
});
