import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';

const END = 'DELETE /api/subscription/subscriptions/:id';
const paused = aSubscription({
  status: 'suspended',
  entitled: false,
  renewable: false,
  renews: false,
  renewalCents: null,
});
const open = (...handlers: ReturnType<typeof answer>[]) =>
  renderApp(DRIVE, {
    handlers: [
      ...handlers,
      all,
      subscriptionsAre(paused),
      answer('GET /api/account/me', anAccount({ openAmountCents: 3_220 })),
    ],
  });
const planCard = async () => within(await screen.findByRole('region', { name: /Current plan/ }));

test('[DR-02] a paused plan can be canceled: it ends now, and its bill with it', async () => {
  const ended: unknown[] = [];
  const { user } = open(
    answer(END, ({ params }) => {
      ended.push(params.id);
      return undefined;
    }),
  );
  const plan = await planCard();
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  const question = await plan.findByRole('heading', { name: 'Cancel Starter?' });
  await waitFor(() => expect(document.activeElement).toBe(question));
  expect(plan.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "Starter ends now. You can't resume it.",
    'Its unpaid bill is canceled, so you pay nothing more for it.',
  ]);
  expect(ended).toEqual([]);
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText('Starter is canceled.')).toBeDefined();
  expect(ended).toEqual([paused.id]);
  await waitFor(() => expect(location.hash).toBe('#/'));
});

test('[DR-02] [INV-12] the answer is lost: the page asks for the outcome, and says that the plan is canceled', async () => {
  const keys: (string | null)[] = [];
  const { user } = open(
    answer(END, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? Response.error() : undefined;
    }),
    answer('GET /api/account/me/commands/:idempotencyKey', {
      status: 'done',
      subscriptionIds: [],
      oneTimePurchaseId: null,
      paymentMethodId: null,
      receiptId: null,
    }),
  );
  const plan = await planCard();
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  await plan.findByRole('heading', { name: 'Cancel Starter?' });
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText('Starter is canceled.')).toBeDefined();
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('[DR-02] [INV-12] neither the answer nor the outcome can be read: the plan is gone, and the page says so', async () => {
  let isEnded = false;
  const { user } = open(
    answer(END, () => {
      isEnded = true;
      return Response.error();
    }),
    offlineHandler('GET /api/account/me/commands/:idempotencyKey'),
    answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = isEnded ? [] : [paused];
      return { subscriptions, data: { subscriptions } };
    }),
  );
  const plan = await planCard();
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  await plan.findByRole('heading', { name: 'Cancel Starter?' });
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText('Starter is canceled.')).toBeDefined();
  await waitFor(() => expect(location.hash).toBe('#/'));
});

test('[DR-02] Keep plan ends nothing', async () => {
  const { user } = open();
  const plan = await planCard();
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  await user.click(await plan.findByRole('button', { name: 'Keep plan' }));
  expect(plan.queryByText(/ends now/)).toBeNull();
  expect(plan.getByRole('button', { name: 'Cancel plan' })).toBeDefined();
});

test('[DR-02] a payment that still runs keeps a paused plan from being canceled, and the page says so', async () => {
  const { user } = open(refuse(END, 'OPERATION_IN_PROGRESS'));
  const plan = await planCard();
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  await plan.findByRole('heading', { name: 'Cancel Starter?' });
  await user.click(plan.getByRole('button', { name: 'Cancel plan' }));
  expect((await plan.findByRole('alert')).textContent).toContain('Your payment is still processing');
});

test('[DR-01] where no plan can be chosen, no steps are shown', async () => {
  open();
  await planCard();
  expect(screen.queryByText('Choose a Plan')).toBeNull();
});

test.each([
  ['past_due', true, 1],
  ['suspended', false, 0],
] as const)('[BY-08] a plan %s, usable: %s, offers the license statement %i times', async (status, entitled, times) => {
  const scope = aSubscription({
    ...paused,
    id: 'sub_9',
    product: 'scope',
    status,
    entitled,
    plan: { ...paused.plan, id: 'pln_scope_starter', intervalId: 'pln_scope_starter_yearly', storageDisplay: null },
  });
  renderApp('/subscriptions/scope/sub_9', {
    handlers: [tieredPlansAre(...scopePlans), answer('GET /api/subscription/subscriptions/:id', scope)],
  });
  await planCard();
  await screen.findByText('You have an unpaid bill');
  await waitFor(() => expect(screen.queryAllByText('Offline license')).toHaveLength(times));
  expect(screen.queryByText('Choose a Plan')).toBeNull();
});
