import { describe, expect, test } from 'vitest';
import type { ChargePurpose } from '../invoices/charge-purpose.ts';
import { aPurpose } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { findEarlierCharge, type ListedCharge, type WantedCharge } from './earlier-charge.ts';

const wanted: WantedCharge = { attemptId: 'att_2', key: 'acc_1/sub_1/…/1', purpose: aPurpose(), amountCents: 1_000 };

/** Payment of the same period, made before the restore: other rows, another receipt. */
const made = (overrides: Partial<ListedCharge> = {}, purpose: Partial<ChargePurpose> = {}): ListedCharge => ({
  attemptId: 'att_1',
  key: 'acc_1/sub_1/…/2',
  purpose: aPurpose({ invoiceId: 'inv_9', ...purpose }),
  amountCents: 1_000,
  refundedCents: 0,
  isOver: false,
  isInBooks: false,
  ...overrides,
});

const kindOf = (charge: ListedCharge, order = wanted) => findEarlierCharge(order, [charge]).kind;

describe('[O20] a payment that the gateway took before the restore', () => {
  test.each<[string, ListedCharge, string]>([
    ['the same period, tried more often', made(), 'covers'],
    ['the same key', made({ key: wanted.key, purpose: null }), 'covers'],
    ['the same receipt of another kind', made({}, { invoiceId: 'inv_1', reason: 'change' }), 'covers'],
    ['the attempt itself', made({ attemptId: 'att_2', amountCents: 5, isInBooks: true }), 'covers'],
    ['another amount for the same period', made({ amountCents: 1_100 }), 'conflicts'],
    ['a part of it was refunded', made({ refundedCents: 1 }), 'conflicts'],
    ['an earlier release did not say what it is for', made({ purpose: null }), 'conflicts'],
    ['it changed the plan of the period', made({}, { reason: 'change', item: 'drive-starter-yearly*1' }), 'conflicts'],
    ['it changed the plan and was refunded', made({ refundedCents: 1_000 }, { reason: 'change' }), 'none'],
    ['it changed another subscription', made({}, { reason: 'change', subscriptionId: 'sub_2' }), 'none'],
    ['all of it was refunded', made({ refundedCents: 1_000 }), 'none'],
    ['it was declined', made({ isOver: true }), 'none'],
    ['it was declined, under the same key', made({ isOver: true, key: wanted.key }), 'key_taken'],
    ['it is in the books', made({ isInBooks: true }), 'none'],
    ['it is in the books, under the same key', made({ isInBooks: true, key: wanted.key }), 'key_taken'],
    ['another system made it', made({ attemptId: null, purpose: null }), 'none'],
    ['another period', made({}, { periodStart: utc('2026-02-10') }), 'none'],
    ['another subscription', made({}, { subscriptionId: 'sub_2' }), 'none'],
    ['another account of the same customer', made({}, { accountId: 'acc_2' }), 'none'],
    ['the end of a trial on the same day', made({}, { reason: 'trial_end' }), 'none'],
  ])('%s', (_title, charge, kind) => {
    expect(kindOf(charge)).toBe(kind);
  });

  const order = { reason: 'create', subscriptionId: 'sub_5', item: 'drive-starter*1' } as const;
  test.each<[string, Partial<ChargePurpose>, Partial<ListedCharge>, string]>([
    ['the same plan, as a subscription with another id', {}, {}, 'covers'],
    ['another quantity', { item: 'drive-starter*2' }, {}, 'none'],
    ['the same plan at another price', {}, { amountCents: 900 }, 'conflicts'],
    ['a change to that plan', { reason: 'change' }, {}, 'none'],
  ])('an order that is placed again: %s', (_title, purpose, charge, kind) => {
    const again = { ...wanted, key: null, purpose: aPurpose({ ...order, subscriptionId: 'sub_8' }) };
    expect(kindOf(made(charge, { ...order, ...purpose }), again)).toBe(kind);
  });

  test('a payment that fits counts before one that is in doubt', () => {
    const fits = made({ attemptId: 'att_0' });
    expect(findEarlierCharge(wanted, [made({ purpose: null }), fits])).toEqual({ kind: 'covers', charge: fits });
  });
});
