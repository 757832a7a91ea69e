import { expect, test } from 'vitest';
import { type BatchEntries, emptyEntries, toRequestBody, validationErrors } from './batch-entries.ts';

const entries = (over: Partial<BatchEntries>): BatchEntries => ({
  ...emptyEntries,
  name: 'fair',
  planId: 'pln_1',
  ...over,
});

test.each<[string, Partial<BatchEntries>, object]>([
  ['a term', {}, { type: 'Prepaid', planId: 'pln_1', months: 12 }],
  [
    'a license for good, with its maintenance and no length',
    { length: 'perpetual', maintenanceMonths: '24' },
    { type: 'Prepaid', planId: 'pln_1', perpetual: true, maintenanceMonths: 24 },
  ],
  ['maintenance', { type: 'PrepaidMaintenance' }, { type: 'PrepaidMaintenance', planId: 'pln_1', months: 12 }],
  [
    'a discount on everything, for all invoices',
    { type: 'Discount', planId: '', percent: '25', uses: '3' },
    { type: 'Discount', percent: 25, uses: 3 },
  ],
  [
    'a discount for two invoices, until the end of a day',
    { type: 'Discount', percent: '5', cycles: '2', validTo: '2026-12-31' },
    { type: 'Discount', planId: 'pln_1', percent: 5, cycles: 2, uses: 1, validTo: '2027-01-01T00:00:00.000Z' },
  ],
])('[OP-03] %s is ordered with what it has and nothing else', (_, over, order) => {
  expect(validationErrors(entries(over))).toEqual([]);
  expect(toRequestBody(entries(over), 'a fair')).toEqual({ reason: 'a fair', name: 'fair', count: 10, ...order });
});

test.each<[Partial<BatchEntries>, string[]]>([
  [{ name: ' ', planId: '' }, ['name', 'planId']],
  [{ count: '10001' }, ['count']],
  [{ months: '' }, ['months']],
  [{ months: 'x', length: 'perpetual' }, []],
  [{ type: 'Discount', percent: '101', cycles: '0' }, ['percent', 'cycles']],
])('[OP-03] %o lacks %o', (over, wrong) => {
  expect(validationErrors(entries(over))).toEqual(wrong);
});
