import type { RouteName } from '@foyer/contract/api/routes';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { config } from '../../lib/config.ts';
import { redirect } from '../../lib/redirect.ts';
import { aPlan } from '../../testing/builders.ts';
import { newClaims, orderReply, plansAre, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { choose, EXTEND, openLicence, payButton } from '../../testing/licence-answers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';

/** What somebody is told who went on to another page while it ran: never by being fetched away from there. */

const SCOPE_REVIEW = '/subscriptions/scope?package=pln_scope_power_yearly&step=review&pay=now';
const ORDER = 'POST /api/subscription/subscriptions';
const NOWHERE = '#/nowhere';
const refusal = () => {
  const error = { type: 'MISSING_ADDRESS', message: '', code: null, declineCode: null, field: null, requestId: 'r' };
  return Response.json({ message: '', error }, { status: 400 });
};

let away = vi.fn<typeof redirect.to>();
beforeEach(() => {
  away = vi.fn();
  vi.spyOn(redirect, 'to').mockImplementation(away);
});

/** A call that is answered when the visitor stands elsewhere, and what is to happen before anybody looks. */
const answeredElsewhere = (name: RouteName, reply: () => unknown) => {
  const asked = Promise.withResolvers<void>();
  const goes = Promise.withResolvers<void>();
  const handler = answer(name, async () => {
    asked.resolve();
    await goes.promise;
    return reply() as never;
  });
  const leave = async () => {
    await asked.promise;
    act(() => {
      location.hash = NOWHERE;
    });
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    goes.resolve();
  };
  return { handler, leave };
};

test('[SP-04] an order of scope went through: said, and nobody is taken to install it', async () => {
  const { handler, leave } = answeredElsewhere(ORDER, () => orderReply);
  const { user } = renderApp(SCOPE_REVIEW, {
    handlers: [tieredPlansAre(...scopePlans), quoteIs(), newClaims, handler],
  });
  await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
  await leave();
  expect(await screen.findByText('Paid $324.62')).toBeDefined();
  expect(location.hash).toBe(NOWHERE);
  expect(away).not.toHaveBeenCalled();
});

test('[MA-03] a licence was extended: nobody is taken to install it', async () => {
  const done = { oneTimePurchaseId: 'otp_1', status: 'success', newExpiration: '2027-06-30T00:00:00Z' };
  const { handler, leave } = answeredElsewhere(EXTEND, () => done);
  const { user, queries } = openLicence([handler, newClaims]);
  const asksAgain = vi.spyOn(queries, 'invalidateQueries');
  await choose(user);
  await user.click(await payButton());
  asksAgain.mockClear();
  await leave();
  await waitFor(() => expect(asksAgain).toHaveBeenCalled());
  await act(() => fetch('/api/auth/ip'));
  expect(location.hash).toBe(NOWHERE);
  expect(away).not.toHaveBeenCalled();
});

test.each([
  ['scope', SCOPE_REVIEW, [tieredPlansAre(...scopePlans)]],
  ['drive', REVIEW, [plansAre(aPlan()), subscriptionsAre()]],
])('[SU-08] an order of %s lacked the address: nobody is taken to its form', async (_, path, plans) => {
  const { handler, leave } = answeredElsewhere(ORDER, refusal);
  const { user, queries } = renderApp(path, { handlers: [...plans, quoteIs(), handler] });
  const asksAgain = vi.spyOn(queries, 'invalidateQueries');
  await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
  asksAgain.mockClear();
  await leave();
  await waitFor(() => expect(asksAgain).toHaveBeenCalledWith({ queryKey: ['me'] }));
  expect(location.hash).toBe(NOWHERE);
});

test('[PM-03] a card lacked the address: nobody is taken to its form', async () => {
  // Stripe's field is another site's frame, which only a browser has
  Object.assign(config, { gateway: 'sandbox' });
  const { handler, leave } = answeredElsewhere('POST /api/account/me/payment_methods', refusal);
  const { user } = renderApp('/payments/method', { handlers: [receiptsAre(aReceipt()), cardToken, handler] });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: /Save card/ }));
  const read = vi.spyOn(Response.prototype, 'text');
  await leave();
  await waitFor(() => expect(read).toHaveBeenCalled());
  await act(() => fetch('/api/auth/ip'));
  expect(location.hash).toBe(NOWHERE);
});
