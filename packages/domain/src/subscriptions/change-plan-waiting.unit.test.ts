import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import { type Order, quoteOrder } from '../orders/order.ts';
import type { AttemptOutcome } from '../payments/settle.ts';
import { anAccount, anAddress, aSubscription, aTrial } from '../testing/builders.ts';
import { aPromotion } from '../testing/catalogue.ts';
import { Customer, declinedOutcome, erroredOutcome, succeededOutcome } from '../testing/customer.ts';
import { text, utc } from '../testing/moments.ts';
import { buyerAt } from '../testing/plan-changes.ts';

describe('D10: a change that is not paid changes nothing', () => {
  test.each([
    ['declined', declinedOutcome()],
    ['proven never charged', erroredOutcome],
  ])('%s', (_name, outcome) => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'), {
      account: anAccount({ balanceCents: -50_000 }),
    });
    const before = {
      subscription: ada.subscription,
      lines: ada.books.creditableLines,
      balance: ada.books.account.balanceCents,
    };
    ada.now = utc('2026-04-20');
    const { invoice } = ada.buy('pln_drive_ultimate_yearly', {}, outcome);
    expect(invoice).toMatchObject({ status: 'open', creditAppliedCents: 17538 });
    expect(ada.lastInvoice.status).toBe('void');
    expect(ada.books.changes.map((row) => row.status)).toEqual(['discarded']);
    expect({
      subscription: ada.subscription,
      lines: ada.books.creditableLines,
      balance: ada.books.account.balanceCents,
    }).toEqual(before);
    expect(text(ada.books.account.nextActionAt)).toBe('2027-01-03');
  });

  test('a scheduled change stays scheduled', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.buy('pln_drive_free_free');
    ada.buy('pln_drive_ultimate_yearly', {}, declinedOutcome());
    expect(ada.books.changes).toMatchObject([
      { mode: 'period_end', status: 'pending' },
      { mode: 'now', status: 'discarded' },
    ]);
  });

  test('the old plan applies until the gateway has answered', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.place('pln_drive_ultimate_yearly');
    expect(ada.subscription).toMatchObject({ planId: 'pln_drive_starter', unitAmountCents: 29988 });
    expect(ada.place('pln_drive_tier1_yearly')).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    ada.answer(succeededOutcome);
    expect(ada.subscription).toMatchObject({ planId: 'pln_drive_ultimate', unitAmountCents: 89964 });
  });
});

describe('[BY-03] I9: lines credited by the invoice of a change are credited by no other, although it is not paid yet', () => {
  test.each<[string, AttemptOutcome]>([
    ['the bank asks', { kind: 'requires_action', intentRef: 'pi_1' }],
    ['processing', { kind: 'processing', intentRef: 'pi_1' }],
  ])('%s', (_name, outcome) => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    const { id } = ada.subscription;
    ada.change({ subscriptions: [ada.subscription, aTrial({ resumesSubscriptionId: id, transitionAtEnd: true })] });
    const lines = ada.books.creditableLines;
    ada.now = utc('2026-01-20');
    ada.buy('pln_drive_ultimate_yearly', { subscription: ada.byId(id) }, outcome);
    expect(ada.books.creditableLines).toEqual(lines);

    const inProgress = { ok: false, type: 'OPERATION_IN_PROGRESS' };
    const { plan, price } = ada.order('pln_drive_tier1_yearly');
    const grant = { plan, price, source: 'prepaid', months: 12, displayCode: 'A', transitionPriceId: null } as const;
    expect(ada.place('pln_drive_tier1_yearly')).toMatchObject(inProgress);
    expect(ada.redeem(grant)).toMatchObject(inProgress);
    expect(ada.take(aPromotion())).toMatchObject(inProgress);
    expect(ada.remove(ada.byId(id))).toMatchObject(inProgress);
    expect(ada.close()).toMatchObject(inProgress);
    expect(ada.endByOperator(ada.byId(id))).toEqual(refuseOperator('undecided'));
    ada.advanceTo(utc('2027-02-01'), () => null);
    expect(ada.books.allInvoices.map(({ reason }) => reason)).toEqual(['create', 'change']);

    ada.answer(succeededOutcome);
    const given = ada.books.lines.filter(({ kind }) => kind === 'proration_credit');
    expect(given.map(({ sourceLineId }) => sourceLineId)).toEqual(lines.map((line) => line.id));
    expect(ada.books.creditableLines.map(({ kind }) => kind)).toEqual(['proration_charge']);
  });
});

describe('changes that wait for the end of the period', () => {
  test.each<[string, string, Partial<Order>]>([
    ['Basic', 'pln_drive_free_free', {}],
    ['a paid plan, ordered for the end of the period', 'pln_drive_tier1_yearly', { atPeriodEnd: true }],
  ])('%s: nothing is charged today', (_name, intervalId, overrides) => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    const before = ada.books;
    const placed = ada.buy(intervalId, overrides);
    expect(placed).toMatchObject({ invoice: null, attemptId: null, changed: true });
    expect(ada.subscription).toEqual(before.subscriptions[0]);
    expect(ada.books.ledger).toEqual(before.ledger);
    expect(ada.books.changes).toMatchObject([{ mode: 'period_end', status: 'pending', applyAt: utc('2027-01-10') }]);
  });

  test('a newer change replaces it, so that one is left', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.buy('pln_drive_free_free');
    ada.buy('pln_drive_tier1_yearly', { atPeriodEnd: true });
    expect(ada.books.changes.map((row) => row.status)).toEqual(['discarded', 'pending']);
    ada.buy('pln_drive_ultimate_yearly');
    expect(ada.books.changes.map((row) => row.status)).toEqual(['discarded', 'discarded', 'applied']);
  });

  test.each<[string, string, Partial<Order>, string]>([
    ['Basic', 'pln_drive_free_free', {}, 'pln_drive_free'],
    [
      'a paid plan, ordered for the end of the period',
      'pln_drive_tier1_yearly',
      { atPeriodEnd: true },
      'pln_drive_tier1',
    ],
  ])(
    '%s, ordered after renewal was turned off: the change happens, and the plan does not end',
    (_name, intervalId, overrides, planId) => {
      const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
      ada.toggle(false);
      ada.buy(intervalId, overrides);
      expect(ada.subscription.cancelAtPeriodEnd).toBe(false);
      ada.advanceTo(utc('2027-01-10'));
      expect(ada.subscription).toMatchObject({ planId, status: 'active' });
    },
  );

  test('turning renewal off afterwards wins: the subscription ends', () => {
    const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
    ada.buy('pln_drive_free_free');
    ada.toggle(false);
    ada.advanceTo(utc('2027-01-10'));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'canceled_by_customer' });
  });

  test('needs no card, but a country where cards are accepted', () => {
    const basic = new Customer(utc('2026-04-20'), { subscriptions: [aSubscription()], card: null });
    expect(basic.place('pln_drive_free_free').ok).toBe(true);
    basic.change({ billTo: anAddress({ country: 'GB' }) });
    expect(basic.place('pln_drive_tier1_yearly', { atPeriodEnd: true })).toMatchObject({
      type: 'CARD_COUNTRY_UNSUPPORTED',
    });
  });
});

describe('an open-ended promotion has no end to wait for: a change applies now or is refused', () => {
  const endless = aSubscription({
    source: 'promotion',
    term: 'open_ended',
    currentPeriodEnd: null,
    unitAmountCents: 0,
    everPaid: false,
  });

  test('Basic replaces it at once, without an invoice, and has its own periods', () => {
    const ada = new Customer(utc('2026-04-20'), { subscriptions: [endless], card: null });
    const placed = ada.buy('pln_drive_free_free');
    expect(placed).toMatchObject({ invoice: null, attemptId: null, changed: true });
    expect(ada.subscription).toMatchObject({ planId: 'pln_drive_free', source: 'free', term: 'recurring' });
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2026-10-20');
    expect(ada.books.changes).toMatchObject([{ mode: 'now', status: 'applied', applyAt: utc('2026-04-20') }]);
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('Basic becomes the plan below a running trial, and does not end it', () => {
    const ada = new Customer(utc('2026-01-11'), {
      subscriptions: [endless, aTrial({ resumesSubscriptionId: endless.id })],
    });
    ada.buy('pln_drive_free_free', { subscription: endless });
    expect(ada.byId('sub_trial').status).toBe('trialing');
  });

  test.each(['pln_drive_tier1_yearly', 'pln_drive_free_free'])('%s at the end of its period is refused', (plan) => {
    const ada = new Customer(utc('2026-04-20'), { subscriptions: [endless] });
    const refused = { ok: false, type: 'NOT_RENEWABLE' };
    expect(ada.place(plan, { atPeriodEnd: true })).toMatchObject(refused);
    expect(quoteOrder(ada.books, ada.order(plan, { atPeriodEnd: true }), ada.context)).toMatchObject(refused);
    expect(ada.writes).toBeNull();
  });
});

test.each<[string, string, Partial<Order>]>([
  ['Basic at the end of the period', 'pln_drive_free_free', {}],
  ['a smaller plan at the end of the period', 'pln_drive_tier1_yearly', { atPeriodEnd: true }],
  ['another paid plan now', 'pln_drive_tier1_yearly', {}],
])('S7: %s takes precedence over the plan of the trial above it', (_name, intervalId, overrides) => {
  const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
  const trial = aTrial({ resumesSubscriptionId: ada.subscription.id, transitionAtEnd: true });
  ada.change({ subscriptions: [...ada.books.subscriptions, trial] });
  ada.buy(intervalId, overrides);
  const after = ada.books.subscriptions.find(({ id }) => id === trial.id);
  expect(after?.status === 'trialing' && after.transitionAtEnd).toBe(false);
});
