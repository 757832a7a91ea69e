import type { TieredPlan } from '@foyer/contract/api/plans';
import { expect, test } from 'vitest';
import { compareColumns, differs } from './comparison.ts';

const aPlan = (
  featureList1: readonly string[],
  {
    gigabytes = null,
    keys = null,
    yearly = 0,
  }: { gigabytes?: number | null; keys?: number | null; yearly?: number } = {},
) =>
  ({
    featureList1,
    featureList2: [],
    contactForPricing: false,
    details: {
      storageSizeLimit: gigabytes === null ? null : { value: gigabytes * 1e9, displayValue: `${gigabytes} GB` },
      sharingType: null,
      accessKeyLimit: keys === null ? null : { value: keys },
    },
    billingCycles: [{ interval: 'yearly', amount: yearly, discountedAmount: null }],
  }) as unknown as TieredPlan;

const column = (key: string, ...plans: readonly TieredPlan[]) => ({ key, name: key, plans });
const INCLUDED: Readonly<Record<string, string[]>> = { ft_ultmultiremote: ['ft_singleremote'] };
const feature = (key: string) => ({
  key,
  label: `Feature ${key}`,
  prerequisite: null,
  includes: INCLUDED[key] ?? [],
});
const FEATURES = ['base', 'power', 'serial', 'ft_singleremote', 'ft_ultmultiremote', 'unused'].map(feature);
const rowsOf = (...columns: Parameters<typeof compareColumns>[0]) =>
  Object.fromEntries(
    compareColumns(columns, FEATURES)
      .filter(differs)
      .map(({ key, cells }) => [key, cells]),
  );

test('[DR-03] plans: a row for each limit and price that differs', () => {
  const rows = rowsOf(
    column('Basic', aPlan([], { gigabytes: 2, keys: 5 })),
    column('Pro', aPlan([], { gigabytes: 600, keys: 5, yearly: 59_976 })),
  );
  expect(rows).toEqual({
    storage: [{ text: '2 GB' }, { text: '600 GB' }],
    monthly: [{ cents: 0 }, 'no'],
    yearly: [{ cents: 0 }, { cents: 59_976 }],
  });
});

test('[SP-01] tiers: a feature that only a package brings, and one that a wider feature includes', () => {
  const rows = rowsOf(
    column('Starter', aPlan(['base', 'ft_singleremote'])),
    column('Professional', aPlan(['base', 'power', 'ft_singleremote']), aPlan(['base', 'serial', 'ft_singleremote'])),
    column('Ultimate', aPlan(['base', 'power', 'serial', 'ft_ultmultiremote'])),
  );
  expect(rows).toEqual({
    power: ['no', 'some', 'yes'],
    serial: ['no', 'some', 'yes'],
    ft_ultmultiremote: ['no', 'no', 'yes'],
  });
});

test('[DR-03] rows in which the plans are equal are marked as such, and rows of nothing are left out', () => {
  const rows = compareColumns(
    [column('Starter', aPlan(['base'], { keys: 5 })), column('Pro', aPlan(['base', 'power'], { keys: 5 }))],
    FEATURES,
  );
  expect(rows.map((row) => [row.key, differs(row)])).toEqual([
    ['keys', false],
    ['base', false],
    ['power', true],
    ['monthly', false],
    ['yearly', false],
  ]);
});

test('a single plan has nothing to compare with', () => {
  expect(compareColumns([column('Only', aPlan(['base'], { gigabytes: 2 }))], FEATURES)).toEqual([]);
});
