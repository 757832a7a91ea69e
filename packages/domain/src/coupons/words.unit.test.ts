import { expect, test } from 'vitest';
import { aCatalogue } from '../testing/catalogue.ts';
import { aDiscountClaim, aMaintenanceClaim, aPerpetualClaim, aPrepaidClaim } from '../testing/coupons.ts';
import { describeTerm, planNamesOf } from './words.ts';

test.each([
  ['a year', aPrepaidClaim().coupon, '1-year', '1 Jahr'],
  ['two years', aPrepaidClaim({ durationMonths: 24 }).coupon, '2-year', '2 Jahre'],
  ['a month', aPrepaidClaim({ durationMonths: 1 }).coupon, '1-month', '1 Monat'],
  ['more than a year, not even', aPrepaidClaim({ durationMonths: 18 }).coupon, '18-month', '18 Monate'],
  ['for good', aPerpetualClaim().coupon, 'Perpetual', 'Unbefristet'],
  ['maintenance', aMaintenanceClaim({ maintenanceMonths: 36 }).coupon, '3-year', '3 Jahre'],
  ['a discount lasts for bills, not for a time', aDiscountClaim().coupon, null, null],
])('[CD-02, BY-05] how long a code lasts: %s', (_name, coupon, english, german) => {
  expect(describeTerm(coupon, 'Starter', 'en').label).toBe(english);
  expect(describeTerm(coupon, 'Starter', 'de').label).toBe(german);
});

test('[CD-05, BY-05] what a discount fits', () => {
  const { coupon } = aDiscountClaim();
  const english = planNamesOf(coupon, aCatalogue(), 'en');
  expect(english.length).toBeGreaterThan(0);
  expect(planNamesOf(coupon, aCatalogue(), 'de')).toEqual(
    english.map((name) => name.replace(', yearly', ', jährlich').replace(', monthly', ', monatlich')),
  );
});
