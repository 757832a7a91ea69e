import { expect, test } from 'vitest';
import { normaliseCardBrand } from './cards.ts';

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
])('[PM-06] the gateway sends %s, the page uses "%s"', (spelling, brand) => {
  expect(normaliseCardBrand(spelling)).toBe(brand);
});

test('property names of objects are no brands', () => {
  expect(normaliseCardBrand('constructor')).toBe('');
  expect(normaliseCardBrand('toString')).toBe('');
});
