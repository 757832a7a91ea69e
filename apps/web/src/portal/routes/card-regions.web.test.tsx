import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCard, aMe, anAccount } from '../../testing/builders.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { withConfig } from '../../testing/with-config.ts';

/** The page of the card loads the account and the user. Each fails in its region only. */

withConfig({ gateway: 'sandbox' });

const METHOD = '/payments/method';
const ME = 'GET /api/auth/me';
const ACCOUNT = 'GET /api/account/me';
const saveCardHandler = answer('POST /api/account/me/payment_methods', { ...aCard(), retried: [] });

test('[PM-04] [SE-07] the user did not load: the address says so, and the card is saved all the same', async () => {
  const { user } = renderApp(METHOD, {
    handlers: [refuse(ME, 'INTERNAL_ERROR'), receiptsAre(), cardToken, saveCardHandler],
  });
  await fillInCard(user);
  expect(screen.getByRole('heading', { name: 'Billing address' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe("It didn't load.");
  expect(screen.getByText('What happens when you save')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  await waitFor(() => expect(location.hash).toBe('#/payments'));
});

test('[PM-04] [SE-07] asked for again, the address comes; what was typed stays', async () => {
  const { user } = renderApp(METHOD, { handlers: [refuse(ME, 'INTERNAL_ERROR'), receiptsAre()] });
  await fillInCard(user);
  server.use(answer(ME, aMe()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/1 Main St/)).toBeDefined();
  expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
});

test('[PM-04] [SH-12] the user is on its way: what happens is told, the form waits', async () => {
  renderApp(METHOD, { handlers: [neverAnswers(ME), receiptsAre()] });
  expect(await screen.findByText('What happens when you save')).toBeDefined();
  expect(screen.queryByLabelText('Card number')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[PM-03] the user was read too often: the page says how long to wait', async () => {
  renderApp(METHOD, {
    handlers: [
      refuse(ME, 'RATE_LIMITED', { headers: { 'retry-after': '600' } }),
      answer(ACCOUNT, anAccount({ canAddPaymentMethod: false })),
      receiptsAre(),
    ],
  });
  await screen.findByText("We're having trouble retrieving your address.");
  expect(await screen.findByText(/Too many tries. Try again in 10 minutes./)).toBeDefined();
});

test('[PM-03] [SE-07] no card can be added and the user did not load: no reason is guessed', async () => {
  const { user } = renderApp(METHOD, {
    handlers: [refuse(ME, 'INTERNAL_ERROR'), answer(ACCOUNT, anAccount({ canAddPaymentMethod: false })), receiptsAre()],
  });
  expect(await screen.findByText("We're having trouble retrieving your address.")).toBeDefined();
  expect(screen.queryByText("Your account doesn't pay by card")).toBeNull();
  server.use(answer(ME, aMe({ user: { address: null } })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText("Your account doesn't pay by card")).toBeDefined();
});

test('[PM-04] [SE-07] the account did not load: the form, which could not name what it costs, says so', async () => {
  const { user } = renderApp(METHOD, { handlers: [refuse(ACCOUNT, 'INTERNAL_ERROR'), receiptsAre()] });
  expect(await screen.findByText("We're having trouble retrieving your payment method.")).toBeDefined();
  server.use(answer(ACCOUNT, anAccount()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Card number')).toBeDefined();
});
