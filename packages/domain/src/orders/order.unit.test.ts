import { describe, expect, test } from 'vitest';
import type { BillingState, LedgerEntry } from '../state/entities.ts';
import { defaultBillingSettings } from '../state/settings.ts';
import { anAccount, anAttempt, anInvoice, aSubscription, aTrial } from '../testing/builders.ts';
import { aCatalogue, aPlan } from '../testing/catalogue.ts';
import { Customer, declinedOutcome, erroredOutcome } from '../testing/customer.ts';
import { text, utc } from '../testing/moments.ts';
import { type Order, quoteOrder } from './order.ts';

const start = utc('2026-01-10');
const customer = (state: Partial<BillingState> = {}) => new Customer(start, state);
const books = (rows: readonly LedgerEntry[]) => rows.map((row) => `${row.debit} ← ${row.credit} ${row.amountCents}`);

describe('a purchase with the card (S1)', () => {
  test('[PY-06] has no effect before the gateway has answered', () => {
    const ada = customer();
    const placed = ada.place('pln_drive_starter_yearly');
    expect(placed).toMatchObject({ ok: true, value: { changed: false } });
    expect(ada.subscription).toMatchObject({ status: 'incomplete', everPaid: false });
    expect(ada.lastInvoice).toMatchObject({
      reason: 'create',
      status: 'open',
      subtotalCents: 29988,
      taxCents: 2474,
      amountDueCents: 32462,
      taxPlace: 'Boston MA',
    });
    expect(ada.undecided).toMatchObject([
      { attemptNo: 1, amountCents: 32462, onSession: true, status: 'sending', leaseUntil: start + 60_000 },
    ]);
    expect(ada.books.account.nextActionAt).toBeNull();
  });

  test('paid: the period starts at the purchase and the ledger has it', () => {
    const ada = customer();
    ada.buy('pln_drive_starter_yearly');
    expect(ada.subscription).toMatchObject({
      status: 'active',
      source: 'card',
      everPaid: true,
      cycleIndex: 0,
      billingAnchor: start,
    });
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2027-01-10');
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', paidAt: start, attemptCount: 1 });
    expect(books(ada.books.ledger)).toEqual([
      'receivable ← revenue 29988',
      'receivable ← tax_payable 2474',
      'cash ← receivable 32462',
    ]);
    expect(ada.books.account.balanceCents).toBe(0);
    expect(text(ada.books.account.nextActionAt)).toBe('2027-01-03'); // the notice, 7 days before
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['receipt']);
  });

  test.each([
    ['declined', declinedOutcome()],
    ['proven never charged', erroredOutcome],
  ])('D10, S2: %s leaves no subscription and no debt', (_name, outcome) => {
    const ada = customer({ account: anAccount({ balanceCents: -1000 }) });
    ada.buy('pln_drive_starter_yearly', {}, outcome);
    expect(ada.subscription).toMatchObject({ status: 'incomplete_expired', everPaid: false, endedAt: start });
    expect(ada.lastInvoice).toMatchObject({ status: 'void', nextAttemptAt: null });
    expect(ada.books.account).toMatchObject({ balanceCents: -1000, nextActionAt: null });
    expect(ada.books.mails).toEqual([]);
    expect(ada.buy('pln_drive_starter_yearly').changed).toBe(false); // A second order is a new purchase.
  });

  test('account credit is used before the card, and may pay all of it', () => {
    const ada = customer({ account: anAccount({ balanceCents: -1000 }) });
    ada.place('pln_drive_starter_monthly');
    expect(ada.undecided).toMatchObject([{ amountCents: 2220 }]);

    const rich = customer({ account: anAccount({ balanceCents: -5000 }), card: null });
    const placed = rich.buy('pln_drive_starter_monthly');
    expect(placed.attemptId).toBeNull();
    expect(rich.subscription).toMatchObject({ status: 'active', everPaid: true });
    expect(rich.lastInvoice).toMatchObject({ status: 'paid', amountDueCents: 0, creditAppliedCents: 3220 });
    expect(rich.books.account.balanceCents).toBe(-1780);
  });

  test('bought without auto-renew', () => {
    const ada = customer();
    ada.buy('pln_drive_starter_yearly', { cancelAtPeriodEnd: true });
    expect(ada.subscription.cancelAtPeriodEnd).toBe(true);
  });

  test('a quantity above one is priced together', () => {
    const ada = customer();
    ada.buy('pln_scope_starter_yearly', { quantity: 3 });
    expect(ada.lastInvoice).toMatchObject({ subtotalCents: 60300, taxCents: 4975, totalCents: 65275 });
  });
});

describe('orders without a gateway call (S3, S4)', () => {
  test('Basic is active at once, without card, address or invoice, for six months', () => {
    const ada = customer({ card: null, billTo: null });
    ada.buy('pln_drive_free_free');
    expect(ada.subscription).toMatchObject({ status: 'active', source: 'free', everPaid: false });
    expect(text(ada.subscription.currentPeriodEnd)).toBe('2026-07-10');
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('[SU-04] a trial lasts the trial days of the brand to the hour, costs nothing and does not renew', () => {
    const ada = new Customer(utc('2026-01-10 09:30'), { card: null });
    ada.buy('pln_drive_starter_yearly', { trial: true });
    expect(ada.subscription).toMatchObject({
      status: 'trialing',
      source: 'trial',
      transitionAtEnd: false,
      everPaid: false,
    });
    expect(text(ada.subscription.trialEnd)).toBe('2026-01-24 09:30');
    expect(ada.subscription.currentPeriodEnd).toBe(ada.subscription.trialEnd);
    expect(ada.books.allInvoices).toEqual([]);
    expect(ada.writes?.trials).toMatchObject([
      { trialKey: 'drive', emailHash: 'hash_1', subscriptionId: ada.subscription.id },
    ]);
    expect(ada.books.mails.map((mail) => mail.template)).toEqual(['trial_started']);
  });

  test('[SU-04] a trial continues as a paid plan only if requested', () => {
    const ada = customer();
    ada.buy('pln_drive_starter_yearly', { trial: true, transitionAtEnd: true });
    expect(ada.subscription).toMatchObject({ status: 'trialing', transitionAtEnd: true });
    expect(ada.books.allInvoices).toEqual([]);
  });

  test('D9: a trial leaves the paid plan below unchanged', () => {
    const ada = customer();
    ada.buy('pln_drive_starter_yearly');
    const before = ada.subscription;
    const { subscription } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    expect(subscription.resumesSubscriptionId).toBe(before.id);
    expect(ada.byId(before.id)).toEqual(before);
  });

  test('I16: Basic ordered during a trial becomes the plan below: at its end there is one subscription, with the trial’s plan', () => {
    const ada = new Customer(start);
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true, transitionAtEnd: true });
    const { subscription: basic } = ada.buy('pln_drive_free_free');
    expect(ada.byId(trial.id)).toMatchObject({ status: 'trialing', resumesSubscriptionId: basic.id });
    ada.advanceTo(utc('2026-03-01'));
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted' });
    expect(ada.byId(basic.id)).toMatchObject({ status: 'active', planId: 'pln_drive_ultimate' });
  });

  test('a scope trial has no plan below', () => {
    const ada = customer();
    ada.buy('pln_scope_starter_yearly');
    expect(ada.buy('pln_scope_ultimate_yearly', { trial: true }).subscription.resumesSubscriptionId).toBeNull();
  });
});

describe('S8: a paid plan ends the trial of the product', () => {
  test('by a purchase, once it is paid', () => {
    const ada = customer();
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    const placed = ada.place('pln_drive_starter_yearly', { subscription: trial });
    expect(ada.byId(trial.id).status).toBe('trialing');
    ada.answer({ kind: 'succeeded', intentRef: 'pi', chargeRef: 'ch' });
    expect(placed.ok && placed.value.changed).toBe(false);
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'converted', endedAt: start });
  });

  test('by a change of the existing subscription', () => {
    const ada = customer();
    const { subscription } = ada.buy('pln_drive_starter_yearly');
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    const placed = ada.buy('pln_drive_ultimate_yearly', { subscription: trial });
    expect(placed.changed).toBe(true);
    expect(ada.byId(trial.id).status).toBe('canceled');
    expect(ada.byId(subscription.id)).toMatchObject({ status: 'active', planId: 'pln_drive_ultimate' });
  });

  test('a declined card leaves the trial running', () => {
    const ada = customer();
    const { subscription: trial } = ada.buy('pln_drive_ultimate_yearly', { trial: true });
    ada.buy('pln_drive_starter_yearly', {}, declinedOutcome());
    expect(ada.byId(trial.id).status).toBe('trialing');
  });

  test('a trial of another product is not touched', () => {
    const ada = customer();
    const { subscription: trial } = ada.buy('pln_scope_ultimate_yearly', { trial: true });
    ada.buy('pln_drive_starter_yearly');
    expect(ada.byId(trial.id).status).toBe('trialing');
  });
});

describe('I16: drive has one subscription, scope may have several', () => {
  test('D17: a second drive order is a change of the first', () => {
    const ada = customer();
    const first = ada.buy('pln_drive_starter_yearly');
    const second = ada.buy('pln_drive_ultimate_yearly');
    expect(second).toMatchObject({ changed: true, subscription: { id: first.subscription.id } });
    expect(ada.books.subscriptions).toHaveLength(1);
  });

  test('a second scope order is another subscription, unless one is named', () => {
    const ada = customer();
    const first = ada.buy('pln_scope_starter_yearly');
    expect(ada.buy('pln_scope_starter_yearly').changed).toBe(false);
    expect(ada.buy('pln_scope_ultimate_yearly', { subscription: ada.byId(first.subscription.id) }).changed).toBe(true);
    expect(ada.books.subscriptions).toHaveLength(2);
  });

  test('an order is refused while another one of the product is undecided', () => {
    const ada = customer();
    ada.place('pln_drive_starter_yearly');
    expect(ada.place('pln_drive_ultimate_yearly')).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    expect(ada.place('pln_drive_ultimate_yearly', { trial: true })).toMatchObject({
      ok: false,
      type: 'OPERATION_IN_PROGRESS',
    });
    expect(ada.place('pln_scope_starter_yearly').ok).toBe(true);
  });

  test('[SU-08] a new scope subscription is refused only while another new one is undecided', () => {
    const ada = customer();
    const held = ada.buy('pln_scope_starter_yearly').subscription;
    ada.place('pln_scope_starter_yearly');
    expect(ada.place('pln_scope_starter_yearly')).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
    expect(ada.place('pln_scope_ultimate_yearly', { subscription: ada.byId(held.id) }).ok).toBe(true);
  });

  test('an order is refused while a change or renewal of its subscription is undecided', () => {
    const ada = customer({
      subscriptions: [aSubscription()],
      invoices: [anInvoice()],
      attempts: [anAttempt({ status: 'requires_action' })],
    });
    expect(ada.place('pln_drive_ultimate_yearly')).toMatchObject({ ok: false, type: 'OPERATION_IN_PROGRESS' });
  });
});

describe('[BY-03] a quote equals the later charge (I26)', () => {
  test.each<[string, Partial<BillingState>, string, Partial<Order>]>([
    ['a purchase', {}, 'pln_drive_starter_yearly', {}],
    ['a purchase with credit', { account: anAccount({ balanceCents: -1000 }) }, 'pln_drive_starter_monthly', {}],
    ['a purchase with an earlier debit', { account: anAccount({ balanceCents: 6 }) }, 'pln_drive_starter_monthly', {}],
    ['a trial', {}, 'pln_drive_starter_yearly', { trial: true }],
    ['an upgrade', { subscriptions: [aSubscription()] }, 'pln_drive_ultimate_yearly', {}],
    ['a change of interval', { subscriptions: [aSubscription()] }, 'pln_drive_starter_monthly', {}],
  ])('%s', (_name, state, intervalId, overrides) => {
    const ada = customer(state);
    const quoted = quoteOrder(ada.books, ada.order(intervalId, overrides), ada.context);
    const placed = ada.place(intervalId, overrides);
    if (!quoted.ok || !placed.ok) throw new Error('refused');
    const figures = (order: typeof quoted.value) => ({
      ...order.invoice,
      id: null,
      subscriptionId: null,
      lines: order.lines.map((line) => ({ ...line, id: null, invoiceId: null })),
    });
    expect(figures(quoted.value)).toEqual(figures(placed.value));
    expect(ada.undecided.map((attempt) => attempt.amountCents)).toEqual(
      quoted.value.invoice?.status === 'open' ? [quoted.value.invoice.amountDueCents] : [],
    );
  });

  test('a quote needs no card and does not call the gateway', () => {
    const ada = customer({ card: null });
    const quoted = quoteOrder(ada.books, ada.order('pln_drive_starter_yearly'), ada.context);
    expect(quoted).toMatchObject({
      ok: true,
      value: { attemptId: null, invoice: { amountDueCents: 32462 }, writes: { attempts: [] } },
    });
  });

  test('a quote of another product’s plan is refused', () => {
    const ada = customer({ subscriptions: [aSubscription()] });
    const order = ada.order('pln_scope_starter_yearly', { subscription: ada.subscription });
    expect(quoteOrder(ada.books, order, ada.context)).toMatchObject({ ok: false, type: 'INVALID_PLAN' });
  });
});

test('the same state, order and time give the same rows', () => {
  const place = () => {
    const ada = customer({ subscriptions: [aSubscription(), aTrial()] });
    ada.place('pln_drive_ultimate_yearly');
    return ada.writes;
  };
  expect(place()).toEqual(place());
});

test('trial days of a plan take precedence over those of the brand', () => {
  const catalogue = aCatalogue();
  const plans = catalogue.plans.map((plan) => (plan.id === 'pln_drive_starter' ? aPlan({ trialDays: 7 }) : plan));
  const ada = new Customer(start, {}, { ...catalogue, plans }, defaultBillingSettings);
  ada.buy('pln_drive_starter_yearly', { trial: true });
  expect(text(ada.subscription.trialEnd)).toBe('2026-01-17');
});
