import { describe, expect, test } from 'vitest';
import { defaultBillingSettings } from '../state/settings.ts';
import { aState, aSubscription } from '../testing/builders.ts';
import { aPlan, aPrice } from '../testing/catalogue.ts';
import { checkTrial, trialDaysOf, trialKeyOf } from './trial.ts';

const plan = aPlan();
const price = aPrice(plan.id, 'yearly', 29988);

describe('[SU-04] when a trial is offered', () => {
  test.each([
    ['nothing used yet', aState(), plan, price, 'ok'],
    [
      'above another plan of the product',
      aState({ subscriptions: [aSubscription({ planId: 'pln_drive_tier1' })] }),
      plan,
      price,
      'ok',
    ],
    ['of a plan that has ended', aState({ subscriptions: [aSubscription({ status: 'canceled' })] }), plan, price, 'ok'],
    [
      'an unpaid purchase of the plan does not count',
      aState({ subscriptions: [aSubscription({ status: 'incomplete' })] }),
      plan,
      price,
      'ok',
    ],
    ['a trial of another product was used', aState({ trialKeysUsed: ['scope'] }), plan, price, 'ok'],
    ['the plan has no trial', aState(), aPlan({ hasTrial: false }), price, 'TRIAL_NOT_OFFERED'],
    ['the plan costs nothing', aState(), plan, aPrice(plan.id, 'yearly', 0), 'TRIAL_NOT_OFFERED'],
    ['it is the current plan', aState({ subscriptions: [aSubscription()] }), plan, price, 'TRIAL_NOT_OFFERED'],
    ['one was used for the product, ever', aState({ trialKeysUsed: ['drive'] }), plan, price, 'TRIAL_ALREADY_USED'],
    [
      'one was used, of another plan',
      aState({ trialKeysUsed: ['drive'] }),
      aPlan({ id: 'pln_drive_tier1' }),
      price,
      'TRIAL_ALREADY_USED',
    ],
  ])('%s', (_name, state, chosen, chosenPrice, expected) => {
    const checked = checkTrial(state, chosen, chosenPrice);
    expect(checked.ok ? 'ok' : checked.type).toBe(expected);
  });
});

test.each([
  ['the days of the plan', 7, 'scope', 7],
  ['the days of the scope brand', null, 'scope', 30],
  ['the drive brand’s', null, 'drive', 14],
  ['a brand that sets none', null, 'other', 14],
])('[SU-04] how long a trial lasts: %s', (_name, trialDays, brand, expected) => {
  const settings = { ...defaultBillingSettings, trialDaysByBrand: { scope: 30, drive: 14 } };
  expect(trialDaysOf(aPlan({ trialDays }), brand, settings)).toBe(expected);
});

test('D5: a used trial counts for the product, whatever the tier', () => {
  expect(trialKeyOf(aPlan({ id: 'pln_drive_tier1' }))).toBe(trialKeyOf(aPlan()));
  expect(trialKeyOf(aPlan({ product: 'scope' }))).not.toBe(trialKeyOf(aPlan()));
});
