import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../../testing/builders.ts';
import { endLine, kindLabel, lockOf } from './current-plan.ts';

const plan = aSubscription().plan;
const on = '2027-01-10T00:00:00Z';

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
    [{}, null],
  ])('[DR-02] label of %o', (facts, label) => {
    expect(kindLabel(aSubscription(facts))).toEqual(label);
  });

  test.each([
    [{ noExpiry: true }, { kind: 'never' }],
    [{ isPerpetual: true }, { kind: 'never' }],
    [{}, { kind: 'renews', on, cents: 32462 }],
    [{ renews: false }, { kind: 'ends', on }],
    [
      { renews: false, isTrial: true },
      { kind: 'trial-ends', on },
    ],
    [{ expiry: null, currentPeriodEnd: null }, { kind: 'unknown' }],
  ])('[DR-02] end of %o', (facts, line) => {
    expect(endLine(aSubscription(facts))).toEqual(line);
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
});
