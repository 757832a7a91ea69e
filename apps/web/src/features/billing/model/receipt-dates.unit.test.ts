import { describe, expect, test } from 'vitest';
import { aReceipt } from '../../../testing/builders.ts';
import { openReceipts } from './open-receipts.ts';
import { daysUntil, isAnnounced, receiptDate } from './receipt-dates.ts';

const on = '2027-01-10T00:00:00Z';

describe('receipts', () => {
  test.each([
    [{ processedDate: on }, { kind: 'processed', on }],
    [
      { status: null, processedDate: on },
      { kind: 'estimated', on },
    ],
    [
      { status: 'Payment Failed', processedDate: null, nextPaymentAttemptOn: on },
      { kind: 'next-attempt', on },
    ],
    [
      { status: 'Unpaid', processedDate: null, createdDate: on },
      { kind: 'issued', on },
    ],
  ] as const)('[PY-04] the date of %o', (facts, date) => {
    expect(receiptDate(aReceipt(facts))).toEqual(date);
  });

  test.each([
    ['2027-01-10T23:00:00Z', '2027-01-10T01:00:00Z', 0],
    ['2027-01-11T01:00:00Z', '2027-01-10T23:00:00Z', 1],
    ['2027-01-10T00:00:00Z', '2027-03-10T00:00:00Z', 0],
  ])('days until %s from %s', (then, now, days) => {
    expect(daysUntil(then, now)).toBe(days);
  });

  test('a yearly charge is announced by mail, a monthly one is not', () => {
    const item = aReceipt().items[0];
    if (!item) throw new Error('the builder has an item');
    const period = (periodEnd: string) => ({ items: [{ ...item, periodStart: '2026-01-10T00:00:00Z', periodEnd }] });
    expect(isAnnounced(period('2027-01-10T00:00:00Z'))).toBe(true);
    expect(isAnnounced(period('2026-02-10T00:00:00Z'))).toBe(false);
  });

  test('[PY-05] open is what failed and what is overdue', () => {
    const receipts = (['Paid', 'Unpaid', 'Payment Failed', 'Processing', null] as const).map((status) => ({ status }));
    expect(openReceipts(receipts).map(({ status }) => status)).toEqual(['Unpaid', 'Payment Failed']);
  });
});
