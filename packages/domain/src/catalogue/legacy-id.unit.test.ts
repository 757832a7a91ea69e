import { expect, test } from 'vitest';
import { isLegacyId } from './legacy-id.ts';

test.each([
  ['pln_scope_base', true],
  ['pln_database_starter', true],
  ['pln_scope_starter', false],
])('[SP-05] %s is legacy: %s', (planId, legacy) => {
  expect(isLegacyId(planId)).toBe(legacy);
});
