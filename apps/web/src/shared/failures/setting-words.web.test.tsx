import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallError } from '../../lib/call-error.ts';
import { failureOf } from '../../lib/failure.ts';
import { refusedFieldOf } from './setting-field.ts';
import { settingFailures } from './setting-words.tsx';
import { FailureText } from './words.tsx';

/** Texts and fields of refused security settings. */

const WRONG_PASSWORD = 'It appears that this password was wrong.';
const UNKNOWN = "We don't know if this was done. Check it before you try again. Look there.";
const FAULT = `Something went wrong on our side. ${UNKNOWN}`;

const textOf = (facts: { status: number; type: string } & Partial<Omit<CallError, keyof Error>>, message: string) => {
  const failure = failureOf(new CallError({ message, ...facts }));
  const { container } = render(<FailureText of={failure} context={settingFailures('Look there.')} />);
  return { text: container.textContent, field: refusedFieldOf(failure) };
};

test.each([
  [400, 'INVALID_CREDENTIALS', 'x', null, WRONG_PASSWORD, 'password'],
  [401, 'UNAUTHORIZED', 'wrong password', null, WRONG_PASSWORD, 'password'],
  [400, 'PASSWORD_REQUIRED', 'x', null, WRONG_PASSWORD, 'password'],
  [400, 'INVALID_EMAIL', 'is Already taken', null, 'Email is taken. Try another.', 'email'],
  [400, 'INVALID_EMAIL', 'no such thing', null, 'Invalid email. Try another.', 'email'],
  [400, 'INVALID_PASSWORD', 'Too common.', null, 'Invalid password. Try something else. Too common.', 'newPassword'],
  [400, 'INVALID_PASSWORD', 'INVALID_PASSWORD', null, 'Invalid password. Try something else.', 'newPassword'],
  [400, 'MFA_NOT_ENABLED', 'x', null, 'You need to scan the QR code before entering passcodes.', null],
  [400, 'CODE_NOT_VALID', 'the first code', null, 'Your first code is wrong.', 'first'],
  [400, 'CODE_NOT_VALID', 'the Second code', null, 'Your second code is wrong.', 'second'],
  [400, 'CODE_NOT_VALID', 'no', 'secondCode', 'Your second code is wrong.', 'second'],
  [400, 'CODE_NOT_VALID', 'no', null, 'Your first code is wrong.', 'first'],
  [400, 'CIDR_REQUIRED', 'x', null, 'This account only allows certain network addresses.', null],
  [400, 'INVALID_CIDR', 'x', null, 'Not a valid network range.', null],
  [403, 'FORBIDDEN', 'x', null, "Your account isn't allowed to do this.", null],
  [429, 'RATE_LIMITED', 'x', null, 'Too many tries. Wait a few minutes, then try again.', null],
  [0, 'PASSKEY_NOT_VALID', 'NotAllowedError', null, 'This passkey was not accepted. Nothing changed.', null],
  [0, 'OFFLINE', 'x', null, `No connection. ${UNKNOWN}`, null],
  [502, 'INVALID_RESPONSE', 'x', null, FAULT, null],
  [200, 'UNSUCCESSFUL', 'x', null, FAULT, null],
  [500, 'INTERNAL_ERROR', 'x', null, FAULT, null],
  [503, 'UNAVAILABLE', 'x', null, FAULT, null],
  [404, 'NOT_FOUND', 'x', null, 'Something went wrong on our side. Try again in a moment.', null],
])('[SC-08] %i %s "%s" (%s): %s', (status, type, message, at, text, field) => {
  expect(textOf({ status, type, field: at }, message)).toEqual({ text, field });
});

test('[OP-02] [SC-08] a refusal of a read-only view is not the account that may not', () => {
  expect(textOf({ status: 403, type: 'FORBIDDEN', code: 'read_only' }, 'x')).toEqual({
    text: 'This view is read-only. Nothing was changed.',
    field: null,
  });
});
