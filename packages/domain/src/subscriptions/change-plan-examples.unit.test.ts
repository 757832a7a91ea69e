import { describe, expect, test } from 'vitest';
import { aCreditableLine, aSubscription } from '../testing/builders.ts';
import { aCatalogue, aPrice } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { buyerAt, changePlan } from '../testing/plan-changes.ts';

describe('[BY-03] worked examples of a change of plan, to the cent', () => {
  test('#1 Drive Starter → Ultimate, yearly: the period stays', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.now = utc('2026-04-20 18:00');
    expect(changePlan(ada, 'pln_drive_ultimate_yearly')).toEqual({
      lines: [
        ['proration_credit', -21772],
        ['proration_charge', 65316],
      ],
      net: 43544,
      tax: 3592,
      added: 0,
      carried: 0,
      due: 47136,
      balance: 0,
      period: '2026-01-10 … 2027-01-10',
    });
    expect(ada.subscription).toMatchObject({ planId: 'pln_drive_ultimate', unitAmountCents: 89964, cycleIndex: 0 });
  });

  test('#2 Scope Starter monthly → yearly: a new period starts now', () => {
    const ada = buyerAt('pln_scope_starter_monthly', utc('2026-01-31 09:00'));
    ada.now = utc('2026-02-10 09:30');
    expect(changePlan(ada, 'pln_scope_starter_yearly')).toEqual({
      lines: [
        ['proration_credit', -1286],
        ['recurring', 20100],
      ],
      net: 18814,
      tax: 1552,
      added: 0,
      carried: 0,
      due: 20366,
      balance: 0,
      period: '2026-02-10 09:30 … 2027-02-10 09:30',
    });
    expect(ada.subscription).toMatchObject({ billingAnchor: utc('2026-02-10 09:30'), cycleIndex: 0 });
  });

  test('#3 Drive Ultimate → Starter, monthly: credit on the balance; #5: it pays the next renewals', () => {
    const ada = buyerAt('pln_drive_ultimate_monthly', utc('2026-03-31'));
    ada.advanceTo(utc('2026-05-11'));
    expect(changePlan(ada, 'pln_drive_starter_monthly')).toEqual({
      lines: [
        ['proration_credit', -5758],
        ['proration_charge', 1919],
      ],
      net: -3839,
      tax: -317,
      added: 4156,
      carried: 0,
      due: 0,
      balance: -4156,
      period: '2026-04-30 … 2026-05-31',
    });
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', attemptCount: 0 });

    ada.advanceTo(utc('2026-05-31'));
    expect(ada.lastInvoice).toMatchObject({
      subtotalCents: 2975,
      taxCents: 245,
      creditAppliedCents: 3220,
      amountDueCents: 0,
      status: 'paid',
    });
    expect(ada.books.account.balanceCents).toBe(-936);

    ada.advanceTo(utc('2026-06-30'));
    expect(ada.lastInvoice).toMatchObject({
      totalCents: 3220,
      creditAppliedCents: 936,
      amountDueCents: 2284,
      status: 'paid',
    });
    expect(ada.books.account.balanceCents).toBe(0);
  });

  test('#4 half price was paid, half price is credited', () => {
    const ada = new Customer(utc('2026-09-01'), {
      taxRatePpm: 0,
      subscriptions: [
        aSubscription({
          product: 'scope',
          planId: 'pln_scope_ultimate',
          priceId: 'prc_pln_scope_ultimate_yearly',
          unitAmountCents: 50400,
          billingAnchor: utc('2026-03-01'),
          currentPeriodStart: utc('2026-03-01'),
          currentPeriodEnd: utc('2027-03-01'),
        }),
      ],
      creditableLines: [
        aCreditableLine({
          grossCents: 50400,
          discountCents: 25200,
          amountCents: 25200,
          periodStart: utc('2026-03-01'),
          periodEnd: utc('2027-03-01'),
          taxRatePpm: 0,
        }),
      ],
    });
    expect(changePlan(ada, 'pln_scope_ultimate_monthly')).toMatchObject({
      lines: [
        ['proration_credit', -12496],
        ['recurring', 5000],
      ],
      net: -7496,
      tax: 0,
      added: 7496,
      balance: -7496,
      period: '2026-09-01 … 2026-10-01',
    });
  });

  test('#6 a difference below the smallest charge is carried', () => {
    const catalogue = aCatalogue({
      prices: [aPrice('pln_drive_tier1', 'monthly', 3020, { id: 'prc_tier1_new', intervalId: 'pln_x' })],
    });
    const ada = buyerAt('pln_drive_starter_monthly', utc('2026-05-01'), { taxRatePpm: 0 }, catalogue);
    ada.now = utc('2026-05-28');
    expect(changePlan(ada, 'pln_x')).toEqual({
      lines: [
        ['proration_credit', -384],
        ['proration_charge', 390],
      ],
      net: 6,
      tax: 0,
      added: 0,
      carried: 6,
      due: 0,
      balance: 6,
      period: '2026-05-01 … 2026-06-01',
    });
    expect(ada.lastInvoice.status).toBe('paid');
    expect(ada.subscription.planId).toBe('pln_drive_tier1');

    ada.advanceTo(utc('2026-06-01'));
    expect(ada.lastInvoice).toMatchObject({ totalCents: 3020, creditAppliedCents: -6, amountDueCents: 3026 });
    expect(ada.books.account.balanceCents).toBe(0);
  });
});
