import { expect, test } from 'vitest';
import { aContext, anAttempt, aState } from '../testing/builders.ts';
import { loseDispute } from './lose-dispute.ts';

test.each([
  ['all at once', 32_462, 0, [{ seq: 32_462, amountCents: 32_462 }]],
  ['reported again', 32_462, 32_462, []],
  ['a second part', 32_462, 10_000, [{ seq: 32_462, amountCents: 22_462 }]],
  ['nothing is lost', 0, 0, []],
])('[INV-2] [INV-10] a lost dispute is booked once, as a write-off: %s', (_name, lostCents, bookedCents, booked) => {
  const { ledger, subscriptions, invoices } = loseDispute(
    aState(),
    anAttempt({ status: 'succeeded' }),
    { lostCents, bookedCents },
    aContext(),
  );
  const entry = { kind: 'payment.dispute_lost', refId: 'att_1', debit: 'write_off', credit: 'cash' };
  expect(ledger).toMatchObject(booked.map((one) => ({ ...entry, ...one })));
  expect(ledger).toHaveLength(booked.length);
  expect([subscriptions, invoices]).toEqual([[], []]);
});

test('[INV-10] a dispute that is won after it was lost is booked back once, and can be lost again', () => {
  const book = (lostCents: number, bookedCents: number, wonCents: number) =>
    loseDispute(aState(), anAttempt({ status: 'succeeded' }), { lostCents, bookedCents, wonCents }, aContext()).ledger;
  const won = { kind: 'payment.dispute_won', refId: 'att_1', debit: 'cash', credit: 'write_off' };
  expect(book(0, 32_462, 0)).toMatchObject([{ ...won, seq: 32_462, amountCents: 32_462 }]);
  expect(book(10_000, 32_462, 0)).toMatchObject([{ ...won, seq: 22_462, amountCents: 22_462 }]);
  expect(book(0, 0, 32_462)).toEqual([]);
  // The unique key of the ledger has the number, so the second loss differs from the first one.
  expect(book(32_462, 0, 32_462)).toMatchObject([{ kind: 'payment.dispute_lost', seq: 64_924, amountCents: 32_462 }]);
  expect(book(0, 32_462, 32_462)).toMatchObject([{ ...won, seq: 64_924, amountCents: 32_462 }]);
});
