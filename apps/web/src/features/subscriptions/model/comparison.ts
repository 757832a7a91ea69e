import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import { type Inclusion, includesFeature } from './feature-inclusion.ts';
import { storageOf } from './plan-card.ts';

/** Column of the comparison: a plan, or a tier with a plan for each of its packages. */
export interface ComparedColumn {
  readonly key: string;
  readonly name: string;
  readonly plans: readonly TieredPlan[];
}

/** `some`: a tier includes the feature only with one of its packages. */
export type ComparedCell = 'yes' | 'some' | 'no' | { readonly text: string } | { readonly cents: number };

export interface ComparedRow {
  readonly kind: 'storage' | 'sharing' | 'keys' | 'yearly' | 'monthly' | 'feature';
  /** Key of the feature, or the kind. */
  readonly key: string;
  /** Name of the feature in the language of the page; null for other kinds. */
  readonly label: string | null;
  /** A cell for each column. */
  readonly cells: readonly ComparedCell[];
}

const text = (value: string | number | null | undefined): ComparedCell =>
  value === null || value === undefined || value === '' ? 'no' : { text: String(value) };

const priceOf = (plan: TieredPlan | undefined, interval: 'yearly' | 'monthly'): ComparedCell => {
  if (plan && !plan.customBilling && plan.billingCycles.every(({ amount }) => amount === 0)) return { cents: 0 };
  const cycle = plan?.billingCycles.find((one) => one.interval === interval && one.amount > 0);
  return cycle ? { cents: cycle.discountedAmount ?? cycle.amount } : 'no';
};

const featuresOf = ({ featureList1, featureList2 }: TieredPlan): readonly string[] => [
  ...featureList1,
  ...featureList2,
];

const hasFeature = (plans: readonly TieredPlan[], known: readonly Inclusion[], key: string): ComparedCell => {
  const including = plans.filter((plan) => includesFeature(known, featuresOf(plan), key)).length;
  if (including === 0) return 'no';
  return including === plans.length ? 'yes' : 'some';
};

/** Returns whether the columns differ in this row. */
export const differs = ({ cells }: Pick<ComparedRow, 'cells'>): boolean =>
  new Set(cells.map((cell) => JSON.stringify(cell))).size > 1;

/** Value of a row and the names of the columns that have it. */
export interface ComparedGroup {
  readonly cell: ComparedCell;
  readonly names: readonly string[];
}

/** Groups the columns of a row by their value, in the order of the columns. */
export const groupColumns = ({ cells }: ComparedRow, columns: readonly ComparedColumn[]): readonly ComparedGroup[] => {
  const groups = new Map<string, { cell: ComparedCell; names: string[] }>();
  for (const [index, cell] of cells.entries()) {
    const value = JSON.stringify(cell);
    const group = groups.get(value) ?? { cell, names: [] };
    group.names.push(columns[index]?.name ?? '');
    groups.set(value, group);
  }
  return [...groups.values()];
};

/** Rows of limits, features and prices, without those that no column has. Empty for fewer than two columns. */
export const compareColumns = (
  columns: readonly ComparedColumn[],
  features: readonly Feature[],
): readonly ComparedRow[] => {
  const row = (kind: ComparedRow['kind'], cellOf: (plan: TieredPlan | undefined) => ComparedCell): ComparedRow => ({
    kind,
    key: kind,
    label: null,
    cells: columns.map(({ plans }) => cellOf(plans[0])),
  });
  const named = features.filter(({ key }) =>
    columns.some(({ plans }) => plans.some((plan) => featuresOf(plan).includes(key))),
  );
  if (columns.length < 2) return [];
  return [
    row('storage', (plan) => text(plan && storageOf(plan))),
    row('sharing', (plan) => text(plan?.details.sharingType?.displayValue)),
    row('keys', (plan) => text(plan?.details.accessKeyLimit?.value)),
    ...named.map(
      ({ key, label }): ComparedRow => ({
        kind: 'feature',
        key,
        label,
        cells: columns.map(({ plans }) => hasFeature(plans, features, key)),
      }),
    ),
    row('monthly', (plan) => priceOf(plan, 'monthly')),
    row('yearly', (plan) => priceOf(plan, 'yearly')),
  ].filter(({ cells }) => cells.some((cell) => cell !== 'no'));
};
