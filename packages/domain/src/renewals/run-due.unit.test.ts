import { describe, expect, test } from 'vitest';
import { type DueKind, dueActions, nextActionAt } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { aChange, aContext, anAttempt, anInvoice, aSubscription, aTrial } from '../testing/builders.ts';
import { aCatalogue, aPrice } from '../testing/catalogue.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { basic, customerAt, holderOf, monthly, outsideCardCountries, periodOf } from '../testing/holders.ts';
import { days, text, utc } from '../testing/moments.ts';

/** The end of its period was announced already. */
const withNotice = (subscription: Subscription): Subscription => ({
  ...subscription,
  noticedPeriodEnd: subscription.currentPeriodEnd,
});

describe('S11: a scheduled change happens at the boundary', () => {
  test('to Basic: nothing is charged', () => {
    const ada = customerAt('2026-02-28', {
      subscriptions: [withNotice(monthly())],
      changes: [aChange({ applyAt: utc('2026-02-28') })],
    });
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'free',
      planId: 'pln_drive_free',
      unitAmountCents: 0,
      cycleIndex: 0,
    });
    expect(periodOf(ada.subscription)).toEqual(['2026-02-28', '2026-08-28']);
    expect(ada.books.changes[0]?.status).toBe('applied');
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('to a paid plan: billed from the boundary, which is the new anchor', () => {
    const ada = customerAt('2026-02-28', {
      subscriptions: [withNotice(monthly())],
      changes: [aChange({ toPriceId: 'prc_pln_drive_tier1_yearly', toQuantity: 2 })],
    });
    ada.run();
    expect(ada.subscription).toMatchObject({
      planId: 'pln_drive_tier1',
      quantity: 2,
      cycleIndex: 0,
      billingAnchor: utc('2026-02-28'),
    });
    expect(periodOf(ada.subscription)).toEqual(['2026-02-28', '2027-02-28']);
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 79632, periodStart: utc('2026-02-28') });
  });

  test('D14: Basic that becomes an unpaid plan is not entitled', () => {
    const ada = customerAt('2026-07-10', {
      subscriptions: [withNotice(basic())],
      changes: [aChange({ toPriceId: 'prc_pln_drive_starter_monthly' })],
    });
    ada.run();
    ada.answer(declinedOutcome());
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(isEntitled(ada.subscription)).toBe(false);
  });

  test('D9: a trial above it continues', () => {
    const ends = utc('2026-03-05');
    const trial = aTrial({ trialEnd: ends, noticedPeriodEnd: ends, resumesSubscriptionId: 'sub_1' });
    const ada = customerAt('2026-02-28', { subscriptions: [withNotice(monthly()), trial], changes: [aChange()] });
    ada.run();
    expect(ada.byId('sub_1').planId).toBe('pln_drive_free');
    expect(ada.byId('sub_trial').status).toBe('trialing');
  });

  test('a change that is not due yet does nothing', () => {
    const ada = customerAt('2026-02-27', { subscriptions: [withNotice(monthly())], changes: [aChange()] });
    expect(ada.run().action).toBeNull();
  });
});

describe('S12: canceled subscriptions end', () => {
  test('a canceled subscription ends with its period and is never billed again', () => {
    const ada = holderOf('2026-02-28', monthly({ cancelAtPeriodEnd: true }));
    ada.run();
    expect(ada.subscription).toMatchObject({
      status: 'canceled',
      endedAt: utc('2026-02-28'),
      endReason: 'canceled_by_customer',
    });
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['subscription_ended']);
    ada.advanceTo(utc('2030-01-01'));
    expect(ada.books.allInvoices).toEqual([]);
    expect(ada.books.account.nextActionAt).toBeNull();
  });

  test.each([
    ['an address where cards are not accepted', outsideCardCountries],
    ['no address', { billTo: null }],
  ])('I13: %s', (_name, state) => {
    const ada = customerAt('2026-02-28', { ...state, subscriptions: [monthly()] });
    ada.advanceTo(ada.now);
    expect(ada.subscription).toMatchObject({ status: 'canceled', cycleIndex: 0 });
    expect(ada.books.allInvoices).toEqual([]);
    expect(ada.undecided).toEqual([]);
  });

  test('S21: prepaid ends with its term', () => {
    const ada = holderOf(
      '2026-02-28',
      monthly({ source: 'prepaid', term: 'fixed', noticedPeriodEnd: utc('2026-02-28') }),
    );
    ada.run();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'term_ended' });
  });

  test.each<[string, Partial<Subscription>]>([
    ['perpetual', { source: 'prepaid', term: 'perpetual' }],
    ['open-ended', { source: 'promotion', term: 'open_ended', currentPeriodEnd: null }],
    ['canceled', { status: 'canceled' }],
    ['never started', { status: 'incomplete_expired' }],
  ])('nothing is due for a subscription that is %s', (_name, overrides) => {
    const ada = holderOf('2026-12-31', monthly(overrides));
    expect(ada.run()).toMatchObject({ action: null, attemptId: null });
  });
});

describe('the boundary of a subscription waits for its undecided change', () => {
  const waiting = () => {
    const ada = new Customer(utc('2026-01-31'));
    ada.buy('pln_drive_starter_monthly');
    ada.now = utc('2026-02-27 20:00');
    ada.place('pln_drive_ultimate_monthly');
    ada.now = utc('2026-02-28 10:00');
    expect(ada.run().action).toBeNull();
    return ada;
  };

  test('paid: renewed at the new price', () => {
    const ada = waiting();
    ada.answer(succeededOutcome);
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 8925, periodStart: utc('2026-02-28') });
  });

  test('not paid: renewed at the old price', () => {
    const ada = waiting();
    ada.answer(declinedOutcome());
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 2975, periodStart: utc('2026-02-28') });
  });
});

describe('due actions and their order', () => {
  const kinds = (state: BillingState) => dueActions(state, aContext()).map((action) => [action.kind, text(action.at)]);

  test('at one instant: trial end, period end, retry; otherwise the earlier first', () => {
    const when = utc('2026-03-01');
    const { books } = customerAt('2026-02-01', {
      subscriptions: [
        monthly({ id: 'sub_a', currentPeriodEnd: when }),
        aTrial({ id: 'sub_b', trialEnd: when, noticedPeriodEnd: when }),
        monthly({ id: 'sub_c', product: 'scope', status: 'past_due' }),
        monthly({ id: 'sub_d', product: 'scope', status: 'suspended', suspendedAt: when - days(31) }),
      ],
      invoices: [anInvoice({ subscriptionId: 'sub_c', nextAttemptAt: when })],
    });
    expect(kinds(books)).toEqual<[DueKind, string][]>([
      ['suspension_end', '2026-02-28'],
      ['trial_end', '2026-03-01'],
      ['period_end', '2026-03-01'],
      ['retry', '2026-03-01'],
      ['card_notice', '2040-04-01'],
    ]);
    expect(nextActionAt(books, aContext())).toBe(utc('2026-02-28'));
  });

  test('nothing is due', () => {
    expect(nextActionAt(customerAt('2026-02-01', {}).books, aContext())).toBeNull();
  });

  test('each run does one action; after a crash the next run continues (INV-11)', () => {
    const ada = holderOf('2026-07-10', basic(), monthly({ id: 'sub_2', product: 'scope' }));
    expect([ada.run().action?.id, ada.run().action?.id]).toEqual(['sub_2', 'sub_1']);
  });

  test('a retry whose attempt is undecided is not due', () => {
    const { books } = customerAt('2026-02-01', {
      subscriptions: [aSubscription({ status: 'past_due' })],
      invoices: [anInvoice({ nextAttemptAt: utc('2026-01-13') })],
      attempts: [anAttempt({ status: 'processing' })],
    });
    expect(kinds(books)).toEqual([]);
  });
});

test('a clock set back invoices nothing twice', () => {
  const ada = holderOf('2026-02-28', monthly());
  ada.run();
  ada.answer(succeededOutcome);
  ada.now = utc('2026-02-01');
  expect(ada.run().action).toBeNull();
});

test('a price missing in the catalogue stops this account by a thrown error only', () => {
  const ada = new Customer(
    utc('2026-02-28'),
    { subscriptions: [monthly({ priceId: 'prc_old' })] },
    aCatalogue({ prices: [aPrice('pln_drive_starter', 'monthly', 1, { id: 'prc_other', active: false })] }),
  );
  expect(() => ada.run()).toThrow();
});
