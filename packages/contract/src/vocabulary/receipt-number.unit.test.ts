import { expect, test } from 'vitest';
import { readReceiptNumber, receiptNumber } from './receipt-number.ts';

test.each(['R-000005', 'R-5', 'r-5', '5', '000005', 'R5', ' R-5 ', 'R - 5', 'R 000005', 'R\u20115', 'R\u20135'])(
  '[OP-02] %j is R-000005',
  (typed) => {
    expect(readReceiptNumber(typed)).toBe('R-000005');
  },
);

test.each([
  ['R-1234567', 'R-1234567'],
  ['0001234567', 'R-1234567'],
  ['999999', 'R-999999'],
])('[OP-02] %j is %s: what has outgrown its digits is longer', (typed, number) => {
  expect(readReceiptNumber(typed)).toBe(number);
  expect(readReceiptNumber(number)).toBe(number);
});

test.each(['', 'R-', '0', 'R-000000', '-5', '5.0', 'Q-5', 'R-5a', 'inv_5', '4242 4242', '4242424242424242'])(
  '[OP-02] %j is no number of a receipt',
  (typed) => {
    expect(readReceiptNumber(typed)).toBeNull();
  },
);

test('[PY-07] a receipt is called by six digits at least', () => {
  expect([1, 123_456, 1_000_000].map(receiptNumber)).toEqual(['R-000001', 'R-123456', 'R-1000000']);
});
