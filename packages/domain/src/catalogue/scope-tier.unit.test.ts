import { describe, expect, test } from 'vitest';
import { isLegacyId, type ScopeTier, scopeTierOf } from './scope-tier.ts';

describe('[SP-05] tier by plan id, row by row', () => {
  test.each<[string, ScopeTier | null]>([
    ['pln_scope_base', 'Base'],
    ['pln_scope_base2019', 'Base'],
    ['pln_scope_free', 'Basic'],
    ['pln_scope_starter', 'Starter'],
    ['pln_scope_serialdecode', 'Professional'],
    ['pln_scope_power', 'Professional'],
    ['pln_scope_milgov', 'Professional'],
    ['pln_scope_automotive', 'Professional'],
    ['pln_scope_ultimate', 'Ultimate'],
    ['pln_scope_starterpromotional', 'Starter'],
    ['pln_scope_ultimatepromotional', 'Ultimate'],
    ['starter', 'Starter'],
    ['pln_scope_radar', null],
    ['', null],
    ['constructor', null],
  ])('%s is %s', (planId, tier) => {
    expect(scopeTierOf(planId)).toBe(tier);
  });

  test.each([
    ['pln_scope_base', true],
    ['pln_database_starter', true],
    ['pln_scope_starter', false],
  ])('%s is legacy: %s', (planId, legacy) => {
    expect(isLegacyId(planId)).toBe(legacy);
  });
});
