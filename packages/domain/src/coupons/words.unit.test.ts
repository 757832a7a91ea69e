import { expect, test } from 'vitest';
import { aCatalogue } from '../testing/catalogue.ts';
import { aDiscountClaim, aMaintenanceClaim, aPerpetualClaim, aPrepaidClaim } from '../testing/coupons.ts';
import { discountUsesOf, intervalIdsOf } from './coupon.ts';
import { describeTerm, planNamesOf } from './words.ts';

test.each([
  ['a year', aPrepaidClaim().coupon, '1-year', '1 Jahr'],
  ['two years', aPrepaidClaim({ durationMonths: 24 }).coupon, '2-year', '2 Jahre'],
  ['a month', aPrepaidClaim({ durationMonths: 1 }).coupon, '1-month', '1 Monat'],
  ['more than a year, no whole years', aPrepaidClaim({ durationMonths: 18 }).coupon, '18-month', '18 Monate'],
  ['perpetual', aPerpetualClaim().coupon, 'Perpetual', 'Unbefristet'],
  ['maintenance', aMaintenanceClaim({ maintenanceMonths: 36 }).coupon, '3-year', '3 Jahre'],
  ['a discount has no duration', aDiscountClaim().coupon, null, null],
])('[CD-02, BY-05] duration of a code: %s', (_name, coupon, english, german) => {
  expect(describeTerm(aCatalogue(), coupon, 'Starter', 'en').label).toBe(english);
  expect(describeTerm(aCatalogue(), coupon, 'Starter', 'de').label).toBe(german);
});

test('[CD-05, BY-05] plans on offer that a discount covers, each once with its intervals', () => {
  const all = aCatalogue().prices.map(({ id }) => id);
  const { coupon } = aDiscountClaim({ priceIds: all });
  const offered = aCatalogue().plans.filter(({ id }) => ['pln_drive_starter', 'pln_scope_ultimate'].includes(id));
  expect(planNamesOf(coupon, aCatalogue(), offered, 'en')).toEqual([
    'Drive Starter (monthly, yearly)',
    'Scope Ultimate (monthly, yearly)',
  ]);
  expect(planNamesOf(coupon, aCatalogue(), offered, 'de')[0]).toBe('Drive Starter (monatlich, jährlich)');
  expect(intervalIdsOf(coupon, aCatalogue(), offered)).toEqual([
    // The cheapest first, because a link may lead to only one of them.
    'pln_drive_starter_monthly',
    'pln_scope_ultimate_monthly',
    'pln_drive_starter_yearly',
    'pln_scope_ultimate_yearly',
  ]);
  expect(planNamesOf(coupon, aCatalogue(), [], 'en')).toEqual([]);
});

test.each([
  [
    'yearly, though monthly is cheaper',
    ['yearly', 'monthly'],
    ['pln_drive_starter_yearly', 'pln_scope_ultimate_yearly'],
  ],
  ['monthly, as the only one', ['monthly'], ['pln_drive_starter_monthly', 'pln_scope_ultimate_monthly']],
])('[CD-05] each product begins with one interval that the discount covers: %s', (_name, intervals, expected) => {
  const priceIds = aCatalogue()
    .prices.filter(({ interval }) => intervals.includes(interval))
    .map(({ id }) => id);
  const { coupon } = aDiscountClaim({ priceIds });
  const offered = aCatalogue().plans.filter(({ id }) =>
    ['pln_drive_starter', 'pln_drive_pro', 'pln_scope_ultimate'].includes(id),
  );
  const uses = discountUsesOf(coupon, aCatalogue(), offered);
  expect(uses.map(({ product }) => product).toSorted()).toEqual(['drive', 'scope']);
  expect(uses.map(({ intervalId }) => intervalId).toSorted()).toEqual(expected);
  expect(discountUsesOf(coupon, aCatalogue(), [])).toEqual([]);
  expect(discountUsesOf(aPrepaidClaim().coupon, aCatalogue(), offered)).toEqual([]);
});
