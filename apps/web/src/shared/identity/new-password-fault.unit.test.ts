import { expect, test } from 'vitest';
import { newPasswordFault } from './new-password-fault.ts';

test.each([
  ['', 'required'],
  ['1234567', 'short'],
  ['12345678', null],
  ['ünïcödé', 'short'],
  ['🔑🔑🔑🔑', 'short'],
  ['🔑🔑🔑🔑🔑🔑🔑🔑', null],
] as const)('[SC-03] new password %j: %s', (password, fault) => {
  expect(newPasswordFault(password)).toBe(fault);
});

test.each([
  ['a', 256, null],
  ['a', 257, 'long'],
  ['🔑', 64, null],
  ['🔑', 65, 'long'],
] as const)('[SC-03] new password of %j, %i times: %s', (letter, times, fault) => {
  expect(newPasswordFault(letter.repeat(times))).toBe(fault);
});
