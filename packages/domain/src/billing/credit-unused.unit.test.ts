import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { Customer, taken } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { at } from '../testing/moments.ts';
import { loseDispute } from './lose-dispute.ts';
import type { RefundOutcome } from './refund.ts';

const notTaken: RefundOutcome = { kind: 'failed', message: 'closed' };

describe('a refund leaves the subscription, and does not come once more as credit (billing.md §1.5, §2.3)', () => {
  test.each([
    ['nothing was refunded', 0, taken, 2676],
    ['all of it was: no credit', 4276, taken, 0],
    ['a part was: (3950 − 1848) · 21 / 31', 2000, taken, 1424],
    ['one that nobody has answered yet counts', 2000, null, 1424],
    ['one that failed does not', 2000, notTaken, 2676],
  ] as const)('[I9] %s', (_what, refundCents, outcome, creditCents) => {
    const ada = new Customer(at('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    if (refundCents > 0) ada.refund(refundCents, outcome);
    ada.now += 10 * DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });

    const credits = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(credits.reduce((sum, { amountCents }) => sum - amountCents, 0)).toBe(creditCents);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test.each([
    ['all of it: no credit', 4276, 0],
    ['a part: (3950 − 1848) · 21 / 31', 2000, 1424],
  ])('[I9] nor does what a bank took back for good: %s', (_what, lostCents, creditCents) => {
    const ada = new Customer(at('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    const [payment] = ada.books.attempts;
    if (!payment) throw new Error('nothing was paid');
    ada.store(loseDispute(ada.books, payment, { lostCents, bookedCents: 0 }, ada.context));
    ada.now += 10 * DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    const credits = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(credits.reduce((sum, { amountCents }) => sum - amountCents, 0)).toBe(creditCents);
  });

  test('[I9] the tax that was refunded is not given back either', () => {
    const ada = new Customer(at('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    ada.refund(4000);
    ada.now += DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    const [refund] = ada.books.refunds;
    const collected = ada.books.allInvoices.reduce((sum, { taxCents }) => sum + taxCents, 0);
    expect(collected - (refund?.taxCents ?? 0)).toBeGreaterThanOrEqual(0);
  });
});
