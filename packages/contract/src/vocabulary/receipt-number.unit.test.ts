import { expect, test } from 'vitest';
import { guessReceiptNumber, readReceiptNumber, receiptNumber } from './receipt-number.ts';

test.each(['R-000005', 'R-5', 'r-5', 'R5', ' R-5 ', 'R - 5', 'R 000005', 'R\u20115', 'R\u20135'])(
  '[OP-02] %j is R-000005',
  (typed) => {
    expect(readReceiptNumber(typed)).toBe('R-000005');
    expect(guessReceiptNumber(typed)).toBe('R-000005');
  },
);

test.each([
  ['5', 'R-000005'],
  ['000005', 'R-000005'],
  ['0001234567', 'R-1234567'],
])('[OP-02] %j may be %s in a search, and is no receipt number in a command', (typed, number) => {
  expect(guessReceiptNumber(typed)).toBe(number);
  expect(readReceiptNumber(typed)).toBeNull();
});

test.each(['R-1234567', 'R-999999'])('[OP-02] %j: numbers with more digits are longer', (number) => {
  expect(readReceiptNumber(number)).toBe(number);
});

test.each(['', 'R-', '0', 'R-000000', '-5', '5.0', 'Q-5', 'R-5a', 'inv_5', '4242 4242', '4242424242424242'])(
  '[OP-02] %j is no receipt number',
  (typed) => {
    expect(readReceiptNumber(typed)).toBeNull();
    expect(guessReceiptNumber(typed)).toBeNull();
  },
);

test('[PY-07] a receipt number has at least six digits', () => {
  expect([1, 123_456, 1_000_000].map(receiptNumber)).toEqual(['R-000001', 'R-123456', 'R-1000000']);
});
