import { expect, test } from 'vitest';
import { type OperatorRefusal, refuseOperator } from '../operator-refusal.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import { days, utc } from '../testing/moments.ts';
import { type BatchOrder, computeCouponTemplate } from './batch.ts';

const NOW = utc('2026-01-10');
const templateOf = (order: Partial<BatchOrder>) =>
  computeCouponTemplate({ type: 'Prepaid', count: 5, planId: 'pln_scope_ultimate', ...order }, aCatalogue(), NOW);

test.each<[string, Partial<BatchOrder>, object]>([
  ['a term', { months: 24 }, { product: 'scope', planId: 'pln_scope_ultimate', durationMonths: 24, maxRedemptions: 1 }],
  [
    'a term on an interval',
    { planId: 'pln_drive_starter_monthly', months: 1 },
    { priceId: 'prc_pln_drive_starter_monthly' },
  ],
  ['a perpetual licence', { perpetual: true }, { perpetual: true, durationMonths: null, maintenanceMonths: 12 }],
  [
    'a perpetual licence with longer maintenance',
    { perpetual: true, maintenanceMonths: 36 },
    { maintenanceMonths: 36 },
  ],
  [
    'maintenance',
    { type: 'PrepaidMaintenance', months: 12 },
    { planId: null, maintenanceMonths: 12, durationMonths: null },
  ],
  [
    'a discount on a plan',
    { type: 'Discount', percent: 20 },
    { priceIds: ['prc_pln_scope_ultimate_monthly', 'prc_pln_scope_ultimate_yearly'] },
  ],
  [
    'a discount on an interval',
    { type: 'Discount', percent: 20, planId: 'pln_scope_ultimate_yearly' },
    { priceIds: ['prc_pln_scope_ultimate_yearly'] },
  ],
  [
    'a discount for many',
    { type: 'Discount', percent: 20, cycles: 1, uses: 500 },
    { discountCycles: 1, maxRedemptions: 500 },
  ],
])('[OP-03] %s', (_title, order, template) => {
  expect(templateOf(order)).toMatchObject({ ok: true, value: { ...template, validFrom: 0, validTo: null } });
});

test('[CD-05] a discount without a plan covers everything that costs something', () => {
  const template = computeCouponTemplate({ type: 'Discount', count: 1, percent: 20 }, aCatalogue(), NOW);
  const prices = aCatalogue().prices.filter(({ amountCents }) => amountCents > 0);
  expect(template).toMatchObject({ ok: true, value: { priceIds: prices.map(({ id }) => id) } });
});

test.each<[string, Partial<BatchOrder>, OperatorRefusal, field?: string]>([
  ['a term without a length', {}, 'batch_not_valid', 'months'],
  ['a perpetual licence with months', { perpetual: true, months: 12 }, 'batch_not_valid', 'months'],
  ['a perpetual licence on drive', { perpetual: true, planId: 'pln_drive_starter' }, 'no_maintenance'],
  ['maintenance for drive', { type: 'PrepaidMaintenance', months: 12, planId: 'pln_drive_starter' }, 'no_maintenance'],
  ['a discount without a percentage', { type: 'Discount' }, 'batch_not_valid', 'percent'],
  ['more than 100 %', { type: 'Discount', percent: 101 }, 'batch_not_valid', 'percent'],
  ['a discount on a free plan', { type: 'Discount', percent: 20, planId: 'pln_drive_free' }, 'free_plan'],
  ['prepaid time on a free plan', { months: 12, planId: 'pln_drive_free' }, 'free_plan'],
  ['a term of eleven years', { months: 121 }, 'batch_not_valid', 'months'],
  ['no codes', { months: 12, count: 0 }, 'batch_not_valid', 'count'],
  ['too many codes', { months: 12, count: 10_001 }, 'batch_not_valid', 'count'],
  ['an end that is past', { months: 12, validTo: NOW - days(1) }, 'end_not_ahead'],
  ['an end that is now', { months: 12, validTo: NOW }, 'end_not_ahead'],
  ['an unknown plan', { months: 12, planId: 'pln_x' }, 'unknown_plan'],
  ['a plan that is not sold', { months: 12, planId: 'pln_scope_base' }, 'unknown_plan'],
])('[OP-03] %s: refused', (_title, order, refusal, field) => {
  expect(templateOf(order)).toEqual(refuseOperator(refusal, field ? { field } : {}));
});
