import type { CallInput } from '@foyer/contract/api/routes';
import { endOfDay, readCount } from '../entered.ts';

export type BatchType = 'Prepaid' | 'PrepaidMaintenance' | 'Discount';

/** The form as it was filled in; everything is text until it is sent. */
export interface BatchEntries {
  readonly name: string;
  readonly type: BatchType;
  readonly count: string;
  readonly planId: string;
  /** Prepaid: `term` or `perpetual`. */
  readonly length: 'term' | 'perpetual';
  readonly months: string;
  readonly maintenanceMonths: string;
  readonly percent: string;
  readonly cycles: string;
  readonly uses: string;
  readonly validTo: string;
}

export type EntryName = keyof BatchEntries;

export const noEntries: BatchEntries = {
  name: '',
  type: 'Prepaid',
  count: '10',
  planId: '',
  length: 'term',
  months: '12',
  maintenanceMonths: '12',
  percent: '',
  cycles: '',
  uses: '1',
  validTo: '',
};

const MONTHS = 120;

/** The largest number each field may have. */
export const most = {
  count: 10_000,
  months: MONTHS,
  maintenanceMonths: MONTHS,
  percent: 100,
  cycles: MONTHS,
  uses: 1_000_000,
};
type NumberName = keyof typeof most;

/** Which fields a batch of this kind has, beside its name, type and number of codes (OP-03). */
export const fieldsOf = ({ type, length }: Pick<BatchEntries, 'type' | 'length'>): readonly EntryName[] => {
  switch (type) {
    case 'Prepaid':
      return length === 'term' ? ['planId', 'length', 'months'] : ['planId', 'length', 'maintenanceMonths'];
    case 'PrepaidMaintenance':
      return ['planId', 'months'];
    case 'Discount':
      return ['planId', 'percent', 'cycles', 'uses'];
    default:
      return type satisfies never;
  }
};

/** Left empty these mean "all of them": plans and bills of a discount. */
const mayBeEmpty = (name: EntryName, { type }: BatchEntries): boolean =>
  name === 'cycles' || name === 'validTo' || (name === 'planId' && type === 'Discount');

const isNumber = (name: EntryName): name is NumberName => name in most;

/** What is not right yet, in the order of the form. */
export const wrongIn = (entries: BatchEntries): EntryName[] =>
  (['name', 'count', ...fieldsOf(entries)] as const).filter((name) => {
    const typed = entries[name].trim();
    if (!typed) return !mayBeEmpty(name, entries);
    return isNumber(name) && readCount(typed, most[name]) === null;
  });

/** The body of the call, with what the type has and nothing else. */
export const orderOf = (
  entries: BatchEntries,
  reason: string,
): CallInput<'POST /api/operator/coupon-batches'>['body'] => {
  const fields = fieldsOf(entries);
  const number = (name: NumberName) =>
    fields.includes(name) && entries[name].trim() ? { [name]: Number(entries[name]) } : {};
  return {
    reason,
    name: entries.name.trim(),
    type: entries.type,
    count: Number(entries.count),
    ...(entries.planId ? { planId: entries.planId } : {}),
    ...(entries.type === 'Prepaid' && entries.length === 'perpetual' ? { perpetual: true } : {}),
    ...number('months'),
    ...number('maintenanceMonths'),
    ...number('percent'),
    ...number('cycles'),
    ...number('uses'),
    ...(entries.validTo ? { validTo: endOfDay(entries.validTo) } : {}),
  };
};
