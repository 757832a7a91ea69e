import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, orderReply, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const CHANGE = 'PATCH /api/subscription/subscriptions/:id';

/** A server with one subscription whose renewal can be switched. */
const renewalServer = (renews: boolean, facts: Parameters<typeof aSubscription>[0] = {}) => {
  const sent: unknown[] = [];
  let on = renews;
  const handlers = [
    all,
    answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ renews: on, cancelAtPeriodEnd: !on, ...facts })];
      return { subscriptions, data: { subscriptions } };
    }),
    answer(CHANGE, async ({ request }) => {
      const body = (await request.json()) as { cancelAtPeriodEnd: boolean };
      sent.push(body);
      on = !body.cancelAtPeriodEnd;
      return { ...orderReply, receipt: null };
    }),
  ];
  return { sent, handlers };
};

const plan = () => screen.findByRole('region', { name: /Starter/ });

test('[SU-05] a plan is canceled in words: until when it is kept, what ends, one confirmation', async () => {
  const { sent, handlers } = renewalServer(true);
  const { user } = renderApp(DRIVE, { handlers });
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  const question = await screen.findByRole('heading', { name: 'Cancel Starter?' });
  expect(document.activeElement).toBe(question);
  expect(question.parentElement?.textContent).toContain('You keep Starter until Jan 10, 2027.');
  expect(question.parentElement?.textContent).toContain("After that day you can't use its 50 GB of storage.");
  expect(question.parentElement?.textContent).toContain("Time you've already paid for isn't refunded.");
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
  await waitFor(() => expect(sent).toEqual([{ cancelAtPeriodEnd: true }]));
  expect(await screen.findByText('Starter is canceled.', { exact: false })).toHaveProperty(
    'textContent',
    'Starter is canceled. You keep it until Jan 10, 2027.',
  );
  expect((await plan()).contains(document.activeElement)).toBe(true);
  expect(screen.getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('false');
});

test('[SU-05] a canceled plan is resumed beside its end date', async () => {
  const { sent, handlers } = renewalServer(false);
  const { user } = renderApp(DRIVE, { handlers });
  await user.click(await screen.findByRole('button', { name: 'Resume plan' }));
  await waitFor(() => expect(sent).toEqual([{ cancelAtPeriodEnd: false }]));
  expect(await screen.findByRole('button', { name: 'Cancel plan' })).toBeDefined();
});

test('[SU-05] a trial that ends is kept after it, because nothing was canceled', async () => {
  const { sent, handlers } = renewalServer(false, { isTrial: true, cancelAtPeriodEnd: false, transitionAtEnd: false });
  const { user } = renderApp(DRIVE, { handlers });
  await user.click(await screen.findByRole('button', { name: 'Keep after the trial' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull();
});

test('[SU-05] kept after all: nothing is sent', async () => {
  const { sent, handlers } = renewalServer(true);
  const { user } = renderApp(DRIVE, { handlers });
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  await user.click(await screen.findByRole('button', { name: 'Keep plan' }));
  expect(screen.queryByRole('heading', { name: 'Cancel Starter?' })).toBeNull();
  expect((await plan()).contains(document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
});

test('[SU-05, INV-12] a refused cancellation says so, and the plan is not called canceled', async () => {
  const { user } = renderApp(DRIVE, {
    handlers: [all, subscriptionsAre(aSubscription()), refuse(CHANGE, 'NOT_FOUND')],
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText('There was an error updating your subscription.')).toBeDefined();
  expect(screen.queryByText(/is canceled/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeDefined();
});

test('[SU-05] an unpaid plan is marked and can be canceled; its bill stays due', async () => {
  const { sent, handlers } = renewalServer(true, {
    status: 'past_due',
    ifUnpaid: { kind: 'pauses', at: '2026-12-25T00:00:00Z' },
  });
  const { user } = renderApp(DRIVE, { handlers });
  expect((await plan()).textContent).toContain('Payment Failed');
  await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
  const question = (await screen.findByRole('heading', { name: 'Cancel Starter?' })).parentElement?.textContent;
  expect(question).toContain('If you pay the unpaid bill, you can use Starter until Jan 10, 2027.');
  expect(question).toContain("The unpaid bill stays due. We won't charge you for Starter after it.");
  expect(question).not.toContain('You keep Starter until');
  await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
  await waitFor(() => expect(sent).toEqual([{ cancelAtPeriodEnd: true }]));
  expect((await screen.findByText('Starter is canceled.', { exact: false })).textContent).toBe(
    'Starter is canceled. It ends on Jan 10, 2027, or earlier if it stays unpaid.',
  );
});

test('[SU-05] a canceled plan that is unpaid says after a reload what is unpaid and when it ends', async () => {
  const { handlers } = renewalServer(false, {
    status: 'past_due',
    ifUnpaid: { kind: 'pauses', at: '2026-12-25T00:00:00Z' },
  });
  renderApp(DRIVE, { handlers });
  expect((await plan()).textContent).toContain(
    'Was due Jan 10, 2026 · Paused on Dec 25, 2026 unless it is paid · Ends Jan 10, 2027 at the latest',
  );
  expect(screen.getByRole('button', { name: 'Resume plan' })).toBeDefined();
});

test('[SU-05] a paid plan is not marked as failed', async () => {
  renderApp(DRIVE, { handlers: renewalServer(true).handlers });
  expect((await plan()).textContent).not.toContain('Payment Failed');
});

test.each([
  ['prepaid', { isPrepaid: true, renewable: false, renews: false }],
  ['without an end', { noExpiry: true }],
])('[SU-05] a plan that is %s is neither canceled nor resumed here', async (_, facts) => {
  const { handlers } = renewalServer(true, facts);
  renderApp(DRIVE, { handlers });
  await plan();
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull();
});
