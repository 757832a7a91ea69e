import { expect, test } from 'vitest';
import { newCardChargeCents, openReceiptsOldestFirst, paymentsUpTo, receiptsForNewCard } from './open-receipts.ts';

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
  expect(ids(openReceiptsOldestFirst(all))).toEqual(['oldest', 'middle', 'newest']);
});

test.each([
  ['inv_3', ['inv_1', 'inv_2', 'inv_3']],
  ['inv_2', ['inv_1', 'inv_2']],
  ['inv_1', ['inv_1']],
  ['inv_paid', []],
])('[PM-09] for %s, it and what is older is paid', (wanted, expected) => {
  const open = ['inv_1', 'inv_2', 'inv_3'].map((receiptId) => ({ receiptId }));
  expect(paymentsUpTo(open, wanted).map(({ receiptId }) => receiptId)).toEqual(expected);
});

test('[PM-09] a new card is tried on what is open, not on a debt that was given up', () => {
  const facts = [
    { ...newest, writtenOff: false },
    { ...oldest, writtenOff: true },
    { ...receipt('paid', 'Paid', 25), writtenOff: false },
  ];
  expect(ids(receiptsForNewCard(facts))).toEqual(['newest']);
});

const question = (receiptId: string, kind: 'receipt' | 'order' = 'receipt') => ({
  attemptId: `att_${receiptId}`,
  kind,
  product: 'drive' as const,
  subscriptionId: null,
  receiptId,
  description: null,
  amountCents: 2165,
});

test.each([
  ['what is open', [], 1000],
  ['and a receipt whose question it ends', [question('inv_1')], 3165],
  ['not an order', [question('inv_1', 'order')], 1000],
  ['not a debt that was given up', [question('inv_given_up')], 1000],
  ['one that is in no list here', [question('inv_old')], 3165],
] as const)('[PM-09, OP-02] a new card is charged %s', (_what, openChallenges, cents) => {
  const receipts = [
    { id: 'inv_1', writtenOff: false },
    { id: 'inv_given_up', writtenOff: true },
  ];
  expect(newCardChargeCents({ openAmountCents: 1000, openChallenges: [...openChallenges] }, receipts)).toBe(cents);
});
