import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { taxOn } from '@foyer/contract/vocabulary/money';
import { describe, expect, test } from 'vitest';
import { loseDispute } from '../payments/lose-dispute.ts';
import type { RefundOutcome } from '../payments/refund.ts';
import { aDiscountClaim } from '../testing/coupons.ts';
import { Customer, takenRefund } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { utc } from '../testing/moments.ts';

const notTaken: RefundOutcome = { kind: 'failed', message: 'closed' };

describe('a refund does not end the subscription, and is not credited again', () => {
  test.each([
    ['nothing was refunded', 0, takenRefund, 2676],
    ['all refunded: no credit', 4276, takenRefund, 0],
    ['a part refunded: (3950 − 1848) · 21 / 31', 2000, takenRefund, 1424],
    ['a refund without an answer counts', 2000, null, 1424],
    ['a failed refund does not count', 2000, notTaken, 2676],
  ] as const)('[I9] %s', (_what, refundCents, outcome, creditCents) => {
    const ada = new Customer(utc('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    if (refundCents > 0) ada.refund(refundCents, outcome);
    ada.now += 10 * DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });

    const credits = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(credits.reduce((sum, { amountCents }) => sum - amountCents, 0)).toBe(creditCents);
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test.each([
    ['all lost: no credit', 4276, 0],
    ['a part lost: (3950 − 1848) · 21 / 31', 2000, 1424],
  ])('[I9] nor is a lost dispute credited: %s', (_what, lostCents, creditCents) => {
    const ada = new Customer(utc('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    const [payment] = ada.books.attempts;
    if (!payment) throw new Error('nothing was paid');
    ada.store(loseDispute(ada.books, payment, { lostCents, bookedCents: 0 }, ada.context));
    ada.now += 10 * DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    const credits = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(credits.reduce((sum, { amountCents }) => sum - amountCents, 0)).toBe(creditCents);
  });

  test('[I9] refunded tax is not given back again', () => {
    const ada = new Customer(utc('2026-01-01'));
    ada.buy('pln_drive_tier1_monthly');
    ada.refund(4000);
    ada.now += DAY_MS;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test('[I9] refunded tax is not given back again after a change at another rate', () => {
    const ada = new Customer(utc('2026-01-01'), { taxRatePpm: 20_000 });
    ada.buy('pln_drive_tier1_monthly');
    ada.refund(600);
    ada.change({ taxRatePpm: 200_000 });
    ada.buy('pln_drive_ultimate_monthly', { subscription: ada.subscription });
    const [first, second] = ada.books.allInvoices;
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    const [refund] = ada.books.refunds;
    expect([first, second].map((invoice) => invoice?.taxCents)).toEqual([79, 1113]);
    expect(refund?.taxCents).toBe(12);
    // Not 1190, the tax at that rate: 79 + 1113 were collected, and 12 of it are refunded.
    expect(ada.lastInvoice).toMatchObject({ subtotalCents: -5950, taxCents: -1180 });
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });
});

describe('tax is given back at the rate of the credited lines', () => {
  /**
   * A purchase, paid or not. Then at another address a change to a bigger plan that is paid, and on the same day to a
   * smaller one.
   */
  const movedOn = (buy: (ada: Customer) => void, ratePpm: number): Customer => {
    const ada = new Customer(utc('2026-01-01'), { taxRatePpm: 0 });
    buy(ada);
    ada.change({ taxRatePpm: ratePpm });
    ada.buy('pln_drive_ultimate_monthly', { subscription: ada.subscription });
    ada.buy('pln_drive_tier1_monthly', { subscription: ada.subscription });
    return ada;
  };

  test.each([
    [
      'a coupon made free',
      (ada: Customer) => void ada.buy('pln_drive_starter_monthly', { coupon: aDiscountClaim({ percentOff: 100 }) }),
    ],
    [
      'was refunded',
      (ada: Customer) => {
        ada.buy('pln_drive_starter_monthly');
        ada.refund();
      },
    ],
    [
      'was lost in a dispute',
      (ada: Customer) => {
        ada.buy('pln_drive_starter_monthly');
        const [payment] = ada.books.attempts;
        if (!payment) throw new Error('nothing was paid');
        ada.store(loseDispute(ada.books, payment, { lostCents: payment.amountCents, bookedCents: 0 }, ada.context));
      },
    ],
  ])('[PY-06] a line that %s does not affect the rate', (_what, buy) => {
    const ada = movedOn(buy, 100_000);
    const { subtotalCents, discountCents, taxCents, taxRatePpm } = ada.lastInvoice;
    expect(subtotalCents).toBeLessThan(0);
    expect({ taxCents, taxRatePpm }).toEqual({
      taxCents: taxOn(subtotalCents - discountCents, 100_000),
      taxRatePpm: 100_000,
    });
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });

  test('[PY-06] lines of two rates give tax back each at its own rate, after a refund failed that a change had counted on', () => {
    const ada = new Customer(utc('2026-01-01'), { taxRatePpm: 50_000 });
    ada.buy('pln_drive_tier1_monthly');
    ada.refund(null, null);
    ada.change({ taxRatePpm: 100_000 });
    ada.buy('pln_drive_ultimate_monthly', { subscription: ada.subscription });
    ada.answerRefund(ada.books.refunds[0]?.id ?? '', notTaken);
    ada.buy('pln_drive_starter_monthly', { subscription: ada.subscription });
    const credits = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(credits.map(({ amountCents }) => amountCents)).toEqual([-3950, -8925]);
    // (3950 · 5 % + 8925 · 10 %) / 12875 = 8.466 %
    expect(ada.lastInvoice).toMatchObject({ subtotalCents: -9900, taxCents: -838, taxRatePpm: 84_660 });
    expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
  });
});
