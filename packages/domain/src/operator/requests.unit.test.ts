import { describe, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements/entitlement.ts';
import { type OperatorRefusal, refuseOperator } from '../operator-refusal.ts';
import { forecastCharges } from '../orders/forecast-charges.ts';
import { quoteOrder } from '../orders/order.ts';
import { refuse } from '../result.ts';
import { dueActions } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { renewsAutomatically } from '../state/trial-and-renewal.ts';
import { aSubscription } from '../testing/builders.ts';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { utc } from '../testing/moments.ts';

const iot = { product: 'iot', hasTrial: false } as const;
const catalogue = aCatalogue({
  plans: [
    aPlan({ ...iot, id: 'pln_iot_individual', hasTrial: true }),
    aPlan({ ...iot, id: 'pln_iot_enterprise', customBilling: true, paymentMethodRequired: false }),
  ],
  prices: [aPrice('pln_iot_individual', 'monthly', 1000), aPrice('pln_iot_enterprise', 'monthly', 0)],
});
const enterprise = 'pln_iot_enterprise_monthly';
const individual = 'pln_iot_individual_monthly';
const start = utc('2026-01-10');

const aCustomer = (state: Partial<BillingState> = {}) =>
  new Customer(start, { verifiedEmail: 'ada@example.org', ...state }, catalogue);

const requestOf = ({ books }: Customer): Subscription => {
  const request = books.subscriptions.find(({ planId }) => planId === 'pln_iot_enterprise');
  if (!request) throw new Error('the account has no request');
  return request;
};
const besideOf = ({ books }: Customer): Subscription[] =>
  books.subscriptions.filter(({ planId }) => planId !== 'pln_iot_enterprise');

const periodOf = ({ currentPeriodStart, currentPeriodEnd }: Subscription) => [currentPeriodStart, currentPeriodEnd];
const brokenOf = (ada: Customer) => brokenInvariants(ada.books, ada.catalogue, ada.settings);
const entitlementReasons = ({ writes }: Customer) => writes?.entitlements.map(({ reason }) => reason);
const mailTemplates = ({ books }: Customer) => books.mails.map(({ template }) => template);

describe('[F5] [IO-02] [S23] a request for a plan by agreement', () => {
  test.each<[string, Partial<BillingState>]>([
    ['an account without an address or a verified email', { billTo: null, verifiedEmail: null }],
    ['an account with an address and a card', {}],
  ])('%s: it grants nothing, renews nothing, and nothing is ever due for it', (_title, state) => {
    const ada = aCustomer(state);
    ada.buy(enterprise);
    const request = requestOf(ada);
    expect(request).toMatchObject({ status: 'requested', source: 'custom', currentPeriodStart: start });
    expect(isEntitled(request)).toBe(false);
    expect(entitlementsOf(ada.books, ada.context)).toEqual([]);
    expect(entitlementReasons(ada)).toEqual([]);
    expect(renewsAutomatically(ada.books, request, ada.context)).toBe(false);
    expect(dueActions(ada.books, ada)).toEqual([]);
    ada.advanceTo(utc('2028-01-10'));
    expect(requestOf(ada)).toEqual(request);
    expect(mailTemplates(ada)).toEqual(['sales_lead']);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('the quote lists no later event, also not of a paid plan beside it', () => {
    const ada = aCustomer();
    ada.buy(individual);
    const quoted = quoteOrder(ada.books, ada.order(enterprise), ada.context);
    expect(quoted.ok && forecastCharges(ada.books, quoted.value, ada.context)).toEqual([]);
  });

  test.each<[string, (ada: Customer) => unknown, Partial<Subscription>]>([
    [
      'a trial that continues',
      (ada) => ada.buy(individual, { trial: true, transitionAtEnd: true }),
      { source: 'card' },
    ],
    ['a trial that ends', (ada) => ada.buy(individual, { trial: true }), { endReason: 'trial_ended' }],
    ['a paid plan', (ada) => ada.buy(individual), { status: 'active', cycleIndex: 2 }],
    ['a paid plan that ends', (ada) => ada.buy(individual, { cancelAtPeriodEnd: true }), { status: 'canceled' }],
  ])('changes nothing of %s', (_title, holds, later) => {
    const [ada, bob] = [aCustomer(), aCustomer()];
    holds(ada);
    holds(bob);
    const held = besideOf(ada);
    ada.buy(enterprise);
    expect(besideOf(ada)).toEqual(held);
    expect(ada.books.changes).toEqual([]);
    for (const one of [ada, bob]) one.advanceTo(utc('2026-03-12'));
    expect(besideOf(ada)).toMatchObject([later]);
    expect(besideOf(ada)).toEqual(bob.books.subscriptions);
    expect(requestOf(ada).status).toBe('requested');
    expect(brokenOf(ada)).toEqual([]);
  });

  test('a plan or a trial that is ordered beside it leaves it open', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.buy(individual, { trial: true });
    expect(besideOf(ada)).toMatchObject([{ status: 'trialing', resumesSubscriptionId: null }]);
    ada.buy(individual, { subscription: requestOf(ada) });
    expect(besideOf(ada)).toMatchObject([
      { status: 'canceled', endReason: 'converted' },
      { status: 'active', source: 'card', resumesSubscriptionId: null },
    ]);
    expect(requestOf(ada).status).toBe('requested');
    expect(brokenOf(ada)).toEqual([]);
  });

  test('prepaid time and a promotion leave it open', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    const { plan, price } = ada.order(individual);
    ada.redeem({ plan, price, source: 'prepaid', months: 6, displayCode: 'A', transitionPriceId: null });
    expect(besideOf(ada)).toMatchObject([{ status: 'active', source: 'prepaid' }]);
    expect(requestOf(ada).status).toBe('requested');
    expect(brokenOf(ada)).toEqual([]);
  });

  test('has no renewal to switch', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    for (const on of [true, false]) expect(ada.toggle(on)).toMatchObject({ ok: false, type: 'NOT_RENEWABLE' });
  });

  test('[S22] declined after another operator has accepted it: refused, and the plan goes on', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    const request = requestOf(ada);
    ada.accept(request);
    expect(ada.endByOperator(request, true)).toEqual(refuseOperator('not_requested'));
    expect(requestOf(ada).status).toBe('active');
    expect(brokenOf(ada)).toEqual([]);
  });

  test('[S22] withdrawn after an operator has accepted it: refused, and auto-renew stays on', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.accept(requestOf(ada));
    const accepted = requestOf(ada);
    expect(ada.remove(accepted, true)).toEqual(refuse('ACTION_REFUSED', { code: 'not_requested' }));
    expect(requestOf(ada)).toEqual(accepted);
    expect(accepted).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
  });

  test.each<[string, (ada: Customer) => unknown, string]>([
    ['withdrawn by the customer', (ada) => ada.remove(requestOf(ada), true), 'customer'],
    ['declined by an operator', (ada) => ada.endByOperator(requestOf(ada), true), 'operator'],
  ])('[S22] %s: it ends at once, and what is held goes on', (_title, ends, actor) => {
    const ada = aCustomer();
    ada.buy(individual);
    const held = besideOf(ada);
    ada.buy(enterprise);
    ends(ada);
    expect(requestOf(ada)).toMatchObject({ status: 'canceled', endReason: 'removed', endedAt: start });
    expect(periodOf(requestOf(ada)), 'no end that is still to come').toEqual([start, start]);
    expect(ada.books.events.at(-1)).toMatchObject({ type: 'canceled', actor });
    expect(entitlementReasons(ada)).toEqual([]);
    expect(mailTemplates(ada).at(-1)).toBe('request_ended');
    expect(besideOf(ada)).toEqual(held);
    expect(ada.accept(requestOf(ada))).toEqual(refuseOperator('not_requested'));
    ada.buy(enterprise);
    expect(ada.books.subscriptions.at(-1)).toMatchObject({ status: 'requested' });
    expect(brokenOf(ada)).toEqual([]);
  });

  test('[S22] closing the account ends it', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.close();
    expect(requestOf(ada)).toMatchObject({ status: 'canceled', endReason: 'account_closed' });
    expect(periodOf(requestOf(ada))).toEqual([start, start]);
  });

  test('[S22] an accepted one keeps the period that it had when it ends', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.accept(requestOf(ada));
    ada.endByOperator(requestOf(ada));
    expect(periodOf(requestOf(ada))).toEqual([start, utc('2026-02-10')]);
  });
});

describe('[F5] [IO-02] [S24] an operator accepts a request', () => {
  test('the plan begins now: entitled, renewed without a charge, and mailed', () => {
    const ada = aCustomer({ billTo: null });
    ada.buy(enterprise);
    ada.now = utc('2026-01-20');
    expect(ada.accept()).toMatchObject({ ok: true, value: { replaced: [] } });
    expect(ada.subscription).toMatchObject({
      status: 'active',
      billingAnchor: utc('2026-01-20'),
      currentPeriodStart: utc('2026-01-20'),
      currentPeriodEnd: utc('2026-02-20'),
    });
    expect(isEntitled(ada.subscription)).toBe(true);
    expect(entitlementReasons(ada)).toEqual(['activated']);
    expect(ada.books.events.at(-1)).toMatchObject({ type: 'request_accepted', actor: 'operator' });
    expect(mailTemplates(ada)).toEqual(['sales_lead', 'request_accepted']);
    ada.advanceTo(utc('2026-03-01'));
    expect(ada.subscription).toMatchObject({ status: 'active', cycleIndex: 1 });
    expect(ada.books.allInvoices).toEqual([]);
    expect(brokenOf(ada)).toEqual([]);
  });

  test('twice: the second is refused', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.accept();
    expect(ada.accept()).toEqual(refuseOperator('not_requested'));
  });

  test.each<[string, (ada: Customer) => unknown, number]>([
    ['a trial', (ada) => ada.buy(individual, { trial: true, transitionAtEnd: true }), 0],
    ['a paid plan, whose unused days become credit', (ada) => ada.buy(individual), 559],
  ])('[S19] it replaces %s', (_title, holds, creditCents) => {
    const ada = aCustomer();
    holds(ada);
    ada.buy(enterprise);
    const [held] = besideOf(ada);
    ada.now = utc('2026-01-25');
    expect(ada.accept(requestOf(ada))).toMatchObject({ ok: true, value: { replaced: [held?.id] } });
    expect(besideOf(ada)).toMatchObject([{ status: 'canceled', endReason: 'replaced', endedAt: ada.now }]);
    expect(ada.books.events.find(({ type }) => type === 'canceled')).toMatchObject({ actor: 'operator' });
    expect(ada.books.account.balanceCents).toBe(0 - creditCents);
    expect(ada.books.mails.at(-1)?.facts).toEqual(creditCents > 0 ? { addedCents: creditCents } : {});
    expect(entitlementsOf(ada.books, ada.context)).toMatchObject([{ planId: 'pln_iot_enterprise', entitled: true }]);
    expect(brokenOf(ada)).toEqual([]);
  });

  test.each<[string, Partial<BillingState>, (ada: Customer) => unknown, OperatorRefusal]>([
    ['the email address is not verified', { verifiedEmail: null }, () => undefined, 'email_not_verified'],
    [
      'the account has prepaid time of the product',
      {
        subscriptions: [
          aSubscription({ product: 'iot', planId: 'pln_iot_individual', source: 'prepaid', term: 'fixed' }),
        ],
      },
      () => undefined,
      'prepaid_held',
    ],
    ['a payment of the held plan is undecided', {}, (ada) => ada.place(individual), 'undecided'],
  ])('refused while %s, and nothing changes', (_title, state, also, refusal) => {
    const ada = aCustomer(state);
    ada.buy(enterprise);
    also(ada);
    const before = ada.books;
    expect(ada.accept(requestOf(ada))).toEqual(refuseOperator(refusal));
    expect(ada.books).toBe(before);
  });

  test.each(['sub_none', 'sub_1'])('refused for %s, which is no request', (id) => {
    const ada = aCustomer({ subscriptions: [aSubscription()] });
    expect(ada.accept({ ...aSubscription(), id })).toEqual(refuseOperator('not_requested'));
  });

  test('ordered again once it is accepted, it changes nothing; another quantity is a new request', () => {
    const ada = aCustomer();
    ada.buy(enterprise);
    ada.accept();
    const accepted = ada.subscription;
    expect(ada.buy(enterprise)).toMatchObject({ changed: true, subscription: accepted });
    ada.buy(enterprise, { quantity: 3 });
    expect(ada.books.subscriptions).toMatchObject([accepted, { status: 'requested', quantity: 3 }]);
    ada.accept(ada.books.subscriptions.at(-1));
    expect(ada.books.subscriptions).toMatchObject([{ endReason: 'replaced' }, { status: 'active', quantity: 3 }]);
    expect(brokenOf(ada)).toEqual([]);
  });
});
