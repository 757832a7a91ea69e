import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type BatchOrder, computeCouponTemplate } from '@foyer/domain/coupons/batch';
import { couponBatchesOn } from '../adapters/postgres/coupon-batches.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { hashCode } from '../services/billing/find-code.ts';
import { orRefuse } from '../services/refused.ts';

export interface DemoCodes {
  readonly batch: { readonly id: string; readonly name: string };
  /** Display parts. They are easy to read and guess, unlike those of real codes. */
  readonly displays: readonly string[];
  readonly order: BatchOrder;
  readonly summary: string;
}

const three = (stem: string): string[] => [1, 2, 3].map((number) => `${stem}-${number}`);

/** Demo codes. They do not change. A prepaid code works once, so there are three of each. */
export const demoCodes: readonly DemoCodes[] = [
  {
    batch: { id: 'ppd-drive', name: 'Demo: Drive Starter' },
    displays: three('DEMO-DRIVE-STARTER'),
    order: { type: 'Prepaid', count: 3, planId: 'pln_drive_starter', months: 12 },
    summary: 'Drive Starter for 12 months',
  },
  {
    batch: { id: 'ppd-scope', name: 'Demo: Scope Starter' },
    displays: three('DEMO-SCOPE-STARTER'),
    order: { type: 'Prepaid', count: 3, planId: 'pln_scope_starter', months: 24 },
    summary: 'Scope Starter for 24 months',
  },
  {
    batch: { id: 'ppd-forever', name: 'Demo: Scope Ultimate, perpetual' },
    displays: three('DEMO-SCOPE-FOREVER'),
    order: { type: 'Prepaid', count: 3, planId: 'pln_scope_ultimate', perpetual: true },
    summary: 'Scope Ultimate for good, with a year of maintenance',
  },
  {
    batch: { id: 'mnt-ultimate', name: 'Demo: maintenance' },
    displays: three('DEMO-MAINTENANCE'),
    order: { type: 'PrepaidMaintenance', count: 3, planId: 'pln_scope_ultimate', months: 12 },
    summary: 'a year of maintenance for a perpetual Scope Ultimate',
  },
  {
    batch: { id: 'dsc-twenty', name: 'Demo: 20% off' },
    displays: ['DEMO-20-OFF'],
    order: { type: 'Discount', count: 1, percent: 20, cycles: 1, uses: 1_000_000 },
    summary: '20% off the first invoice of any plan',
  },
];

/** Start of validity, before any time of a sandbox clock. */
const ALWAYS = Date.UTC(2020, 0, 1);

/** Creates the demo codes that are missing. Existing ones do not change. */
export const loadDemoCodes = async (database: Database, catalogue: Catalogue): Promise<void> => {
  const rows = await database.query<{ id: string }>('SELECT id FROM coupon_batches');
  const existing = new Set(rows.map(({ id }) => id));
  for (const { batch, displays, order } of demoCodes.filter(({ batch: { id } }) => !existing.has(id))) {
    const template = orRefuse(computeCouponTemplate(order, catalogue, ALWAYS));
    const coupons = displays.map((display) => ({ ...template, codeHash: hashCode(display) }));
    await database.transaction((sql) => couponBatchesOn(sql).addCoupons(batch, coupons));
  }
};

/** Lines about the demo codes for the output of the start: `ppd-drive_DEMO-DRIVE-STARTER-1 … -3`, with a summary. */
export const demoCodeLines = (): string[] =>
  demoCodes.map(({ batch, displays, summary }) => {
    const [first] = displays;
    const more = displays.length > 1 ? ` … -${displays.length}` : '';
    return `${`${batch.id}_${first}${more}`.padEnd(42)} ${summary}`;
  });
