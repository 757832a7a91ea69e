import { describe, expect, test } from 'vitest';
import type { BillingState, Subscription } from '../state/entities.ts';
import { anAddress, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';

const promotion = aSubscription({ source: 'promotion', unitAmountCents: 0, everPaid: false });
const outsideCardCountries: Partial<BillingState> = { billTo: anAddress({ country: 'GB' }) };

const toggle = (subscription: Subscription, on: boolean, state: Partial<BillingState> = {}) => {
  const ada = new Customer(utc('2026-01-11'), { ...state, subscriptions: [subscription] });
  const toggled = ada.toggle(on);
  const { cancelAtPeriodEnd, transitionAtEnd } = ada.subscription;
  return { refused: toggled.ok ? null : toggled.type, cancelAtPeriodEnd, transitionAtEnd, ada };
};

describe('[SU-05] the toggle has immediate effect', () => {
  test.each<
    [string, Subscription, boolean, Partial<BillingState>, { cancelAtPeriodEnd: boolean; transitionAtEnd: boolean }]
  >([
    ['paid off', aSubscription(), false, {}, { cancelAtPeriodEnd: true, transitionAtEnd: false }],
    [
      'paid on',
      aSubscription({ cancelAtPeriodEnd: true }),
      true,
      {},
      { cancelAtPeriodEnd: false, transitionAtEnd: false },
    ],
    [
      'paid on, without a card',
      aSubscription({ cancelAtPeriodEnd: true }),
      true,
      { card: null },
      { cancelAtPeriodEnd: false, transitionAtEnd: false },
    ],
    [
      'Basic off',
      aSubscription({ source: 'free', unitAmountCents: 0 }),
      false,
      { card: null },
      { cancelAtPeriodEnd: true, transitionAtEnd: false },
    ],
    [
      'past due off',
      aSubscription({ status: 'past_due' }),
      false,
      {},
      { cancelAtPeriodEnd: true, transitionAtEnd: false },
    ],
    ['trial on', aTrial(), true, {}, { cancelAtPeriodEnd: false, transitionAtEnd: true }],
    ['trial off', aTrial({ transitionAtEnd: true }), false, {}, { cancelAtPeriodEnd: false, transitionAtEnd: false }],
    [
      'trial off, without a card',
      aTrial({ transitionAtEnd: true }),
      false,
      { card: null },
      { cancelAtPeriodEnd: false, transitionAtEnd: false },
    ],
    ['promotion on', promotion, true, {}, { cancelAtPeriodEnd: false, transitionAtEnd: true }],
    [
      'promotion off, outside the card countries',
      { ...promotion, transitionAtEnd: true },
      false,
      outsideCardCountries,
      { cancelAtPeriodEnd: false, transitionAtEnd: false },
    ],
  ])('%s', (_name, subscription, on, state, flags) => {
    const { refused, cancelAtPeriodEnd, transitionAtEnd, ada } = toggle(subscription, on, state);
    expect(refused).toBeNull();
    expect({ cancelAtPeriodEnd, transitionAtEnd }).toEqual(flags);
    expect(ada.books.events.map((event) => [event.type, event.actor])).toEqual([
      [on ? 'renewal_on' : 'renewal_off', 'customer'],
    ]);
  });

  test.each<[string, Subscription, boolean, Partial<BillingState>, string]>([
    ['prepaid on', aSubscription({ source: 'prepaid' }), true, {}, 'NOT_RENEWABLE'],
    ['prepaid off', aSubscription({ source: 'prepaid' }), false, {}, 'NOT_RENEWABLE'],
    ['open-ended', { ...promotion, term: 'open_ended', currentPeriodEnd: null }, true, {}, 'NOT_RENEWABLE'],
    ['trial on, without a card', aTrial(), true, { card: null }, 'PAYMENT_METHOD_REQUIRED'],
    ['trial on, without an address', aTrial(), true, { billTo: null }, 'PAYMENT_METHOD_REQUIRED'],
    ['trial on, outside the card countries', aTrial(), true, outsideCardCountries, 'CARD_COUNTRY_UNSUPPORTED'],
    [
      'promotion on, outside the card countries and without a card',
      promotion,
      true,
      { ...outsideCardCountries, card: null },
      'CARD_COUNTRY_UNSUPPORTED',
    ],
  ])('%s: %s', (_name, subscription, on, state, type) => {
    const { refused, ada } = toggle(subscription, on, state);
    expect(refused).toBe(type);
    expect(ada.subscription).toEqual(subscription);
    expect(ada.writes).toBeNull();
  });
});

test('switching a trial on or off makes its notice due again: the earlier one is no longer true', () => {
  const { ada } = toggle(aTrial({ noticedPeriodEnd: utc('2026-01-24') }), true);
  expect(ada.books.account.nextActionAt).toBe(utc('2026-01-17'));
  ada.advanceTo(utc('2026-01-18'));
  expect(ada.books.account.nextActionAt).toBe(utc('2026-01-24'));
  ada.toggle(false);
  expect(ada.books.account.nextActionAt).toBe(utc('2026-01-17'));
});

describe('[SU-05] an order of the current plan only switches renewal', () => {
  const starter = 'pln_drive_starter_yearly';

  test.each<[string, Subscription, boolean | undefined, object]>([
    ['off', aSubscription(), false, { cancelAtPeriodEnd: true }],
    ['on', aSubscription({ cancelAtPeriodEnd: true }), true, { cancelAtPeriodEnd: false }],
    ['not given', aSubscription({ cancelAtPeriodEnd: true }), undefined, { cancelAtPeriodEnd: true }],
    ['a promotion on', promotion, true, { cancelAtPeriodEnd: false, transitionAtEnd: true }],
    ['a promotion, not given', { ...promotion, transitionAtEnd: true }, undefined, { transitionAtEnd: true }],
  ])('%s', (_name, subscription, renews, flags) => {
    const ada = new Customer(utc('2026-01-11'), { subscriptions: [subscription] });
    expect(ada.place(starter, { renews, subscription })).toMatchObject({ ok: true, value: { invoice: null } });
    expect(ada.subscription).toEqual({ ...subscription, ...flags });
    const told = renews === undefined ? [] : [renews ? 'renewal_on' : 'renewal_off'];
    expect(ada.books.events.map(({ type }) => type)).toEqual(told);
  });

  test.each<[string, Subscription, Partial<BillingState>, string]>([
    ['open-ended', { ...promotion, term: 'open_ended', currentPeriodEnd: null }, {}, 'NOT_RENEWABLE'],
    ['a promotion without a card', promotion, { card: null }, 'PAYMENT_METHOD_REQUIRED'],
    ['a promotion outside the card countries', promotion, outsideCardCountries, 'CARD_COUNTRY_UNSUPPORTED'],
  ])('%s is refused', (_name, subscription, state, type) => {
    const ada = new Customer(utc('2026-01-11'), { ...state, subscriptions: [subscription] });
    expect(ada.place(starter, { renews: true, subscription })).toMatchObject({ ok: false, type });
    expect(ada.writes).toBeNull();
  });
});
