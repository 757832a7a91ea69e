import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { all, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { advanceTime, restoreTimers, waitUntil } from '../../testing/fake-time.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
const action = {
  attemptId: 'att_1',
  kind: 'payment',
  gateway: 'sandbox',
  clientSecret: 'secret',
  url: '/sandbox/3ds/pi_1',
};

/** Bodies of the status checks that arrived. */
let checks: unknown[];

const undecided = answer(CONFIRM, async ({ request }) => {
  checks.push(await request.json());
  return Response.json({ message: '', error: { type: 'OPERATION_IN_PROGRESS' } }, { status: 409 });
});

beforeEach(() => {
  checks = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreTimers();
});

/** An order about which the bank asks on a separate page. */
const orderAskedByBank = async () => {
  renderApp(REVIEW, {
    handlers: [
      all,
      subscriptionsAre(),
      quoteIs(),
      newClaims,
      undecided,
      refuse('POST /api/subscription/subscriptions', 'StripeCardError', { code: 'authentication_required', action }),
    ],
  });
  const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pay.click();
  await waitUntil(() => screen.queryByRole('link', { name: 'Confirm with your bank' }) && vi.getTimerCount() > 0);
};

test('[PM-09] the bank allowed it on its page: the portal goes on without a click', async () => {
  await orderAskedByBank();
  await advanceTime(4_900);
  expect(checks).toEqual([]);
  await advanceTime(200);
  await waitUntil(() => checks.length === 1);
  expect(checks).toEqual([{}]);
  expect(screen.queryByText("Your bank hasn't decided yet.")).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', false);
  server.use(answer(CONFIRM, orderReply));
  await advanceTime(7_600);
  await waitUntil(() => screen.queryByText('Paid $324.62'));
});

test('[PM-09] the bank refused it on its page: the portal says so without a click', async () => {
  await orderAskedByBank();
  server.use(refuse(CONFIRM, 'StripeCardError', { message: 'Your card was declined.', code: 'card_declined' }));
  await advanceTime(5_100);
  await waitUntil(() => screen.queryByText('Your card was declined.'));
  expect(screen.queryByRole('link', { name: 'Confirm with your bank' })).toBeNull();
});

test('[PM-09] nothing is checked while the page is hidden', async () => {
  await orderAskedByBank();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await advanceTime(60_000);
  expect(checks).toEqual([]);
});

test('[INV-12] Cancel during a slow poll gives the order up', async () => {
  await orderAskedByBank();
  let decide: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    decide = resolve;
  });
  server.use(
    answer(CONFIRM, async ({ request }) => {
      const body = (await request.json()) as { givenUp: boolean };
      checks.push(body);
      if (!body.givenUp) await answered;
      return Response.json({ message: '', error: { type: 'EXPIRED' } }, { status: 410 });
    }),
  );
  await advanceTime(5_100);
  await waitUntil(() => checks.length === 1);
  screen.getByRole('button', { name: 'Cancel' }).click();
  await waitUntil(() => checks.length === 2);
  decide();
  await waitUntil(() => !screen.queryByRole('link', { name: 'Confirm with your bank' }));
  expect(checks).toEqual([{}, { givenUp: true }]);
  expect(screen.queryByText(/closed in another window/)).toBeNull();
});
