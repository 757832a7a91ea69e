import { describe, expect, test } from 'vitest';
import { aPlan } from '../testing/catalogue.ts';
import { aFeature, aPackage } from '../testing/plan-contents.ts';
import { addOnsOf, featureListsOf, includedFeatures, planWithPackage, takesAddOns } from './plan-contents.ts';

const planId = 'pln_scope_power';
const features = (...keys: (string | [string, 'hidden'])[]) => ({
  planFeatures: keys.map((key, position) => ({
    planId,
    featureKey: typeof key === 'string' ? key : key[0],
    position,
    hidden: typeof key !== 'string',
  })),
});

describe('[SP-01] [SP-05] features in two columns', () => {
  test.each<[string, ReturnType<typeof features>, string[], string[]]>([
    ['none', features(), [], []],
    ['fewer than four', features('ft_a', 'ft_b'), ['ft_a', 'ft_b'], []],
    ['four', features('ft_a', 'ft_b', 'ft_c', 'ft_d'), ['ft_a', 'ft_b', 'ft_c', 'ft_d'], []],
    ['five', features('ft_a', 'ft_b', 'ft_c', 'ft_d', 'ft_e'), ['ft_a', 'ft_b', 'ft_c', 'ft_d'], ['ft_e']],
    [
      'a hidden feature is skipped',
      features('ft_a', ['ft_propower', 'hidden'], 'ft_b', 'ft_c', 'ft_d', 'ft_e'),
      ['ft_a', 'ft_b', 'ft_c', 'ft_d'],
      ['ft_e'],
    ],
  ])('%s', (_name, catalogue, first, rest) => {
    const lists = featureListsOf(catalogue, planId);
    expect([lists.featureList1, lists.featureList2]).toEqual([first, rest]);
    expect(lists.features).toEqual(catalogue.planFeatures.map(({ featureKey }) => featureKey));
  });

  test('by position, whatever the order of the rows, and of this plan only', () => {
    const { planFeatures } = features('ft_a', 'ft_b');
    const other = { planId: 'pln_other', featureKey: 'ft_x', position: 0, hidden: false };
    expect(featureListsOf({ planFeatures: [other, ...planFeatures].reverse() }, planId).features).toEqual([
      'ft_a',
      'ft_b',
    ]);
  });
});

test('[SP-05] a feature includes others directly and through others; a circle ends', () => {
  const features = [
    aFeature({ key: 'ft_any', includes: ['ft_25'] }),
    aFeature({ key: 'ft_25', includes: ['ft_10'] }),
    aFeature({ key: 'ft_10' }),
    aFeature({ key: 'ft_left', includes: ['ft_right'] }),
    aFeature({ key: 'ft_right', includes: ['ft_left'] }),
  ];
  const of = (key: string) => includedFeatures({ features }, key);
  expect(['ft_any', 'ft_25', 'ft_10', 'ft_gone'].map(of)).toEqual([['ft_25', 'ft_10'], ['ft_10'], [], []]);
  expect(of('ft_left')).toEqual(['ft_right']);
});

test('[SP-01] packages of a plan, sorted, checked if included', () => {
  const addOns = [
    aPackage({ id: 'pkg_b', sortOrder: 2 }),
    aPackage({ id: 'pkg_a', sortOrder: 1 }),
    aPackage({ id: 'pkg_c' }),
  ];
  const planAddOns = [
    { planId, addOnId: 'pkg_b', included: true },
    { planId, addOnId: 'pkg_a', included: false },
    { planId: 'pln_other', addOnId: 'pkg_c', included: true },
  ];
  expect(addOnsOf({ addOns, planAddOns }, planId).map(({ id, checked }) => [id, checked])).toEqual([
    ['pkg_a', false],
    ['pkg_b', true],
  ]);
  expect(addOnsOf({ addOns, planAddOns }, 'pln_none')).toEqual([]);
});

describe('[SP-01] add-ons that an order names', () => {
  const catalogue = {
    addOns: [aPackage(), aPackage({ id: 'pkg_scope_milgov', shortName: 'milgov' })],
    planAddOns: [{ planId, addOnId: 'pkg_scope_power', included: true }],
  };
  test.each<[string, string, string[], boolean]>([
    ['none', planId, [], true],
    ['the included package, by short name', planId, ['power'], true],
    ['the included package, by id', planId, ['pkg_scope_power'], true],
    ['another package', planId, ['milgov'], false],
    ['the included package and another', planId, ['power', 'milgov'], false],
    ['something unknown', planId, ['nonsense'], false],
    ['another tier ignores names', 'pln_scope_ultimate', ['nonsense'], true],
    ['another product too', 'pln_drive_starter', ['power'], true],
  ])('%s', (_what, plan, named, isTaken) => expect(takesAddOns(catalogue, plan, named)).toBe(isTaken));
});

describe('[SP-01] the plan that has a package alone', () => {
  const milgov = aPackage({ id: 'pkg_scope_milgov', shortName: 'milgov' });
  const included = (plan: string, ...addOnIds: string[]) =>
    addOnIds.map((addOnId) => ({ planId: plan, addOnId, included: true }));
  const catalogue = {
    plans: [
      aPlan({ id: 'pln_scope_ultimate' }),
      aPlan({ id: 'pln_scope_old', active: false }),
      aPlan({ id: 'pln_scope_promotional', isPromotional: true }),
      aPlan({ id: planId }),
      aPlan({ id: 'pln_scope_extra' }),
    ],
    addOns: [aPackage(), milgov, aPackage({ id: 'add_extra', shortName: 'extra', type: 'add_on' as const })],
    planAddOns: [
      ...included('pln_scope_ultimate', 'pkg_scope_power', 'pkg_scope_milgov'),
      ...included('pln_scope_old', 'pkg_scope_power'),
      ...included('pln_scope_promotional', 'pkg_scope_power'),
      ...included(planId, 'pkg_scope_power'),
      { planId, addOnId: 'pkg_scope_milgov', included: false },
      ...included('pln_scope_extra', 'add_extra'),
    ],
  };
  test.each<[string, string, string | null]>([
    ['by short name', 'power', planId],
    ['by id', 'pkg_scope_power', planId],
    ['none for a package that comes only with others', 'milgov', null],
    ['none for an add-on that is no package', 'extra', null],
    ['none for an unknown name', 'nonsense', null],
  ])('%s', (_what, named, expected) => expect(planWithPackage(catalogue, named)).toBe(expected));

  test('none if two plans on sale have it', () => {
    const [plans, second] = [catalogue.plans, included('pln_scope_second', 'pkg_scope_power')];
    const two = {
      plans: [...plans, aPlan({ id: 'pln_scope_second' })],
      planAddOns: [...catalogue.planAddOns, ...second],
    };
    expect(planWithPackage({ ...catalogue, ...two }, 'power')).toBeNull();
  });
});
