import { expect, test } from 'vitest';
import { collected, oldestFirst } from './open-receipts.ts';

const receipt = (id: string, status: 'Unpaid' | 'Payment Failed' | 'Paid' | 'Processing', day: number) => ({
  id,
  status,
  createdDate: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
});

const newest = receipt('newest', 'Payment Failed', 30);
const middle = receipt('middle', 'Unpaid', 20);
const oldest = receipt('oldest', 'Unpaid', 10);
const all = [newest, receipt('paid', 'Paid', 25), middle, receipt('asked', 'Processing', 15), oldest];
const ids = (receipts: readonly { id: string }[]) => receipts.map(({ id }) => id);

test('[PM-09] several open ones are paid oldest first; what is paid or under way is left alone', () => {
  expect(ids(oldestFirst(all))).toEqual(['oldest', 'middle', 'newest']);
});

test.each([
  [newest, ['oldest', 'middle', 'newest']],
  [middle, ['oldest', 'middle']],
  [oldest, ['oldest']],
])('[PM-09] up to %o', (wanted, expected) => {
  expect(ids(oldestFirst(all, wanted))).toEqual(expected);
});

test('[PM-09] one that is further back than what is loaded can be paid too', () => {
  expect(ids(oldestFirst([newest], oldest))).toEqual(['oldest']);
});

test('[PM-09] a new card is tried on what is open, not on a debt that was given up', () => {
  const facts = [
    { ...newest, writtenOff: false },
    { ...oldest, writtenOff: true },
    { ...receipt('paid', 'Paid', 25), writtenOff: false },
  ];
  expect(ids(collected(facts))).toEqual(['newest']);
});
