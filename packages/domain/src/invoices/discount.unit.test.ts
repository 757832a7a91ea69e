import { describe, expect, test } from 'vitest';
import { renewalCosts } from '../renewals/forecast-invoices.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import { aDiscountClaim } from '../testing/coupons.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { days, utc } from '../testing/moments.ts';
import { discountOnLine } from './discount.ts';

const START = utc('2026-01-10');
const monthly = 'pln_drive_starter_monthly';
const customer = () => new Customer(START);
const sound = (ada: Customer) => expect(brokenInvariants(ada.books, ada.catalogue, ada.settings)).toEqual([]);
const invoices = (ada: Customer) =>
  ada.books.allInvoices.map(({ subtotalCents, discountCents }) => [subtotalCents, discountCents]);
const statuses = (ada: Customer) => ada.books.discounts.map(({ status, cyclesLeft }) => [status, cyclesLeft]);

test.each([
  [29_988, 20, 5998],
  [2975, 20, 595],
  [2975, 50, 1488],
  [2975, 100, 2975],
  [1, 20, 0],
  [-2975, 20, 0],
])('[CD-05] of %d cents %d %% are %d; a credit is reduced already', (grossCents, percentOff, off) => {
  const line = { grossCents, priceId: 'prc_1' };
  expect(discountOnLine(line, { code: 'X', percentOff, priceIds: ['prc_1'] })).toBe(off);
  expect(discountOnLine(line, { code: 'X', percentOff, priceIds: ['prc_2'] })).toBe(0);
});

describe('[CD-05] a purchase with a coupon', () => {
  test.each([
    ['all invoices', null, [595, 595, 595]],
    ['one invoice', 1, [595, 0, 0]],
    ['two invoices', 2, [595, 595, 0]],
  ])(
    'for %s: that many are lowered, and the next renewal is announced with its amount',
    (_title, discountCycles, off) => {
      const ada = customer();
      ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles }) });
      const announced = renewalCosts(ada.books, ada.context).get(ada.subscription.id)?.cents;
      ada.advanceTo(START + days(65));
      expect(invoices(ada)).toEqual(off.map((cents) => [2975, cents]));
      expect(ada.books.allInvoices[1]?.totalCents).toBe(announced);
      expect(ada.books.allInvoices[0]).toMatchObject({ couponCode: 'dsc_FIFTH', totalCents: 2380 + 196 });
      expect(ada.books.couponRedemptions).toMatchObject([{ status: 'applied', subscriptionId: ada.subscription.id }]);
      sound(ada);
    },
  );

  test('[S2] a declined card leaves the coupon unused', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim() }, declinedOutcome());
    expect(ada.books.couponRedemptions).toMatchObject([{ status: 'released' }]);
    expect(statuses(ada)).toEqual([['over', null]]);
    sound(ada);
  });

  test('a coupon of 100 % needs no card', () => {
    const ada = new Customer(START, { card: null });
    ada.buy(monthly, { coupon: aDiscountClaim({ percentOff: 100, discountCycles: 1 }) });
    expect(ada.subscription.status).toBe('active');
    expect(statuses(ada)).toEqual([['active', 0]]);
  });
});

describe('[CD-05] a change with a coupon', () => {
  const both = ['prc_pln_drive_starter_monthly', 'prc_pln_drive_ultimate_monthly'];

  test('lowers the charge and not the credit; after a decline nothing has changed', () => {
    const ada = customer();
    ada.buy(monthly);
    ada.now = START + days(10);
    const order = { subscription: ada.subscription, coupon: aDiscountClaim({ priceIds: both }) };
    ada.buy('pln_drive_ultimate_monthly', order, declinedOutcome());
    expect(ada.subscription.planId).toBe('pln_drive_starter');
    expect(ada.books.couponRedemptions).toMatchObject([{ status: 'released' }]);
    ada.buy('pln_drive_ultimate_monthly', { ...order, subscription: ada.subscription });
    const charge = ada.books.lines.filter(({ kind }) => kind === 'proration_charge').at(-1);
    const credit = ada.books.lines.filter(({ kind }) => kind === 'proration_credit').at(-1);
    expect(charge).toMatchObject({ discountCents: Math.round((charge?.grossCents ?? 0) / 5) });
    expect(credit).toMatchObject({ discountCents: 0 });
    expect(statuses(ada)).toEqual([
      ['over', null],
      ['active', null],
    ]);
    sound(ada);
  });

  test('the discount continues for a price it covers: the rest of a period uses no invoice', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim({ priceIds: both, discountCycles: 3 }) });
    ada.now = START + days(10);
    ada.buy('pln_drive_ultimate_monthly', { subscription: ada.subscription }, declinedOutcome());
    expect(statuses(ada)).toEqual([['active', 2]]);
    ada.buy('pln_drive_ultimate_monthly', { subscription: ada.subscription });
    expect(statuses(ada)).toEqual([['active', 2]]);
    expect(ada.lastInvoice).toMatchObject({ couponCode: 'dsc_FIFTH' });
    sound(ada);
  });

  test('for the current plan: nothing to pay today, the next invoices are lowered', () => {
    const ada = customer();
    ada.buy(monthly);
    ada.buy(monthly, { subscription: ada.subscription, coupon: aDiscountClaim({ discountCycles: 1 }) });
    ada.advanceTo(START + days(65));
    expect(invoices(ada).map(([, off]) => off)).toEqual([0, 595, 0]);
    sound(ada);
  });

  test('a second coupon replaces the first', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim() });
    const better = { ...aDiscountClaim({ id: 'cpn_2', percentOff: 50 }), code: 'dsc_HALF' };
    ada.buy(monthly, { subscription: ada.subscription, coupon: better });
    ada.advanceTo(START + days(35));
    expect(invoices(ada).map(([, off]) => off)).toEqual([595, 1488]);
    expect(statuses(ada)).toEqual([
      ['over', null],
      ['active', null],
    ]);
    sound(ada);
  });
});

test.each([
  ['a price it does not cover', 'pln_drive_ultimate_monthly', {}, 'PLANS_NOT_SUPPORTED'],
  ['a trial, which costs nothing', 'pln_drive_starter_yearly', { trial: true }, 'PLANS_NOT_SUPPORTED'],
])('[CD-03] refused for %s', (_title, intervalId, overrides, type) => {
  const ada = customer();
  const { books } = ada;
  expect(ada.place(intervalId, { ...overrides, coupon: aDiscountClaim() })).toMatchObject({ ok: false, type });
  expect(ada.books).toBe(books);
});

test('[CD-03] refused for a scheduled change', () => {
  const ada = customer();
  ada.buy(monthly);
  const order = { subscription: ada.subscription, atPeriodEnd: true, coupon: aDiscountClaim() };
  expect(ada.place('pln_drive_starter_yearly', order)).toMatchObject({ ok: false, type: 'PLANS_NOT_SUPPORTED' });
});

test('[CD-03] a discount for prices that are no longer sold covers nothing', () => {
  const catalogue = { ...aCatalogue(), prices: aCatalogue().prices.map((price) => ({ ...price, active: false })) };
  const ada = new Customer(START, {}, catalogue);
  expect(ada.place(monthly, { coupon: aDiscountClaim() })).toMatchObject({ type: 'PLANS_NOT_SUPPORTED' });
});

describe('[CD-05] [I11] a discount counts periods, not invoices', () => {
  const dearer = 'pln_drive_ultimate_monthly';
  const changeTo = (ada: Customer, intervalId: string, outcome = succeededOutcome) =>
    ada.buy(intervalId, { subscription: ada.subscription }, outcome);

  test.each([1, 2, null])(
    'of %j: to a more expensive plan and back on the same day costs nothing, and uses no period',
    (discountCycles) => {
      const ada = customer();
      const priceIds = [`prc_${monthly}`, `prc_${dearer}`];
      ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles, priceIds }) });
      const before = statuses(ada);
      ada.now += days(10);
      changeTo(ada, dearer);
      const there = ada.lastInvoice.totalCents;
      changeTo(ada, monthly);
      expect(there + ada.lastInvoice.totalCents).toBe(0);
      expect(statuses(ada)).toEqual(before);
      sound(ada);
    },
  );

  test.each([1, 2, null])(
    'of %j for one plan only: to an uncovered plan and back costs nothing, and uses no period',
    (discountCycles) => {
      const ada = customer();
      ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles, priceIds: [`prc_${monthly}`] }) });
      const before = statuses(ada);
      ada.now += days(10);
      changeTo(ada, dearer);
      expect(ada.lastInvoice.discountCents).toBe(0);
      const there = ada.lastInvoice.totalCents;
      changeTo(ada, monthly);
      expect(there + ada.lastInvoice.totalCents).toBe(0);
      expect(statuses(ada)).toEqual(before);
      sound(ada);
    },
  );

  test('back in a later period, a discount that is used up lowers nothing', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles: 1 }) });
    ada.now += days(10);
    changeTo(ada, dearer);
    ada.advanceTo(START + days(40));
    changeTo(ada, monthly);
    expect(ada.lastInvoice.discountCents).toBe(0);
    sound(ada);
  });

  test('a declined change within a period gives no period back', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles: 2, priceIds: [`prc_${monthly}`, `prc_${dearer}`] }) });
    ada.now += days(10);
    changeTo(ada, dearer, declinedOutcome());
    expect(statuses(ada)).toEqual([['active', 1]]);
    sound(ada);
  });

  test('another interval is a new period', () => {
    const ada = customer();
    ada.buy(monthly, { coupon: aDiscountClaim({ discountCycles: 1 }) });
    ada.now += days(10);
    changeTo(ada, 'pln_drive_starter_yearly');
    expect(ada.lastInvoice.discountCents).toBe(0);
    sound(ada);
  });
});
