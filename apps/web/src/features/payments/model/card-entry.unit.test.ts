import { describe, expect, test } from 'vitest';
import { brandOf, cardNumbersOf, formatExpiry, formatNumber, isComplete, validationError } from './card-entry.ts';

const now = new Date(2026, 10, 22);
const entry = { number: '4242 4242 4242 4242', expiry: '11 / 28', cvc: '123', zip: '' };

describe('card entry', () => {
  test.each([
    ['4', 'visa'],
    ['5555', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', ''],
    ['2220', ''],
    ['378282', 'amex'],
    ['6011', 'discover'],
    ['3056', 'diners'],
    ['3566', 'jcb'],
    ['6200', 'unionpay'],
    ['9', ''],
    ['', ''],
  ])('[PM-06] the brand of %s is "%s"', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['4242-4242 x', '4242 4242'],
  ])('a number is written in groups: %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown);
  });

  test.each([
    ['1', '1'],
    ['5', '05'],
    ['112', '11 / 2'],
    ['1128', '11 / 28'],
    ['11/2028', '11 / 28'],
    ['11 / 202', '11 / 202'],
    ['12/2030', '12 / 30'],
  ])('an expiry while typing: %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  test.each([
    ['all of it', {}, true],
    ['a short number', { number: '4242 4242' }, false],
    ['no expiry', { expiry: '' }, false],
    ['a month that does not exist', { expiry: '13 / 28' }, false],
    ['a card that ended last month', { expiry: '10 / 26' }, false],
    ['a card that ends with this month', { expiry: '11 / 26' }, true],
    ['no security code', { cvc: '12' }, false],
    ['American Express has four digits there', { number: '3782 822463 10005' }, false],
    ['American Express', { number: '3782 822463 10005', cvc: '1234' }, true],
  ])('[PM-04] complete: %s', (_, facts, complete) => {
    expect(isComplete({ ...entry, ...facts }, now)).toBe(complete);
  });

  test.each([
    ['past, at once', { expiry: '10 / 26' }, [], { field: 'expiry', fault: 'past' }],
    ['no month, at once', { expiry: '13' }, [], { field: 'expiry', fault: 'month' }],
    ['a date while it is typed', { expiry: '11 / 2' }, [], null],
    ['a date that was left', { expiry: '11 / 2' }, ['expiry'], { field: 'expiry', fault: 'expiry-short' }],
    ['one that was not begun', { expiry: '' }, ['expiry'], null],
    ['a number that was left', { number: '4242' }, ['number'], { field: 'number', fault: 'number-short' }],
    ['a code that was left', { cvc: '12' }, ['cvc'], { field: 'cvc', fault: 'cvc-short' }],
    ['nothing', {}, ['number', 'expiry', 'cvc', 'zip'], null],
  ] as const)('[PM-06] what is wrong: %s', (_, facts, left, expected) => {
    expect(validationError({ ...entry, ...facts }, new Set(left), now)).toEqual(expected);
  });

  test('[PM-02] what the gateway is sent', () => {
    expect(cardNumbersOf(entry)).toEqual({ number: '4242424242424242', expMonth: 11, expYear: 2028, cvc: '123' });
  });
});
