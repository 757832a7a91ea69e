import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../../testing/builders.ts';
import {
  billedIntervalOf,
  endLine,
  isMissingCard,
  isPending,
  isSwitchable,
  isSwitchedOn,
  kindLabel,
  lockOf,
} from './current-plan.ts';

const plan = aSubscription().plan;
const on = '2027-01-10T00:00:00Z';
const since = aSubscription().currentPeriodStart;
const toBasic = {
  planId: 'pln_drive_free',
  planName: 'Basic',
  interval: 'free',
  customBilling: false,
  applyAt: '2027-01-10T00:00:00Z',
  trialId: null,
} as const;
const byTrial = { ...toBasic, trialId: 'sub_trial' };

const pauses = { kind: 'pauses', at: '2026-01-25T00:00:00Z' } as const;

describe('the current plan', () => {
  test.each([
    [
      { isPrepaid: true, prepaidDisplayCode: '7Kq4' },
      { kind: 'prepaid', code: '7Kq4' },
    ],
    [{ isPrepaid: true }, { kind: 'prepaid', code: null }],
    [{ oneTimeOffer: true, plan: { ...plan, amount: 0 } }, { kind: 'one-time-offer' }],
    [
      { isTrial: true, trialDaysLeft: 9, plan: { ...plan, amount: 0 } },
      { kind: 'trial', daysLeft: 9 },
    ],
    [{ plan: { ...plan, amount: 0 } }, { kind: 'free' }],
    [{ isFreePromo: true }, { kind: 'free' }],
    // billed by agreement: the amount of 0 is no price (IO-01)
    [{ plan: { ...plan, amount: 0, customBilling: true } }, { kind: 'pay-as-you-go' }],
    [{}, null],
  ])('[DR-02] label of %o', (facts, label) => {
    expect(kindLabel(aSubscription(facts))).toEqual(label);
  });

  test.each([
    [{ noExpiry: true }, { kind: 'never' }],
    [{ isPerpetual: true }, { kind: 'never' }],
    [{}, { kind: 'renews', on, cents: 32462, free: false }],
    // it is there no more until it is paid, so no day and no amount is promised
    [
      { status: 'suspended', renewalCents: null },
      { kind: 'due', since, paused: true },
    ],
    // never paid: paused at once (D14), also if it ends with its period
    [
      { status: 'past_due', entitled: false, renewalCents: null },
      { kind: 'due', since, paused: true },
    ],
    [
      { status: 'past_due', entitled: false, renewalCents: null, renews: false, cancelAtPeriodEnd: true },
      { kind: 'due', since, paused: true },
    ],
    // F1: while the invoice of this period is not paid, its day is named and not the next one
    [
      { status: 'past_due', renewalCents: null },
      { kind: 'due', since, paused: false },
    ],
    [
      { status: 'past_due', renewalCents: null, renews: false },
      { kind: 'due', since, paused: false, endsOn: on },
    ],
    // abroad: it stops before the end of the period if it stays unpaid
    [
      { status: 'past_due', renewalCents: null, renews: false, ifUnpaid: pauses },
      { kind: 'due', since, paused: false, ifUnpaid: pauses },
    ],
    [
      { status: 'past_due', renewalCents: null, renews: false, cancelAtPeriodEnd: true, ifUnpaid: pauses },
      { kind: 'due', since, paused: false, ifUnpaid: pauses, endsOn: on },
    ],
    // just switched on: what will be charged is not known, and it is not free
    [{ renewalCents: null }, { kind: 'renews', on, cents: null, free: false }],
    [
      { renewalCents: null, isTrial: true, plan: { ...plan, amount: 0 } },
      { kind: 'renews', on, cents: null, free: false },
    ],
    [
      { renewalCents: null, isPromo: true, plan: { ...plan, amount: 0 } },
      { kind: 'renews', on, cents: null, free: false },
    ],
    [
      { renewalCents: null, plan: { ...plan, amount: 0 } },
      { kind: 'renews', on, cents: null, free: true },
    ],
    // what a discount pays comes to nothing, and is not free
    [
      { renewalCents: 0, plan: { ...plan, amount: 0 } },
      { kind: 'renews', on, cents: 0, free: false },
    ],
    [{ renews: false }, { kind: 'ends', on }],
    [
      { renews: false, isTrial: true },
      { kind: 'trial-ends', on, prepaidFollows: false },
    ],
    [
      { renews: false, renewable: false, isTrial: true },
      { kind: 'trial-ends', on, prepaidFollows: true },
    ],
    [{ expiry: null, currentPeriodEnd: null }, { kind: 'unknown' }],
    [
      { renewalCents: null, plan: { ...plan, amount: 0, customBilling: true } },
      { kind: 'by-agreement', until: null },
    ],
    [
      { renews: false, plan: { ...plan, amount: 0, customBilling: true } },
      { kind: 'by-agreement', until: on },
    ],
    [
      { pendingChange: toBasic, renewalCents: null },
      { kind: 'changes', on: toBasic.applyAt, to: toBasic, cents: null },
    ],
    // renewal was switched off just now: it ends
    [
      { pendingChange: toBasic, renews: false },
      { kind: 'ends', on },
    ],
    // a trial over it goes on, whatever it was to do itself
    [
      { pendingChange: byTrial, renews: false, renewalCents: null },
      { kind: 'changes', on: byTrial.applyAt, to: byTrial, cents: null },
    ],
    [
      { pendingChange: toBasic, renews: false, isPromo: true, renewalCents: null },
      { kind: 'changes', on: toBasic.applyAt, to: toBasic, cents: null },
    ],
  ] as const)('[DR-02] end of %o', (facts, line) => {
    expect(endLine(aSubscription(facts))).toEqual(line);
  });

  const uncharged = { transitionAtEnd: true, renews: false };
  const overPrepaid = { isTrial: true, renews: false, renewable: false };

  test.each([
    ['an ordinary one', {}, true, true],
    ['an ordinary one that ends', { renews: false, cancelAtPeriodEnd: true }, true, false],
    ['an ordinary one that ends because cards are not taken', { renews: false }, true, true],
    ['prepaid', { isPrepaid: true, renews: false, renewable: false }, false, false],
    ['without end', { noExpiry: true, renews: false, renewable: false }, false, false],
    ['a trial agreed to go on, without a card', { isTrial: true, ...uncharged }, true, true],
    ['a promotion of that kind', { isPromo: true, ...uncharged }, true, true],
    ['a trial that ends by itself', { isTrial: true, renews: false }, true, false],
    ['a trial that prepaid time outlasts', overPrepaid, false, false],
    ['the same, agreed to go on', { ...overPrepaid, transitionAtEnd: true }, true, true],
  ])('[SU-05] what can be switched, and how it stands: %s', (_, facts, switchable, on) => {
    const subscription = aSubscription(facts);
    expect(isSwitchable(subscription, endLine(subscription))).toBe(switchable);
    expect(isSwitchedOn(subscription)).toBe(on);
  });

  test.each([
    ['agreed to go on, with nobody to charge', { isTrial: true, ...uncharged }, true],
    ['a promotion of that kind', { isPromo: true, ...uncharged }, true],
    ['agreed to, and it will', { isTrial: true, transitionAtEnd: true }, false],
    ['an ordinary one that ends', { renews: false, cancelAtPeriodEnd: true }, false],
    ['an ordinary one where cards are not taken', { renews: false }, true],
    ['one that is paused until it is paid', { renews: false, renewable: false, status: 'suspended' as const }, false],
    ['what prepaid time outlasts', { ...overPrepaid, transitionAtEnd: true }, false],
  ])('[SU-05] a card is missing: %s', (_, facts, lacks) => {
    expect(isMissingCard(aSubscription(facts))).toBe(lacks);
  });

  test.each([
    [{}, 'pln_drive_starter_yearly'],
    [{ isTrial: true }, null],
    [{ isPrepaid: true }, null],
  ])('[DR-03] what stands as billed on the cards, of %o', (facts, id) => {
    expect(billedIntervalOf(aSubscription(facts))).toBe(id);
  });

  test.each([
    [{ isPrepaid: true }, 'prepaid'],
    [{ status: 'past_due' }, 'payment-open'],
    [{ status: 'suspended' }, 'payment-open'],
    [{}, null],
  ] as const)('[DR-02] a choice is closed for %o: %s', (facts, lock) => {
    expect(lockOf(aSubscription(facts))).toBe(lock);
  });

  test('nothing there: every choice is open', () => {
    expect(lockOf(null)).toBeNull();
  });

  test.each([
    ['drive', { product: 'drive', subscriptionId: null }, { id: 'sub_1' }, true],
    ['drive', { product: 'iot', subscriptionId: null }, null, false],
    ['scope', { product: 'scope', subscriptionId: null }, null, true],
    ['scope', { product: 'scope', subscriptionId: 'sub_2' }, null, false],
    ['scope', { product: 'scope', subscriptionId: 'sub_2' }, { id: 'sub_2' }, true],
  ] as const)('[SU-08] %s, a payment for %o, looked at from %o: waits %s', (key, order, current, waits) => {
    const family = { key, several: key === 'scope' };
    expect(isPending([order], family, current)).toBe(waits);
    expect(isPending([], family, current)).toBe(false);
  });
});
