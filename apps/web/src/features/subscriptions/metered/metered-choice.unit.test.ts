import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../../testing/builders.ts';
import { enterprise, individual, student } from '../../../testing/tiered-answers.ts';
import { isEligible } from '../model/eligible.ts';
import { changedBy, orderOf } from '../model/order.ts';
import { selectionFor } from '../model/tiered-card.ts';
import { choiceOf, explainUnavailableMeteredChoice, isOwned, isScheduled, offersTrial } from './metered-choice.ts';

const plans = [individual, student, enterprise];
const having = (id: string, intervalId: string) =>
  aSubscription({ product: 'iot', plan: { ...aSubscription().plan, id, intervalId } });
const choose = (wanted?: string, existing: ReturnType<typeof having> | null = null) => {
  const choice = choiceOf(plans, wanted, existing);
  if (!choice) throw new Error('nothing to choose');
  return choice;
};

describe('[IO-01] what is chosen', () => {
  test.each([
    ['nothing named: the first plan, yearly', undefined, null, 'pln_iot_individual_yearly'],
    ['an interval id', 'pln_iot_student_monthly', null, 'pln_iot_student_monthly'],
    ['a plan id: yearly', 'pln_iot_student', null, 'pln_iot_student_yearly'],
    ['a plan without a price', 'pln_iot_enterprise', null, 'pln_iot_enterprise'],
    ['something unknown', 'pln_iot_gone', null, 'pln_iot_individual_yearly'],
    [
      'nothing named, but something held',
      undefined,
      having('pln_iot_student', 'pln_iot_student_monthly'),
      'pln_iot_student_monthly',
    ],
    ['a trial id: yearly', 'pln_iot_individual_trial', null, 'pln_iot_individual_yearly'],
    ['held by agreement', undefined, having('pln_iot_enterprise', 'pln_iot_enterprise_monthly'), 'pln_iot_enterprise'],
  ])('%s', (_name, wanted, existing, id) => {
    expect(choose(wanted, existing).id).toBe(id);
  });

  test('[DR-06] only the trial’s own id asks for the trial', () => {
    expect(choose('pln_iot_individual_trial').trial).toBe(true);
    expect(choose('pln_iot_individual_yearly').trial).toBe(false);
    expect(choose('pln_iot_individual').trial).toBe(false);
  });

  const trying = { ...having('pln_iot_individual', 'pln_iot_individual_yearly'), isTrial: true };
  test.each([
    ['nothing is held', 'pln_iot_individual_trial', null, null],
    ['this one runs', 'pln_iot_individual_trial', trying, 'held'],
    [
      'something else is held',
      'pln_iot_individual_trial',
      having('pln_iot_student', 'pln_iot_student_yearly'),
      'trial',
    ],
    ['the plan has none', 'pln_iot_student_trial', null, 'trial'],
    ['no such plan', 'pln_iot_gone_trial', null, 'unknown'],
  ])('[SU-04] a link to a trial, and %s', (_name, wanted, existing, missed) => {
    expect(explainUnavailableMeteredChoice(plans, wanted, choose(wanted, existing), existing, null, false)).toBe(
      missed,
    );
  });

  test('[F5] a link to the plan that is requested: it is not ordered again', () => {
    const request = having('pln_iot_enterprise', 'pln_iot_enterprise_monthly');
    const wanted = 'pln_iot_enterprise';
    expect(explainUnavailableMeteredChoice(plans, wanted, choose(wanted), null, request, false)).toBe('requested');
    expect(explainUnavailableMeteredChoice(plans, undefined, choose(), null, request, false)).toBeNull();
  });

  test('without plans there is no choice', () => {
    expect(choiceOf([], undefined, null)).toBeNull();
  });

  test.each([
    ['kim@waves.edu', true, true],
    ['kim@Waves.EDU', true, true],
    ['kim@waves.edu', false, false],
    ['kim@waves.example', true, false],
    ['kim@waves.edu.example', true, false],
  ])('student with %s, verified %s: %s', (email, emailVerified, may) => {
    expect(isEligible(student, { email, emailVerified })).toBe(may);
    expect(isEligible(individual, { email, emailVerified })).toBe(true);
    expect(isEligible(student, undefined)).toBe(false);
    expect(isEligible(individual, undefined)).toBe(true);
  });

  test('what one has is no change, a trial is', () => {
    const own = having('pln_iot_individual', 'pln_iot_individual_yearly');
    expect(isOwned(choose('pln_iot_individual_yearly'), own)).toBe(true);
    expect(isOwned(choose('pln_iot_individual_monthly'), own)).toBe(false);
    expect(isOwned(choose('pln_iot_individual_yearly'), { ...own, isTrial: true })).toBe(false);
    expect(isOwned(choose('pln_iot_enterprise'), having('pln_iot_enterprise', 'pln_iot_enterprise_monthly'))).toBe(
      true,
    );
    expect(isOwned(choose(), null)).toBe(false);
  });

  test('[S8] asked for is what was ordered for later, not what a trial goes on as by itself', () => {
    const to = {
      planId: 'pln_iot_individual',
      planName: 'Individual',
      interval: 'monthly' as const,
      customBilling: false,
      applyAt: '2027-01-10T00:00:00Z',
    };
    const waiting = (trialId: string | null) =>
      aSubscription({ ...having('pln_iot_student', 'pln_iot_student_yearly'), pendingChange: { ...to, trialId } });
    expect(isScheduled(choose('pln_iot_individual_monthly'), waiting(null))).toBe(true);
    expect(isScheduled(choose('pln_iot_individual_yearly'), waiting(null))).toBe(false);
    expect(isScheduled(choose('pln_iot_individual_monthly'), waiting('sub_t'))).toBe(false);
    expect(isScheduled(choose('pln_iot_individual_monthly'), null)).toBe(false);
  });

  test('a trial is offered where the plan has one and nothing is held', () => {
    expect(offersTrial(choose(), null)).toBe(true);
    expect(offersTrial(choose(), having('pln_iot_student', 'pln_iot_student_yearly'))).toBe(false);
    expect(offersTrial(choose('pln_iot_student'), null)).toBe(false);
    expect(offersTrial(choose('pln_iot_enterprise'), null)).toBe(false);
  });
});

describe('[IO-02] what is sent', () => {
  const orderFor = (
    choice: ReturnType<typeof choose>,
    existing: ReturnType<typeof having> | null,
    trial: boolean,
    autoRenew: boolean,
  ) => {
    const selection = selectionFor(choice.plan, choice.cycle, trial, null);
    if (!selection) throw new Error('nothing to order');
    return orderOf(selection, changedBy(selection, existing, 'metered'), autoRenew);
  };
  const own = having('pln_iot_individual', 'pln_iot_individual_yearly');
  test.each([
    ['a trial', orderFor(choose(), null, true, false), { interval: 'yearly', trial: true }],
    [
      'a trial that goes on',
      orderFor(choose(), null, true, true),
      { interval: 'yearly', trial: true, transitionAtEnd: true },
    ],
    ['a purchase', orderFor(choose(), null, false, true), { interval: 'yearly' }],
    ['one without renewal', orderFor(choose(), null, false, false), { interval: 'yearly', cancelAtPeriodEnd: true }],
    [
      'a change',
      orderFor(choose('pln_iot_individual_monthly'), own, false, true),
      { interval: 'monthly', subscriptionId: own.id },
    ],
    [
      '[F5] a request beside a plan, which it leaves as it is',
      orderFor(choose('pln_iot_enterprise'), own, false, false),
      { id: 'pln_iot_enterprise', interval: 'monthly' },
    ],
    ['over a trial, a purchase', orderFor(choose(), { ...own, isTrial: true }, false, true), { interval: 'yearly' }],
  ])('%s', (_name, order, fields) => {
    expect(order).toEqual({ id: 'pln_iot_individual', ...fields });
  });
});
