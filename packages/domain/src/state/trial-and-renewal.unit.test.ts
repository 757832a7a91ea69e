import { describe, expect, test } from 'vitest';
import { renewalCosts } from '../renewals/forecast-invoices.ts';
import { isRenewable } from '../subscriptions/toggle-renewal.ts';
import { aSubscription, aTrial } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';
import type { Subscription } from './entities.ts';
import { renewsAutomatically } from './trial-and-renewal.ts';

const prepaidUntil = (end: string | null): Subscription =>
  aSubscription({
    source: 'prepaid',
    term: end === null ? 'open_ended' : 'fixed',
    currentPeriodEnd: end === null ? null : utc(end),
  });

/** Trial until 2026-01-24 with renewal on, above a current plan. */
const trying = (held: Subscription, overrides: Partial<Subscription> = {}): Customer => {
  const trial = aTrial({ transitionAtEnd: true, resumesSubscriptionId: held.id, ...overrides });
  return new Customer(utc('2026-01-11'), { subscriptions: [held, trial] });
};
const autoRenews = (ada: Customer) => renewsAutomatically(ada.books, ada.byId('sub_trial'), ada.context);
const cost = (ada: Customer) => renewalCosts(ada.books, ada.context).get('sub_trial')?.cents;

describe('[SU-02] [S5] whether a trial with renewal on continues, with prepaid time below it', () => {
  test.each<[string, Subscription, Partial<Subscription>, boolean]>([
    ['which lasts longer: prepaid time follows', prepaidUntil('2026-01-25'), {}, false],
    ['which ends at the same instant: the trial ends first', prepaidUntil('2026-01-24'), {}, false],
    ['which ends before: the trial continues', prepaidUntil('2026-01-23'), {}, true],
    ['without an end', prepaidUntil(null), {}, false],
    ['which has ended', { ...prepaidUntil('2026-01-25'), status: 'canceled' }, {}, true],
    ['paid by card instead: that plan is moved', aSubscription(), {}, true],
    ['switched off', aSubscription(), { transitionAtEnd: false }, false],
  ])('%s', (_title, held, trial, renews) => {
    const ada = trying(held, trial);
    expect(autoRenews(ada)).toBe(renews);
    expect(cost(ada) !== undefined).toBe(renews);
    ada.advanceTo(utc('2026-01-23'));
    ada.advanceTo(utc('2026-01-24'));
    expect(ada.books.allInvoices.length > 0).toBe(renews);
  });
});

test.each(['canceled', 'incomplete_expired'] as const)('[SU-02] a subscription that is %s does not renew', (status) => {
  const ada = new Customer(utc('2026-01-11'), { subscriptions: [aSubscription({ status })] });
  expect(renewsAutomatically(ada.books, ada.byId('sub_1'), ada.context)).toBe(false);
});

test('[BY-06] prepaid time that ends in the last week of the trial: the charge is announced, not an end', () => {
  const ada = trying(prepaidUntil('2026-01-20'));
  ada.advanceTo(utc('2026-01-24'));
  const notices = ada.books.mails.filter(
    ({ subscriptionId, template }) => subscriptionId === 'sub_trial' && template.endsWith('_notice'),
  );
  expect(notices.map(({ template, facts }) => [template, facts.dueCents])).toEqual([['renewal_notice', 97_386]]);
  expect(ada.lastInvoice).toMatchObject({ reason: 'trial_end', totalCents: 97_386 });
});

test('[SU-05] renewal cannot be turned on if prepaid time follows; it can always be turned off', () => {
  const ada = trying(prepaidUntil('2026-06-10'), { transitionAtEnd: false });
  expect(isRenewable(ada.books, ada.byId('sub_trial'))).toBe(false);
  expect(ada.toggle(true, ada.byId('sub_trial'))).toMatchObject({ ok: false, type: 'NOT_RENEWABLE' });
  expect(ada.toggle(false, ada.byId('sub_trial')).ok).toBe(true);
});
