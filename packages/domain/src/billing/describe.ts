import type { Language } from '@foyer/contract/vocabulary/languages';
import { intervals, type Product } from '@foyer/contract/vocabulary/plans';
import type { MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';

export const productNames: Record<Product, string> = { drive: 'Drive', scope: 'Scope', iot: 'IoT' };

type Stretch = 'year' | 'month';
/** Time that nobody is charged for: given by a promotion, or paid before by a code. */
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

/** `Drive Starter, yearly`: what stands on invoices. It is frozen there, so it is written in the vendor's language. */
export const describePrice = (plan: Plan, price: Price): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${frozen.intervals[price.interval]}`;

/** `Scope Starter (monthly, yearly)`: a plan and the ways to pay for it, said to somebody who chooses; never frozen. */
export const describeChoice = (language: Language, plan: Plan, prices: readonly Price[]): string => {
  const ways = prices.map(({ interval }) => words[language].intervals[interval]);
  return `${productNames[plan.product]} ${plan.displayName} (${ways.join(', ')})`;
};

/** What a code or a promotion gives: how long, or for good. `months` null is for ever, which only a promotion gives. */
export type GivenTime = 'perpetual' | { readonly kind: Given; readonly months: number | null };

/** `Scope Ultimate, perpetual license`, `Drive Starter, 6 months free`: no interval, for none is ever charged (SU-03, PR-03). */
export const describeGrant = (plan: Plan, time: GivenTime): string => {
  const name = `${productNames[plan.product]} ${plan.displayName}`;
  if (time === 'perpetual') return `${name}, ${frozen.perpetual}`;
  return `${name}, ${time.months === null ? frozen.forever : frozen.given[time.kind](time.months)}`;
};

export const describeUnused = (plan: Plan): string =>
  `${frozen.unused}, ${productNames[plan.product]} ${plan.displayName}`;

/** `Scope Ultimate, 1 Year Maintenance`. */
export const describeExtension = (plan: Plan, extension: Pick<MaintenanceExtension, 'name'>): string =>
  `${productNames[plan.product]} ${plan.displayName}, ${extension.name}`;

/** Of an extension that was bought, `1 Year Maintenance` as the catalogue names it, or came by a code, `2-year maintenance`. */
const MAINTENANCE = /^(\d+)[- ](year|month)s? maintenance$/i;

const GIVEN = /^(\d+) months? (free|prepaid)$/;

/** What stands after the name of the plan, in other words; null when it is none of ours. */
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
 * What is frozen on an invoice, for a reader of another language (BY-05): the words that are ours are said in theirs.
 * Names stay, and so does what none of the above has written.
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
