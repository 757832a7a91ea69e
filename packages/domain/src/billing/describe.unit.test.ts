import { languages } from '@foyer/contract/vocabulary/languages';
import { intervals } from '@foyer/contract/vocabulary/plans';
import { describe, expect, test } from 'vitest';
import { aPlan, aPrice } from '../testing/catalogue.ts';
import { describedIn, describeExtension, describePrice, describeUnused } from './describe.ts';

const plan = aPlan({ displayName: 'Starter, large' });

describe('[BY-05] what is frozen on an invoice, for a German reader', () => {
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
  ])('%s → %s', (frozen, said) => {
    expect(describedIn('de', frozen)).toBe(said);
    expect(describedIn('en', frozen)).toBe(frozen);
  });

  test.each(['Scope Ultimate, Maintenance Gold', 'yearly', 'A gift', ''])('“%s” is nobody’s words of ours', (text) => {
    for (const language of languages) expect(describedIn(language, text)).toBe(text);
  });

  test('no interval is left in English', () => {
    for (const interval of intervals) {
      const frozen = describePrice(plan, aPrice(plan.id, interval, 1));
      expect(describedIn('de', frozen)).not.toBe(frozen);
    }
  });
});
