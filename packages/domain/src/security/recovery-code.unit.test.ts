import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECOVERY_CODE_BYTES, readRecoveryCode, writeRecoveryCode } from './recovery-code.ts';

test.each([
  [Array(10).fill(0), '0000-0000-0000-0000'],
  [Array(10).fill(255), 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'],
  [[0, 0, 0, 0, 1, 0, 0, 0, 0, 32], '0000-0001-0000-0010'],
])('%j is written %s', (bytes, code) => {
  expect(writeRecoveryCode(Uint8Array.from(bytes))).toBe(code);
});

test.each([
  ['0123-4567-89AB-CDEF', '0123456789ABCDEF'],
  [' 0123 4567 89ab cdef ', '0123456789ABCDEF'],
  ['O123-4567-89AB-CDEF', '0123456789ABCDEF'],
  ['0I23-4567-89AB-CDEF', '0123456789ABCDEF'],
  ['0l23-4567-89AB-CDEF', '0123456789ABCDEF'],
  ['0123-4567-89AB-CDE', null],
  ['0123-4567-89AB-CDEF0', null],
  ['0123-4567-89AB-CDEU', null],
  ['', null],
])('%j is read as %j', (typed, signs) => {
  expect(readRecoveryCode(typed)).toBe(signs);
});

test('every 80 bits have a code of their own, which is read back', () => {
  const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const code = writeRecoveryCode(one);
      expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
      expect(code === writeRecoveryCode(other)).toBe(one.every((byte, index) => byte === other[index]));
    }),
  );
});
