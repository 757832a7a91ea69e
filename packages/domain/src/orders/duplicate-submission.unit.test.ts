import { expect, test } from 'vitest';
import type { Subscription } from '../state/entities.ts';
import { aState, aSubscription } from '../testing/builders.ts';
import { isDuplicateSubmission } from './duplicate-submission.ts';

const existing = aSubscription({ source: 'card' });
const { billingAnchor: boughtAt, priceId } = existing;

test.each<[string, Partial<Subscription>, number, boolean]>([
  ['at the same moment', {}, 0, true],
  ['just within ten seconds', {}, 9_999, true],
  ['after ten seconds', {}, 10_000, false],
  ['at another price', { priceId: `${priceId}_other` }, 0, false],
  ['another quantity', { quantity: existing.quantity + 1 }, 0, false],
])('the same purchase again, %s', (_, other, laterMs, expected) => {
  const again = { ...existing, id: 'sub_again' as Subscription['id'], ...other };
  expect(isDuplicateSubmission(aState({ subscriptions: [existing] }), again, boughtAt + laterMs)).toBe(expected);
});

test.each(['prepaid', 'trial'] as const)('a subscription from %s is no duplicate purchase', (source) => {
  const state = aState({ subscriptions: [{ ...existing, source }] });
  expect(isDuplicateSubmission(state, { ...existing, id: 'sub_again' as Subscription['id'] }, boughtAt)).toBe(false);
});

test('the new purchase is not compared with itself', () => {
  expect(isDuplicateSubmission(aState({ subscriptions: [existing] }), existing, boughtAt)).toBe(false);
});
