import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import type { Order } from '../orders/order.ts';
import type { AttemptOutcome } from '../payments/settle.ts';
import { delaysPeriodEnd } from '../state/due.ts';
import type { Subscription } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { aContext, aState, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { basic, holderOf, monthly } from '../testing/holders.ts';
import { text, utc } from '../testing/moments.ts';

const asks: AttemptOutcome = { kind: 'requires_action', intentRef: 'pi_1' };
const canceledOutcome: AttemptOutcome = { kind: 'canceled', intentRef: 'pi_1' };
const works: AttemptOutcome = { kind: 'processing', intentRef: 'pi_1' };
const leaveUndecided = () => null;
const endDue = { ok: false, type: 'OPERATION_IN_PROGRESS', detail: { code: 'end_due' } };

const TRIAL_END = '2026-01-24';
const scopeTrial = aTrial({
  product: 'scope',
  planId: 'pln_scope_ultimate',
  priceId: 'prc_pln_scope_ultimate_yearly',
});
const scopeStarter = aSubscription({
  product: 'scope',
  planId: 'pln_scope_starter',
  priceId: 'prc_pln_scope_starter_monthly',
  currentPeriodEnd: utc('2026-03-10'),
});

/** Orders repeatedly and leaves each challenge unanswered. Each request ends the challenge before. */
const keepOrdering = (ada: Customer, order: () => ReturnType<Customer['place']>, days: number): void => {
  const until = ada.now + days * 24 * HOUR_MS;
  while (ada.now < until) {
    for (const attempt of ada.undecided) ada.answer(canceledOutcome, attempt.id);
    order();
    for (const attempt of ada.undecided) ada.answer(asks, attempt.id);
    ada.advanceTo(ada.now + 22 * HOUR_MS, ({ onSession }) => (onSession ? null : declinedOutcome()));
  }
};

describe('[SU-04] S5: an unanswered challenge delays the end of a trial once, by a day at most', () => {
  test.each<[string, readonly Subscription[], string, (trial: Subscription) => Partial<Order>]>([
    ['a purchase', [], 'pln_drive_starter_monthly', () => ({})],
    ['a purchase in its place', [], 'pln_drive_starter_monthly', (trial) => ({ subscription: trial })],
    ['above a free plan', [basic()], 'pln_drive_ultimate_monthly', () => ({})],
    ['a change of the paid plan below it', [monthly()], 'pln_drive_ultimate_monthly', () => ({})],
  ])('%s, repeatedly', (_name, below, intervalId, order) => {
    const trial = aTrial({ resumesSubscriptionId: below[0]?.id ?? null });
    const ada = new Customer(utc('2026-01-23 12:00'), { subscriptions: [...below, trial] });
    keepOrdering(ada, () => ada.place(intervalId, order(ada.byId(trial.id))), 10);
    expect(ada.byId(trial.id)).toMatchObject({ status: 'canceled', endReason: 'trial_ended' });
    expect(ada.byId(trial.id).endedAt).toBeLessThanOrEqual(utc(TRIAL_END) + 24 * HOUR_MS);
  });

  test('a challenge begun before the end is waited for; another order is refused until the end has run', () => {
    const ada = holderOf('2026-01-23 12:00', aTrial());
    ada.buy('pln_drive_starter_monthly', {}, asks);
    ada.advanceTo(utc('2026-01-24 06:00'), leaveUndecided);
    expect(ada.byId('sub_trial').status).toBe('trialing');
    ada.answer(canceledOutcome);
    expect(ada.place('pln_drive_starter_monthly')).toMatchObject(endDue);
    expect(ada.run().action?.kind).toBe('trial_end');
    ada.buy('pln_drive_starter_monthly');
    expect(ada.books.subscriptions.filter(isEntitled)).toMatchObject([{ planId: 'pln_drive_starter' }]);
  });

  test('S8: a late answer completes the purchase', () => {
    const ada = holderOf('2026-01-23 12:00', aTrial());
    ada.buy('pln_drive_ultimate_monthly', {}, asks);
    ada.advanceTo(utc('2026-01-24 06:00'), leaveUndecided);
    ada.answer(succeededOutcome);
    expect(ada.byId('sub_trial')).toMatchObject({ endReason: 'converted', endedAt: utc('2026-01-24 06:00') });
  });

  test('a payment in processing for days is waited for as long, and no other is begun', () => {
    const ada = holderOf('2026-01-23 12:00', aTrial({ transitionAtEnd: true }));
    ada.buy('pln_drive_ultimate_monthly', {}, works);
    ada.advanceTo(utc('2026-01-28'), leaveUndecided);
    expect(ada.byId('sub_trial').status).toBe('trialing');
    expect(ada.place('pln_drive_starter_monthly')).toMatchObject({ type: 'OPERATION_IN_PROGRESS' });
    ada.answer(succeededOutcome);
    expect(ada.books.allInvoices).toMatchObject([{ reason: 'create', status: 'paid' }]);
  });

  test('S5: repeated payments for a past-due plan below are not waited for: that plan would not be moved', () => {
    const ada = holderOf('2026-01-20', monthly({ currentPeriodEnd: utc('2026-01-22') }));
    ada.change({
      subscriptions: [ada.subscription, aTrial({ resumesSubscriptionId: 'sub_1', transitionAtEnd: true })],
    });
    ada.advanceTo(utc('2026-01-23'), () => declinedOutcome());
    ada.payNow();
    ada.answer(asks);
    ada.advanceTo(utc(TRIAL_END), leaveUndecided);
    expect(ada.byId('sub_trial')).toMatchObject({ endReason: 'trial_ended', endedAt: utc(TRIAL_END) });
  });

  test('a free plan, or one paid by credit, can be ordered at any time', () => {
    const ada = holderOf('2026-01-23', aTrial());
    ada.now = utc('2026-01-25');
    expect(ada.place('pln_drive_free_free').ok).toBe(true);
    ada.grant(100_000);
    expect(ada.place('pln_drive_starter_monthly').ok).toBe(true);
  });
});

describe('[SU-04] scope plans beside a trial neither wait for it nor delay its end', () => {
  test.each<[string, string, boolean]>([
    ['the tried plan', 'pln_scope_ultimate_yearly', true],
    ['another plan', 'pln_scope_starter_monthly', false],
  ])('%s', (_name, intervalId, waits) => {
    const ada = holderOf('2026-01-23 12:00', scopeTrial);
    ada.buy(intervalId, {}, asks);
    ada.advanceTo(utc(TRIAL_END), leaveUndecided);
    expect(ada.byId(scopeTrial.id).status).toBe(waits ? 'trialing' : 'canceled');
  });

  test.each<[string, string, Partial<Order>, boolean]>([
    ['the tried plan', 'pln_scope_ultimate_yearly', {}, false],
    ['another plan in its place', 'pln_scope_starter_monthly', { subscription: scopeTrial }, false],
    [
      'a change of another plan, which may be to that one',
      'pln_scope_ultimate_yearly',
      { subscription: scopeStarter },
      false,
    ],
    ['an additional subscription', 'pln_scope_starter_monthly', {}, true],
  ])('once its end is due: %s', (_name, intervalId, order, isOrdered) => {
    const ada = holderOf('2026-01-25', scopeTrial, scopeStarter);
    const placed = ada.place(intervalId, order);
    if (isOrdered) expect(placed.ok).toBe(true);
    else expect(placed).toMatchObject(endDue);
  });
});

describe('[SU-03] S12: an unanswered change does not delay the end of a period', () => {
  test.each<[string, Subscription]>([
    ['a plan with renewal off', monthly({ cancelAtPeriodEnd: true })],
    ['a plan that renews', monthly()],
    ['a promotion', monthly({ source: 'promotion', everPaid: false })],
  ])('of %s', (_name, held) => {
    const ada = holderOf('2026-02-27 12:00', held);
    keepOrdering(ada, () => ada.place('pln_drive_ultimate_yearly'), 5);
    const { status, currentPeriodEnd, endedAt } = ada.byId(held.id);
    if (held.cancelAtPeriodEnd || held.source === 'promotion') {
      expect([status, (endedAt ?? 0) <= utc('2026-03-01')]).toEqual(['canceled', true]);
    } else {
      expect([status, text(currentPeriodEnd)]).toEqual(['past_due', '2026-03-31']);
    }
  });

  test.each<[string, Partial<Subscription>, string, boolean]>([
    ['to the millisecond', {}, '2026-02-28', true],
    ['not a millisecond earlier', {}, '2026-02-27 23:59', false],
    ['a perpetual licence has no end to delay', { term: 'perpetual' }, '2026-03-10', false],
    ['nor has an open-ended plan', { term: 'open_ended', currentPeriodEnd: null }, '2026-03-10', false],
    ['nor has an ended plan', { status: 'canceled' }, '2026-03-10', false],
  ])('%s', (_name, held, now, expected) => {
    const row = monthly(held);
    expect(
      delaysPeriodEnd(aState({ subscriptions: [row] }), row, { reason: 'change' }, aContext({ now: utc(now) })),
    ).toBe(expected);
  });
});
