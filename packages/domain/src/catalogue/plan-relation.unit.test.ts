import { describe, expect, test } from 'vitest';
import { aPlan } from '../testing/catalogue.ts';
import { type PlanRelation, planRelation, relationFlags, tierFlags } from './plan-relation.ts';

const starter = aPlan({ id: 'pln_scope_starter', tierId: 'starter' });
const starterPromotional = aPlan({ id: 'pln_scope_starterpromotional', tierId: 'starter' });
const power = aPlan({ id: 'pln_scope_power', tierId: 'professional' });
const milgov = aPlan({ id: 'pln_scope_milgov', tierId: 'professional' });
const ultimate = aPlan({ id: 'pln_scope_ultimate', tierId: 'ultimate' });

const paid = { source: 'card', status: 'active' } as const;
const trial = { source: 'trial', status: 'trialing' } as const;
const prepaid = { source: 'prepaid', status: 'active' } as const;

describe('[SP-06] relation of a plan to a subscription', () => {
  test.each<[string, typeof starter, Parameters<typeof planRelation>[1], PlanRelation | null]>([
    ['no subscription', starter, null, null],
    ['the plan itself', starter, { plan: starter, ...paid }, 'current'],
    ['the plan on trial', starter, { plan: starter, ...trial }, 'trial'],
    ['the plan, prepaid', starter, { plan: starter, ...prepaid }, 'prepaid'],
    ['another plan of its tier', milgov, { plan: power, ...paid }, 'current-tier'],
    ['another plan of a prepaid tier', milgov, { plan: power, ...prepaid }, 'current-tier'],
    ['another plan of a tier on trial', starter, { plan: starterPromotional, ...trial }, 'tier-trial'],
    ['another package of a Professional trial', milgov, { plan: power, ...trial }, 'professional-trial'],
    ['another tier', ultimate, { plan: power, ...paid }, null],
    ['another tier, on trial', ultimate, { plan: power, ...trial }, null],
    ['a past-due plan', starter, { plan: starter, source: 'card', status: 'past_due' }, 'current'],
  ])('%s', (_name, plan, reference, relation) => {
    expect(planRelation(plan, reference)).toBe(relation);
  });

  test.each<[PlanRelation | null, string, string[]]>([
    [null, 'starter', []],
    ['current', 'starter', ['isCurrent', 'isCurrentTier']],
    ['trial', 'starter', ['isCurrent', 'isCurrentTier', 'isTierTrial', 'isTrial']],
    ['prepaid', 'starter', ['isCurrent', 'isCurrentTier', 'isPrepaid']],
    ['current-tier', 'professional', ['isCurrentTier']],
    ['tier-trial', 'starter', ['isCurrentTier', 'isTierTrial']],
    ['professional-trial', 'professional', ['isCurrentTier', 'isProTrial', 'isTierTrial']],
    ['trial', 'professional', ['isCurrent', 'isCurrentTier', 'isProTrial', 'isTierTrial', 'isTrial']],
  ])('%s of %s as flags', (relation, tierId, flags) => {
    const set = Object.entries(relationFlags(relation, tierId)).flatMap(([flag, on]) => (on ? [flag] : []));
    expect(set.sort()).toEqual(flags);
  });

  test.each([
    ['starter', { isStarter: true, isPro: false, isUltimate: false }],
    ['professional', { isStarter: false, isPro: true, isUltimate: false }],
    ['ultimate', { isStarter: false, isPro: false, isUltimate: true }],
    ['basic', { isStarter: false, isPro: false, isUltimate: false }],
  ])('[SP-05] %s by its flags', (tierId, flags) => {
    expect(tierFlags(tierId)).toEqual(flags);
  });
});
