import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aMe, anAccount, aQuote } from '../../testing/builders.ts';
import { quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler } from '../../testing/handlers.ts';
import {
  figures,
  IOT,
  iotIndividual,
  openIot,
  PAY,
  plans,
  plansOfHolder,
  radio,
  ready,
  summary,
} from '../../testing/iot-answers.ts';
import { aDiscount, couponsAre } from '../../testing/offer-answers.ts';
import { server } from '../../testing/server.ts';
import { anIotPlan, individual, tieredPlansAre } from '../../testing/tiered-answers.ts';

describe('choosing', () => {
  test('[IO-01] [IO-02] three plans, monthly or yearly, with subtotal, discount, total and the trial', async () => {
    const { user } = openIot();
    await ready('Subscribe');
    expect(screen.queryByRole('button', { name: 'Cancel Changes' })).toBeNull();
    expect(radio('Individual').checked).toBe(true);
    expect(radio('Individual').closest('label')?.textContent).toContain('30-day trial');
    expect(radio('Enterprise').closest('label')?.textContent).toContain('Pay-as-you-go');
    expect(summary().getByText('30-day trial')).toBeDefined();
    expect(figures()).toContain('Individual, 12 months at $10$120.00');
    expect(figures()).toContain('16% for paying yearly−$19.20');
    expect(figures()).toContain('If you keep it$109.12 a year');
    expect(figures()).toContain('Due today$0.00');
    await user.click(screen.getByRole('switch', { name: 'Auto-renew', checked: false }));
    await waitFor(() => expect(figures()).toContain('Total after the trial$109.12'));
    await user.click(radio(/Pay now/));
    await waitFor(() => expect(figures()).toContain('Due today$109.12'));
    expect(await ready(PAY)).toBeDefined();
    await user.click(radio('Monthly'));
    expect(location.hash).toBe(`#${IOT}?plan=pln_iot_individual_monthly&pay=now`);
    await user.click(screen.getByRole('button', { name: 'Cancel Changes' }));
    expect(location.hash).toBe(`#${IOT}`);
  });

  test('[IO-01] on trial no plan is chosen and nothing is due until the customer chooses one', async () => {
    const trial = { ...iotIndividual, isTrial: true };
    const { user } = openIot([plansOfHolder, subscriptionsAre(trial)]);
    await waitFor(() => expect(radio('Individual').checked).toBe(false));
    expect(screen.queryByRole('heading', { name: /^Summary/ })).toBeNull();
    expect(screen.queryByText('Due today')).toBeNull();
    await user.click(radio('Individual'));
    expect(radio('Individual').checked).toBe(true);
    await waitFor(() => expect(figures()).toContain('Due today$109.12'));
  });

  test('[IO-01] student needs a verified .edu email, and says where to add one', async () => {
    openIot();
    await ready('Subscribe');
    expect(radio('Student').disabled).toBe(true);
    const note = screen.getByText(/Needs a verified .edu email/);
    expect(within(note).getByRole('link').getAttribute('href')).toBe('#/security?active=email');
  });

  test('[IO-01] one that is not verified yet is not to be added but verified', async () => {
    openIot([answer('GET /api/auth/me', aMe({ user: { email: 'ada@waves.edu', emailVerified: false } }))]);
    await ready('Subscribe');
    expect(radio('Student').disabled).toBe(true);
    const note = screen.getByText(/Your .edu email isn't verified yet/);
    expect(within(note).getByRole('link', { name: 'Verify it now' }).getAttribute('href')).toBe('#/security');
    expect(screen.queryByText(/Add one/)).toBeNull();
  });

  test('[IO-01] with one it can be chosen', async () => {
    const me = answer('GET /api/auth/me', aMe({ user: { email: 'ada@waves.edu', emailVerified: true } }));
    const { user } = openIot([me]);
    await ready('Subscribe');
    await user.click(radio('Student'));
    expect(radio('Student').checked).toBe(true);
    expect(screen.queryByText(/Needs a verified/)).toBeNull();
  });

  test('plans that do not load can be asked for again', async () => {
    const { user } = openIot([offlineHandler('GET /api/subscription/v2/plans')]);
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(plans);
    await user.click(again);
    expect(await screen.findByRole('radio', { name: 'Enterprise' })).toBeDefined();
  });

  test('[DR-01] [DR-06] the trial’s own id chooses it, also where a coupon would rather buy', async () => {
    const half = couponsAre({ half: () => aDiscount({ id: 'half', plans: ['pln_iot_individual_yearly'] }) });
    openIot([half], '?plan=pln_iot_individual_trial&coupon=half');
    await ready('Subscribe');
    expect(radio('Individual').checked).toBe(true);
    expect(radio(/Try it free/).checked).toBe(true);
    expect(summary().getByText('30-day trial')).toBeDefined();
    expect(screen.queryByText(/not on offer/)).toBeNull();
  });

  test.each([
    ['pln_drive_starter_yearly', [], 'The plan of this link is not on offer here'],
    ['pln_iot_individual_yearly', [subscriptionsAre(iotIndividual)], 'You have this plan'],
    ['pln_iot_student_trial', [], 'No trial of this plan is on offer'],
    [
      'pln_iot_individual_trial',
      [tieredPlansAre(anIotPlan('individual', 1000, { hasTrial: false }))],
      'No trial of this plan is on offer',
    ],
    ['pln_iot_individual_trial', [subscriptionsAre({ ...iotIndividual, isTrial: true })], 'You have this plan'],
  ])('[IO-01] ?plan=%s says why it is no choice: %#', async (plan, handlers, words) => {
    openIot(handlers, `?plan=${plan}`);
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('what it costs', () => {
  test('[IO-02] what a smaller plan takes away is said before it is confirmed', async () => {
    const small = anIotPlan('small', 300, { hasTrial: false });
    openIot(
      [tieredPlansAre({ ...individual, isCurrent: true }, small), quoteIs(), subscriptionsAre(iotIndividual)],
      '?plan=pln_iot_small_yearly',
    );
    expect(await screen.findByText("You'll get less than you have now")).toBeDefined();
    expect(screen.getByText('Features you lose: 25 devices')).toBeDefined();
  });

  test('[IO-02] what a coupon takes off is not said to come from paying yearly; debts and credit have their lines', async () => {
    openIot(
      [
        couponsAre({ half: () => aDiscount({ id: 'half', plans: ['pln_iot_individual_monthly'] }) }),
        quoteIs(aQuote({ subtotal: 1000, discount: 500, tax: 0, total: 500, credit: -30, amountDueCents: 530 })),
      ],
      '?plan=pln_iot_individual_monthly&coupon=half',
    );
    await ready('Pay $5.30');
    expect(figures()).not.toContain('for paying yearly');
    expect(figures()).toContain('DiscountCoupon−$5.00');
    expect(figures()).toContain('Previous balance$0.30');
    expect(figures()).toContain('Due today$5.30');
  });

  test('[DR-04] what credit pays all of is subscribed to, without an amount', async () => {
    openIot([quoteIs(aQuote({ credit: 32462, amountDueCents: 0 }))], '?plan=pln_iot_individual_yearly&pay=now');
    expect(await ready('Subscribe')).toBeDefined();
    expect(figures()).toContain('Due today$0.00');
  });

  test('[PM-03] where no card pays, sales takes the place of the button', async () => {
    openIot(
      [answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false }))],
      '?plan=pln_iot_individual_yearly&pay=now',
    );
    const summary = (await screen.findByRole('button', { name: 'Cancel Changes' })).parentElement as HTMLElement;
    expect(await within(summary).findByRole('link', { name: 'Contact sales' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay|^Card payments/ })).toBeNull();
  });

  test.each([
    ['2027-01-02T00:00:00Z', true],
    ['2027-01-05T00:00:00Z', false],
  ])('[BY-06] mail a week before is promised only while there is a week: on %s', async (now, isPromised) => {
    const clock = answer('GET /api/account/me', anAccount({ clock: { status: 'ready', now } }));
    openIot([clock, plansOfHolder, quoteIs(), subscriptionsAre(iotIndividual)], '?plan=pln_iot_individual_monthly');
    await ready('Pay $324.62');
    expect(screen.queryAllByText("We'll email you 7 days before.")).toHaveLength(isPromised ? 1 : 0);
  });
});

describe('on the way', () => {
  test('[SU-06] without a card only the trial can be had', async () => {
    const { user } = openIot([answer('GET /api/account/me', anAccount({ paymentMethod: null }))]);
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    const main = await screen.findByRole('link', { name: 'Add card to continue' });
    expect(screen.queryByRole('button', { name: PAY })).toBeNull();
    const add = new URLSearchParams(main.getAttribute('href')?.split('?')[1]);
    expect(add.get('returnPath')).toBe(`${IOT}?plan=pln_iot_individual_yearly&pay=now`);
  });

  test('[IO-02] a detour keeps that one pays now and that it is not renewed', async () => {
    const { user } = openIot([], '?plan=pln_iot_individual_yearly');
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await user.click(screen.getByRole('switch', { name: 'Auto-renew', checked: true }));
    const kept = location.hash.slice(1 + IOT.length);
    cleanup();
    openIot([], kept);
    expect(await screen.findByRole('switch', { name: 'Auto-renew', checked: false })).toBeDefined();
    expect(radio(/Pay now/).checked).toBe(true);
  });
});
