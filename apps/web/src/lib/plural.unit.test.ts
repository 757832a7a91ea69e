import { afterEach, expect, test, vi } from 'vitest';
import { plural } from './plural.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en', 0, 'no days'],
  ['en', 1, '1 day'],
  ['en', 2, '2 days'],
  ['en', 1.5, '1.5 days'],
  ['en', 1234, '1,234 days'],
  ['de', 1, '1 day'],
  ['de', 1234, '1.234 days'],
])('[BY-05] in %s, the form of %d is "%s"', (language, days, words) => {
  vi.stubEnv('FOYER_LANGUAGE', language);
  const forms = { '0': () => 'no days', one: (n: string) => `${n} day`, other: (n: string) => `${n} days` };
  expect(plural(days, forms)).toBe(words);
});
