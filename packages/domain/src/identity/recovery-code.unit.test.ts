import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECOVERY_CODE_SIGNS, readRecoveryCode, writeRecoveryCode } from './recovery-code.ts';

const bytesOf = (...first: number[]) =>
  Uint8Array.from([...first, ...Array(RECOVERY_CODE_SIGNS - first.length).fill(0)]);

test.each([
  [bytesOf(), '0000-0000-0000-0000-0000-0000-0000'],
  [bytesOf(1, 31, 32, 255), '1Z0Z-0000-0000-0000-0000-0000-0000'],
])('[ASVS 6.5.2] %j is written %s', (bytes, code) => {
  expect(writeRecoveryCode(bytes)).toBe(code);
});

test('[ASVS 6.5.2, 11.5.1] a code has at least 128 random bits', () => {
  expect(RECOVERY_CODE_SIGNS * 5).toBeGreaterThanOrEqual(128);
});

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTV';

test.each([
  ['0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV', SIGNS],
  [' 0123 4567 89ab cdef ghjk mnpq rstv ', SIGNS],
  ['O123-4567-89AB-CDEF-GHJK-MNPQ-RSTV', SIGNS],
  ['0I23-4567-89AB-CDEF-GHJK-MNPQ-RSTV', SIGNS],
  ['0l23-4567-89AB-CDEF-GHJK-MNPQ-RSTV', SIGNS],
  ['0123-4567-89AB-CDEF', SIGNS.slice(0, 16)], // Code of an earlier release.
  ['0123-4567-89AB-CDEF-GHJK-MNPQ-RST', null],
  ['0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-0', null],
  ['0123-4567-89AB-CDE', null],
  ['0123-4567-89AB-CDEF-0', null],
  ['0123-4567-89AB-CDEU', null],
  ['', null],
])('%j is read as %j', (typed, signs) => {
  expect(readRecoveryCode(typed)).toBe(signs);
});

test('all 32 values have different characters, and read back', () => {
  const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_SIGNS, maxLength: RECOVERY_CODE_SIGNS });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const code = writeRecoveryCode(one);
      expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
      expect(code === writeRecoveryCode(other)).toBe(
        one.every((byte, index) => byte % 32 === (other[index] ?? 0) % 32),
      );
    }),
  );
});
