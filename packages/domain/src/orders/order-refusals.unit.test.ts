import { describe, expect, test } from 'vitest';
import type { BillingState } from '../state/entities.ts';
import { anAccount, anAddress, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import type { Order } from './order.ts';

const start = utc('2026-01-10');
const customer = (state: Partial<BillingState> = {}) => new Customer(start, state);

describe('refusals, one reason each', () => {
  const outsideCardCountries = { billTo: anAddress({ country: 'GB' }) };
  const subscriptions = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      aSubscription({
        id: `sub_${index}`,
        product: 'scope',
        planId: 'pln_scope_starter',
        priceId: 'prc_pln_scope_starter_yearly',
      }),
    );
  const prepaid = aSubscription({ source: 'prepaid' });
  const pastDue = aSubscription({ status: 'past_due' });
  const suspended = aSubscription({ status: 'suspended' });

  test.each<[string, string, Partial<BillingState>, string, Partial<Order>]>([
    ['a paid plan without an address', 'MISSING_ADDRESS', { billTo: null }, 'pln_drive_starter_yearly', {}],
    [
      'any scope plan without an address',
      'MISSING_ADDRESS',
      { billTo: null },
      'pln_scope_starter_yearly',
      { trial: true },
    ],
    [
      'a scope plan under review',
      'NEEDS_REVIEW',
      { account: anAccount({ exportStatus: 'pending' }) },
      'pln_scope_starter_yearly',
      {},
    ],
    [
      'a scope plan, export denied',
      'EXPORT_DENIED',
      { account: anAccount({ exportStatus: 'denied' }) },
      'pln_scope_starter_yearly',
      {},
    ],
    [
      'the eleventh of a scope plan',
      'SUBSCRIPTION_LIMIT',
      { subscriptions: subscriptions(10) },
      'pln_scope_starter_yearly',
      {},
    ],
    ['a second trial', 'TRIAL_ALREADY_USED', { trialKeysUsed: ['drive'] }, 'pln_drive_starter_yearly', { trial: true }],
    [
      'a trial of the plan in use',
      'TRIAL_NOT_OFFERED',
      { subscriptions: [aSubscription()] },
      'pln_drive_starter_yearly',
      { trial: true },
    ],
    [
      'at the end of a period, without a running period',
      'INVALID_REQUEST',
      {},
      'pln_drive_starter_yearly',
      { atPeriodEnd: true },
    ],
    [
      'at the end of a trial, which has no period to change at',
      'INVALID_REQUEST',
      { subscriptions: [aTrial()] },
      'pln_drive_starter_yearly',
      { subscription: aTrial(), atPeriodEnd: true },
    ],
    ['over a prepaid plan', 'PREPAID_NOT_MODIFIABLE', { subscriptions: [prepaid] }, 'pln_drive_ultimate_yearly', {}],
    ['while past due', 'PAYMENT_REQUIRED', { subscriptions: [pastDue] }, 'pln_drive_ultimate_yearly', {}],
    ['while suspended', 'PAYMENT_REQUIRED', { subscriptions: [suspended] }, 'pln_drive_ultimate_yearly', {}],
    ['another product', 'INVALID_PLAN', {}, 'pln_scope_starter_yearly', { subscription: aSubscription() }],
    [
      'a card outside the card countries',
      'CARD_COUNTRY_UNSUPPORTED',
      outsideCardCountries,
      'pln_drive_starter_yearly',
      {},
    ],
    ['no card', 'PAYMENT_METHOD_REQUIRED', { card: null }, 'pln_drive_starter_yearly', {}],
    [
      'a trial with renewal on, without a card',
      'PAYMENT_METHOD_REQUIRED',
      { card: null },
      'pln_drive_starter_yearly',
      { trial: true, transitionAtEnd: true },
    ],
    [
      'a trial with renewal on, outside the card countries',
      'CARD_COUNTRY_UNSUPPORTED',
      outsideCardCountries,
      'pln_drive_starter_yearly',
      { trial: true, transitionAtEnd: true },
    ],
    ['a total other than quoted', 'QUOTE_CHANGED', {}, 'pln_drive_starter_yearly', { expectedTotalCents: 32461 }],
    [
      'a plan that another tab bought since',
      'ALREADY_HELD',
      { subscriptions: subscriptions(1) },
      'pln_scope_starter_yearly',
      { expectedHeldCount: 0 },
    ],
    [
      'a plan that ended since',
      'ALREADY_HELD',
      { subscriptions: [aSubscription({ product: 'scope', planId: 'pln_scope_starter', status: 'canceled' })] },
      'pln_scope_starter_yearly',
      { expectedHeldCount: 1 },
    ],
  ])('%s: %s', (_name, type, state, intervalId, overrides) => {
    const ada = customer(state);
    const before = ada.books;
    expect(ada.place(intervalId, overrides)).toMatchObject({ ok: false, type });
    expect(ada.books).toBe(before);
  });

  test('QUOTE_CHANGED carries the current price', () => {
    expect(customer().place('pln_drive_starter_yearly', { expectedTotalCents: 1 })).toMatchObject({
      detail: { amountDueCents: 32462 },
    });
  });

  test.each<[string, Partial<BillingState>, string, Partial<Order>]>([
    ['the quoted total', {}, 'pln_drive_starter_yearly', { expectedTotalCents: 32462 }],
    [
      'one more of a plan, as shown',
      { subscriptions: subscriptions(1) },
      'pln_scope_starter_yearly',
      { expectedHeldCount: 1 },
    ],
    [
      'a change, whatever is held',
      { subscriptions: subscriptions(2) },
      'pln_scope_ultimate_yearly',
      { subscription: subscriptions(1)[0] ?? null, expectedHeldCount: 7 },
    ],
    ['the tenth of a scope plan', { subscriptions: subscriptions(9) }, 'pln_scope_starter_yearly', {}],
    [
      'the eleventh when one has ended',
      {
        subscriptions: [
          ...subscriptions(9),
          aSubscription({ id: 'sub_x', product: 'scope', planId: 'pln_scope_starter', status: 'canceled' }),
        ],
      },
      'pln_scope_starter_yearly',
      {},
    ],
    [
      'a drive plan under export review',
      { account: anAccount({ exportStatus: 'pending' }) },
      'pln_drive_starter_yearly',
      {},
    ],
    [
      'Basic outside the card countries, without a card',
      { ...outsideCardCountries, card: null },
      'pln_drive_free_free',
      {},
    ],
    [
      'a trial outside the card countries, without a card',
      { ...outsideCardCountries, card: null },
      'pln_drive_starter_yearly',
      { trial: true },
    ],
    ['a drive trial without an address', { billTo: null, card: null }, 'pln_drive_starter_yearly', { trial: true }],
    [
      'one of ten changes its interval',
      { subscriptions: subscriptions(10) },
      'pln_scope_starter_monthly',
      { subscription: subscriptions(1)[0] ?? null },
    ],
  ])('accepted: %s', (_name, state, intervalId, overrides) => {
    const placed = customer(state).place(intervalId, overrides);
    expect(placed.ok ? 'ok' : placed.type).toBe('ok');
  });
});

describe('order of the checks: of two reasons the earlier one is returned', () => {
  const used = { trialKeysUsed: ['scope'] };
  test.each<[string, string, Partial<BillingState>, string, Partial<Order>]>([
    ['address before trial', 'MISSING_ADDRESS', { ...used, billTo: null }, 'pln_scope_starter_yearly', { trial: true }],
    [
      'review before trial',
      'NEEDS_REVIEW',
      { ...used, account: anAccount({ exportStatus: 'pending' }) },
      'pln_scope_starter_yearly',
      { trial: true },
    ],
    [
      'address before review',
      'MISSING_ADDRESS',
      { billTo: null, account: anAccount({ exportStatus: 'pending' }) },
      'pln_scope_starter_yearly',
      {},
    ],
    [
      'address before prepaid',
      'MISSING_ADDRESS',
      { billTo: null, subscriptions: [aSubscription({ source: 'prepaid' })] },
      'pln_drive_ultimate_yearly',
      {},
    ],
    [
      'country before card',
      'CARD_COUNTRY_UNSUPPORTED',
      { billTo: anAddress({ country: 'GB' }), card: null },
      'pln_drive_starter_yearly',
      {},
    ],
    [
      'card before total',
      'PAYMENT_METHOD_REQUIRED',
      { card: null },
      'pln_drive_starter_yearly',
      { expectedTotalCents: 1 },
    ],
  ])('%s: %s', (_name, type, state, intervalId, overrides) => {
    expect(customer(state).place(intervalId, overrides)).toMatchObject({ ok: false, type });
  });
});
