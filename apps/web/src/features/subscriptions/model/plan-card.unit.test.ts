import { describe, expect, test } from 'vitest';
import { aCycle, aPlan } from '../../../testing/builders.ts';
import { shapePlans } from './plan-card.ts';

const free = aCycle({ interval: 'free', intervalId: 'pln_drive_free_free', amount: 0, amountDue: 0 });
const monthly = aCycle({ interval: 'monthly', intervalId: 'pln_drive_starter_monthly', amount: 2975 });

describe('plan cards', () => {
  test('[DR-03] yearly stands first and says what it saves; monthly says nothing', () => {
    const [card] = shapePlans([aPlan()]);
    expect(card?.offers.map(({ rhythm, savePercent }) => [rhythm, savePercent])).toEqual([
      ['yearly', 16],
      ['monthly', null],
    ]);
  });

  test.each([0, -3])('[SU-07] a saving of %i percent has no badge', (percentOff) => {
    const [card] = shapePlans([aPlan({ annualDiscount: { percentOff, originalPrice: 1, pricePerMonth: 1 } })]);
    expect(card?.offers[0]?.savePercent).toBeNull();
  });

  test.each([
    ['200 GB', false, '200 GB'],
    ['2 TB', true, '2 TB+'],
    ['', false, '50.00 GB'],
  ])('[DR-03] [DR-07] size "%s", contact for pricing %s, is shown as %s', (displayValue, contactForPricing, shown) => {
    const details = { ...aPlan().details, storageSizeLimit: { value: 50_000_000_000, displayValue } };
    expect(shapePlans([aPlan({ contactForPricing, details })])[0]?.storage).toBe(shown);
  });

  test('[DR-06] a plan sold monthly and free becomes two cards', () => {
    const cards = shapePlans([aPlan({ id: 'pln_x', billingCycles: [monthly, free] })]);
    expect(cards.map(({ key, planId, offers }) => [key, planId, offers.map(({ rhythm }) => rhythm)])).toEqual([
      ['pln_x[free]', 'pln_x', ['free']],
      ['pln_x', 'pln_x', ['monthly']],
    ]);
  });

  test('[DR-06] every six months counts as yearly', () => {
    const [card] = shapePlans([aPlan({ billingCycles: [aCycle({ interval: 'every-6-months', amount: 900 })] })]);
    expect(card?.offers[0]).toMatchObject({ rhythm: 'yearly', interval: 'every-6-months' });
  });

  test('[DR-06] a trial only where something would be charged, and never for the plan one has (SU-04)', () => {
    expect(shapePlans([aPlan()])[0]?.trial).toEqual({ id: 'pln_drive_starter_trial', days: 14, interval: 'yearly' });
    expect(shapePlans([aPlan({ hasTrial: false })])[0]?.trial).toBeNull();
    expect(shapePlans([aPlan({ billingCycles: [free] })])[0]?.trial).toBeNull();
    expect(shapePlans([aPlan({ isCurrent: true })])[0]?.trial).toBeNull();
  });

  test('[DR-06] a promotion counts as the plan that it gives', () => {
    const promotional = aPlan({ id: 'pln_drive_starterpromotional', regularId: 'pln_drive_starter' });
    expect(shapePlans([promotional])[0]?.planId).toBe('pln_drive_starter');
  });

  test('[DR-02] what the account has now is marked', () => {
    const [card] = shapePlans([aPlan({ isCurrent: true })], 'pln_drive_starter_yearly');
    expect(card?.current).toBe(true);
    expect(card?.offers.map(({ current }) => current)).toEqual([true, false]);
  });
});
