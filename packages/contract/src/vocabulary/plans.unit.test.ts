import { expect, test } from 'vitest';
import { normaliseCardBrand } from './plans.ts';

test.each([
  ['visa', 'visa'],
  ['Visa', 'visa'],
  ['MasterCard', 'mastercard'],
  ['American Express', 'amex'],
  ['american express', 'amex'],
  ['amex', 'amex'],
  ['Diners Club', 'diners'],
  ['diners', 'diners'],
  ['Discover', 'discover'],
  ['JCB', 'jcb'],
  ['UnionPay', 'unionpay'],
  ['Unknown', ''],
  ['carte blanche', ''],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('[PM-06] the gateway says %s, the page knows it as "%s"', (spelling, brand) => {
  expect(normaliseCardBrand(spelling)).toBe(brand);
});

test('a name every object has is no brand', () => {
  expect(normaliseCardBrand('constructor')).toBe('');
  expect(normaliseCardBrand('toString')).toBe('');
});
