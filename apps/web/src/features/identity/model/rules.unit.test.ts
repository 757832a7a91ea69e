import { expect, test } from 'vitest';
import { isEmail } from '../../../shared/identity/email-address.ts';
import { pollDelayMs } from './polling.ts';

test('[SC-07] 40 polls, the first after 2 s, each next 1 s later, then none', () => {
  const delays = Array.from({ length: 41 }, (_, done) => pollDelayMs(done));
  expect(delays.slice(0, 3)).toEqual([2_000, 3_000, 4_000]);
  expect(delays[39]).toBe(41_000);
  expect(delays[40]).toBeNull();
  expect(delays.reduce<number>((total, delay) => total + (delay ?? 0), 0)).toBe(860_000);
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
] as const)('[SC-12] %j may be an email address: %s', (text, may) => {
  expect(isEmail(text)).toBe(may);
});
