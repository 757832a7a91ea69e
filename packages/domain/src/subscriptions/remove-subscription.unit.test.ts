import { describe, expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import { Customer, declinedOutcome } from '../testing/customer.ts';
import { buyerOf, lateBy } from '../testing/holders.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { utc } from '../testing/moments.ts';

const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);

const promotion = () =>
  new Customer(utc('2026-01-20'), { subscriptions: [aSubscription({ source: 'promotion', unitAmountCents: 0 })] });

describe('[D3] DELETE subscription', () => {
  test.each([
    ['free', () => buyerOf('pln_drive_free_free')],
    ['trial', () => buyerOf('pln_drive_starter_yearly', true)],
    ['promotion', promotion],
    ['past due', lateBy(1)],
    ['suspended', lateBy(20)],
  ])('%s: now (S22)', (_title, make) => {
    const ada = make();
    expect(ada.remove().ok).toBe(true);
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'removed', endedAt: ada.now });
    expect(ada.books.allInvoices.filter((invoice) => invoice.status === 'open')).toEqual([]);
    expect(ada.writes?.account.nextActionAt).toBeNull();
    expect(ada.books.mails.at(-1)?.template).toBe('subscription_ended');
    expect(brokenOf(ada)).toEqual([]);
  });

  test('paid: ends with its period (S12)', () => {
    const ada = buyerOf('pln_drive_starter_monthly');
    ada.remove();
    expect(ada.subscription).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
    const events = ada.books.events.length;
    ada.remove();
    expect(ada.books.events).toHaveLength(events);
    ada.advanceTo(utc('2026-02-11'));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'canceled_by_customer' });
    expect(brokenOf(ada)).toEqual([]);
  });

  test('paid, with a scheduled change: the change is discarded', () => {
    const ada = buyerOf('pln_drive_starter_monthly');
    ada.buy('pln_drive_free_free');
    ada.remove();
    expect(ada.books.changes).toMatchObject([{ status: 'discarded' }]);
  });

  test('prepaid time cannot be removed', () => {
    const prepaid = aSubscription({ source: 'prepaid', term: 'fixed' });
    const ada = new Customer(utc('2026-01-20'), { subscriptions: [prepaid] });
    expect(ada.remove()).toMatchObject({ ok: false, type: 'PREPAID_NOT_MODIFIABLE' });
  });

  test('[INV-12] refused while a payment for it is undecided', () => {
    const ada = lateBy(1)();
    ada.payNow();
    expect(ada.remove()).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
  });
});

describe('the end of a promotion (S18)', () => {
  const granted = (overrides = {}) =>
    aSubscription({
      planId: 'pln_drive_starterpromotional',
      priceId: 'prc_pln_drive_starterpromotional_yearly',
      unitAmountCents: 0,
      source: 'promotion',
      term: 'fixed',
      currentPeriodEnd: utc('2026-07-10'),
      transitionAtEnd: true,
      transitionPriceId: 'prc_pln_drive_starter_yearly',
      everPaid: false,
      ...overrides,
    });
  const ends = (overrides = {}, state = {}) => {
    const ada = new Customer(utc('2026-01-20'), { subscriptions: [granted(overrides)], ...state }, aCatalogue());
    return ada;
  };

  test('continues as the plan it was given with: new anchor, new period, full price', () => {
    const ada = ends();
    ada.advanceTo(utc('2026-07-11'));
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'card',
      term: 'recurring',
      planId: 'pln_drive_starter',
      unitAmountCents: 29_988,
      billingAnchor: utc('2026-07-10'),
      currentPeriodEnd: utc('2027-07-10'),
      everPaid: true,
    });
    expect(ada.lastInvoice).toMatchObject({ reason: 'promotion_end', status: 'paid', totalCents: 32_462 });
    expect(brokenOf(ada)).toEqual([]);
  });

  test('a declined card: past due, and not entitled because it was never paid', () => {
    const ada = ends();
    ada.advanceTo(utc('2026-07-11'), () => declinedOutcome());
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(brokenOf(ada)).toEqual([]);
  });

  test.each([
    ['renewal off', { transitionAtEnd: false }, {}],
    ['no card', {}, { card: null }],
    ['no price to continue at', { transitionPriceId: null }, {}],
  ])('%s: ended', (_title, overrides, state) => {
    const ada = ends(overrides, state);
    ada.advanceTo(utc('2026-07-11'));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'promotion_ended' });
    expect(ada.books.allInvoices).toEqual([]);
  });
});
