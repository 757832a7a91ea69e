import { describe, expect, test } from 'vitest';
import type { BillingState } from '../state/entities.ts';
import { anAccount, anAddress, aSubscription } from '../testing/builders.ts';
import { aDiscountClaim } from '../testing/coupons.ts';
import { Customer } from '../testing/customer.ts';
import { days, text, utc } from '../testing/moments.ts';
import { forecastCharges } from './forecast-charges.ts';
import { type Order, quoteOrder } from './order.ts';

const START = utc('2026-01-10');
const monthly = 'pln_drive_starter_monthly';
const yearly = 'pln_drive_starter_yearly';
const free = 'pln_drive_free_free';
const bigger = 'pln_drive_ultimate_monthly';

/** Bought some time ago, at other times of the day. */
const holder = (intervalId: string, daysAgo: number, state: Partial<BillingState> = {}): Customer => {
  const ada = new Customer(START, state);
  ada.buy(intervalId);
  ada.advanceTo(START + days(daysAgo));
  return ada;
};

const change = (ada: Customer, overrides: Partial<Order> = {}) => ({ subscription: ada.subscription, ...overrides });

/**
 * `2026-02-10 renews pln_drive_starter_monthly 3220-1000=2220`: total, credit, amount due. `beside` marks events of the
 * plan below.
 */
const coming = (ada: Customer, intervalId: string, overrides: Partial<Order> = {}): string[] => {
  const quoted = quoteOrder(ada.books, ada.order(intervalId, overrides), ada.context);
  if (!quoted.ok) throw new Error(quoted.type);
  return forecastCharges(ada.books, quoted.value, ada.context).map(({ kind, at: when, ordered, priceId, invoice }) =>
    [
      text(when),
      ...(ordered ? [] : ['beside']),
      kind,
      priceId.replace('prc_pln_', ''),
      ...(invoice ? [`${invoice.totalCents}-${invoice.creditAppliedCents}=${invoice.amountDueCents}`] : []),
    ].join(' '),
  );
};

describe('[BY-03] [DR-04] events after an order', () => {
  test('a purchase renews at the full price after its coupon, and at the reduced price before', () => {
    const ada = new Customer(START);
    expect(coming(ada, monthly)).toEqual(['2026-02-10 renews drive_starter_monthly 3220-0=3220']);
    const coupon = (discountCycles: number | null) => ({ coupon: aDiscountClaim({ discountCycles }) });
    expect(coming(ada, monthly, coupon(1))).toEqual(['2026-02-10 renews drive_starter_monthly 3220-0=3220']);
    expect(coming(ada, monthly, coupon(2))).toEqual(['2026-02-10 renews drive_starter_monthly 2576-0=2576']);
  });

  test('a paid order without an address has no forecast; a trial has its end', () => {
    const ada = new Customer(START, { billTo: null });
    expect(coming(ada, monthly)).toEqual([]);
    expect(coming(ada, monthly, { trial: true })).toEqual([
      expect.stringMatching(/ trial_ends drive_starter_monthly$/),
    ]);
  });

  test('a paid plan scheduled for the end of a free one has no forecast without an address', () => {
    const ada = new Customer(START, { billTo: null });
    ada.buy(free);
    expect(coming(ada, yearly, change(ada, { atPeriodEnd: true }))).toEqual([]);
    ada.change({ billTo: anAddress() });
    expect(coming(ada, yearly, change(ada, { atPeriodEnd: true }))[0]).toMatch(/ starts drive_starter_yearly 32462/);
  });

  test('after free months of a coupon the first charge is listed, however many they are', () => {
    const ada = new Customer(START);
    const coupon = (discountCycles: number | null) => ({
      coupon: aDiscountClaim({ percentOff: 100, discountCycles }),
    });
    expect(coming(ada, monthly, coupon(1))).toEqual(['2026-02-10 renews drive_starter_monthly 3220-0=3220']);
    expect(coming(ada, monthly, coupon(6))).toEqual([
      '2026-02-10 renews drive_starter_monthly 0-0=0',
      '2026-07-10 renews drive_starter_monthly 3220-0=3220',
    ]);
    expect(coming(ada, monthly, coupon(null))).toEqual(['2026-02-10 renews drive_starter_monthly 0-0=0']);
  });

  test('without auto-renew it ends; a free plan renews without an invoice', () => {
    const ada = new Customer(START);
    expect(coming(ada, yearly, { cancelAtPeriodEnd: true })).toEqual(['2027-01-10 ends drive_starter_yearly']);
    expect(coming(ada, free)).toEqual(['2026-07-10 renews drive_free_free']);
    expect(coming(ada, free, { cancelAtPeriodEnd: true })).toEqual(['2026-07-10 ends drive_free_free']);
  });

  test('where cards are not accepted a plan bought from credit ends', () => {
    const outsideCardCountries = {
      billTo: anAddress({ country: 'GB' }),
      account: anAccount({ balanceCents: -90_000 }),
    };
    expect(coming(new Customer(START, outsideCardCountries), monthly)).toEqual([
      '2026-02-10 ends drive_starter_monthly',
    ]);
  });

  test('credit left by the order, and credit from the order itself, are used', () => {
    const rich = new Customer(START, { account: anAccount({ balanceCents: -4000 }) });
    expect(coming(rich, monthly)).toEqual(['2026-02-10 renews drive_starter_monthly 3220-780=2440']);
    const ada = holder(bigger, 10);
    // 21 of 31 days are credited: 6046. 2015 are charged at once. With tax 4364 are left.
    expect(coming(ada, monthly, change(ada))).toEqual(['2026-02-10 renews drive_starter_monthly 3220-3220=0']);
  });

  test('credit that another product uses before is gone', () => {
    const scope = aSubscription({
      id: 'sub_scope',
      product: 'scope',
      planId: 'pln_scope_starter',
      priceId: 'prc_pln_scope_starter_monthly',
      unitAmountCents: 2000,
      currentPeriodEnd: utc('2026-02-01'),
      billingAnchor: utc('2026-01-01'),
      currentPeriodStart: utc('2026-01-01'),
    });
    const ada = new Customer(START, { subscriptions: [scope], account: anAccount({ balanceCents: -6000 }) });
    expect(coming(ada, monthly)).toEqual(['2026-02-10 renews drive_starter_monthly 3220-615=2605']);
  });

  test('a change to another interval begins a new period', () => {
    const ada = holder(monthly, 10);
    expect(coming(ada, yearly, change(ada))).toEqual(['2027-01-20 renews drive_starter_yearly 32462-0=32462']);
  });

  test('a scheduled change starts, then renews, or ends if ordered without renewal', () => {
    const ada = holder(bigger, 10);
    expect(coming(ada, monthly, change(ada, { atPeriodEnd: true }))).toEqual([
      '2026-02-10 starts drive_starter_monthly 3220-0=3220',
      '2026-03-10 renews drive_starter_monthly 3220-0=3220',
    ]);
    expect(coming(ada, free, change(ada))).toEqual([
      '2026-02-10 starts drive_free_free',
      '2026-08-10 renews drive_free_free',
    ]);
    expect(coming(ada, free, change(ada, { cancelAtPeriodEnd: true }))).toEqual([
      '2026-02-10 starts drive_free_free',
      '2026-08-10 ends drive_free_free',
    ]);
  });

  test('a promotion is replaced by a paid plan, now and at its end', () => {
    const free = aSubscription({
      planId: 'pln_drive_starterpromotional',
      priceId: 'prc_pln_drive_starterpromotional_yearly',
      unitAmountCents: 0,
      source: 'promotion',
      term: 'fixed',
      currentPeriodEnd: utc('2026-07-10'),
      transitionAtEnd: true,
      transitionPriceId: 'prc_pln_drive_starter_yearly',
    });
    const ada = new Customer(utc('2026-02-20'), { subscriptions: [free] });
    expect(coming(ada, bigger, change(ada))).toEqual(['2026-03-20 renews drive_ultimate_monthly 9661-0=9661']);
    expect(coming(ada, bigger, change(ada, { atPeriodEnd: true }))).toEqual([
      '2026-07-10 starts drive_ultimate_monthly 9661-0=9661',
      '2026-08-10 renews drive_ultimate_monthly 9661-0=9661',
    ]);
  });
});

describe('[BY-03] [D9] events after a trial', () => {
  const trial = { trial: true };
  const goingOn = { trial: true, transitionAtEnd: true };

  test.each<[string, string | null, Partial<Order>, string[]]>([
    ['alone it ends', null, trial, ['2026-01-24 trial_ends drive_ultimate_monthly']],
    ['alone it continues', null, goingOn, ['2026-01-24 continues drive_ultimate_monthly 9661-0=9661']],
    [
      'above a free plan it ends',
      free,
      trial,
      ['2026-02-19 trial_ends drive_ultimate_monthly', '2026-07-10 beside renews drive_free_free'],
    ],
    ['above a free plan it continues', free, goingOn, ['2026-02-19 continues drive_ultimate_monthly 9661-0=9661']],
    [
      'above a paid plan, which renews meanwhile',
      monthly,
      trial,
      ['2026-02-10 beside renews drive_starter_monthly 3220-0=3220', '2026-02-19 trial_ends drive_ultimate_monthly'],
    ],
    [
      'above a paid plan, which is changed to its plan: the rest of the month',
      monthly,
      goingOn,
      [
        '2026-02-10 beside renews drive_starter_monthly 3220-0=3220',
        '2026-02-19 continues drive_ultimate_monthly 4370-0=4370', // 19 of 28 days: 6056 − 2019 = 4037, taxed 333
      ],
    ],
    [
      'above a plan that renews after it',
      yearly,
      trial,
      ['2026-02-19 trial_ends drive_ultimate_monthly', '2027-01-10 beside renews drive_starter_yearly 32462-0=32462'],
    ],
  ])('%s', (_name, held, order, expected) => {
    const ada = held === null ? new Customer(START) : holder(held, 26);
    expect(coming(ada, bigger, order)).toEqual(expected);
  });

  test('the credit of the plan below is of its current month: its coupon counts, and its tax is given back', () => {
    const covered = aDiscountClaim({ priceIds: ['prc_pln_drive_starter_monthly', 'prc_pln_drive_ultimate_monthly'] });
    const lowered = new Customer(START);
    lowered.buy(monthly, { coupon: covered });
    lowered.advanceTo(START + days(26));
    // 19 of 28 days at 20 % off: 4845 − 1615 = 3230, and 266 of tax.
    expect(coming(lowered, bigger, goingOn)[1]).toBe('2026-02-19 continues drive_ultimate_monthly 3496-0=3496');
    const smaller = holder(bigger, 26);
    expect(coming(smaller, monthly, goingOn)[1]).toBe('2026-02-19 continues drive_starter_monthly -4370-0=0');
  });

  test('a plan whose end is due but not carried out ends now', () => {
    const over = aSubscription({ currentPeriodEnd: START - days(1), cancelAtPeriodEnd: true });
    const ada = new Customer(START, { subscriptions: [over] });
    expect(coming(ada, bigger, trial)[0]).toBe('2026-01-10 beside ends drive_starter_yearly');
  });

  test('without a card it ends, whatever was chosen', () => {
    const ada = new Customer(START, { card: null });
    expect(coming(ada, bigger, goingOn)).toEqual(['2026-01-24 trial_ends drive_ultimate_monthly']);
  });

  test('scope: other plans are independent', () => {
    const ada = holder('pln_scope_starter_monthly', 26);
    expect(coming(ada, 'pln_scope_ultimate_monthly', trial)).toEqual(['2026-02-19 trial_ends scope_ultimate_monthly']);
  });
});
