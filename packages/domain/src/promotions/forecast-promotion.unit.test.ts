import { expect, test } from 'vitest';
import { promotionNamed } from '../catalogue/promotion.ts';
import { aPromotion } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import { forecastPromotion } from './forecast-promotion.ts';
import { redeemPromotion } from './redeem.ts';

const promotionOf = (ada: Customer, name: string) => promotionNamed(ada.catalogue.promotions, name) ?? aPromotion();
const forecast = (ada: Customer, name = '2-series') =>
  forecastPromotion(ada.books, promotionOf(ada, name), ada.context);

test('[PR-04] the forecast charge and credit equal those when it is redeemed and the free time is over', () => {
  const ada = new Customer(utc('2026-01-10'));
  ada.buy('pln_drive_starter_yearly');
  ada.advanceTo(utc('2026-03-10'));
  const expected = forecast(ada);
  const before = ada.books.account.balanceCents;
  const redeemed = redeemPromotion(
    ada.books,
    promotionOf(ada, '2-series'),
    null,
    { code: 'C', verdict: 'clear' },
    ada.context,
  );
  if (!redeemed.ok) throw new Error(redeemed.type);
  ada.store(redeemed.value.writes);
  expect(expected?.creditCents).toBe(before - ada.books.account.balanceCents);
  expect(expected?.creditCents).toBeGreaterThan(20_000);

  ada.advanceTo(utc('2026-09-11'));
  const invoices = ada.books.allInvoices.filter(({ reason }) => reason === 'promotion_end');
  const sumOf = (cents: (invoice: (typeof invoices)[number]) => number) =>
    invoices.reduce((sum, invoice) => sum + cents(invoice), 0);
  expect(invoices).toHaveLength(2);
  expect(expected?.chargeThen).toEqual({
    taxCents: sumOf(({ taxCents }) => taxCents),
    taxRatePpm: invoices[0]?.taxRatePpm,
    taxPlace: invoices[0]?.taxPlace,
    totalCents: sumOf(({ totalCents }) => totalCents),
    creditCents: sumOf(({ creditAppliedCents }) => creditAppliedCents),
    amountDueCents: sumOf(({ amountDueCents }) => amountDueCents),
  });
});

test('[PR-04] credit that other plans use before the end of the free time is gone', () => {
  const ada = new Customer(utc('2026-01-10'));
  ada.buy('pln_drive_ultimate_yearly');
  ada.buy('pln_scope_starter_monthly');
  const expected = forecast(ada)?.chargeThen;
  expect(expected?.creditCents).toBeGreaterThan(0);
  const redemption = { code: 'C', verdict: 'clear' } as const;
  const redeemed = redeemPromotion(ada.books, promotionOf(ada, '2-series'), null, redemption, ada.context);
  if (!redeemed.ok) throw new Error(redeemed.type);
  ada.store(redeemed.value.writes);
  ada.advanceTo(utc('2026-07-10'));
  const invoices = ada.books.allInvoices.filter(({ reason }) => reason === 'promotion_end');
  expect(expected).toMatchObject({
    totalCents: invoices.reduce((sum, { totalCents }) => sum + totalCents, 0),
    creditCents: invoices.reduce((sum, { creditAppliedCents }) => sum + creditAppliedCents, 0),
    amountDueCents: invoices.reduce((sum, { amountDueCents }) => sum + amountDueCents, 0),
  });
});

test('[PR-04] open-ended grants charge nothing, and there is no forecast while a card is missing', () => {
  const ada = new Customer(utc('2026-01-10'));
  expect(forecast(ada, 'portal')).toEqual({ creditCents: 0, chargeThen: null });
  const state = { ...ada.books, card: null };
  expect(forecastPromotion(state, promotionOf(ada, '2-series'), ada.context)).toBeNull();
});
