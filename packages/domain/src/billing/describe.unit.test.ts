import { languages } from '@foyer/contract/vocabulary/languages';
import { intervals } from '@foyer/contract/vocabulary/plans';
import { describe, expect, test } from 'vitest';
import { aPlan, aPrice } from '../testing/catalogue.ts';
import { describedIn, describeExtension, describeGrant, describePrice, describeUnused } from './describe.ts';

const plan = aPlan({ displayName: 'Starter, large' });

describe('[BY-05] stored invoice texts in German', () => {
  test.each([
    [describePrice(plan, aPrice(plan.id, 'monthly', 2975)), 'Drive Starter, large, monatlich'],
    [describePrice(plan, aPrice(plan.id, 'yearly', 29_988)), 'Drive Starter, large, jährlich'],
    [describePrice(plan, aPrice(plan.id, 'every-6-months', 0)), 'Drive Starter, large, alle 6 Monate'],
    [describePrice(plan, aPrice(plan.id, 'free', 0)), 'Drive Starter, large, kostenlos'],
    [describeUnused(plan), 'Nicht genutzte Zeit, Drive Starter, large'],
    [describeExtension(plan, { name: '1 Year Maintenance' }), 'Drive Starter, large, Wartung für 1 Jahr'],
    [describeExtension(plan, { name: '3 Years Maintenance' }), 'Drive Starter, large, Wartung für 3 Jahre'],
    ['Scope Ultimate, 2-year maintenance', 'Scope Ultimate, Wartung für 2 Jahre'],
    ['Scope Ultimate, 6-month maintenance', 'Scope Ultimate, Wartung für 6 Monate'],
    [describeGrant(plan, 'perpetual'), 'Drive Starter, large, unbefristete Lizenz'],
    [describeGrant(plan, { kind: 'free', months: 6 }), 'Drive Starter, large, 6 Monate kostenlos'],
    [describeGrant(plan, { kind: 'free', months: 1 }), 'Drive Starter, large, 1 Monat kostenlos'],
    [describeGrant(plan, { kind: 'free', months: null }), 'Drive Starter, large, dauerhaft kostenlos'],
    [describeGrant(plan, { kind: 'prepaid', months: 24 }), 'Drive Starter, large, 24 Monate Prepaid'],
    [describeGrant(plan, { kind: 'prepaid', months: 1 }), 'Drive Starter, large, 1 Monat Prepaid'],
  ])('%s → %s', (frozen, said) => {
    expect(describedIn('de', frozen)).toBe(said);
    expect(describedIn('en', frozen)).toBe(frozen);
  });

  test.each(['Scope Ultimate, Maintenance Gold', 'yearly', 'A gift', ''])(
    '“%s” is an unknown text and stays',
    (text) => {
      for (const language of languages) expect(describedIn(language, text)).toBe(text);
    },
  );

  test('[SU-03] [PR-03] in English', () => {
    expect(describeGrant(plan, 'perpetual')).toBe('Drive Starter, large, perpetual license');
    expect(describeGrant(plan, { kind: 'free', months: 6 })).toBe('Drive Starter, large, 6 months free');
    expect(describeGrant(plan, { kind: 'prepaid', months: 1 })).toBe('Drive Starter, large, 1 month prepaid');
  });

  test('each interval is translated', () => {
    for (const interval of intervals) {
      const frozen = describePrice(plan, aPrice(plan.id, interval, 1));
      expect(describedIn('de', frozen)).not.toBe(frozen);
    }
  });
});
