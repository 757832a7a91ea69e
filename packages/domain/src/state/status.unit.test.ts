import type { SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import { describe, expect, test } from 'vitest';
import { aCard, anAddress, aState, aSubscription } from '../testing/builders.ts';
import { aPlan } from '../testing/catalogue.ts';
import { utc } from '../testing/moments.ts';
import type { Subscription } from './entities.ts';
import { defaultBillingSettings } from './settings.ts';
import { endedAsTrial, isChargeable, isEntitled, isLive, kindOf, trialDaysLeft, willRenew } from './status.ts';

const kind = (overrides: Partial<Subscription>, isBasic = false) =>
  kindOf(aSubscription(overrides), aPlan({ isBasic }));

describe('[SU-01] the kind of a subscription, first match', () => {
  test.each([
    ['Prepaid', kind({ source: 'prepaid' })],
    ['Prepaid', kind({ source: 'prepaid', status: 'trialing', planId: 'pln_drive_free' }, true)],
    ['Trial', kind({ source: 'trial', status: 'trialing' })],
    ['Trial', kind({ source: 'promotion', status: 'trialing' }, true)],
    ['Promotion', kind({ source: 'promotion' })],
    ['Promotion', kind({ source: 'promotion', planId: 'pln_drive_free' }, true)],
    ['Basic', kind({ source: 'free', planId: 'pln_drive_free' }, true)],
    ['Basic', kind({ source: 'card' }, true)],
    ['Free', kind({ source: 'free', planId: 'pln_scope_free' })],
    ['Credit Card', kind({ source: 'card' })],
    ['Credit Card', kind({ source: 'trial', status: 'active' })],
  ])('%s', (expected, actual) => {
    expect(actual).toBe(expected);
  });
});

describe('[SU-02] whether it continues', () => {
  test.each<[string, Partial<Subscription>, boolean, boolean]>([
    ['paid', {}, true, true],
    ['paid, without a card: it is due anyway', {}, false, true],
    ['paid, cancelling', { cancelAtPeriodEnd: true }, true, false],
    ['Basic', { source: 'free' }, false, true],
    ['Basic, cancelling', { source: 'free', cancelAtPeriodEnd: true }, false, false],
    ['trial', { source: 'trial', status: 'trialing' }, true, false],
    ['trial switched on', { source: 'trial', status: 'trialing', transitionAtEnd: true }, true, true],
    [
      'trial with renewal on, without a card',
      { source: 'trial', status: 'trialing', transitionAtEnd: true },
      false,
      false,
    ],
    [
      'trial: cancelAtPeriodEnd does not matter',
      { source: 'trial', status: 'trialing', cancelAtPeriodEnd: false },
      true,
      false,
    ],
    ['promotion', { source: 'promotion' }, true, false],
    ['promotion with renewal on', { source: 'promotion', transitionAtEnd: true }, true, true],
    ['promotion with renewal on, without a card', { source: 'promotion', transitionAtEnd: true }, false, false],
    ['prepaid', { source: 'prepaid', transitionAtEnd: true }, true, false],
    ['open-ended', { source: 'promotion', term: 'open_ended', transitionAtEnd: true }, true, false],
    ['custom', { source: 'custom' }, true, true],
  ])('%s', (_name, overrides, chargeable, expected) => {
    expect(willRenew(aSubscription(overrides), chargeable)).toBe(expected);
  });
});

test.each<[SubscriptionStatus, boolean, boolean, boolean]>([
  // Status, live, entitled if ever paid, entitled if never paid (D14).
  ['incomplete', true, false, false],
  ['trialing', true, true, true],
  ['active', true, true, true],
  ['past_due', true, true, false],
  ['suspended', true, false, false],
  ['canceled', false, false, false],
  ['incomplete_expired', false, false, false],
])('%s: live %s, entitled %s, never paid %s', (status, live, entitled, neverPaid) => {
  expect(isLive({ status })).toBe(live);
  expect(isEntitled({ status, everPaid: true })).toBe(entitled);
  expect(isEntitled({ status, everPaid: false })).toBe(neverPaid);
});

test.each([
  ['card and US address', aState(), true],
  ['an expired card counts: its bank decides', aState({ card: aCard({ expYear: 2020 }) }), true],
  ['no card', aState({ card: null }), false],
  ['no address', aState({ billTo: null }), false],
  ['an address where cards are not accepted', aState({ billTo: anAddress({ country: 'GB' }) }), false],
])('chargeable: %s', (_name, state, expected) => {
  expect(isChargeable(state, defaultBillingSettings)).toBe(expected);
});

test('card countries are a setting', () => {
  const state = aState({ billTo: anAddress({ country: 'GB' }) });
  expect(isChargeable(state, { ...defaultBillingSettings, cardCountries: ['US', 'GB'] })).toBe(true);
});

describe('[SU-04] days of trial left, rounded from the expiry', () => {
  test.each([
    ['2026-01-10', 14],
    ['2026-01-10 11:59', 14],
    ['2026-01-10 12:01', 13],
    ['2026-01-23', 1],
    ['2026-01-23 11:00', 1],
    ['2026-01-23 13:00', 0],
    ['2026-01-24', 0],
    ['2026-02-24', 0],
  ])('on %s: %i', (now, left) => {
    expect(trialDaysLeft(utc('2026-01-24'), utc(now))).toBe(left);
  });
});

test.each([
  ['at its end', '2026-01-24', 'trial_ended', true],
  ['at its end, by a late worker', '2026-01-26', 'trial_ended', true],
  ['by an operator before that', '2026-01-20', 'removed', true],
  ['later, after it continued as a plan', '2027-01-24', 'canceled', false],
  ['later, because the first payment failed', '2026-02-20', 'payment_failed', false],
])('[SU-04] a trial that ended %s: %s', (_, endedAt, endReason, expected) => {
  const ended = { status: 'canceled', trialEnd: utc('2026-01-24'), endedAt: utc(endedAt), endReason } as const;
  expect(endedAsTrial(ended)).toBe(expected);
  expect(endedAsTrial({ ...ended, trialEnd: null })).toBe(false);
  expect(endedAsTrial({ ...ended, status: 'trialing', endedAt: null })).toBe(false);
});
