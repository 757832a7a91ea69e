import { describe, expect, test } from 'vitest';
import { aCatalogue, aPromotion } from '../testing/catalogue.ts';
import { utc } from '../testing/moments.ts';
import { lintPromotions } from './lint-promotions.ts';
import { checkPromotion, freeMonths, type Promotion, promotionNamed } from './promotion.ts';

test.each([
  ['2-series', '2-series'],
  ['2-SERIES', '2-series'],
  ['lexington', '2-series'],
  ['Lexington', '2-series'],
  ['portal', 'portal'],
  ['2-serie', undefined],
])('[PR-02] "%s" names %s', (word, name) => {
  expect(promotionNamed(aCatalogue().promotions, word)?.name).toBe(name);
});

describe('[PR-05] whether a promotion is available', () => {
  const facts = { now: utc('2026-05-04'), claimed: 'no' as const, redemptions: 3 };
  test.each<[string, Partial<Promotion>, Partial<Parameters<typeof checkPromotion>[1]>, string | null]>([
    ['always', {}, {}, null],
    ['begins now', { validFrom: utc('2026-05-04') }, {}, null],
    ['begins one millisecond later', { validFrom: utc('2026-05-04') + 1 }, {}, 'PROMO_NOT_AVAILABLE'],
    ['is valid for one more millisecond', { validTo: utc('2026-05-04') + 1 }, {}, null],
    ['has just ended', { validTo: utc('2026-05-04') }, {}, 'PROMO_NOT_AVAILABLE'],
    ['has one redemption left', { maxRedemptions: 4 }, {}, null],
    ['has no redemption left', { maxRedemptions: 3 }, {}, 'PROMO_NOT_AVAILABLE'],
    ['is not active', { active: false }, {}, 'PROMO_NOT_AVAILABLE'],
    ['was redeemed by the account', {}, { claimed: 'applied' }, 'PROMO_NOT_FOUND'],
    ['was redeemed by the account, and has ended', { active: false }, { claimed: 'applied' }, 'PROMO_NOT_FOUND'],
    ['is held for the account, and has ended meanwhile', { validTo: utc('2026-05-01') }, { claimed: 'held' }, null],
  ])('%s', (_title, overrides, more, type) => {
    expect(checkPromotion(aPromotion(overrides), { ...facts, ...more })?.type ?? null).toBe(type);
  });
});

test('[PR-04] free months: those of the longest grant, or open-ended', () => {
  const { grants } = aPromotion();
  const [drive, scope] = grants;
  if (!drive || !scope) throw new Error('two grants');
  expect(freeMonths({ grants })).toBe(6);
  expect(freeMonths({ grants: [drive, { ...scope, months: 12 }] })).toBe(12);
  expect(freeMonths({ grants: [drive, { ...scope, months: null }] })).toBeNull();
});

describe('[OP-03] invalid promotions', () => {
  const [drive, scope] = aPromotion().grants;
  if (!drive || !scope) throw new Error('two grants');
  const lint = (...promotions: Promotion[]) => lintPromotions({ ...aCatalogue(), promotions });

  test('the two promotions of these tests are valid', () => {
    expect(lint(...aCatalogue().promotions)).toEqual([]);
  });

  test.each<[string, Partial<Promotion>, RegExp]>([
    ['an unknown plan', { grants: [{ ...drive, planId: 'pln_none' }] }, /pln_none, which is not a plan of drive/],
    ['a plan of another product', { grants: [{ ...drive, product: 'iot' }] }, /is not a plan of iot/],
    ['a plan that costs money', { grants: [{ ...drive, planId: 'pln_drive_starter' }] }, /is not free/],
    ['nothing', { grants: [] }, /grants nothing/],
    ['a product twice', { grants: [drive, { ...drive, months: 3 }] }, /a product twice/],
    ['a price after an open-ended grant', { grants: [{ ...drive, months: null }] }, /never ends/],
    [
      'a price of another product after it',
      { grants: [{ ...drive, transitionPriceId: scope.transitionPriceId }] },
      /another product/,
    ],
    ['a free price after it', { grants: [{ ...drive, transitionPriceId: 'prc_pln_drive_free_free' }] }, /not on sale/],
    ['a card that is never charged', { grants: [{ ...drive, transitionPriceId: null }] }, /requires a card/],
    ['an end before its beginning', { validFrom: utc('2026-05-04'), validTo: utc('2026-05-04') }, /ends before/],
    ['a name with a colon', { name: '2:series' }, /a name or alias may have/],
    ['a name in capitals', { name: 'Series' }, /a name or alias may have/],
    ['an alias equal to the name', { aliases: ['2-series'] }, /duplicate name or alias/],
  ])('%s', (_title, overrides, problem) => {
    expect(lint(aPromotion(overrides)).join('\n')).toMatch(problem);
  });
});
