import { expect, test } from 'vitest';
import { nextStep } from './onboarding.ts';

test.each([
  ['address', 'US', 'payment'],
  ['address', 'DE', 'review'],
  ['address', 'CA', 'review'],
  ['address', null, 'payment'],
  ['payment', 'US', 'review'],
  ['payment', null, 'review'],
] as const)('[PM-05] after %s in %s comes %s', (done, country, next) => {
  expect(nextStep(done, country)).toBe(next);
});
