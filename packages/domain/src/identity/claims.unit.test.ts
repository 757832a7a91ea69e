import { expect, test } from 'vitest';
import { claimTree, hasClaim } from './claims.ts';

const claims = { usr: { info: { update: true, delete: null }, password: {} }, drive: {}, flat: false, text: 'x' };

test.each<[string, boolean]>([
  ['usr:info:update', true],
  ['usr:info', true],
  ['usr:password', true],
  ['drive', true],
  ['flat', true],
  ['usr:info:delete', false],
  ['usr:info:delete:more', false],
  ['usr:mfa', false],
  ['drive:more', false],
  ['text:length', false],
  ['constructor', false],
  ['usr:toString', false],
  ['', false],
])('[SE-08] %s: %s', (path, granted) => {
  expect(hasClaim(claims, path)).toBe(granted);
});

test('[SE-08] a tree from paths grants these paths and no others', () => {
  expect(claimTree(['drive', 'usr:info:update', 'usr:info:delete', 'usr'])).toEqual({
    drive: {},
    usr: { info: { update: {}, delete: {} } },
  });
});
