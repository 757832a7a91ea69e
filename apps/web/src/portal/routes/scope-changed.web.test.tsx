import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { expect, test } from 'vitest';
import { PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { aCard, anAccount, aQuote } from '../../testing/builders.ts';
import { newClaims, orderReply, quoteIs } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { BUY, ready } from '../../testing/iot-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
// what the page loads on demand, there before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import './tiers.tsx';

/** Something changed between the preview of a scope plan and its order. */

const REVIEW = '/subscriptions/scope?package=starter&step=review&pay=now';
const PAY = 'Pay $324.62';
const open = (...handlers: RequestHandler[]) =>
  renderApp(REVIEW, { handlers: [...handlers, tieredPlansAre(...scopePlans), quoteIs(), newClaims] });

test('[SP-02] [SU-08] another amount: said, shown, and asked for again', async () => {
  const { user } = open(refuse(BUY, 'QUOTE_CHANGED', { quote: { amountDueCents: 33000 } }));
  const pay = await ready(PAY);
  server.use(quoteIs(aQuote({ amountDueCents: 33000 })));
  await user.click(pay);
  expect(await screen.findByText(/The amount changed: \$330\.00 is due now/)).toBeDefined();
  const sent: unknown[] = [];
  server.use(
    answer(BUY, async ({ request }) => {
      sent.push(await request.json());
      return orderReply;
    }),
    answer('GET /api/subscription/subscriptions/:id', orderReply.subscription),
  );
  await user.click(await ready('Pay $330.00'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Paid $324.62' })).toBeDefined();
  expect(sent).toMatchObject([{ expectedTotalCents: 33000 }]);
});

test('[SP-03] [SU-08] another tab bought the plan: said before a second one is paid', async () => {
  const sent: unknown[] = [];
  const { user } = open(
    answer(BUY, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'held', error: { type: 'ALREADY_HELD' } }, { status: 409 });
    }),
  );
  const pay = await ready(PAY);
  server.use(tieredPlansAre(...scopePlans.map((plan) => ({ ...plan, heldCount: 1 }))));
  act(() => dispatchEvent(new StorageEvent('storage', { key: PURCHASE_KEY })));
  expect(await screen.findByText('You have Starter already')).toBeDefined();
  // the notice came a moment ago, so this click may have been meant for the page without it
  await user.click(pay);
  expect((await screen.findByRole('alert')).textContent).toContain('You have this plan already');
  expect(screen.queryByText('You have Starter already')).toBeNull(); // said once
  await user.click(await ready(PAY));
  await waitFor(() => expect(sent).toMatchObject([{ expectedHeldCount: 0 }, { expectedHeldCount: 1 }]));
});

test.each([
  [
    'it expired',
    refuse(BUY, 'StripeCardError', { message: 'Your card has expired.' }),
    aCard({ expired: true, expirationMonth: 1, expirationYear: 2026 }),
    'Your card has expired.',
    /•••• 4242 expired in/,
  ],
  ['it was removed', refuse(BUY, 'PAYMENT_METHOD_REQUIRED'), null, 'You have no card on file', 'Payment required'],
])('[PM-07] [SU-08] the card is looked at again: %s', async (_, refused, paymentMethod, words, row) => {
  const { user } = open(refused);
  const pay = await ready(PAY);
  server.use(answer('GET /api/account/me', anAccount({ paymentMethod })));
  await user.click(pay);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  if (paymentMethod)
    await waitFor(() => expect(screen.getByRole('button', { name: PAY })).toHaveProperty('disabled', false));
  else expect(await screen.findByRole('link', { name: 'Add card to continue' })).toBeDefined();
  expect(screen.getAllByText(row).length).toBeGreaterThan(0);
});
