import { describe, expect, test } from 'vitest';
import type { BillingState } from '../state/entities.ts';
import { anAccount, anAddress, aState } from '../testing/builders.ts';
import { Customer, declinedOutcome, erroredOutcome, succeededOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { aLicence, aPeriod, withLicence } from '../testing/licences.ts';
import { text, utc } from '../testing/moments.ts';
import { type ExtensionOrder, quoteOption } from './buy-extension.ts';
import { optionsOf } from './options.ts';

const start = '2026-06-01';
const ada = (state: Partial<BillingState> = {}, now = start) => new Customer(utc(now), { ...withLicence(), ...state });

const brokenOf = ({ books, catalogue, settings }: Customer) => brokenInvariants(books, catalogue, settings);

const standing = ({ books }: Customer) => ({
  purchases: books.purchases.map(({ status }) => status),
  invoices: books.allInvoices.map(({ status }) => status),
  until: text(books.maintenance.at(-1)?.expiresAt ?? null),
  balanceCents: books.account.balanceCents,
});

describe('[MA-03] buying a year of maintenance', () => {
  test('[MA-05, INV-3] I22: pending until the gateway has answered, then purchase, period and paid invoice at once', () => {
    const customer = ada();
    const begun = customer.extend();
    expect(begun).toMatchObject({ ok: true, value: { purchase: { status: 'pending' } } });
    expect(standing(customer)).toMatchObject({ purchases: ['pending'], invoices: ['open'], until: '2027-01-10' });
    expect(brokenOf(customer)).toEqual([]);

    customer.answer(succeededOutcome);
    expect(standing(customer)).toMatchObject({ purchases: ['success'], invoices: ['paid'], until: '2028-01-10' });
    expect(customer.books.maintenance.at(-1)).toMatchObject({ startsAt: utc('2027-01-10'), source: 'purchase' });
    expect(brokenOf(customer)).toEqual([]);
  });

  test('the invoice: one line for the new period, taxed, without a subscription', () => {
    const customer = ada();
    customer.extend({ quantity: 2 });
    expect(customer.lastInvoice).toMatchObject({
      reason: 'one_time',
      subscriptionId: null,
      description: 'Scope Ultimate, 1 Year Maintenance',
      subtotalCents: 80_000,
      taxCents: 6600,
      amountDueCents: 86_600,
    });
    const [line] = customer.books.lines;
    expect(line).toMatchObject({ kind: 'maintenance', quantity: 2, unitAmountCents: 40_000, amountCents: 80_000 });
    expect([text(line?.periodStart ?? null), text(line?.periodEnd ?? null)]).toEqual(['2027-01-10', '2029-01-10']);
  });

  test('one mail, which is the receipt', () => {
    const customer = ada();
    customer.extend();
    customer.answer(succeededOutcome);
    expect(customer.books.mails).toEqual([
      expect.objectContaining({
        template: 'maintenance_extended',
        invoiceId: customer.lastInvoice.id,
        subscriptionId: 'sub_licence',
        facts: { nextAt: utc('2028-01-10') },
      }),
    ]);
  });

  test.each([
    ['declined', declinedOutcome()],
    ['never reached the gateway', erroredOutcome],
    ['an unanswered challenge', { kind: 'canceled' as const, intentRef: 'pi_1' }],
  ])('[INV-3] %s: nothing is owed, nothing extended, the credit returns', (_, outcome) => {
    const customer = ada({ account: anAccount({ balanceCents: 0 }) });
    customer.grant(700);
    customer.extend();
    expect(standing(customer).balanceCents).toBe(0);
    customer.answer(outcome);
    expect(standing(customer)).toEqual({
      purchases: ['failed'],
      invoices: ['void'],
      until: '2027-01-10',
      balanceCents: -700,
    });
    expect(brokenOf(customer)).toEqual([]);
  });

  test('a repeated answer changes nothing, nor does a late decline after a success', () => {
    const customer = ada();
    const begun = customer.extend();
    const attemptId = begun.ok ? (begun.value.attemptId ?? '') : '';
    customer.answer(succeededOutcome, attemptId);
    const before = customer.books;
    customer.answer(declinedOutcome(), attemptId);
    customer.answer(succeededOutcome, attemptId);
    expect(customer.books).toEqual(before);
  });

  test('credit first; if it covers all, the card is not charged', () => {
    const customer = ada({ card: null });
    customer.grant(43_300);
    expect(customer.extend()).toMatchObject({ ok: true, value: { attemptId: null, purchase: { status: 'success' } } });
    expect(standing(customer)).toMatchObject({ invoices: ['paid'], until: '2028-01-10', balanceCents: 0 });
    expect(brokenOf(customer)).toEqual([]);
  });

  test('after a failure it can be bought again, and periods follow each other', () => {
    const customer = ada();
    customer.extend();
    customer.answer(declinedOutcome());
    customer.extend();
    customer.answer(succeededOutcome);
    customer.extend({ extensionId: 'mex_ultimate_3y' });
    customer.answer(succeededOutcome);
    expect(standing(customer)).toMatchObject({ purchases: ['failed', 'success', 'success'], until: '2031-01-10' });
    expect(brokenOf(customer)).toEqual([]);
  });

  test('a licence that ended before a late payment gets its period too', () => {
    const customer = ada();
    customer.extend();
    customer.change({ subscriptions: [] });
    customer.answer(succeededOutcome);
    expect(standing(customer)).toMatchObject({ purchases: ['success'], until: '2028-01-10' });
  });

  test('[INV-4] I26: the price of an option is charged, to the cent', () => {
    const customer = ada();
    customer.grant(1234);
    const [option] = optionsOf(customer.books, aLicence(), 1, customer.context).options;
    const quoted = option && quoteOption(customer.books, aLicence(), option, customer.context);
    customer.extend({ expectedTotalCents: quoted?.amountDueCents });
    const { amountDueCents, totalCents, taxCents, creditAppliedCents } = customer.lastInvoice;
    expect(quoted).toMatchObject({ amountDueCents, totalCents, taxCents, creditAppliedCents });
    expect(amountDueCents).toBe(40_000 + 3300 - 1234);
  });
});

describe('[SU-08] refusals in their order', () => {
  const outsideCardCountries = anAddress({ country: 'GB' });
  const refusals: [string, string, Partial<BillingState>, Partial<ExtensionOrder>][] = [
    ['NOT_FOUND', 'somebody else’s licence', {}, { subscriptionId: 'sub_other', extensionId: 'mex_none' }],
    ['NOT_FOUND', 'a licence that is over', { subscriptions: [aLicence({ status: 'canceled' })] }, {}],
    [
      'NOT_FOUND',
      'an extension that is not sold',
      { subscriptions: [aLicence({ term: 'fixed' })] },
      { extensionId: 'x' },
    ],
    [
      'NOT_PERPETUAL',
      'a prepaid term',
      { subscriptions: [aLicence({ term: 'fixed' })] },
      { extensionId: 'mex_starter_1y' },
    ],
    ['INVALID_COUPON_TIER', 'of another tier', { maintenance: [] }, { extensionId: 'mex_starter_1y' }],
    ['MAINTENANCE_LIMIT', 'no maintenance to extend', { maintenance: [], billTo: null }, {}],
    ['MAINTENANCE_LIMIT', 'lapsed too long', { maintenance: [aPeriod({ expiresAt: utc('2026-03-02') })] }, {}],
    ['MAINTENANCE_LIMIT', 'too far ahead', { billTo: null }, { quantity: 5 }],
    ['MISSING_ADDRESS', 'no address', { billTo: null, account: anAccount({ exportStatus: 'pending' }) }, {}],
    ['NEEDS_REVIEW', 'under review', { card: null, account: anAccount({ exportStatus: 'pending' }) }, {}],
    ['EXPORT_DENIED', 'refused', { billTo: outsideCardCountries, account: anAccount({ exportStatus: 'denied' }) }, {}],
    ['CARD_COUNTRY_UNSUPPORTED', 'outside the card countries', { billTo: outsideCardCountries, card: null }, {}],
    ['PAYMENT_METHOD_REQUIRED', 'no card', { card: null }, { expectedTotalCents: 1 }],
    ['QUOTE_CHANGED', 'another amount on the button', {}, { expectedTotalCents: 40_000 }],
    ['QUOTE_CHANGED', 'another end than was shown', {}, { expectedExpiration: utc('2027-01-10') }],
  ];

  test.each(refusals)('%s: %s', (type, _, state, order) => {
    const customer = ada(state);
    const before = customer.books;
    expect(customer.extend(order)).toMatchObject({ ok: false, type });
    expect(customer.books).toBe(before);
  });

  test('[INV-12] OPERATION_IN_PROGRESS: one purchase at a time per licence; other licences are independent', () => {
    const second = { subscriptions: [aLicence(), aLicence({ id: 'sub_2' })] };
    const customer = ada({ ...second, maintenance: [aPeriod(), aPeriod({ id: 'mnt_2', subscriptionId: 'sub_2' })] });
    customer.extend();
    expect(customer.extend({ expectedTotalCents: 1 })).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    expect(customer.extend({ subscriptionId: 'sub_2' })).toMatchObject({ ok: true });
    expect(brokenOf(customer)).toEqual([]);
  });
});

test('[BY-03] QUOTE_CHANGED carries the current amount', () => {
  expect(new Customer(utc(start), aState(withLicence())).extend({ expectedTotalCents: 1 })).toMatchObject({
    detail: { amountDueCents: 43_300 },
  });
});
