import { describe, expect, test } from 'vitest';
import { aState, aSubscription } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { buyerAt, changePlan } from '../testing/plan-changes.ts';

describe('effects of a change on the subscription', () => {
  test('a change by quantity is prorated like a change of plan', () => {
    const ada = buyerAt('pln_scope_starter_yearly', utc('2026-01-10'), { taxRatePpm: 0 });
    ada.now = utc('2026-04-20');
    expect(changePlan(ada, 'pln_scope_starter_yearly', { quantity: 3 })).toMatchObject({
      lines: [
        ['proration_credit', -14593], // 20100 · 265/365
        ['proration_charge', 43779], // 60300 · 265/365
      ],
    });
    expect(ada.subscription.quantity).toBe(3);
  });

  test('a charge for the rest of a period is credited from its own start, not from the start of the period', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'), { taxRatePpm: 0 });
    ada.now = utc('2026-04-20');
    changePlan(ada, 'pln_drive_ultimate_yearly');
    ada.now = utc('2026-10-02'); // 100 of its 265 days are left
    expect(changePlan(ada, 'pln_drive_tier1_yearly').lines).toEqual([
      ['proration_credit', -24648], // 65316 · 100/265
      ['proration_charge', 10908], // 39816 · 100/365
    ]);
  });

  test.each([
    [
      'Basic',
      aSubscription({
        source: 'free',
        planId: 'pln_drive_free',
        priceId: 'prc_pln_drive_free_free',
        unitAmountCents: 0,
        everPaid: false,
      }),
    ],
    ['a promotion', aSubscription({ source: 'promotion', everPaid: false, unitAmountCents: 0 })],
  ])('coming from %s there is nothing to credit, and a period starts now', (_name, held) => {
    const ada = new Customer(utc('2026-04-20 18:00'), { subscriptions: [held] });
    expect(changePlan(ada, 'pln_drive_ultimate_yearly')).toMatchObject({
      lines: [['recurring', 89964]],
      period: '2026-04-20 18:00 … 2027-04-20 18:00',
    });
    expect(ada.subscription).toMatchObject({ source: 'card', everPaid: true });
  });

  test('earlier choices about renewal are cleared unless sent again', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.toggle(false);
    changePlan(ada, 'pln_drive_ultimate_yearly');
    expect(ada.subscription.cancelAtPeriodEnd).toBe(false);
    changePlan(ada, 'pln_drive_tier1_yearly', { cancelAtPeriodEnd: true });
    expect(ada.subscription.cancelAtPeriodEnd).toBe(true);
  });

  test('I10: ordering the current plan costs nothing and writes nothing', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.now = utc('2026-04-20');
    const before = ada.books;
    expect(ada.buy('pln_drive_starter_yearly', { subscription: ada.subscription }).invoice).toBeNull();
    expect(ada.books).toEqual(before);
  });

  test.each([
    ['pln_drive_starter_yearly', 'pln_drive_ultimate_yearly', '2026-04-20 18:00'],
    ['pln_drive_ultimate_yearly', 'pln_drive_starter_yearly', '2026-04-20 18:00'],
    ['pln_drive_ultimate_monthly', 'pln_drive_starter_monthly', '2026-02-07 23:59'],
    ['pln_drive_starter_monthly', 'pln_drive_tier1_monthly', '2026-01-10'],
  ])('I11: %s → %s → back within one day costs nothing', (from, to, when) => {
    const ada = buyerAt(from, utc('2026-01-10'));
    const before = ada.books.allInvoices.length;
    ada.now = utc(when);
    changePlan(ada, to);
    changePlan(ada, from);
    const chain = ada.books.allInvoices.slice(before);
    expect(chain.map((invoice) => invoice.subtotalCents)).toEqual([
      expect.any(Number),
      -(chain[0]?.subtotalCents ?? 0),
    ]);
    expect(chain.reduce((sum, invoice) => sum + invoice.totalCents, 0)).toBe(0);
    expect(chain[0]?.totalCents).not.toBe(0);
  });

  test('with no day left there is neither credit nor charge', () => {
    const ada = buyerAt('pln_drive_starter_monthly', utc('2026-01-10'));
    ada.now = utc('2026-02-10'); // The boundary is due but was not run yet.
    expect(changePlan(ada, 'pln_drive_ultimate_monthly')).toMatchObject({
      lines: [['proration_charge', 0]],
      due: 0,
      balance: 0,
    });
  });

  test('I9: a line is credited once', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    for (const [when, intervalId] of [
      ['2026-02-01', 'pln_drive_ultimate_yearly'],
      ['2026-03-01', 'pln_drive_tier1_yearly'],
      ['2026-04-01', 'pln_drive_starter_monthly'],
      ['2026-04-02', 'pln_drive_ultimate_yearly'],
    ] as const) {
      ada.now = utc(when);
      changePlan(ada, intervalId);
    }
    const sources = ada.books.lines.flatMap((line) => (line.sourceLineId ? [line.sourceLineId] : []));
    expect(sources).toHaveLength(4);
    expect(new Set(sources).size).toBe(4);
  });
});

describe('tax that is given back (D16)', () => {
  test('at most the tax collected over several changes: a move to a taxed place, then a downgrade', () => {
    const ada = buyerAt('pln_drive_ultimate_monthly', utc('2026-04-30'), { taxRatePpm: 0 });
    ada.change({ taxRatePpm: 82_500 });
    ada.now = utc('2026-05-11');
    expect(changePlan(ada, 'pln_drive_starter_monthly')).toMatchObject({ net: -3769, tax: 0, added: 3769 });
  });

  test('at the rate of the credited line, and the invoice states that rate', () => {
    const ada = buyerAt('pln_drive_ultimate_monthly', utc('2026-03-31'));
    ada.advanceTo(utc('2026-05-11'));
    ada.change({ taxRatePpm: 50_000 });
    expect(changePlan(ada, 'pln_drive_starter_monthly')).toMatchObject({ net: -3839, tax: -317 });
    expect(ada.lastInvoice.taxRatePpm).toBe(82_500);
  });

  test('changes before a change of interval count too', () => {
    const ada = buyerAt('pln_drive_ultimate_yearly', utc('2026-01-10')); // tax 7422
    ada.now = utc('2026-01-20');
    changePlan(ada, 'pln_drive_ultimate_monthly'); // Gives most of the tax back.
    ada.now = utc('2026-01-21');
    changePlan(ada, 'pln_drive_starter_monthly');
    const tax = ada.books.allInvoices.map((invoice) => invoice.taxCents);
    expect(ada.lastInvoice.subtotalCents).toBe(-5758); // 30 of 31 days of 8925 and 2975
    expect(tax[2]).toBe(-475);
    expect(tax.reduce((sum, cents) => sum + cents, 0)).toBeGreaterThan(0);
  });
});

test('a plan that is missing in the catalogue throws, it is no refusal', () => {
  const state = aState({ subscriptions: [aSubscription({ priceId: 'prc_gone' })] });
  const ada = new Customer(utc('2026-04-20'), state);
  expect(() => ada.place('pln_drive_ultimate_yearly')).toThrow();
});
