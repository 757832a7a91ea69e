import { describe, expect, test } from 'vitest';
import { finish, startDraft } from '../decision/draft.ts';
import { describeMaintenance } from '../invoices/describe.ts';
import type { BillingState } from '../state/entities.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { aLicence, withLicence } from '../testing/licences.ts';
import { text, utc } from '../testing/moments.ts';
import { extendByCode, type GivenExtension } from './extend.ts';

const givenExtension: GivenExtension = {
  tierId: 'ultimate',
  months: 12,
  sourceId: 'red_1',
  ...describeMaintenance(aCatalogue(), 'scope', 'Ultimate', 12),
};

const pia = (state: Partial<BillingState> = {}, now = '2026-06-01') =>
  new Customer(utc(now), { ...withLicence(), ...state });

const redeem = (customer: Customer, overrides: Partial<GivenExtension> = {}, id = 'sub_licence') => {
  const draft = startDraft(customer.books, customer.context);
  const extended = extendByCode(draft, id, { ...givenExtension, ...overrides });
  if (extended.ok) customer.store(finish(draft));
  return extended;
};

describe('[MA-04] maintenance extended by a code', () => {
  test('[MA-05] I21: a period after the last one, a receipt of 0, a mail', () => {
    const customer = pia();
    redeem(customer);
    expect(customer.books.maintenance.at(-1)).toMatchObject({
      startsAt: utc('2027-01-10'),
      expiresAt: utc('2028-01-10'),
      source: 'coupon',
      sourceId: 'red_1',
    });
    expect(customer.lastInvoice).toMatchObject({
      reason: 'grant',
      status: 'paid',
      totalCents: 0,
      description: givenExtension.description,
      subscriptionId: 'sub_licence',
    });
    expect(customer.books.mails).toMatchObject([
      { template: 'maintenance_extended', facts: { nextAt: utc('2028-01-10') } },
    ]);
    expect(brokenInvariants(customer.books, customer.catalogue, customer.settings)).toEqual([]);
  });

  test('periods of codes and purchases follow each other', () => {
    const customer = pia();
    redeem(customer);
    customer.extend();
    customer.answer({ kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' });
    redeem(customer, { sourceId: 'red_2' });
    expect(text(customer.books.maintenance.at(-1)?.expiresAt ?? null)).toBe('2030-01-10');
    expect(brokenInvariants(customer.books, customer.catalogue, customer.settings)).toEqual([]);
  });

  test('[MA-05] maintenance that ended within 90 days is extended from its end, not from today', () => {
    const customer = pia({}, '2027-03-01');
    redeem(customer);
    expect(text(customer.books.maintenance.at(-1)?.startsAt ?? null)).toBe('2027-01-10');
  });

  test.each<[string, Partial<BillingState>, Partial<GivenExtension>, string]>([
    ['NOT_FOUND', {}, {}, 'sub_other'],
    ['NOT_PERPETUAL', { subscriptions: [aLicence({ term: 'fixed' })] }, {}, 'sub_licence'],
    ['INVALID_COUPON_TIER', {}, { tierId: 'starter' }, 'sub_licence'],
    ['MAINTENANCE_LIMIT', {}, { months: 60 }, 'sub_licence'],
    ['MAINTENANCE_LIMIT', { maintenance: [] }, {}, 'sub_licence'],
  ])('refused as %s, with nothing written', (type, state, overrides, id) => {
    const customer = pia(state);
    const before = customer.books;
    expect(redeem(customer, overrides, id)).toMatchObject({ ok: false, type });
    expect(customer.books).toBe(before);
  });

  test('[INV-12] refused while a purchase for the licence is undecided: its dates are fixed', () => {
    const customer = pia();
    customer.extend();
    expect(redeem(customer)).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    customer.answer(declinedOutcome());
    expect(redeem(customer)).toMatchObject({ ok: true });
  });
});
