import { describe, expect, test } from 'vitest';
import { type InvoiceFigures, type PricingInput, percentOff, priceInvoice } from './price-invoice.ts';

const price = ({ net, ...overrides }: Partial<PricingInput> & { net: number }): InvoiceFigures =>
  priceInvoice({
    lines: [{ grossCents: net, discountCents: 0 }],
    taxRatePpm: 82_500,
    balanceCents: 0,
    minimumChargeCents: 50,
    ...overrides,
  });

describe('tax and total', () => {
  test.each([
    { name: 'Drive Starter yearly at 8.25 %', net: 29988, taxRatePpm: 82_500, tax: 2474, total: 32462 },
    { name: 'Scope Starter yearly at 8.875 %', net: 20100, taxRatePpm: 88_750, tax: 1784, total: 21884 },
    { name: 'no tax', net: 29988, taxRatePpm: 0, tax: 0, total: 29988 },
    { name: 'half a cent of tax goes up', net: 200, taxRatePpm: 82_500, tax: 17, total: 217 },
  ])('[PY-06] total = subtotal + tax: $name', ({ net, taxRatePpm, tax, total }) => {
    expect(price({ net, taxRatePpm })).toMatchObject({
      subtotalCents: net,
      taxCents: tax,
      totalCents: total,
      amountDueCents: total,
    });
  });

  test('[PY-06] tax is rounded once, on the whole invoice and not per line', () => {
    const line = { grossCents: 103, discountCents: 0 }; // Tax of 8.4975 each: three times 8 would be 24.
    const figures = price({ net: 0, lines: [line, line, line] });
    expect(figures).toMatchObject({ subtotalCents: 309, taxCents: 25, totalCents: 334 });
  });

  test('[PY-06] tax counts on the subtotal net of discount', () => {
    const lines = [
      { grossCents: 50400, discountCents: 25200 },
      { grossCents: 1000, discountCents: 0 },
    ];
    expect(price({ net: 0, lines })).toMatchObject({
      subtotalCents: 51400,
      discountCents: 25200,
      taxCents: 2162, // 8.25 % of 26200 is 2161.5.
      totalCents: 28362,
    });
  });

  test('an invoice of 0 is paid and moves nothing', () => {
    expect(price({ net: 0 })).toEqual({
      subtotalCents: 0,
      discountCents: 0,
      taxCents: 0,
      totalCents: 0,
      creditAppliedCents: 0,
      creditAddedCents: 0,
      carriedCents: 0,
      amountDueCents: 0,
      balanceAfterCents: 0,
    });
  });
});

describe('account credit is used before the card (a negative balance is credit)', () => {
  test.each([
    { name: 'no credit', balance: 0, applied: 0, due: 3220, after: 0 },
    { name: 'less than the total', balance: -1000, applied: 1000, due: 2220, after: 0 },
    { name: 'just the total', balance: -3220, applied: 3220, due: 0, after: 0 },
    { name: 'more than the total (2.3 #5)', balance: -4156, applied: 3220, due: 0, after: -936 },
    { name: 'the rest of it at the next renewal', balance: -936, applied: 936, due: 2284, after: 0 },
    { name: 'a small debit is collected', balance: 6, applied: -6, due: 3226, after: 0 },
  ])('[PY-06] $name', ({ balance, applied, due, after }) => {
    expect(price({ net: 2975, balanceCents: balance })).toMatchObject({
      taxCents: 245,
      totalCents: 3220,
      creditAppliedCents: applied,
      creditAddedCents: 0,
      carriedCents: 0,
      amountDueCents: due,
      balanceAfterCents: after,
    });
  });
});

describe('I12: an amount below the smallest charge is carried to the next invoice', () => {
  test.each([
    { name: '1 cent', net: 1, balance: 0, applied: 0, carried: 1, due: 0, after: 1 },
    { name: '49 cents', net: 49, balance: 0, applied: 0, carried: 49, due: 0, after: 49 },
    { name: '50 cents are charged', net: 50, balance: 0, applied: 0, carried: 0, due: 50, after: 0 },
    { name: 'the rest after credit', net: 3220, balance: -3200, applied: 3200, carried: 20, due: 0, after: 20 },
    { name: 'a carried debit grows', net: 10, balance: 6, applied: -6, carried: 16, due: 0, after: 16 },
    { name: 'until it can be charged', net: 10, balance: 45, applied: -45, carried: 0, due: 55, after: 0 },
    {
      name: 'a debit without anything new stays one',
      net: 0,
      balance: 30,
      applied: -30,
      carried: 30,
      due: 0,
      after: 30,
    },
  ])('$name', ({ net, balance, applied, carried, due, after }) => {
    expect(price({ net, taxRatePpm: 0, balanceCents: balance })).toMatchObject({
      totalCents: net,
      creditAppliedCents: applied,
      carriedCents: carried,
      amountDueCents: due,
      balanceAfterCents: after,
    });
  });

  test('the minimum is a setting', () => {
    expect(price({ net: 60, taxRatePpm: 0, minimumChargeCents: 100 })).toMatchObject({
      carriedCents: 60,
      amountDueCents: 0,
    });
  });
});

describe('a negative net goes to the balance, never to the card', () => {
  test.each([
    { name: 'downgrade 2.3 #3', net: -3839, pool: 10_000, tax: -317, added: 4156 },
    { name: 'half a cent of tax is given back too', net: -200, pool: 10_000, tax: -17, added: 217 },
    { name: 'never more tax than was collected', net: -3839, pool: 300, tax: -300, added: 4139 },
    { name: 'just what was collected', net: -3839, pool: 317, tax: -317, added: 4156 },
    { name: 'none was collected', net: -3839, pool: 0, tax: 0, added: 3839 },
    { name: 'a pool below nothing takes nothing', net: -3839, pool: -5, tax: 0, added: 3839 },
  ])('$name', ({ net, pool, tax, added }) => {
    expect(price({ net, taxPoolCents: pool })).toEqual({
      subtotalCents: net,
      discountCents: 0,
      taxCents: tax,
      totalCents: -added,
      creditAppliedCents: 0,
      creditAddedCents: added,
      carriedCents: 0,
      amountDueCents: 0,
      balanceAfterCents: -added,
    });
  });

  test.each([
    { name: 'the rate went up', now: 100_000, before: 82_500, tax: -317 },
    { name: 'the rate went down', now: 50_000, before: 82_500, tax: -317 },
    { name: 'moved to a place without tax', now: 0, before: 82_500, tax: -317 },
    { name: 'moved from a place without tax', now: 82_500, before: 0, tax: 0 },
  ])('D16: tax is given back at the rate of the credited line: $name', ({ now, before, tax }) => {
    expect(price({ net: -3839, taxRatePpm: now, creditedTaxRatePpm: before, taxPoolCents: 10_000 }).taxCents).toBe(tax);
  });

  test('D16: a positive net is taxed at today’s rate, whatever the rate of the credited line', () => {
    expect(price({ net: 2975, creditedTaxRatePpm: 0, taxPoolCents: 0 }).taxCents).toBe(245);
  });

  test.each([
    { name: 'earlier credit', balance: -936, after: -5092 },
    { name: 'an earlier debit', balance: 6, after: -4150 },
  ])('is added to $name', ({ balance, after }) => {
    const figures = price({ net: -3839, balanceCents: balance, taxPoolCents: 10_000 });
    expect(figures).toMatchObject({ creditAppliedCents: 0, creditAddedCents: 4156, balanceAfterCents: after });
  });
});

test.each([
  [50400, 50, 25200],
  [15, 50, 8],
  [29988, 33, 9896], // 9896.04
  [29988, 0, 0],
  [29988, 100, 29988],
])('a discount is rounded per line: %i less %i %% saves %i', (gross, percent, discount) => {
  expect(percentOff(gross, percent)).toBe(discount);
});
