import { languages } from '@foyer/contract/vocabulary/languages';
import { intervals } from '@foyer/contract/vocabulary/plans';
import { describe, expect, test } from 'vitest';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import {
  describeExtension,
  describeGrant,
  describeMaintenance,
  describePrice,
  describeUnused,
  descriptionIn,
} from './describe.ts';

const plan = aPlan({ displayName: 'Starter, large' });
const extension = (name: string, durationMonths: number) =>
  describeExtension(aCatalogue(), plan, { name, durationMonths });

describe('[BY-05] texts of invoices and lines', () => {
  test.each([
    [
      describePrice(aCatalogue(), plan, aPrice(plan.id, 'monthly', 2975)),
      'Drive Starter, large, monthly',
      'Drive Starter, large, monatlich',
    ],
    [
      describePrice(aCatalogue(), plan, aPrice(plan.id, 'yearly', 29_988)),
      'Drive Starter, large, yearly',
      'Drive Starter, large, jährlich',
    ],
    [
      describePrice(aCatalogue(), plan, aPrice(plan.id, 'every-6-months', 0)),
      'Drive Starter, large, every 6 months',
      'Drive Starter, large, alle 6 Monate',
    ],
    [
      describePrice(aCatalogue(), plan, aPrice(plan.id, 'free', 0)),
      'Drive Starter, large, free',
      'Drive Starter, large, kostenlos',
    ],
    [
      describeUnused(aCatalogue(), plan),
      'Unused time, Drive Starter, large',
      'Nicht genutzte Zeit, Drive Starter, large',
    ],
    [
      extension('1 Year Maintenance', 12),
      'Drive Starter, large, 1 Year Maintenance',
      'Drive Starter, large, Wartung für 1 Jahr',
    ],
    [
      extension('3 Years Maintenance', 36),
      'Drive Starter, large, 3 Years Maintenance',
      'Drive Starter, large, Wartung für 3 Jahre',
    ],
    [
      describeMaintenance(aCatalogue(), 'scope', 'Ultimate', 24),
      'Scope Ultimate, 2-year maintenance',
      'Scope Ultimate, Wartung für 2 Jahre',
    ],
    [
      describeMaintenance(aCatalogue(), 'scope', 'Ultimate', 6),
      'Scope Ultimate, 6-month maintenance',
      'Scope Ultimate, Wartung für 6 Monate',
    ],
    [
      describeMaintenance(aCatalogue(), 'scope', 'Ultimate', 1),
      'Scope Ultimate, 1-month maintenance',
      'Scope Ultimate, Wartung für 1 Monat',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'perpetual' }),
      'Drive Starter, large, perpetual license',
      'Drive Starter, large, unbefristete Lizenz',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'free', months: 6 }),
      'Drive Starter, large, 6 months free',
      'Drive Starter, large, 6 Monate kostenlos',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'free', months: 1 }),
      'Drive Starter, large, 1 month free',
      'Drive Starter, large, 1 Monat kostenlos',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'free', months: null }),
      'Drive Starter, large, free forever',
      'Drive Starter, large, dauerhaft kostenlos',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'prepaid', months: 24 }),
      'Drive Starter, large, 24 months prepaid',
      'Drive Starter, large, 24 Monate Prepaid',
    ],
    [
      describeGrant(aCatalogue(), plan, { kind: 'prepaid', months: 1 }),
      'Drive Starter, large, 1 month prepaid',
      'Drive Starter, large, 1 Monat Prepaid',
    ],
  ])('%o in both languages', (text, english, german) => {
    expect(text.description).toBe(english);
    expect(descriptionIn(aCatalogue(), 'en', text)).toBe(english);
    expect(descriptionIn(aCatalogue(), 'de', text)).toBe(german);
  });

  test('English is the stored text, also if a later release would write another one', () => {
    const text = { ...describeUnused(aCatalogue(), plan), description: 'Remaining time, Drive Starter' };
    expect(descriptionIn(aCatalogue(), 'en', text)).toBe('Remaining time, Drive Starter');
  });

  test.each(['Scope Ultimate, Maintenance Gold', 'Drive Starter, yearly', 'A gift', ''])(
    '“%s” without parts stays',
    (description) => {
      for (const language of languages)
        expect(descriptionIn(aCatalogue(), language, { description, descriptionParts: null })).toBe(description);
    },
  );

  test('each interval is translated', () => {
    for (const interval of intervals) {
      const text = describePrice(aCatalogue(), plan, aPrice(plan.id, interval, 1));
      expect(descriptionIn(aCatalogue(), 'de', text)).not.toBe(text.description);
    }
  });
});
