import { expect, test } from 'vitest';
import { hasClaim } from './claims.ts';

const claims = { drive: {}, usr: { info: { delete: true, update: null } }, off: null };

test.each([
  ['drive', true],
  ['usr:info:delete', true],
  ['usr:info', true],
  ['usr:info:update', false],
  ['off', false],
  ['tron', false],
  ['drive:x', false],
  ['constructor', false],
])('[SE-08] claim %s: %s', (path, held) => {
  expect(hasClaim(claims, path)).toBe(held);
});
