import type { Instant } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { aCreditableLine, aState, aSubscription } from '../testing/builders.ts';
import { aCatalogue, aPrice } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { at, text } from '../testing/moments.ts';
import type { BillingState } from './entities.ts';
import { type Order, quoteOrder } from './order.ts';

/** A customer who bought a plan at `when` and paid it. */
const holderOf = (
  intervalId: string,
  when: Instant,
  state: Partial<BillingState> = {},
  catalogue = aCatalogue(),
): Customer => {
  const ada = new Customer(when, state, catalogue);
  ada.buy(intervalId);
  return ada;
};

const figures = (ada: Customer) => {
  const invoice = ada.lastInvoice;
  const lines = ada.books.lines.filter((line) => line.invoiceId === invoice.id);
  return {
    lines: lines.map((line) => [line.kind, line.amountCents]),
    net: invoice.subtotalCents,
    tax: invoice.taxCents,
    added: invoice.creditAddedCents,
    carried: invoice.carriedCents,
    due: invoice.amountDueCents,
    balance: ada.books.account.balanceCents,
    period: `${text(ada.subscription.currentPeriodStart)} … ${text(ada.subscription.currentPeriodEnd)}`,
  };
};

/** Quotes, places and pays a change; the quote must be the charge. */
const change = (ada: Customer, intervalId: string, overrides: Partial<Order> = {}) => {
  const order = ada.order(intervalId, { subscription: ada.subscription, ...overrides });
  const quoted = quoteOrder(ada.books, order, ada.context);
  const placed = ada.buy(intervalId, order);
  if (!quoted.ok) throw new Error(quoted.type);
  expect(quoted.value.invoice?.amountDueCents).toBe(placed.invoice?.amountDueCents);
  expect(quoted.value.lines.map((line) => line.amountCents)).toEqual(placed.lines.map((line) => line.amountCents));
  return figures(ada);
};

describe('[BY-03] the worked examples of billing.md §2.3, to the cent', () => {
  test('#1 Drive Starter → Ultimate, yearly: the period stays', () => {
    const ada = holderOf('pln_drive_starter_yearly', at('2026-01-10'));
    ada.now = at('2026-04-20 18:00');
    expect(change(ada, 'pln_drive_ultimate_yearly')).toEqual({
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
    const ada = holderOf('pln_scope_starter_monthly', at('2026-01-31 09:00'));
    ada.now = at('2026-02-10 09:30');
    expect(change(ada, 'pln_scope_starter_yearly')).toEqual({
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
    expect(ada.subscription).toMatchObject({ billingAnchor: at('2026-02-10 09:30'), cycleIndex: 0 });
  });

  test('#3 Drive Ultimate → Starter, monthly: credit on the balance; #5: it pays the next renewals', () => {
    const ada = holderOf('pln_drive_ultimate_monthly', at('2026-03-31'));
    ada.advanceTo(at('2026-05-11'));
    expect(change(ada, 'pln_drive_starter_monthly')).toEqual({
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

    ada.advanceTo(at('2026-05-31'));
    expect(ada.lastInvoice).toMatchObject({
      subtotalCents: 2975,
      taxCents: 245,
      creditAppliedCents: 3220,
      amountDueCents: 0,
      status: 'paid',
    });
    expect(ada.books.account.balanceCents).toBe(-936);

    ada.advanceTo(at('2026-06-30'));
    expect(ada.lastInvoice).toMatchObject({
      totalCents: 3220,
      creditAppliedCents: 936,
      amountDueCents: 2284,
      status: 'paid',
    });
    expect(ada.books.account.balanceCents).toBe(0);
  });

  test('#4 half price was paid, half price is credited', () => {
    const ada = new Customer(at('2026-09-01'), {
      taxRatePpm: 0,
      subscriptions: [
        aSubscription({
          product: 'scope',
          planId: 'pln_scope_ultimate',
          priceId: 'prc_pln_scope_ultimate_yearly',
          unitAmountCents: 50400,
          billingAnchor: at('2026-03-01'),
          currentPeriodStart: at('2026-03-01'),
          currentPeriodEnd: at('2027-03-01'),
        }),
      ],
      creditableLines: [
        aCreditableLine({
          grossCents: 50400,
          discountCents: 25200,
          amountCents: 25200,
          periodStart: at('2026-03-01'),
          periodEnd: at('2027-03-01'),
          taxRatePpm: 0,
        }),
      ],
    });
    expect(change(ada, 'pln_scope_ultimate_monthly')).toMatchObject({
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
    const ada = holderOf('pln_drive_starter_monthly', at('2026-05-01'), { taxRatePpm: 0 }, catalogue);
    ada.now = at('2026-05-28');
    expect(change(ada, 'pln_x')).toEqual({
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

    ada.advanceTo(at('2026-06-01'));
    expect(ada.lastInvoice).toMatchObject({ totalCents: 3020, creditAppliedCents: -6, amountDueCents: 3026 });
    expect(ada.books.account.balanceCents).toBe(0);
  });
});

describe('what a change does to the subscription', () => {
  test('a change by quantity is prorated like a change of plan', () => {
    const ada = holderOf('pln_scope_starter_yearly', at('2026-01-10'), { taxRatePpm: 0 });
    ada.now = at('2026-04-20');
    expect(change(ada, 'pln_scope_starter_yearly', { quantity: 3 })).toMatchObject({
      lines: [
        ['proration_credit', -14593], // 20100 · 265/365
        ['proration_charge', 43779], // 60300 · 265/365
      ],
    });
    expect(ada.subscription.quantity).toBe(3);
  });

  test('what was billed for the rest of a period is credited from there, not from the whole period', () => {
    const ada = holderOf('pln_drive_starter_yearly', at('2026-01-10'), { taxRatePpm: 0 });
    ada.now = at('2026-04-20');
    change(ada, 'pln_drive_ultimate_yearly');
    ada.now = at('2026-10-02'); // 100 of its 265 days are left
    expect(change(ada, 'pln_drive_tier1_yearly').lines).toEqual([
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
    const ada = new Customer(at('2026-04-20 18:00'), { subscriptions: [held] });
    expect(change(ada, 'pln_drive_ultimate_yearly')).toMatchObject({
      lines: [['recurring', 89964]],
      period: '2026-04-20 18:00 … 2027-04-20 18:00',
    });
    expect(ada.subscription).toMatchObject({ source: 'card', everPaid: true });
  });

  test('earlier wishes about renewal are cleared unless sent again', () => {
    const ada = holderOf('pln_drive_starter_yearly', at('2026-01-10'));
    ada.toggle(false);
    change(ada, 'pln_drive_ultimate_yearly');
    expect(ada.subscription.cancelAtPeriodEnd).toBe(false);
    change(ada, 'pln_drive_tier1_yearly', { cancelAtPeriodEnd: true });
    expect(ada.subscription.cancelAtPeriodEnd).toBe(true);
  });

  test('I10: the plan one has already costs nothing and writes nothing', () => {
    const ada = holderOf('pln_drive_starter_yearly', at('2026-01-10'));
    ada.now = at('2026-04-20');
    const before = ada.books;
    expect(ada.buy('pln_drive_starter_yearly', { subscription: ada.subscription }).invoice).toBeNull();
    expect(ada.books).toEqual(before);
  });

  test.each([
    ['pln_drive_starter_yearly', 'pln_drive_ultimate_yearly', '2026-04-20 18:00'],
    ['pln_drive_ultimate_yearly', 'pln_drive_starter_yearly', '2026-04-20 18:00'],
    ['pln_drive_ultimate_monthly', 'pln_drive_starter_monthly', '2026-02-07 23:59'],
    ['pln_drive_starter_monthly', 'pln_drive_tier1_monthly', '2026-01-10'],
  ])('I11: %s → %s → back within one day comes to nothing', (from, to, when) => {
    const ada = holderOf(from, at('2026-01-10'));
    const before = ada.books.allInvoices.length;
    ada.now = at(when);
    change(ada, to);
    change(ada, from);
    const chain = ada.books.allInvoices.slice(before);
    expect(chain.map((invoice) => invoice.subtotalCents)).toEqual([
      expect.any(Number),
      -(chain[0]?.subtotalCents ?? 0),
    ]);
    expect(chain.reduce((sum, invoice) => sum + invoice.totalCents, 0)).toBe(0);
    expect(chain[0]?.totalCents).not.toBe(0);
  });

  test('with no day left there is neither credit nor charge', () => {
    const ada = holderOf('pln_drive_starter_monthly', at('2026-01-10'));
    ada.now = at('2026-02-10'); // the boundary was not worked on yet
    expect(change(ada, 'pln_drive_ultimate_monthly')).toMatchObject({
      lines: [['proration_charge', 0]],
      due: 0,
      balance: 0,
    });
  });

  test('I9: a line is credited once', () => {
    const ada = holderOf('pln_drive_starter_yearly', at('2026-01-10'));
    for (const [when, intervalId] of [
      ['2026-02-01', 'pln_drive_ultimate_yearly'],
      ['2026-03-01', 'pln_drive_tier1_yearly'],
      ['2026-04-01', 'pln_drive_starter_monthly'],
      ['2026-04-02', 'pln_drive_ultimate_yearly'],
    ] as const) {
      ada.now = at(when);
      change(ada, intervalId);
    }
    const sources = ada.books.lines.flatMap((line) => (line.sourceLineId ? [line.sourceLineId] : []));
    expect(sources).toHaveLength(4);
    expect(new Set(sources).size).toBe(4);
  });
});

describe('tax that is given back (D16)', () => {
  test('never more than was collected in the chain: a move to a taxed place and a downgrade', () => {
    const ada = holderOf('pln_drive_ultimate_monthly', at('2026-04-30'), { taxRatePpm: 0 });
    ada.change({ taxRatePpm: 82_500 });
    ada.now = at('2026-05-11');
    expect(change(ada, 'pln_drive_starter_monthly')).toMatchObject({ net: -3769, tax: 0, added: 3769 });
  });

  test('at the rate of the credited line, and the invoice states that rate', () => {
    const ada = holderOf('pln_drive_ultimate_monthly', at('2026-03-31'));
    ada.advanceTo(at('2026-05-11'));
    ada.change({ taxRatePpm: 50_000 });
    expect(change(ada, 'pln_drive_starter_monthly')).toMatchObject({ net: -3839, tax: -317 });
    expect(ada.lastInvoice.taxRatePpm).toBe(82_500);
  });

  test('the chain reaches back over a change of interval', () => {
    const ada = holderOf('pln_drive_ultimate_yearly', at('2026-01-10')); // tax 7422
    ada.now = at('2026-01-20');
    change(ada, 'pln_drive_ultimate_monthly'); // gives most of it back
    ada.now = at('2026-01-21');
    change(ada, 'pln_drive_starter_monthly');
    const tax = ada.books.allInvoices.map((invoice) => invoice.taxCents);
    expect(ada.lastInvoice.subtotalCents).toBe(-5758); // 30 of 31 days of 8925 and 2975
    expect(tax[2]).toBe(-475);
    expect(tax.reduce((sum, cents) => sum + cents, 0)).toBeGreaterThan(0);
  });
});

test('a plan that has left the catalogue is a fault, not a refusal', () => {
  const state = aState({ subscriptions: [aSubscription({ priceId: 'prc_gone' })] });
  const ada = new Customer(at('2026-04-20'), state);
  expect(() => ada.place('pln_drive_ultimate_yearly')).toThrow();
});
