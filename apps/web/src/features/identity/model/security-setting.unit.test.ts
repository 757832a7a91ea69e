import { expect, test } from 'vitest';
import { activeSetting, mayChange } from './security-setting.ts';

const all = { usr: { info: { update: {} }, password: { update: {} } }, access: { mfa: { create: {} } } };

test.each([
  ['email', all, 'email'],
  ['password', all, 'password'],
  ['mfa', all, 'mfa'],
  ['recovery', all, null],
  ['constructor', all, null],
  ['', all, null],
  [null, all, null],
  ['email', {}, null],
  ['mfa', { access: { mfa: { create: null } } }, null],
] as const)('[SC-01] ?active=%s opens what may be changed', (active, claims, opened) => {
  expect(activeSetting(active, claims, { emailVerified: true, isMfaEnabled: false })).toBe(opened);
});

test.each([
  ['email', false, null],
  ['password', false, 'password'],
  ['mfa', false, null],
  ['mfa', true, 'mfa'],
] as const)(
  '[H1] [L3] ?active=%s with an unverified address and two-step %s opens %s',
  (active, isMfaEnabled, opened) => {
    expect(activeSetting(active, all, { emailVerified: false, isMfaEnabled })).toBe(opened);
  },
);

test.each([
  ['email', { usr: { info: { update: {} } } }],
  ['password', { usr: { password: { update: {} } } }],
  ['mfa', { access: { mfa: { create: {} } } }],
] as const)('[SC-09] %s needs its own claim and no other', (setting, claims) => {
  expect(mayChange(setting, claims)).toBe(true);
  for (const other of ['email', 'password', 'mfa'] as const)
    if (other !== setting) expect(mayChange(other, claims)).toBe(false);
});
