import { describe, expect, test } from 'vitest';
import { isEntitled } from '../subscription/status.ts';
import {
  aCatalogue,
  aChange,
  anAddress,
  anAttempt,
  anInvoice,
  aPrice,
  aSubscription,
  aTrial,
  at,
  days,
  text,
} from '../testing/builders.ts';
import { Customer, declined, succeeded } from '../testing/customer.ts';
import { type DueKind, dueActions, nextActionAt } from './due.ts';
import type { BillingState, Subscription } from './entities.ts';
import { defaultBillingSettings } from './settings.ts';

/** Drive Starter monthly, bought on 2026-01-31, renewed on 02-28. */
const monthly = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    priceId: 'prc_pln_drive_starter_monthly',
    unitAmountCents: 2975,
    billingAnchor: at('2026-01-31'),
    currentPeriodStart: at('2026-01-31'),
    currentPeriodEnd: at('2026-02-28'),
    ...overrides,
  });

const basic = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({
    planId: 'pln_drive_free',
    priceId: 'prc_pln_drive_free_free',
    unitAmountCents: 0,
    source: 'free',
    everPaid: false,
    currentPeriodEnd: at('2026-07-10'),
    ...overrides,
  });

/** A trial that goes on as a paid plan; its notice was sent. */
const goingOn = (overrides: Partial<Subscription> = {}): Subscription =>
  aTrial({ transitionAtEnd: true, noticedPeriodEnd: at('2026-01-24'), ...overrides });

const customerAt = (now: string, state: Partial<BillingState>) => new Customer(at(now), state);
const holderOf = (now: string, ...subscriptions: Subscription[]) => customerAt(now, { subscriptions });
const period = (subscription: Subscription) => [
  text(subscription.currentPeriodStart),
  text(subscription.currentPeriodEnd),
];
const abroad: Partial<BillingState> = { billTo: anAddress({ country: 'GB' }) };

describe('[SU-09] renewals are charged on time', () => {
  test('S9: a period is billed when the one before it is over, off-session', () => {
    const ada = holderOf('2026-02-27 23:59', monthly());
    expect(ada.run()).toMatchObject({ action: null, attemptId: null });
    ada.now = at('2026-02-28');
    expect(ada.run().action).toEqual({ kind: 'period_end', at: at('2026-02-28'), id: 'sub_1' });
    expect(ada.subscription).toMatchObject({ status: 'active', cycleIndex: 1 });
    expect(period(ada.subscription)).toEqual(['2026-02-28', '2026-03-31']);
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', status: 'open', totalCents: 3220, dunningSlot: 1 });
    expect(
      period({
        ...ada.subscription,
        currentPeriodStart: ada.lastInvoice.periodStart ?? 0,
        currentPeriodEnd: ada.lastInvoice.periodEnd,
      }),
    ).toEqual(['2026-02-28', '2026-03-31']);
    expect(ada.undecided).toMatchObject([{ amountCents: 3220, onSession: false, attemptNo: 1 }]);
    expect(ada.books.account.nextActionAt).toBeNull();
    expect(ada.run().action).toBeNull();
    ada.answer(succeeded);
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', nextAttemptAt: null });
    expect(text(ada.books.account.nextActionAt)).toBe('2026-03-31');
  });

  test('I8: over a year the 31st comes back after each short month', () => {
    const ada = holderOf('2026-01-31', monthly());
    ada.advanceTo(at('2027-01-31'));
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

  test('who bought at an older price keeps it', () => {
    const ada = holderOf('2026-02-28', monthly({ unitAmountCents: 2500, quantity: 2 }));
    ada.run();
    expect(ada.lastInvoice.subtotalCents).toBe(5000);
  });

  test('D8: after an outage only the period of today is billed, and what was slept through is logged', () => {
    const ada = holderOf('2026-08-15', monthly());
    ada.run();
    expect(ada.books.allInvoices).toHaveLength(1);
    expect(period(ada.subscription)).toEqual(['2026-07-31', '2026-08-31']);
    expect(ada.books.events).toContainEqual(expect.objectContaining({ type: 'periods_skipped', data: { count: 5 } }));
    ada.answer(succeeded);
    expect(ada.run().action).toBeNull();
  });

  test('I27: one jump or many steps give the same rows', () => {
    const walk = (stops: string[]) => {
      const ada = holderOf(
        '2026-01-31',
        monthly(),
        aTrial({
          product: 'scope',
          planId: 'pln_scope_ultimate',
          priceId: 'prc_pln_scope_ultimate_monthly',
          trialEnd: at('2026-02-15'),
          transitionAtEnd: true,
        }),
      );
      for (const stop of stops)
        ada.advanceTo(at(stop), (attempt) => (attempt.attemptNo % 2 === 1 ? declined() : succeeded));
      return ada.books;
    };
    expect(walk(['2026-02-01', '2026-02-20', '2026-03-02', '2026-03-03', '2026-05-01'])).toEqual(walk(['2026-05-01']));
  });

  test('S10: Basic goes on every six months without an invoice, wherever one lives', () => {
    const ada = customerAt('2026-07-10', { ...abroad, card: null, subscriptions: [basic()] });
    ada.run();
    expect(period(ada.subscription)).toEqual(['2026-07-10', '2027-01-10']);
    expect(ada.subscription).toMatchObject({ status: 'active', cycleIndex: 1 });
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('stored credit pays a renewal without the gateway', () => {
    const ada = customerAt('2026-02-28', { subscriptions: [monthly()], card: null });
    ada.change({ account: { ...ada.books.account, balanceCents: -4156 } });
    expect(ada.run().attemptId).toBeNull();
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', amountDueCents: 0 });
    expect(ada.subscription.status).toBe('active');
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['receipt']);
  });
});

describe('S11: what was scheduled happens at the boundary', () => {
  test('to Basic: no money', () => {
    const ada = customerAt('2026-02-28', {
      subscriptions: [monthly()],
      changes: [aChange({ applyAt: at('2026-02-28') })],
    });
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'free',
      planId: 'pln_drive_free',
      unitAmountCents: 0,
      cycleIndex: 0,
    });
    expect(period(ada.subscription)).toEqual(['2026-02-28', '2026-08-28']);
    expect(ada.books.changes[0]?.status).toBe('applied');
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('to a paid plan: billed from the boundary, which is the new anchor', () => {
    const ada = customerAt('2026-02-28', {
      subscriptions: [monthly()],
      changes: [aChange({ toPriceId: 'prc_pln_drive_tier1_yearly', toQuantity: 2 })],
    });
    ada.run();
    expect(ada.subscription).toMatchObject({
      planId: 'pln_drive_tier1',
      quantity: 2,
      cycleIndex: 0,
      billingAnchor: at('2026-02-28'),
    });
    expect(period(ada.subscription)).toEqual(['2026-02-28', '2027-02-28']);
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 79632, periodStart: at('2026-02-28') });
  });

  test('D14: Basic that becomes a paid plan and is not paid gives no service', () => {
    const ada = customerAt('2026-07-10', {
      subscriptions: [basic()],
      changes: [aChange({ toPriceId: 'prc_pln_drive_starter_monthly' })],
    });
    ada.run();
    ada.answer(declined());
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(isEntitled(ada.subscription)).toBe(false);
  });

  test('D9: a trial that lies over it goes on', () => {
    const trial = aTrial({ trialEnd: at('2026-03-05'), resumesSubscriptionId: 'sub_1' });
    const ada = customerAt('2026-02-28', { subscriptions: [monthly(), trial], changes: [aChange()] });
    ada.run();
    expect(ada.byId('sub_1').planId).toBe('pln_drive_free');
    expect(ada.byId('sub_trial').status).toBe('trialing');
  });

  test('a change that is not due yet does nothing', () => {
    const ada = customerAt('2026-02-27', { subscriptions: [monthly()], changes: [aChange()] });
    expect(ada.run().action).toBeNull();
  });
});

describe('S12: cancelled ones stop', () => {
  test('at the period end, and are never billed again', () => {
    const ada = holderOf('2026-02-28', monthly({ cancelAtPeriodEnd: true }));
    ada.run();
    expect(ada.subscription).toMatchObject({
      status: 'canceled',
      endedAt: at('2026-02-28'),
      endReason: 'canceled_by_customer',
    });
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['subscription_ended']);
    ada.advanceTo(at('2030-01-01'));
    expect(ada.books.allInvoices).toEqual([]);
    expect(ada.books.account.nextActionAt).toBeNull();
  });

  test.each([
    ['an address where cards are not taken', abroad],
    ['no address', { billTo: null }],
  ])('I13: %s', (_name, state) => {
    const ada = customerAt('2026-02-28', { ...state, subscriptions: [monthly()] });
    ada.run();
    expect(ada.subscription).toMatchObject({ status: 'canceled', cycleIndex: 0 });
    expect(ada.books.allInvoices).toEqual([]);
    expect(ada.undecided).toEqual([]);
  });

  test('S21: prepaid ends with its term', () => {
    const ada = holderOf('2026-02-28', monthly({ source: 'prepaid', term: 'fixed' }));
    ada.run();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'term_ended' });
  });

  test.each<[string, Partial<Subscription>]>([
    ['perpetual', { source: 'prepaid', term: 'perpetual' }],
    ['open-ended', { source: 'promotion', term: 'open_ended', currentPeriodEnd: null }],
    ['canceled', { status: 'canceled' }],
    ['never started', { status: 'incomplete_expired' }],
  ])('nothing is due on what is %s', (_name, overrides) => {
    const ada = holderOf('2026-12-31', monthly(overrides));
    expect(ada.run()).toMatchObject({ action: null, attemptId: null });
  });
});

describe('[SU-09] trials end', () => {
  const day = at('2026-01-24');

  test('S5, [SU-04]: not switched on: over, without a charge', () => {
    const ada = holderOf('2026-01-24', aTrial());
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'trial_ended', endedAt: day });
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('[SU-04] afterwards the earlier subscription resumes: it kept its own periods', () => {
    const ada = new Customer(at('2026-01-01'));
    const { subscription } = ada.buy('pln_drive_starter_monthly');
    ada.now = at('2026-01-25');
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    ada.advanceTo(at('2026-02-10'));
    expect(ada.byId(trial.id)).toMatchObject({
      status: 'canceled',
      endReason: 'trial_ended',
      endedAt: at('2026-02-08'),
    });
    expect(ada.byId(subscription.id)).toMatchObject({ status: 'active', planId: 'pln_drive_starter', cycleIndex: 1 });
    expect(ada.books.allInvoices.map((invoice) => invoice.reason)).toEqual(['create', 'renewal']);
  });

  test.each([
    ['no card', { card: null }],
    ['abroad', abroad],
  ])('S5: switched on but nobody to charge (%s)', (_name, state) => {
    const ada = customerAt('2026-01-24', { ...state, subscriptions: [goingOn()] });
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'trial_ended' });
  });

  test('S6: switched on: a period starts where the trial ended, and is billed', () => {
    const ada = holderOf('2026-01-24', goingOn());
    ada.run();
    expect(ada.lastInvoice).toMatchObject({
      reason: 'trial_end',
      status: 'open',
      subtotalCents: 89964,
      periodStart: day,
    });
    ada.answer(succeeded);
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'card',
      everPaid: true,
      billingAnchor: day,
      cycleIndex: 0,
    });
    expect(period(ada.subscription)).toEqual(['2026-01-24', '2027-01-24']);
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('S6, D8: after an outage the first period billed is that of today, and what was slept through is logged', () => {
    const price = { priceId: 'prc_pln_drive_ultimate_monthly', unitAmountCents: 8925 };
    const ada = holderOf('2026-04-30', goingOn(price));
    ada.run();
    expect(period(ada.subscription)).toEqual(['2026-04-24', '2026-05-24']);
    expect(ada.books.allInvoices).toHaveLength(1);
    expect(ada.books.events).toContainEqual(expect.objectContaining({ type: 'periods_skipped', data: { count: 3 } }));
  });

  test('S6, D14: a declined card gives past due without service', () => {
    const ada = holderOf('2026-01-24', goingOn());
    ada.run();
    ada.answer(declined());
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(isEntitled(ada.subscription)).toBe(false);
  });

  test('S7: with a plan below, that one is changed to the trial’s plan, prorated', () => {
    const ada = holderOf('2026-01-24', aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' }));
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'change', subscriptionId: 'sub_1' });
    expect(ada.undecided).toMatchObject([{ onSession: false }]);
    ada.answer(succeeded);
    expect(ada.byId('sub_1')).toMatchObject({ status: 'active', planId: 'pln_drive_ultimate' });
    expect(period(ada.byId('sub_1'))).toEqual(['2026-01-10', '2027-01-10']);
    expect(ada.byId('sub_trial')).toMatchObject({ status: 'canceled', endReason: 'converted' });
  });

  test('S7: a declined card leaves the plan below as it was, and the customer is told', () => {
    const ada = holderOf('2026-01-24', aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' }));
    ada.run();
    ada.answer(declined());
    expect(ada.byId('sub_1')).toEqual(aSubscription());
    expect(ada.byId('sub_trial').status).toBe('canceled');
    expect(ada.lastInvoice.status).toBe('void');
    expect(ada.books.mails.map((mail) => mail.template)).toContain('payment_failed');
  });

  test.each(['past_due', 'suspended'] as const)(
    'S5: the plan below is %s and is not changed on top of that',
    (status) => {
      const ada = holderOf('2026-01-24', aSubscription({ status }), goingOn({ resumesSubscriptionId: 'sub_1' }));
      expect(ada.run().attemptId).toBeNull();
      expect(ada.byId('sub_trial')).toMatchObject({ status: 'canceled', endReason: 'trial_ended' });
      expect(ada.byId('sub_1').status).toBe(status);
    },
  );

  test('S6: the plan below has ended meanwhile', () => {
    const ada = holderOf(
      '2026-01-24',
      aSubscription({ status: 'canceled' }),
      goingOn({ resumesSubscriptionId: 'sub_1' }),
    );
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'trial_end', subscriptionId: 'sub_trial' });
  });

  test('the end waits while a change of the plan below is undecided: one open invoice a subscription', () => {
    const ada = customerAt('2026-01-24', {
      subscriptions: [aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' })],
      invoices: [anInvoice({ reason: 'change' })],
      attempts: [anAttempt({ status: 'requires_action' })],
    });
    expect(ada.run().action).toBeNull();
    expect(ada.byId('sub_trial').status).toBe('trialing');
  });

  test('I16: the end waits while a purchase of the product is undecided, so that there are never two', () => {
    const ada = new Customer(at('2026-01-10'));
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    ada.toggle(true, trial);
    ada.now = at('2026-01-23 23:00');
    ada.run(); // the notice
    ada.place('pln_drive_starter_yearly');
    ada.now = at('2026-01-24');
    ada.run();
    ada.answer(succeeded);
    expect(ada.books.subscriptions.filter((row) => row.status === 'active')).toHaveLength(1);
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted' });
  });
});

describe('a subscription whose change is undecided waits with its boundary (billing.md §2.7)', () => {
  const waiting = () => {
    const ada = new Customer(at('2026-01-31'));
    ada.buy('pln_drive_starter_monthly');
    ada.now = at('2026-02-27 20:00');
    ada.place('pln_drive_ultimate_monthly');
    ada.now = at('2026-02-28 10:00');
    expect(ada.run().action).toBeNull();
    return ada;
  };

  test('paid: renewed at the new price', () => {
    const ada = waiting();
    ada.answer(succeeded);
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 8925, periodStart: at('2026-02-28') });
  });

  test('not paid: renewed at the old one', () => {
    const ada = waiting();
    ada.answer(declined());
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'renewal', subtotalCents: 2975, periodStart: at('2026-02-28') });
  });
});

describe('what is due, in which order', () => {
  const kinds = (state: BillingState) =>
    dueActions(state, defaultBillingSettings).map((action) => [action.kind, text(action.at)]);

  test('at one instant: trial end, period end, retry; otherwise the earlier first', () => {
    const when = at('2026-03-01');
    const { books } = customerAt('2026-02-01', {
      subscriptions: [
        monthly({ id: 'sub_a', currentPeriodEnd: when }),
        aTrial({ id: 'sub_b', trialEnd: when }),
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
    ]);
    expect(nextActionAt(books, defaultBillingSettings)).toBe(at('2026-02-28'));
  });

  test('nothing at all', () => {
    expect(nextActionAt(customerAt('2026-02-01', {}).books, defaultBillingSettings)).toBeNull();
  });

  test('each run does one thing; a killed worker goes on with the next (INV-11)', () => {
    const ada = holderOf('2026-07-10', basic(), monthly({ id: 'sub_2', product: 'scope' }));
    expect([ada.run().action?.id, ada.run().action?.id]).toEqual(['sub_2', 'sub_1']);
  });

  test('a retry whose attempt is undecided is not due', () => {
    const { books } = customerAt('2026-02-01', {
      subscriptions: [aSubscription({ status: 'past_due' })],
      invoices: [anInvoice({ nextAttemptAt: at('2026-01-13') })],
      attempts: [anAttempt({ status: 'processing' })],
    });
    expect(kinds(books)).toEqual([]);
  });
});

describe('the notice 7 days before a large charge', () => {
  test.each<[string, Partial<BillingState>, string | null]>([
    ['a yearly renewal', { subscriptions: [aSubscription()] }, '2027-01-03'],
    ['a trial that goes on', { subscriptions: [aTrial({ transitionAtEnd: true })] }, '2026-01-17'],
    ['a monthly renewal', { subscriptions: [monthly()] }, null],
    ['a trial that ends', { subscriptions: [aTrial()] }, null],
    ['cancelling', { subscriptions: [aSubscription({ cancelAtPeriodEnd: true })] }, null],
    ['Basic', { subscriptions: [basic({ currentPeriodEnd: at('2027-07-10') })] }, null],
    ['no card', { subscriptions: [aSubscription()], card: null }, null],
    ['abroad', { subscriptions: [aSubscription()], ...abroad }, null],
    ['sent already', { subscriptions: [aSubscription({ noticedPeriodEnd: at('2027-01-10') })] }, null],
  ])('%s', (_name, state, expected) => {
    const { books } = customerAt('2026-01-11', state);
    const notice = dueActions(books, defaultBillingSettings).find((action) => action.kind === 'notice');
    expect(text(notice?.at ?? null)).toBe(expected);
  });

  test('is not mailed for a yearly plan that is going to be Basic', () => {
    const ada = customerAt('2026-01-11', { subscriptions: [aSubscription()], changes: [aChange()] });
    ada.advanceTo(at('2027-01-10'));
    expect(ada.subscription.planId).toBe('pln_drive_free');
    expect(ada.books.mails).toEqual([]);
  });

  test('is mailed once a period', () => {
    const ada = holderOf('2026-01-11', aSubscription());
    ada.advanceTo(at('2028-01-09'));
    const notices = ada.books.mails.filter((mail) => mail.template === 'renewal_notice');
    expect(notices.map((mail) => text(mail.at))).toEqual(['2027-01-03', '2028-01-03']);
  });
});

test('I7: a period that is billed is not billed again, however often due work runs', () => {
  const ada = holderOf('2026-02-28', monthly());
  ada.run();
  ada.answer(succeeded);
  for (let again = 0; again < 5; again += 1) expect(ada.run().attemptId).toBeNull();
  expect(ada.books.allInvoices).toHaveLength(1);
});

test('a clock that went back bills nothing twice', () => {
  const ada = holderOf('2026-02-28', monthly());
  ada.run();
  ada.answer(succeeded);
  ada.now = at('2026-02-01');
  expect(ada.run().action).toBeNull();
});

test('a catalogue that lost the price stops this account only by a fault', () => {
  const ada = new Customer(
    at('2026-02-28'),
    { subscriptions: [monthly({ priceId: 'prc_old' })] },
    aCatalogue({ prices: [aPrice('pln_drive_starter', 'monthly', 1, { id: 'prc_other', active: false })] }),
  );
  expect(() => ada.run()).toThrow();
});
