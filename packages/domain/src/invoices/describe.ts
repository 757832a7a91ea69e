import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Interval, Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue, MaintenanceExtension, Plan, Price } from '../catalogue/catalogue.ts';
import { familyOf } from '../catalogue/family.ts';
import type { Described, DescriptionParts } from '../state/entities.ts';

/** Catalogue of the names of families. */
type Families = Pick<Catalogue, 'families'>;

/** Name of the family of a plan or code in the reader's language. */
export const familyName = (catalogue: Families, of: { readonly product: Product }, language: Language): string =>
  familyOf(catalogue, of).names[language];

interface InvoiceWords {
  readonly intervals: Readonly<Record<Interval, string>>;
  readonly unused: string;
  readonly years: (count: number) => string;
  readonly months: (count: number) => string;
  readonly perpetual: string;
  readonly forever: string;
  readonly free: (months: number) => string;
  readonly prepaid: (months: number) => string;
}

const words: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    intervals: { monthly: 'monthly', yearly: 'yearly', 'every-6-months': 'every 6 months', free: 'free' },
    unused: 'Unused time',
    years: (count) => `${count}-year maintenance`,
    months: (count) => `${count}-month maintenance`,
    perpetual: 'perpetual license',
    forever: 'free forever',
    free: (months) => `${months} ${months === 1 ? 'month' : 'months'} free`,
    prepaid: (months) => `${months} ${months === 1 ? 'month' : 'months'} prepaid`,
  },
  de: {
    intervals: { monthly: 'monatlich', yearly: 'jährlich', 'every-6-months': 'alle 6 Monate', free: 'kostenlos' },
    unused: 'Nicht genutzte Zeit',
    years: (count) => `Wartung für ${count} ${count === 1 ? 'Jahr' : 'Jahre'}`,
    months: (count) => `Wartung für ${count} ${count === 1 ? 'Monat' : 'Monate'}`,
    perpetual: 'unbefristete Lizenz',
    forever: 'dauerhaft kostenlos',
    free: (months) => `${months} ${months === 1 ? 'Monat' : 'Monate'} kostenlos`,
    prepaid: (months) => `${months} ${months === 1 ? 'Monat' : 'Monate'} Prepaid`,
  },
};

/** Text after the product and plan. */
const detailOf = (texts: InvoiceWords, parts: Exclude<DescriptionParts, { kind: 'unused' }>): string => {
  switch (parts.kind) {
    case 'plan':
      return texts.intervals[parts.interval];
    case 'maintenance':
      return parts.months % 12 === 0 ? texts.years(parts.months / 12) : texts.months(parts.months);
    case 'perpetual':
      return texts.perpetual;
    case 'free':
      return parts.months === null ? texts.forever : texts.free(parts.months);
    case 'prepaid':
      return texts.prepaid(parts.months);
  }
};

const describe = (catalogue: Families, language: Language, parts: DescriptionParts): string => {
  const texts = words[language];
  const name = `${familyName(catalogue, parts, language)} ${parts.plan}`;
  return parts.kind === 'unused' ? `${texts.unused}, ${name}` : `${name}, ${detailOf(texts, parts)}`;
};

/**
 * Text of an invoice or line in the reader's language (BY-05). English is the stored text. A row without parts is older
 * than migration 0044 and has a text of an unknown form; every reader gets that text.
 */
export const descriptionIn = (
  catalogue: Families,
  language: Language,
  { description, descriptionParts }: Described,
): string => (language === 'en' || !descriptionParts ? description : describe(catalogue, language, descriptionParts));

/** Returns the English text, which is stored with the invoice and never changes, and its parts. */
const describedBy = (catalogue: Families, descriptionParts: DescriptionParts): Described => ({
  description: describe(catalogue, 'en', descriptionParts),
  descriptionParts,
});

const partsOf = ({ product, displayName }: Plan) => ({ product, plan: displayName });

/** Text of a plan at a price, such as `Drive Starter, yearly`. */
export const describePrice = (catalogue: Families, plan: Plan, { interval }: Price): Described =>
  describedBy(catalogue, { kind: 'plan', ...partsOf(plan), interval });

/** A plan with its intervals, such as `Scope Starter (monthly, yearly)`, in the reader's language. Never stored. */
export const describeChoice = (
  catalogue: Families,
  language: Language,
  plan: Plan,
  prices: readonly Price[],
): string => {
  const texts = prices.map(({ interval }) => words[language].intervals[interval]);
  return `${familyName(catalogue, plan, language)} ${plan.displayName} (${texts.join(', ')})`;
};

/** Duration that a code or promotion gives. `months: null` never ends; only promotions give that. */
export type GivenTime =
  | { readonly kind: 'perpetual' }
  | { readonly kind: 'free'; readonly months: number | null }
  | { readonly kind: 'prepaid'; readonly months: number };

/**
 * Text of given time, such as `Scope Ultimate, perpetual license` or `Drive Starter, 6 months free`. It has no interval,
 * because it is never charged again (SU-03, PR-03).
 */
export const describeGrant = (catalogue: Families, plan: Plan, time: GivenTime): Described =>
  describedBy(catalogue, { ...time, ...partsOf(plan) });

/** Text of a credit, such as `Unused time, Drive Starter`. */
export const describeUnused = (catalogue: Families, plan: Plan): Described =>
  describedBy(catalogue, { kind: 'unused', ...partsOf(plan) });

/** Text of maintenance by a code, such as `Scope Ultimate, 1-year maintenance`. `tierName` stands for the plan. */
export const describeMaintenance = (
  catalogue: Families,
  product: Product,
  tierName: string,
  months: number,
): Described => describedBy(catalogue, { kind: 'maintenance', product, plan: tierName, months });

/** Text of bought maintenance. English has the name of the catalogue: `Scope Ultimate, 1 Year Maintenance`. */
export const describeExtension = (
  catalogue: Families,
  plan: Plan,
  { name, durationMonths }: Pick<MaintenanceExtension, 'name' | 'durationMonths'>,
): Described => ({
  description: `${familyName(catalogue, plan, 'en')} ${plan.displayName}, ${name}`,
  descriptionParts: { kind: 'maintenance', ...partsOf(plan), months: durationMonths },
});
