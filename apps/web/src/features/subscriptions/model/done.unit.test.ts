import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../../testing/builders.ts';
import { aReceipt } from '../../../testing/receipts.ts';
import { destinationAfter, outcomeOf } from './done.ts';

const HERE = 'https://account.example/#/subscriptions/drive';

describe('after a purchase', () => {
  test.each([
    ['newuser', 'https://drive.example/', 'https://drive.example/?r=newuser'],
    ['newuser', '/drive', 'https://account.example/drive?r=newuser'],
    ['newuser', null, null],
    ['expired', 'https://drive.example/', null],
    [undefined, 'https://drive.example/', null],
  ])('[DR-05] r=%s, drive app %s → %s', (reason, app, destination) => {
    expect(destinationAfter(reason, app, HERE)).toBe(destination);
  });

  test('[DR-05] the money is said first, else what happened', () => {
    const subscription = aSubscription();
    expect(outcomeOf({ receipt: aReceipt(), subscription }, false, true)).toEqual({ kind: 'paid', cents: 32462 });
    expect(outcomeOf({ receipt: null, subscription: aSubscription({ isTrial: true }) }, true, false)).toEqual({
      kind: 'trial-started',
    });
    expect(outcomeOf({ receipt: aReceipt({ amountDueCents: 0 }), subscription }, false, true)).toEqual({
      kind: 'changed',
    });
    expect(outcomeOf({ receipt: null, subscription }, false, false)).toEqual({ kind: 'subscribed' });
  });
});
