import { describe, expect, test } from 'vitest';
import type { Subscription } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { anAttempt, anInvoice, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { customerAt, holderOf, outsideCardCountries, periodOf } from '../testing/holders.ts';
import { utc } from '../testing/moments.ts';

/** Trial that continues as a paid plan; its notice was sent. */
const goingOn = (overrides: Partial<Subscription> = {}): Subscription =>
  aTrial({ transitionAtEnd: true, noticedPeriodEnd: utc('2026-01-24'), ...overrides });

describe('[SU-09] trials end', () => {
  const day = utc('2026-01-24');

  test('S5, [SU-04]: renewal off: it ends without a charge', () => {
    const ada = holderOf('2026-01-24', aTrial({ noticedPeriodEnd: day }));
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'trial_ended', endedAt: day });
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('[SU-04] after the end of a trial the earlier subscription is in effect, with its own periods', () => {
    const ada = new Customer(utc('2026-01-01'));
    const { subscription } = ada.buy('pln_drive_starter_monthly');
    ada.now = utc('2026-01-25');
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    ada.advanceTo(utc('2026-02-10'));
    expect(ada.byId(trial.id)).toMatchObject({
      status: 'canceled',
      endReason: 'trial_ended',
      endedAt: utc('2026-02-08'),
    });
    expect(ada.byId(subscription.id)).toMatchObject({ status: 'active', planId: 'pln_drive_starter', cycleIndex: 1 });
    expect(ada.books.allInvoices.map((invoice) => invoice.reason)).toEqual(['create', 'renewal']);
  });

  test.each([
    ['no card', { card: null }],
    ['outside the card countries', outsideCardCountries],
  ])('S5: renewal on, but the account cannot be charged (%s)', (_name, state) => {
    const ada = customerAt('2026-01-24', { ...state, subscriptions: [goingOn()] });
    expect(ada.run().attemptId).toBeNull();
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'trial_ended' });
  });

  test('S6: renewal on: a period starts at the end of the trial and is billed', () => {
    const ada = holderOf('2026-01-24', goingOn());
    ada.run();
    expect(ada.lastInvoice).toMatchObject({
      reason: 'trial_end',
      status: 'open',
      subtotalCents: 89964,
      periodStart: day,
    });
    ada.answer(succeededOutcome);
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'card',
      everPaid: true,
      billingAnchor: day,
      cycleIndex: 0,
    });
    expect(periodOf(ada.subscription)).toEqual(['2026-01-24', '2027-01-24']);
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('S6, D8: after an outage the current period is billed first, and the skipped ones are logged', () => {
    const price = { priceId: 'prc_pln_drive_ultimate_monthly', unitAmountCents: 8925 };
    const ada = holderOf('2026-04-30', goingOn(price));
    ada.run();
    expect(periodOf(ada.subscription)).toEqual(['2026-04-24', '2026-05-24']);
    expect(ada.books.allInvoices).toHaveLength(1);
    expect(ada.books.events).toContainEqual(expect.objectContaining({ type: 'periods_skipped', data: { count: 3 } }));
  });

  test('S6, D14: a declined card makes it past due and not entitled', () => {
    const ada = holderOf('2026-01-24', goingOn());
    ada.run();
    ada.answer(declinedOutcome());
    expect(ada.subscription).toMatchObject({ status: 'past_due', everPaid: false });
    expect(isEntitled(ada.subscription)).toBe(false);
  });

  test('S7: with a plan below, that plan is changed to the plan of the trial, prorated', () => {
    const ada = holderOf('2026-01-24', aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' }));
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'change', subscriptionId: 'sub_1' });
    expect(ada.undecided).toMatchObject([{ onSession: false }]);
    ada.answer(succeededOutcome);
    expect(ada.byId('sub_1')).toMatchObject({ status: 'active', planId: 'pln_drive_ultimate' });
    expect(periodOf(ada.byId('sub_1'))).toEqual(['2026-01-10', '2027-01-10']);
    expect(ada.byId('sub_trial')).toMatchObject({ status: 'canceled', endReason: 'converted' });
  });

  test('S7: a declined card leaves the plan below, and the customer is mailed', () => {
    const ada = holderOf('2026-01-24', aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' }));
    ada.run();
    ada.answer(declinedOutcome());
    expect(ada.byId('sub_1')).toEqual(aSubscription());
    expect(ada.byId('sub_trial').status).toBe('canceled');
    expect(ada.lastInvoice.status).toBe('void');
    const { amountDueCents: amountCents, description: name } = ada.lastInvoice;
    expect(ada.books.mails.at(-1)).toMatchObject({
      template: 'payment_failed',
      facts: { amountCents, name, cardBrand: 'visa', cardLast4: '4242' },
    });
  });

  test.each(['past_due', 'suspended'] as const)('S5: the plan below is %s and is not changed', (status) => {
    const ada = holderOf('2026-01-24', aSubscription({ status }), goingOn({ resumesSubscriptionId: 'sub_1' }));
    expect(ada.run().attemptId).toBeNull();
    expect(ada.byId('sub_trial')).toMatchObject({ status: 'canceled', endReason: 'trial_ended' });
    expect(ada.byId('sub_1').status).toBe(status);
  });

  test('S6: the plan below has ended meanwhile', () => {
    const ada = holderOf(
      '2026-01-24',
      aSubscription({ status: 'canceled' }),
      goingOn({ resumesSubscriptionId: 'sub_1' }),
    );
    ada.run();
    expect(ada.lastInvoice).toMatchObject({ reason: 'trial_end', subscriptionId: 'sub_trial' });
  });

  test('the end waits while a change of the plan below is undecided: one open invoice per subscription', () => {
    const ada = customerAt('2026-01-24', {
      subscriptions: [aSubscription(), goingOn({ resumesSubscriptionId: 'sub_1' })],
      invoices: [anInvoice({ reason: 'change' })],
      attempts: [anAttempt({ status: 'requires_action' })],
    });
    expect(ada.run().action).toBeNull();
    expect(ada.byId('sub_trial').status).toBe('trialing');
  });

  test('I16: the end waits while a purchase of the product is undecided, so that there are never two', () => {
    const ada = new Customer(utc('2026-01-10'));
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    ada.toggle(true, trial);
    ada.now = utc('2026-01-23 23:00');
    ada.run(); // Sends the notice.
    ada.place('pln_drive_starter_yearly');
    ada.now = utc('2026-01-24');
    ada.run();
    ada.answer(succeededOutcome);
    expect(ada.books.subscriptions.filter((row) => row.status === 'active')).toHaveLength(1);
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted' });
  });
});

describe('S8: scope allows several plans, so only some replace the trial (decision 15)', () => {
  const trying = () => {
    const ada = new Customer(utc('2026-01-10'));
    const { subscription: trial } = ada.buy('pln_scope_ultimate_yearly', { trial: true });
    return { ada, trial };
  };

  test('another tier is added: the trial runs to its end', () => {
    const { ada, trial } = trying();
    ada.buy('pln_scope_starter_yearly');
    expect(ada.byId(trial.id)).toEqual(trial);
    ada.advanceTo(utc('2026-03-01'));
    expect(ada.byId(trial.id)).toMatchObject({ endReason: 'trial_ended', endedAt: trial.trialEnd });
  });

  test('a change of another scope plan leaves the trial too', () => {
    const ada = new Customer(utc('2026-01-10'));
    const { subscription: starter } = ada.buy('pln_scope_starter_yearly');
    const { subscription: trial } = ada.buy('pln_scope_ultimate_yearly', { trial: true });
    ada.buy('pln_scope_starter_monthly', { subscription: ada.byId(starter.id) });
    expect(ada.byId(trial.id).status).toBe('trialing');
  });

  test.each(['pln_scope_ultimate_yearly', 'pln_scope_ultimate_monthly'])(
    'an order of the tried plan replaces the trial: %s',
    (id) => {
      const { ada, trial } = trying();
      ada.buy(id);
      expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted', endedAt: ada.now });
    },
  );

  test('another tier ordered in place of the trial replaces it once it is paid', () => {
    const { ada, trial } = trying();
    ada.buy('pln_scope_starter_yearly', { subscription: trial }, declinedOutcome());
    expect(ada.byId(trial.id).status).toBe('trialing');
    ada.buy('pln_scope_starter_yearly', { subscription: trial });
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted' });
  });
});
