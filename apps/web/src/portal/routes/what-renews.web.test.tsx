import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { all, bought, DRIVE, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const bill = { total: 32_462, wholePeriod: true, credit: 0, creditAdded: 0, amountDueCents: 32_462 };
const free = { ...aSubscription().plan, amount: 0 };

test.each([
  ['the card pays it', { renewalBill: bill }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'credit pays all of it',
    { renewalBill: { ...bill, credit: 32_462, amountDueCents: 0 } },
    'Renews Jan 10, 2027 for $324.62 including tax · Your account credit pays all of it.',
  ],
  [
    'credit pays a part of it',
    { renewalBill: { ...bill, credit: 2462, amountDueCents: 30_000 } },
    'Renews Jan 10, 2027 for $324.62 including tax · $24.62 of it comes from your account credit.',
  ],
  [
    'a small amount from before comes with it',
    { renewalBill: { ...bill, credit: -30, amountDueCents: 32_492 } },
    'including tax · With a small amount from before, $324.92 is charged.',
  ],
  ['it lies too far ahead to say who pays', { renewalBill: null }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'a trial gives more back than it costs (S7)',
    { isTrial: true, renewalCents: 0, renewalBill: { ...bill, total: -5000, creditAdded: 5000, amountDueCents: 0 } },
    'Renews Jan 10, 2027. Nothing is charged then.',
  ],
  ['it is free', { plan: free, renewalCents: null }, 'Renews Jan 10, 2027, free'],
])('[DR-02] what is charged at the end of the period, and by whom it is paid: %s', async (_title, facts, said) => {
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(facts))] });
  const plan = within(await screen.findByRole('region', { name: /^Starter/ }));
  expect(plan.getByText(/Renews/).textContent).toMatch(new RegExp(`${said.replaceAll(/[.$·]/g, '\\$&')}$`));
});

test('[DR-02] a change whose bill is nothing names no amount', async () => {
  const pendingChange = {
    planId: 'pln_drive_pro',
    planName: 'Pro',
    interval: 'yearly',
    customBilling: false,
    applyAt: '2027-01-10T00:00:00Z',
    trialId: null,
  } as const;
  const facts = { pendingChange, renewalCents: 0, renewalBill: { ...bill, total: 0, amountDueCents: 0 } };
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(facts))] });
  const line = await screen.findByText(/Changes to/);
  expect(line.textContent).toMatch(/Changes to Pro, yearly on Jan 10, 2027\. Nothing is charged then\.$/);
});

describe('[SU-05] a trial that prepaid time outlasts', () => {
  const overPrepaid = { isTrial: true, trialDaysLeft: 9, renews: false, renewable: false, renewalCents: null };
  const PATCH = 'PATCH /api/subscription/subscriptions/:id';

  test('says what follows; there is nothing to switch on', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(overPrepaid))] });
    expect((await screen.findByText(/Trial ends/)).textContent).toMatch(
      /Trial ends Jan 10, 2027\. Your prepaid plan goes on, and nothing is charged then\.$/,
    );
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('agreed to go on, it can be switched off for good', async () => {
    const sent: unknown[] = [];
    let transitionAtEnd = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ ...overPrepaid, transitionAtEnd })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer(PATCH, async ({ request }) => {
      sent.push(await request.json());
      transitionAtEnd = false;
      return { ...bought, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: true }));
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
    expect(sent).toEqual([{ transitionAtEnd: false }]);
    expect(screen.getByText(/Your prepaid plan goes on/)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.id).toBe('current-plan'));
  });

  test('switched on in a tab from before: the reason is said', async () => {
    const before = aSubscription({ ...overPrepaid, renewable: true });
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(before), refuse(PATCH, 'NOT_RENEWABLE')] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: false }));
    expect(await screen.findByText('There is no renewal to switch on. Nothing was changed.')).toBeDefined();
  });
});
