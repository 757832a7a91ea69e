import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPlan, aSubscription } from '../../testing/builders.ts';
import {
  all,
  basic,
  DRIVE,
  orderReply,
  plansAre,
  quoteIs,
  REVIEW,
  subscriptionsAre,
} from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** A trial above a plan that continues below it (D9). */

const starter = aSubscription({ effective: false });
const trial = aSubscription({
  id: 'sub_trial',
  plan: { ...starter.plan, id: 'pln_drive_ultimate', intervalId: 'pln_drive_ultimate_yearly', displayName: 'Ultimate' },
  status: 'trialing',
  isTrial: true,
  trialDaysLeft: 30,
  renews: false,
  renewalCents: null,
});
const ultimate = aPlan({ id: 'pln_drive_ultimate', displayName: 'Ultimate', isCurrent: true, billingCycles: [] });
const handlers = [
  plansAre(aPlan({ isCurrent: true, hasTrial: false }), ultimate, basic),
  subscriptionsAre(trial, starter),
  quoteIs(),
];
const cardOf = (name: string) =>
  within(screen.getByRole('heading', { name, level: 3 }).closest('article') as HTMLElement);

test('[DR-02] the plan below stands beside the trial with its own charge and switch, and no page says that nothing is charged', async () => {
  const sent: unknown[] = [];
  const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request, params }) => {
    sent.push({ id: params.id, body: await request.json() });
    return { ...orderReply, receipt: null };
  });
  const { user } = renderApp(DRIVE, { handlers: [...handlers, change] });
  const tried = within(await screen.findByRole('region', { name: /^Ultimate/ }));
  expect(tried.getByText(/Trial ends/).textContent).toContain('Trial ends Jan 10, 2027. Nothing is charged for it.');
  const kept = within(screen.getByRole('region', { name: /^Starter, yearly.*You keep/ }));
  expect(kept.getByText(/Renews/).textContent).toContain('Renews Jan 10, 2027 for $324.62 including tax');
  expect(cardOf('Ultimate').getByText('Current')).toBeDefined();
  expect(cardOf('Starter').queryByText('Current')).toBeNull();
  expect(cardOf('Starter').getByText('You keep')).toBeDefined();
  await user.click(kept.getByRole('switch', { name: 'Auto-renew', checked: true }));
  await waitFor(() => expect(sent).toEqual([{ id: 'sub_1', body: { cancelAtPeriodEnd: true } }]));
});

test('[DR-01] the plan below is held: it is no choice, and no change to it is confirmed', async () => {
  renderApp(REVIEW, { handlers: handlers });
  expect(await screen.findByText('You have this plan')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm Change' })).toBeNull();
  expect(cardOf('Starter').queryByRole('radio', { name: /^Yearly/ })).toBeNull();
});

test('[SU-08] what is open of the plan below comes first, as the server has it', async () => {
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(trial, { ...starter, status: 'past_due' })] });
  await screen.findByRole('region', { name: /^Ultimate/ });
  expect(screen.queryByRole('radio')).toBeNull();
});
