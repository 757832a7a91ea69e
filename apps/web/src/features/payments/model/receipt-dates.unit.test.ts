import type { Receipt } from '@foyer/contract/api/receipt';
import { describe, expect, test } from 'vitest';
import { aReceipt } from '../../../testing/receipts.ts';
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
      { kind: 'estimated', on },
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

  test.each([
    ['a yearly one', {}, '2027-01-01T00:00:00Z', true],
    ['a monthly one', { periodEnd: '2027-02-10T00:00:00Z' }, '2027-01-01T00:00:00Z', false],
    ['a week and a minute before', {}, '2027-01-02T23:59:00Z', true],
    ['a week before, when it goes out', {}, '2027-01-03T00:00:00Z', false],
    ['the days after that', {}, '2027-01-08T00:00:00Z', false],
    ['another try', { status: 'Payment Failed' }, '2027-01-01T00:00:00Z', false],
  ] as const)('[BY-06] mail a week before a charge is promised: %s', (_, facts, now, expected) => {
    const { status = null, periodEnd = '2028-01-10T00:00:00Z' }: { status?: string | null; periodEnd?: string } = facts;
    const items = aReceipt().items.map((item) => ({ ...item, periodStart: on, periodEnd }));
    expect(isAnnounced({ ...aReceipt({ processedDate: on }), status, items } as Receipt, now)).toBe(expected);
  });

  test('[PY-05] open is what failed and what is overdue', () => {
    const receipts = (['Paid', 'Unpaid', 'Payment Failed', 'Processing', null] as const).map((status) => ({ status }));
    expect(openReceipts(receipts).map(({ status }) => status)).toEqual(['Unpaid', 'Payment Failed']);
  });
});
