import { describe, expect, test } from 'vitest';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import { type PlanReference, regularIdOf, resolvePlan, trialIdOf } from './plan-reference.ts';

const catalogue = aCatalogue({
  plans: [
    aPlan({ id: 'pln_drive_gone', active: false }),
    aPlan({ id: 'pln_drive_portal', oneTimeOffer: true, noExpiry: true, hasTrial: false }),
    aPlan({ id: 'pln_drive_halfyear' }),
    aPlan({ id: 'pln_iot_enterprise', product: 'iot', customBilling: true, hasTrial: false }),
    aPlan({ id: 'pln_iot_unpriced', product: 'iot', customBilling: true, hasTrial: false }),
  ],
  prices: [
    aPrice('pln_drive_gone', 'yearly', 100),
    aPrice('pln_drive_portal', 'monthly', 0),
    aPrice('pln_drive_halfyear', 'every-6-months', 15000),
    aPrice('pln_drive_starter', 'every-6-months', 16000, { active: false }),
    aPrice('pln_iot_enterprise', 'monthly', 0, { active: false }),
  ],
});

const resolve = (id: string, overrides: Partial<PlanReference> = {}) =>
  resolvePlan(catalogue, { id, interval: undefined, trial: false, ...overrides });

test('[DR-06] the id of a trial is read as the trial of its plan', () => {
  expect(resolve(trialIdOf({ id: 'pln_drive_halfyear' }), { interval: 'every-6-months' })).toMatchObject({
    ok: true,
    value: { plan: { id: 'pln_drive_halfyear' }, trial: true },
  });
});

test.each([
  ['pln_drive_starterpromotional', true, 'pln_drive_starter'],
  ['pln_drive_starter', false, 'pln_drive_starter'],
  ['pln_drive_promotional', false, 'pln_drive_promotional'],
])('[DR-06] the regular id of %s (promotion: %s) is %s', (id, isPromotional, regularId) => {
  expect(regularIdOf({ id, isPromotional })).toBe(regularId);
});

describe('resolving a plan reference', () => {
  test.each([
    ['a plan id: the yearly price', resolve('pln_drive_starter'), 'prc_pln_drive_starter_yearly', false],
    [
      'a plan id with an interval',
      resolve('pln_drive_starter', { interval: 'monthly' }),
      'prc_pln_drive_starter_monthly',
      false,
    ],
    ['a plan with one price only', resolve('pln_drive_halfyear'), 'prc_pln_drive_halfyear_every-6-months', false],
    ['the free plan', resolve('pln_drive_free'), 'prc_pln_drive_free_free', false],
    ['an interval id', resolve('pln_drive_starter_monthly'), 'prc_pln_drive_starter_monthly', false],
    [
      'an interval id that agrees',
      resolve('pln_drive_starter_monthly', { interval: 'monthly' }),
      'prc_pln_drive_starter_monthly',
      false,
    ],
    [
      'an interval id as trial',
      resolve('pln_drive_starter_monthly', { trial: true }),
      'prc_pln_drive_starter_monthly',
      true,
    ],
    ['a trial id', resolve('pln_drive_starter_trial'), 'prc_pln_drive_starter_yearly', true],
    [
      'a trial id with an interval',
      resolve('pln_drive_starter_trial', { interval: 'monthly' }),
      'prc_pln_drive_starter_monthly',
      true,
    ],
    ['a plan id as trial', resolve('pln_drive_starter', { trial: true }), 'prc_pln_drive_starter_yearly', true],
    [
      '[IO-01] a plan billed by agreement, at its one price',
      resolve('pln_iot_enterprise', { interval: 'yearly' }),
      'prc_pln_iot_enterprise_monthly',
      false,
    ],
    ['the right product', resolve('pln_scope_starter', { product: 'scope' }), 'prc_pln_scope_starter_yearly', false],
  ])('%s', (_name, chosen, priceId, trial) => {
    expect(chosen).toMatchObject({ ok: true, value: { price: { id: priceId }, trial } });
  });

  test('an exact plan id takes precedence over an interval id', () => {
    const twins = aCatalogue({
      plans: [aPlan({ id: 'pln_drive_starter_monthly' })],
      prices: [aPrice('pln_drive_starter_monthly', 'yearly', 500)],
    });
    const chosen = resolvePlan(twins, { id: 'pln_drive_starter_monthly', interval: undefined, trial: false });
    expect(chosen).toMatchObject({ ok: true, value: { plan: { id: 'pln_drive_starter_monthly' } } });
  });
});

describe('INVALID_PLAN', () => {
  test.each([
    ['unknown', resolve('pln_drive_nothing')],
    ['empty', resolve('')],
    ['a trial of something unknown', resolve('pln_drive_nothing_trial')],
    ['only the suffix', resolve('_trial')],
    ['not active', resolve('pln_drive_gone')],
    ['not active, by interval id', resolve('pln_drive_gone_yearly')],
    ['legacy, for its holders only', resolve('pln_scope_base')],
    ['promotional, unlisted', resolve('pln_drive_starterpromotional')],
    ['sold by contact', resolve('pln_drive_enterprise')],
    ['an interval that is not sold', resolve('pln_drive_free', { interval: 'yearly' })],
    ['a price that is no longer sold', resolve('pln_drive_starter_every-6-months')],
    ['an interval no longer sold', resolve('pln_drive_starter', { interval: 'every-6-months' })],
    ['interval id and interval contradict', resolve('pln_drive_starter_monthly', { interval: 'yearly' })],
    ['another product', resolve('pln_scope_starter', { product: 'drive' })],
    ['a property name of objects', resolve('constructor')],
  ])('%s', (_name, refused) => {
    expect(refused).toMatchObject({ ok: false, type: 'INVALID_PLAN' });
  });

  test('the portal plan, which only its promotion gives', () => {
    expect(resolve('pln_drive_portal')).toMatchObject({ ok: false, type: 'INVALID_PLAN' });
  });
});
