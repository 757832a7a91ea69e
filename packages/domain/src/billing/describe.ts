import type { Language } from '@foyer/contract/vocabulary/languages';
import { intervals, type Product } from '@foyer/contract/vocabulary/plans';
import type { MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';

export const productNames: Record<Product, string> = { drive: 'Drive', scope: 'Scope', iot: 'IoT' };

type Stretch = 'year' | 'month';
/** Kind of time without a charge: free by a promotion, or prepaid by a code. */
type Given = 'free' | 'prepaid';

interface InvoiceWords {
  readonly intervals: Record<Price['interval'], string>;
  readonly unused: string;
  readonly maintenance: (count: number, stretch: Stretch) => string;
  readonly perpetual: string;
  readonly forever: string;
  readonly given: Readonly<Record<Given, (months: number) => string>>;
}

const words: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    intervals: { monthly: 'monthly', yearly: 'yearly', 'every-6-months': 'every 6 months', free: 'free' },
    unused: 'Unused time',
    maintenance: (count, stretch) => `${count}-${stretch} maintenance`,
    perpetual: 'perpetual license',
    forever: 'free forever',
    given: {
      free: (months) => `${months} ${months === 1 ? 'month' : 'months'} free`,
      prepaid: (months) => `${months} ${months === 1 ? 'month' : 'months'} prepaid`,
    },
  },
  de: {
    intervals: { monthly: 'monatlich', yearly: 'jährlich', 'every-6-months': 'alle 6 Monate', free: 'kostenlos' },
    unused: 'Nicht genutzte Zeit',
    maintenance: (count, stretch) =>
      `Wartung für ${count} ${stretch === 'year' ? 'Jahr' : 'Monat'}${count === 1 ? '' : 'e'}`,
    perpetual: 'unbefristete Lizenz',
    forever: 'dauerhaft kostenlos',
    given: {
      free: (months) => `${months} ${months === 1 ? 'Monat' : 'Monate'} kostenlos`,
      prepaid: (months) => `${months} ${months === 1 ? 'Monat' : 'Monate'} Prepaid`,
    },
  },
};

const frozen = words.en;

/** Text on invoices, such as `Drive Starter, yearly`. It is stored with the invoice, in English. */
export const describePrice = (plan: Plan, price: Price): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${frozen.intervals[price.interval]}`;

/** A plan with its intervals, such as `Scope Starter (monthly, yearly)`, in the reader's language. Never stored. */
export const describeChoice = (language: Language, plan: Plan, prices: readonly Price[]): string => {
  const ways = prices.map(({ interval }) => words[language].intervals[interval]);
  return `${productNames[plan.product]} ${plan.displayName} (${ways.join(', ')})`;
};

/** Duration that a code or promotion gives. `months: null` never ends; only promotions give that. */
export type GivenTime = 'perpetual' | { readonly kind: Given; readonly months: number | null };

/**
 * Invoice text of given time, such as `Scope Ultimate, perpetual license` or `Drive Starter, 6 months free`. It has no
 * interval, because it is never charged again (SU-03, PR-03).
 */
export const describeGrant = (plan: Plan, time: GivenTime): string => {
  const name = `${productNames[plan.product]} ${plan.displayName}`;
  if (time === 'perpetual') return `${name}, ${frozen.perpetual}`;
  return `${name}, ${time.months === null ? frozen.forever : frozen.given[time.kind](time.months)}`;
};

/** Invoice text of a credit, such as `Unused time, Drive Starter`. */
export const describeUnused = (plan: Plan): string =>
  `${frozen.unused}, ${productNames[plan.product]} ${plan.displayName}`;

/** Invoice text of an extension, such as `Scope Ultimate, 1 Year Maintenance`. */
export const describeExtension = (plan: Plan, extension: Pick<MaintenanceExtension, 'name'>): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${extension.name}`;

/**
 * Matches bought maintenance as named in the catalogue (`1 Year Maintenance`), and maintenance by a code (`2-year
 * maintenance`).
 */
const MAINTENANCE = /^(\d+)[- ](year|month)s? maintenance$/i;

const GIVEN = /^(\d+) months? (free|prepaid)$/;

/** Translates the part after the plan name. Null if it is none of the texts above. */
const detailIn = (said: InvoiceWords, detail: string): string | null => {
  if (detail === frozen.perpetual) return said.perpetual;
  if (detail === frozen.forever) return said.forever;
  const interval = intervals.find((candidate) => frozen.intervals[candidate] === detail);
  if (interval) return said.intervals[interval];
  const [, months, given] = GIVEN.exec(detail) ?? [];
  if (months !== undefined) return said.given[given as Given](Number(months));
  const [, count, stretch] = MAINTENANCE.exec(detail) ?? [];
  return count === undefined
    ? null
    : said.maintenance(Number(count), stretch?.toLowerCase() === 'year' ? 'year' : 'month');
};

/**
 * Translates a stored invoice text (BY-05). Names, and texts that none of the functions above wrote, stay unchanged.
 */
export const describedIn = (language: Language, description: string): string => {
  if (language === 'en') return description;
  const said = words[language];
  if (description.startsWith(`${frozen.unused}, `)) return `${said.unused}${description.slice(frozen.unused.length)}`;
  const cut = description.lastIndexOf(', ');
  const what = description.slice(0, Math.max(0, cut));
  const detail = what === '' ? null : detailIn(said, description.slice(cut + 2));
  return detail === null ? description : `${what}, ${detail}`;
};
