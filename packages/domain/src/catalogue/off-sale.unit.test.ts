import { expect, test } from 'vitest';
import { aCatalogue, anExtension, aPlan, aPrice, aPromotion } from '../testing/catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { offSaleSince, pricesNewSince } from './off-sale.ts';

const starter = 'pln_drive_starter';
const nothing = { plans: [], intervals: [], maintenanceExtensions: [], promotions: [] };

const before: Catalogue = {
  ...aCatalogue(),
  plans: [aPlan(), aPlan({ id: 'pln_old', active: false })],
  prices: [
    aPrice(starter, 'monthly', 2_975),
    aPrice(starter, 'yearly', 29_988),
    aPrice(starter, 'yearly', 19_988, { id: 'prc_of_long_ago', active: false }),
    aPrice('pln_old', 'yearly', 1, { active: false }),
  ],
  maintenanceExtensions: [anExtension({ id: 'mex_a' })],
  promotions: [aPromotion({ id: 'prm_a' })],
};
const inactive = <Row extends { readonly id: string }>(rows: readonly Row[], id?: string): Row[] =>
  rows.map((row) => (id === undefined || row.id === id ? { ...row, active: false } : row));

test.each<[string, Partial<Catalogue>, object]>([
  ['nothing, without a change', {}, {}],
  ['nothing, if a plan is added', { plans: [...before.plans, aPlan({ id: 'pln_new' })] }, {}],
  [
    'nothing, when an interval has another price',
    {
      prices: [
        ...inactive(before.prices, before.prices[1]?.id),
        aPrice(starter, 'yearly', 30_000, { id: 'prc_dearer' }),
      ],
    },
    {},
  ],
  [
    'an interval of a plan that is still sold',
    { prices: inactive(before.prices, before.prices[0]?.id) },
    { intervals: ['pln_drive_starter_monthly'] },
  ],
  [
    'a plan, without listing its intervals',
    { plans: inactive(before.plans), prices: inactive(before.prices) },
    { plans: [starter] },
  ],
  [
    'an extension of maintenance',
    { maintenanceExtensions: inactive(before.maintenanceExtensions) },
    { maintenanceExtensions: ['mex_a'] },
  ],
  ['a promotion', { promotions: inactive(before.promotions) }, { promotions: ['prm_a'] }],
])('[INV-3] taken off sale: %s', (_title, changed, expected) => {
  expect(offSaleSince(before, { ...before, ...changed })).toEqual({ ...nothing, ...expected });
});

test('[INV-3] a price of a plan that is not sold is not on sale: neither removed, nor new until the plan is sold', () => {
  const kept = { ...before, plans: inactive(before.plans) };
  expect(offSaleSince(kept, { ...kept, prices: inactive(kept.prices) })).toEqual(nothing);
  const dearer = aPrice(starter, 'yearly', 30_000, { id: 'prc_dearer' });
  expect(pricesNewSince(kept, { ...kept, prices: [...kept.prices, dearer] })).toEqual([]);
  expect(pricesNewSince(kept, before).map(({ id }) => id)).toEqual([before.prices[0]?.id, before.prices[1]?.id]);
});

test('ids that were off sale before are not listed again', () => {
  const after = { ...before, plans: inactive(before.plans), prices: inactive(before.prices) };
  expect(offSaleSince(after, after)).toEqual(nothing);
});
