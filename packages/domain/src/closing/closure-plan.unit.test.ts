import { describe, expect, test } from 'vitest';
import type { Subscription } from '../state/entities.ts';
import { defaultBillingSettings } from '../state/settings.ts';
import { aCard, anAddress, aState, aSubscription, aTrial } from '../testing/builders.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import { text } from '../testing/moments.ts';
import { type ClosureFacts, closureBlock, closureLosses } from './closure-plan.ts';

const context = { settings: defaultBillingSettings, catalogue: aCatalogue() };

const loss = (subscription: Subscription, card = aCard()) => {
  const [only] = closureLosses(aState({ subscriptions: [subscription], card, billTo: anAddress() }), context);
  return only && [only.kind, text(only.paidUntil), only.renews, only.canStopRenewal];
};

const end = text(aSubscription().currentPeriodEnd);

describe('[SC-10] losses on closing the account', () => {
  test.each<[string, Subscription, unknown]>([
    ['paid and renewing: turning renewal off keeps it until its end', aSubscription(), ['paid', end, true, true]],
    ['paid, renewal off', aSubscription({ cancelAtPeriodEnd: true }), ['paid', end, false, false]],
    ['past due', aSubscription({ status: 'past_due' }), ['paid', end, true, false]],
    ['free: nothing to keep', aSubscription({ source: 'free', unitAmountCents: 0 }), ['free', end, true, false]],
    ['a trial that would continue', aTrial({ transitionAtEnd: true }), ['trial', text(aTrial().trialEnd), true, true]],
    ['a trial with renewal off', aTrial(), ['trial', text(aTrial().trialEnd), false, false]],
    [
      'a promotion',
      aSubscription({ source: 'promotion', unitAmountCents: 0, transitionAtEnd: true }),
      ['promotion', end, true, true],
    ],
    [
      'a promotion without an end',
      aSubscription({ source: 'promotion', unitAmountCents: 0, term: 'open_ended', currentPeriodEnd: null }),
      ['promotion', null, false, false],
    ],
    ['prepaid', aSubscription({ source: 'prepaid' }), ['prepaid', end, false, false]],
    ['a perpetual licence has no end', aSubscription({ term: 'perpetual' }), ['perpetual', null, false, false]],
  ])('%s', (_name, subscription, expected) => {
    expect(loss(subscription)).toEqual(expected);
  });

  test('[S5] a trial above longer prepaid time does not continue, whatever its renewal setting', () => {
    const prepaid = aSubscription({ source: 'prepaid' });
    const trial = aTrial({ transitionAtEnd: true, resumesSubscriptionId: prepaid.id });
    const losses = closureLosses(aState({ subscriptions: [prepaid, trial] }), context);
    expect(losses.map(({ kind, renews, canStopRenewal }) => [kind, renews, canStopRenewal])).toEqual([
      ['prepaid', false, false],
      ['trial', false, false],
    ]);
  });

  test.each(['incomplete', 'canceled', 'incomplete_expired'] as const)(
    'a subscription that is %s is not listed',
    (status) => {
      expect(loss(aSubscription({ status }))).toBeUndefined();
    },
  );
});

const free: ClosureFacts = { brandAllows: true, hasClaim: true, exportStatus: 'none', isPaymentUndecided: false };

test.each<[string, Partial<ClosureFacts>, string | null]>([
  ['nothing', {}, null],
  ['a decided screening', { exportStatus: 'denied' }, null],
  ['the brand', { brandAllows: false, hasClaim: false, exportStatus: 'pending', isPaymentUndecided: true }, 'brand'],
  ['[SC-09] the claim', { hasClaim: false, exportStatus: 'pending', isPaymentUndecided: true }, 'claim_missing'],
  ['an export review', { exportStatus: 'pending', isPaymentUndecided: true }, 'export_review'],
  ['a payment', { isPaymentUndecided: true }, 'payment_undecided'],
])('[SC-10] closing is blocked by: %s', (_name, facts, block) => {
  expect(closureBlock({ ...free, ...facts })).toBe(block);
});
