import { expect, test } from 'vitest';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import { aPrepaidClaim } from '../testing/coupons.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';

const catalogue = {
  ...aCatalogue(),
  plans: [...aCatalogue().plans, aPlan({ id: 'pln_iot_student', product: 'iot', emailSuffix: '.edu' })],
  prices: [...aCatalogue().prices, aPrice('pln_iot_student', 'yearly', 5040)],
};
const student = aPrepaidClaim({
  product: 'iot',
  planId: 'pln_iot_student',
  priceId: 'prc_pln_iot_student_yearly',
});

test.each([
  ['no address is verified', null, false],
  ['another address is verified', 'ada@arcwave.example', false],
  ['a similar address is verified', 'ada@edu.example', false],
  ['an address of a school is verified', 'ada@mit.edu', true],
  ['an address of a school is verified, in capitals', 'Ada@MIT.EDU', true],
])('[IO-01, CD-01] a code for the student plan, where %s', (_title, verifiedEmail, ok) => {
  const ada = new Customer(utc('2026-01-31'), { verifiedEmail }, catalogue);
  const redeemed = ada.redeemCode(student);
  expect(redeemed).toMatchObject(ok ? { ok } : { ok, type: 'STUDENT_EMAIL_REQUIRED', detail: { emailSuffix: '.edu' } });
  expect(ada.books.couponRedemptions).toHaveLength(ok ? 1 : 0);
});
