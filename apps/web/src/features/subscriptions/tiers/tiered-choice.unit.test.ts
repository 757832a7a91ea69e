import type { TieredPlan } from '@foyer/contract/api/plans';
import { describe, expect, test } from 'vitest';
import { aCycle } from '../../../testing/builders.ts';
import { automotive, power, scopePlans, starter, ultimate } from '../../../testing/tiered-answers.ts';
import { savingOf } from '../model/tiered-card.ts';
import {
  atLimit,
  choiceOf,
  idFor,
  isSubstituteTier,
  type RelationBadge,
  relationBadge,
  tierBadge,
  tiersOf,
} from './tiered-choice.ts';

const tiers = tiersOf(scopePlans, false);

describe('[SP-01] tiers', () => {
  test('Starter, Professional with its packages, Ultimate', () => {
    expect(tiers.map(({ name, plans }) => [name, plans.map(({ shortId }) => shortId)])).toEqual([
      ['Starter', ['starter']],
      ['Professional', ['power', 'automotive']],
      ['Ultimate', ['ultimate']],
    ]);
  });

  test.each<[string, Partial<TieredPlan>]>([
    ['[SP-05] at its limit', { isAtSubCountLimit: true }],
    ['[SP-05] legacy', { isLegacy: true }],
    ['no longer sold', { active: false }],
    ['Basic', { isStarter: false, isBasic: true }],
    ['promotional: nothing to pay', { billingCycles: [aCycle({ amount: 0 })] }],
  ])('%s is no choice', (_name, overrides) => {
    expect(tiersOf([starter(overrides), ultimate()], false).map(({ name }) => name)).toEqual(['Ultimate']);
  });

  test('[SP-05] at its limit, the current plan stays, and what is left out is named', () => {
    const plans = [starter({ isAtSubCountLimit: true, isCurrent: true }), power({ isAtSubCountLimit: true })];
    expect(tiersOf(plans, true).map(({ name }) => name)).toEqual(['Starter']);
    expect(atLimit(plans, true)).toEqual(['Professional: Power']);
  });

  test('[SP-05] another one of a plan at its limit is no choice, whoever has it', () => {
    const plans = [starter({ isAtSubCountLimit: true, isCurrent: true }), ultimate()];
    expect(tiersOf(plans, false).map(({ name }) => name)).toEqual(['Ultimate']);
    expect(atLimit(plans, false)).toEqual(['Starter']);
  });
});

describe('[SP-03] what ?package= means', () => {
  test.each([
    ['nothing: the first visible plan', undefined, 'pln_scope_starter_yearly'],
    ['a plan', 'pln_scope_automotive', 'pln_scope_automotive_yearly'],
    ['an interval id', 'pln_scope_power_monthly', 'pln_scope_power_monthly'],
    ['a short id', 'ultimate', 'pln_scope_ultimate_yearly'],
    ['something unknown', 'pln_scope_free', 'pln_scope_starter_yearly'],
    ['another product', 'pln_drive_starter_yearly', 'pln_scope_starter_yearly'],
  ])('%s', (_name, wanted, intervalId) => {
    expect(choiceOf(tiers, wanted)?.cycle.intervalId).toBe(intervalId);
  });

  test.each([
    [undefined, false],
    ['starter', false],
    ['pln_scope_power_monthly', false],
    ['pln_drive_starter_yearly', true],
    ['pln_scope_free', true],
  ])('%s: another plan stands in for it: %s', (wanted, isOther) => {
    expect(isSubstituteTier(tiers, wanted)).toBe(isOther);
  });

  test('nothing on offer is no choice', () => {
    expect(choiceOf([], 'starter')).toBeNull();
  });

  test('another rhythm of the same plan', () => {
    expect(idFor(power(), 'monthly')).toBe('pln_scope_power_monthly');
    expect(idFor(power({ billingCycles: [aCycle({ intervalId: 'only_yearly' })] }), 'monthly')).toBe('only_yearly');
    expect(idFor(undefined, 'monthly')).toBeUndefined();
  });
});

describe('[SP-06] words for the relation', () => {
  test.each<[Partial<TieredPlan>, RelationBadge | null]>([
    [{}, null],
    [{ isCurrentTier: true }, 'current-tier'],
    [{ isCurrentTier: true, isCurrent: true }, 'current'],
    [{ isCurrentTier: true, isTierTrial: true }, 'tier-trial'],
    [{ isCurrentTier: true, isTierTrial: true, isProTrial: true }, 'professional-trial'],
    [{ isCurrentTier: true, isCurrent: true, isTierTrial: true, isProTrial: true, isTrial: true }, 'trial'],
    [{ isCurrentTier: true, isCurrent: true, isPrepaid: true }, 'prepaid'],
  ])('%o', (flags, badge) => {
    expect(relationBadge(starter(flags))).toBe(badge);
  });

  const professional = (of: Partial<TieredPlan>, others: Partial<TieredPlan>) => ({
    id: 'professional',
    name: 'Professional',
    plans: [power(of), automotive(others)],
  });
  test.each<[string, ReturnType<typeof professional>, RelationBadge | null]>([
    ['nothing held', professional({}, {}), null],
    [
      'one package held',
      professional({ isCurrent: true, isCurrentTier: true }, { isCurrentTier: true }),
      'current-tier',
    ],
    [
      'one on trial',
      professional(
        { isTrial: true, isTierTrial: true, isCurrentTier: true },
        { isTierTrial: true, isCurrentTier: true },
      ),
      'trial',
    ],
    ['one prepaid', professional({ isPrepaid: true, isCurrentTier: true }, { isCurrentTier: true }), 'prepaid'],
  ])('a tier of several plans: %s', (_name, tier, badge) => {
    expect(tierBadge(tier)).toBe(badge);
  });

  test('a tier of one plan says what the plan says', () => {
    expect(tierBadge({ id: 'starter', name: 'Starter', plans: [starter({ isCurrent: true })] })).toBe('current');
  });
});

test('[SU-07] one saving for all: the smallest; none without a year', () => {
  const saving = (percentOff: number) =>
    starter({ annualDiscount: { percentOff, originalPrice: 1, pricePerMonth: 1 } });
  expect(savingOf([saving(17), saving(16)])).toBe(16);
  expect(savingOf([starter({ annualDiscount: null })])).toBeNull();
});
