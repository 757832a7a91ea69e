import { describe, expect, test } from 'vitest';
import { dueActions } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { aChange, aContext, aSubscription, aTrial } from '../testing/builders.ts';
import { declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { basic, customerAt, holderOf, monthly, outsideCardCountries, periodOf } from '../testing/holders.ts';
import { days, text, utc } from '../testing/moments.ts';

describe('[SU-09] renewals are charged on time', () => {
  test('S9: a period is billed when the one before it is over, off-session', () => {
    const ada = holderOf('2026-02-27 23:59', monthly());
    expect(ada.run()).toMatchObject({ action: null, attemptId: null });
    ada.now = utc('2026-02-28');
    expect(ada.run().action).toEqual({ kind: 'period_end', at: utc('2026-02-28'), id: 'sub_1' });
    expect(ada.subscription).toMatchObject({ status: 'active', cycleIndex: 1 });
    expect(periodOf(ada.subscription)).toEqual(['2026-02-28', '2026-03-31']);
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', status: 'open', totalCents: 3220, dunningSlot: 1 });
    expect(
      periodOf({
        ...ada.subscription,
        currentPeriodStart: ada.lastInvoice.periodStart ?? 0,
        currentPeriodEnd: ada.lastInvoice.periodEnd,
      }),
    ).toEqual(['2026-02-28', '2026-03-31']);
    expect(ada.undecided).toMatchObject([{ amountCents: 3220, onSession: false, attemptNo: 1 }]);
    // The card expires one day; nothing is due before.
    expect(ada.books.account.nextActionAt).toBe(utc('2040-04-01'));
    expect(ada.run().action).toBeNull();
    ada.answer(succeededOutcome);
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', nextAttemptAt: null });
    expect(text(ada.books.account.nextActionAt)).toBe('2026-03-31');
  });

  test('I8: over a year the 31st comes back after each short month', () => {
    const ada = holderOf('2026-01-31', monthly());
    ada.advanceTo(utc('2027-01-31'));
    expect(ada.books.allInvoices.map((invoice) => text(invoice.periodStart))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
    ]);
  });

  test('a customer with an older price keeps it', () => {
    const ada = holderOf('2026-02-28', monthly({ unitAmountCents: 2500, quantity: 2 }));
    ada.run();
    expect(ada.lastInvoice.subtotalCents).toBe(5000);
  });

  test('D8: after an outage only the current period is billed, and the skipped ones are logged', () => {
    const ada = holderOf('2026-08-15', monthly());
    ada.run();
    expect(ada.books.allInvoices).toHaveLength(1);
    expect(periodOf(ada.subscription)).toEqual(['2026-07-31', '2026-08-31']);
    expect(ada.books.events).toContainEqual(expect.objectContaining({ type: 'periods_skipped', data: { count: 5 } }));
    ada.answer(succeededOutcome);
    expect(ada.run().action).toBeNull();
  });

  test('I27: one jump and many steps give the same rows', () => {
    const walk = (stops: string[]) => {
      const ada = holderOf(
        '2026-01-31',
        monthly(),
        aTrial({
          product: 'scope',
          planId: 'pln_scope_ultimate',
          priceId: 'prc_pln_scope_ultimate_monthly',
          trialEnd: utc('2026-02-15'),
          transitionAtEnd: true,
        }),
      );
      for (const stop of stops)
        ada.advanceTo(utc(stop), (attempt) => (attempt.attemptNo % 2 === 1 ? declinedOutcome() : succeededOutcome));
      return ada.books;
    };
    expect(walk(['2026-02-01', '2026-02-20', '2026-03-02', '2026-03-03', '2026-05-01'])).toEqual(walk(['2026-05-01']));
  });

  test('S10: Basic renews every six months without an invoice, in every country', () => {
    const ada = customerAt('2026-07-10', { ...outsideCardCountries, card: null, subscriptions: [basic()] });
    ada.run();
    expect(periodOf(ada.subscription)).toEqual(['2026-07-10', '2027-01-10']);
    expect(ada.subscription).toMatchObject({ status: 'active', cycleIndex: 1 });
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('account credit pays a renewal without the gateway', () => {
    const ada = customerAt('2026-02-28', { subscriptions: [monthly()], card: null });
    ada.change({ account: { ...ada.books.account, balanceCents: -4156 } });
    ada.advanceTo(ada.now);
    expect(ada.books.attempts).toEqual([]);
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', amountDueCents: 0 });
    expect(ada.subscription.status).toBe('active');
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['receipt']);
  });
});

/** Prepaid for a year. */
const prepaid = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({ source: 'prepaid', term: 'fixed', ...overrides });
/** Free for half a year. */
const promotion = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    source: 'promotion',
    term: 'fixed',
    unitAmountCents: 0,
    currentPeriodEnd: utc('2026-07-10'),
    ...overrides,
  });

describe('[BY-06] the notice 7 days before a large charge, or before an end without action of the customer', () => {
  test.each<[string, Partial<BillingState>, string | null]>([
    ['a yearly renewal', { subscriptions: [aSubscription()] }, '2027-01-03'],
    ['a trial that continues', { subscriptions: [aTrial({ transitionAtEnd: true })] }, '2026-01-17'],
    ['a monthly renewal', { subscriptions: [monthly()] }, null],
    ['a trial that ends', { subscriptions: [aTrial()] }, '2026-01-17'],
    [
      'a trial with renewal on, without a card',
      { subscriptions: [aTrial({ transitionAtEnd: true })], card: null },
      '2026-01-17',
    ],
    ['a trial of a week', { subscriptions: [aTrial({ trialEnd: utc('2026-01-17') })] }, null],
    ['a promotion that ends', { subscriptions: [promotion()] }, '2026-07-03'],
    ['prepaid time', { subscriptions: [prepaid()], card: null }, '2027-01-03'],
    [
      'a perpetual licence',
      { subscriptions: [prepaid({ term: 'perpetual', currentPeriodEnd: utc('2126-01-10') })] },
      null,
    ],
    ['open-ended', { subscriptions: [promotion({ term: 'open_ended', currentPeriodEnd: null })] }, null],
    ['cancelling', { subscriptions: [aSubscription({ cancelAtPeriodEnd: true })] }, null],
    ['Basic', { subscriptions: [basic({ currentPeriodEnd: utc('2027-07-10') })] }, null],
    ['no card', { subscriptions: [aSubscription()], card: null }, '2027-01-03'],
    ['outside the card countries', { subscriptions: [aSubscription()], ...outsideCardCountries }, '2027-01-03'],
    ['sent already', { subscriptions: [aSubscription({ noticedPeriodEnd: utc('2027-01-10') })] }, null],
  ])('%s', (_name, state, expected) => {
    const { books } = customerAt('2026-01-11', state);
    const notice = dueActions(books, aContext()).find((action) => action.kind === 'notice');
    expect(text(notice?.at ?? null)).toBe(expected);
  });

  test('is not mailed for a yearly plan that changes to Basic', () => {
    const ada = customerAt('2026-01-11', { subscriptions: [aSubscription()], changes: [aChange()] });
    ada.advanceTo(utc('2027-01-10'));
    expect(ada.subscription.planId).toBe('pln_drive_free');
    expect(ada.books.mails).toEqual([]);
  });

  test.each([
    ['a trial', aTrial(), 'trial_ended'],
    ['a promotion', promotion(), 'promotion_ended'],
    ['prepaid time', prepaid(), 'term_ended'],
  ])('[SU-04] %s that ends is announced once, and ends', (_name, subscription, reason) => {
    const ada = holderOf('2026-01-11', subscription);
    ada.advanceTo(utc('2027-01-11'));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: reason });
    const end = subscription.currentPeriodEnd ?? 0;
    expect(ada.books.mails.map(({ template, at: mailedAt }) => [template, text(mailedAt)])).toEqual([
      ['ending_notice', text(end - days(7))],
      ['subscription_ended', text(end)],
    ]);
    const { planId, source, status } = subscription;
    expect(ada.books.mails[0]?.facts).toEqual({ nextAt: end, held: { planId, source, status } });
  });

  test('after an outage past the end nothing is announced', () => {
    const ada = holderOf('2026-02-01', aTrial());
    while (ada.run().action) {
      // One step per run.
    }
    expect(ada.books.mails.map(({ template }) => template)).toEqual(['subscription_ended']);
  });

  test('[SU-05] a trial announced to end, then switched on or off again, is announced again', () => {
    const ada = holderOf('2026-01-11', aTrial());
    for (const [when, on] of [
      ['2026-01-18', true],
      ['2026-01-19', false],
    ] as const) {
      ada.advanceTo(utc(when));
      ada.toggle(on);
    }
    ada.advanceTo(utc('2026-01-20'));
    expect(ada.books.mails.map(({ template }) => template)).toEqual([
      'ending_notice',
      'renewal_notice',
      'ending_notice',
    ]);
  });

  test('is mailed once per period', () => {
    const ada = holderOf('2026-01-11', aSubscription());
    ada.advanceTo(utc('2028-01-09'));
    const notices = ada.books.mails.filter((mail) => mail.template === 'renewal_notice');
    expect(notices.map((mail) => text(mail.at))).toEqual(['2027-01-03', '2028-01-03']);
  });
});

test('I7: a billed period is not billed again, however often due work runs', () => {
  const ada = holderOf('2026-02-28', monthly());
  ada.run();
  ada.answer(succeededOutcome);
  for (let again = 0; again < 5; again += 1) expect(ada.run().attemptId).toBeNull();
  expect(ada.books.allInvoices).toHaveLength(1);
});
