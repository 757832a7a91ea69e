import type { CallInput } from '@foyer/contract/api/routes';
import { endOfDay, parseCount } from '../input-formats.ts';

export type BatchType = 'Prepaid' | 'PrepaidMaintenance' | 'Discount';

/** Values of the form. All are text until they are sent. */
export interface BatchEntries {
  readonly name: string;
  readonly type: BatchType;
  readonly count: string;
  readonly planId: string;
  /** Kind of a prepaid batch: `term` or `perpetual`. */
  readonly length: 'term' | 'perpetual';
  readonly months: string;
  readonly maintenanceMonths: string;
  readonly percent: string;
  readonly cycles: string;
  readonly uses: string;
  readonly validTo: string;
}

export type EntryName = keyof BatchEntries;

export const emptyEntries: BatchEntries = {
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

/** Largest number of each field. */
export const maxValues = {
  count: 10_000,
  months: MONTHS,
  maintenanceMonths: MONTHS,
  percent: 100,
  cycles: MONTHS,
  uses: 1_000_000,
};
type NumberName = keyof typeof maxValues;

/** Returns the fields of a type of batch, without name, type and number of codes (OP-03). */
export const fieldsFor = ({ type, length }: Pick<BatchEntries, 'type' | 'length'>): readonly EntryName[] => {
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

/** Fields that may be empty, which means all plans or all invoices of a discount. */
const mayBeEmpty = (name: EntryName, { type }: BatchEntries): boolean =>
  name === 'cycles' || name === 'validTo' || (name === 'planId' && type === 'Discount');

const isNumber = (name: EntryName): name is NumberName => name in maxValues;

/** Returns the fields with an invalid or missing value, in the order of the form. */
export const validationErrors = (entries: BatchEntries): EntryName[] =>
  (['name', 'count', ...fieldsFor(entries)] as const).filter((name) => {
    const typed = entries[name].trim();
    if (!typed) return !mayBeEmpty(name, entries);
    return isNumber(name) && parseCount(typed, maxValues[name]) === null;
  });

/** Returns the request body, with only the fields that the type of batch has. */
export const toRequestBody = (
  entries: BatchEntries,
  reason: string,
): CallInput<'POST /api/operator/coupon-batches'>['body'] => {
  const fields = fieldsFor(entries);
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
