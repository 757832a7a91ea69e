import { expect, test } from 'vitest';
import { newCode } from './new-code.ts';

test('[ASVS 11.5.1] a code has 28 characters of 32 each, 140 random bits, in groups of four', () => {
  const codes = Array.from({ length: 1_000 }, newCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){6}$/);
  expect(new Set(codes.join('')).size).toBe(32 + 1);
});
