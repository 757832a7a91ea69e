import type { Language } from '@foyer/contract/vocabulary/languages';
import { intervals, type Product } from '@foyer/contract/vocabulary/plans';
import type { MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';

export const productNames: Record<Product, string> = { drive: 'Drive', scope: 'Scope', iot: 'IoT' };

type Stretch = 'year' | 'month';

interface InvoiceWords {
  readonly intervals: Record<Price['interval'], string>;
  readonly unused: string;
  readonly maintenance: (count: number, stretch: Stretch) => string;
}

const words: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    intervals: { monthly: 'monthly', yearly: 'yearly', 'every-6-months': 'every 6 months', free: 'free' },
    unused: 'Unused time',
    maintenance: (count, stretch) => `${count}-${stretch} maintenance`,
  },
  de: {
    intervals: { monthly: 'monatlich', yearly: 'jährlich', 'every-6-months': 'alle 6 Monate', free: 'kostenlos' },
    unused: 'Nicht genutzte Zeit',
    maintenance: (count, stretch) =>
      `Wartung für ${count} ${stretch === 'year' ? 'Jahr' : 'Monat'}${count === 1 ? '' : 'e'}`,
  },
};

const frozen = words.en;

/** `Drive Starter, yearly`: what stands on invoices. It is frozen there, so it is written in the vendor's language. */
export const describePrice = (plan: Plan, price: Price): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${frozen.intervals[price.interval]}`;

export const describeUnused = (plan: Plan): string =>
  `${frozen.unused}, ${productNames[plan.product]} ${plan.displayName}`;

/** `Scope Ultimate, 1 Year Maintenance`. */
export const describeExtension = (plan: Plan, extension: Pick<MaintenanceExtension, 'name'>): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${extension.name}`;

/** Of an extension that was bought, `1 Year Maintenance` as the catalogue names it, or came by a code, `2-year maintenance`. */
const MAINTENANCE = /^(\d+)[- ](year|month)s? maintenance$/i;

/**
 * What is frozen on an invoice, for a reader of another language (BY-05): the words that are ours are said in theirs.
 * Names stay, and so does what none of the above has written.
 */
export const describedIn = (language: Language, description: string): string => {
  if (language === 'en') return description;
  const said = words[language];
  if (description.startsWith(`${frozen.unused}, `)) return `${said.unused}${description.slice(frozen.unused.length)}`;
  const cut = description.lastIndexOf(', ');
  const what = description.slice(0, Math.max(0, cut));
  const detail = description.slice(cut + 2);
  const interval = intervals.find((candidate) => frozen.intervals[candidate] === detail);
  if (what !== '' && interval) return `${what}, ${said.intervals[interval]}`;
  const [, count, stretch] = MAINTENANCE.exec(detail) ?? [];
  return what === '' || count === undefined
    ? description
    : `${what}, ${said.maintenance(Number(count), stretch?.toLowerCase() === 'year' ? 'year' : 'month')}`;
};
