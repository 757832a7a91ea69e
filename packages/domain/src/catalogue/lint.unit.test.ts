import { describe, expect, test } from 'vitest';
import { aCatalogue, anExtension, aPlan, aPrice, theFamilies } from '../testing/catalogue.ts';
import { aFeature, aPackage } from '../testing/plan-contents.ts';
import type { Catalogue, MaintenanceExtension, Plan, Price } from './catalogue.ts';
import { lintCatalogue } from './lint.ts';

const contents = {
  families: theFamilies,
  features: [],
  planFeatures: [],
  addOns: [],
  planAddOns: [],
  maintenanceExtensions: [],
  promotions: [],
};
const problems = (plans: Plan[], prices: Price[]): string[] => lintCatalogue({ ...contents, plans, prices });
const starter = 'pln_drive_starter';

/** One maintenance extension, and a plan of its tier. */
const extending = (overrides: Partial<MaintenanceExtension>): Partial<Catalogue> => ({
  plans: [aPlan({ id: 'pln_scope_ultimate', product: 'scope', tierId: 'ultimate' })],
  prices: [aPrice('pln_scope_ultimate', 'yearly', 50400)],
  maintenanceExtensions: [anExtension(overrides)],
});

test('the catalogue of the worked examples has no problem', () => {
  expect(lintCatalogue(aCatalogue())).toEqual([]);
});

describe('one problem each', () => {
  const cases: Record<string, Partial<Catalogue>> = {
    'a plan twice': { plans: [aPlan(), aPlan()], prices: [aPrice(starter, 'yearly', 29988)] },
    '“trial” in a plan id': {
      plans: [aPlan({ id: 'pln_drive_trial' })],
      prices: [aPrice('pln_drive_trial', 'yearly', 100)],
    },
    '“free” that costs money': {
      plans: [aPlan({ id: 'pln_drive_free' })],
      prices: [aPrice('pln_drive_free', 'free', 1)],
    },
    '“base” that is not legacy': {
      plans: [aPlan({ id: 'pln_scope_base' })],
      prices: [aPrice('pln_scope_base', 'yearly', 100)],
    },
    '“portal” that is not a one-time offer': {
      plans: [aPlan({ id: 'pln_drive_portal' })],
      prices: [aPrice('pln_drive_portal', 'monthly', 0)],
    },
    'a plan id that is an interval id too': {
      plans: [aPlan({ id: 'pln_a' }), aPlan({ id: 'pln_a_yearly' })],
      prices: [aPrice('pln_a', 'yearly', 100), aPrice('pln_a_yearly', 'monthly', 100)],
    },
    'a price above the maximum': { plans: [aPlan()], prices: [aPrice(starter, 'yearly', 30_000_000_000)] },
    'an extension above the maximum': extending({ amountCents: 1_000_000_01 }),
    'an active plan without a price': { plans: [aPlan()], prices: [] },
    'an active plan whose only price is no longer sold': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988, { active: false })],
    },
    'a price of a plan sold by contact': {
      plans: [aPlan({ contactForPricing: true })],
      prices: [aPrice(starter, 'yearly', 29988)],
    },
    'a price of a plan billed by agreement': {
      plans: [aPlan({ customBilling: true })],
      prices: [aPrice(starter, 'yearly', 29988)],
    },
    'a year that costs twelve months': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'monthly', 2975), aPrice(starter, 'yearly', 12 * 2975)],
    },
    'an interval id that does not fit': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988, { intervalId: 'pln_drive_starter_monthly' })],
    },
    'a fraction of a cent': { plans: [aPlan()], prices: [aPrice(starter, 'yearly', 299.88)] },
    'a negative amount': { plans: [aPlan()], prices: [aPrice(starter, 'yearly', -1)] },
    'a price of no plan': { plans: [], prices: [aPrice(starter, 'yearly', 29988)] },
    'a feature key of another spelling': { features: [aFeature({ key: 'spectrum' })] },
    'a feature twice': { features: [aFeature(), aFeature()] },
    'a package twice': { addOns: [aPackage(), aPackage()] },
    'a feature of no plan': {
      features: [aFeature()],
      planFeatures: [{ planId: 'pln_gone', featureKey: 'ft_baseapp', position: 0, hidden: false }],
    },
    'an unknown feature of a plan': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988)],
      planFeatures: [{ planId: starter, featureKey: 'ft_gone', position: 0, hidden: false }],
    },
    'an unknown package of a plan': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988)],
      planAddOns: [{ planId: starter, addOnId: 'pkg_gone', included: true }],
    },
    'a feature twice in a plan': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988)],
      features: [aFeature()],
      planFeatures: [0, 1].map((position) => ({ planId: starter, featureKey: 'ft_baseapp', position, hidden: false })),
    },
    'a package twice in a plan': {
      plans: [aPlan()],
      prices: [aPrice(starter, 'yearly', 29988)],
      addOns: [aPackage()],
      planAddOns: Array(3).fill({ planId: starter, addOnId: 'pkg_scope_power', included: true }),
    },
    'a feature that includes an unknown one': { features: [aFeature({ includes: ['ft_gone'] })] },
    'a feature that includes itself': { features: [aFeature({ key: 'ft_a', includes: ['ft_a'] })] },
    'three features in a circle, beside one that includes the circle': {
      features: [
        aFeature({ key: 'ft_a', includes: ['ft_b'] }),
        aFeature({ key: 'ft_b', includes: ['ft_c'] }),
        aFeature({ key: 'ft_c', includes: ['ft_a'] }),
        aFeature({ key: 'ft_d', includes: ['ft_a'] }),
      ],
    },
    'a package with an unknown feature': { addOns: [aPackage({ featureKey: 'ft_gone' })] },
    'a feature without the second language': {
      features: [aFeature(), aFeature({ key: 'ft_b', texts: { de: { label: 'Spektrum', prerequisiteSteps: [] } } })],
    },
    'a package without a translation, though a feature has one': {
      features: [aFeature({ texts: { de: { label: 'Spektrum', prerequisiteSteps: [] } } })],
      addOns: [aPackage({ description: 'Ripple' })],
    },
    'a step that is missing in the second language': {
      features: [
        aFeature({
          prerequisiteName: 'VISA',
          prerequisiteSteps: ['Download it.', 'Install it.'],
          texts: { de: { label: 'Spektrum', prerequisiteSteps: ['Laden Sie es herunter.'] } },
        }),
      ],
    },
    'a translation without an English text': {
      addOns: [aPackage({ texts: { de: { description: 'Restwelligkeit' } } })],
    },
    'an extension whose name starts with no digit': extending({ name: 'One Year Maintenance' }),
    'an extension whose name has another length': extending({ name: '2 Years Maintenance' }),
    'an extension of more than nine years': extending({
      name: '12 Years Maintenance',
      durationMonths: 144,
    }),
    'an extension of a tier that no plan has': extending({ tierId: 'platinum' }),
    'an extension that costs nothing': extending({ amountCents: 0 }),
    'an extension twice': {
      ...extending({}),
      maintenanceExtensions: [anExtension(), anExtension()],
    },
  };

  test.each(Object.entries(cases))('%s', (_name, catalogue) => {
    expect(lintCatalogue({ plans: [], prices: [], ...contents, ...catalogue })).toHaveLength(1);
  });
});

test('features that include others, directly and through others, and a package with its feature: no problem', () => {
  const features = [
    aFeature({ key: 'ft_a' }),
    aFeature({ key: 'ft_b', includes: ['ft_a'] }),
    aFeature({ key: 'ft_c', includes: ['ft_b', 'ft_a'] }),
  ];
  const catalogue = { ...contents, plans: [], prices: [], features, addOns: [aPackage({ featureKey: 'ft_b' })] };
  expect(lintCatalogue(catalogue)).toEqual([]);
});

test('a circle of features is one problem, which names its features', () => {
  const features = [aFeature({ key: 'ft_a', includes: ['ft_b'] }), aFeature({ key: 'ft_b', includes: ['ft_a'] })];
  expect(lintCatalogue({ ...contents, plans: [], prices: [], features })).toEqual([
    'ft_a, ft_b: these features include each other',
  ]);
});

test.each([
  ['a free plan that costs nothing', [aPlan({ id: 'pln_drive_free' })], [aPrice('pln_drive_free', 'free', 0)]],
  ['a legacy base plan, no longer sold', [aPlan({ id: 'pln_scope_base', isLegacy: true, active: false })], []],
  ['a one-time portal offer', [aPlan({ id: 'pln_portal', oneTimeOffer: true })], [aPrice('pln_portal', 'monthly', 0)]],
  ['a plan by contact, without a price', [aPlan({ contactForPricing: true })], []],
  ['a year that is a cent cheaper', [aPlan()], [aPrice(starter, 'monthly', 2975), aPrice(starter, 'yearly', 35699)]],
])('no problem: %s', (_name, plans, prices) => {
  expect(problems(plans, prices)).toEqual([]);
});
