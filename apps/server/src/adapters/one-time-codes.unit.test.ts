import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { matchStep, stepAt } from '@foyer/domain/identity/totp';
import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { oneTimeCodes } from './one-time-codes.ts';

describe('[SC-05] RFC 6238 appendix B, SHA-1, its last six digits', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s: %s', (seconds, code) => {
    const now = seconds * SECOND_MS;
    const codeAt = (step: number) => oneTimeCodes.codeAt(secret, step);
    expect(codeAt(stepAt(now))).toBe(code);
    expect(matchStep(codeAt, code, null, now)).toBe(stepAt(now));
  });
});

test('a secret has 160 bits and is never the same', () => {
  const [one, other] = [oneTimeCodes.newSecret(), oneTimeCodes.newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(other).not.toBe(one);
});

test('the picture is a PNG inside its own address', async () => {
  const url = await oneTimeCodes.qrCode('JBSWY3DPEHPK3PXP', 'Arcwave Drive', 'ada@test.arcwave.test');
  expect(url.startsWith('data:image/png;base64,')).toBe(true);
  const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
});
