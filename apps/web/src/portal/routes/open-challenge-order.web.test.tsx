import type { OpenChallenge } from '@foyer/contract/api/account';
import { act, screen, waitFor } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAccount } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { BUY, IOT, iotIndividual, openIot, PAY, ready } from '../../testing/iot-answers.ts';
import { account, EXTEND, LICENCE, openLicence, payButton } from '../../testing/licence-answers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
// what the pages load on demand, there before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import '../../shared/payments/challenge-notice.tsx';
import '../../shared/orders/resumed-challenge.tsx';
import './plans.tsx';
import './payments.tsx';
import './tiers.tsx';

// A question that is left and ended elsewhere in the same page, without a reload in between.

const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
const NOW = '?plan=pln_iot_individual_yearly&pay=now';
const SCOPE = '/subscriptions/scope';
const BOUGHT = 'foyer.bought';

const action = { attemptId: 'att_1', kind: 'payment', gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' };
const asks = { code: 'authentication_required', action };
const bankAsks: RequestHandler[] = [refuse(BUY, 'StripeCardError', asks), refuse(CONFIRM, 'StripeCardError', asks)];
const refusalHandler = refuse(BUY, 'StripeCardError', { message: 'No funds.' });

const accountLists = (product: OpenChallenge['product'], kind: OpenChallenge['kind'] = 'order') => {
  const about = { subscriptionId: null, receiptId: 'inv_1', description: 'A year of it', amountCents: 32462 };
  return answer(
    'GET /api/account/me',
    anAccount({ openChallenges: [{ attemptId: 'att_1', kind, product, ...about }] }),
  );
};
const nothingLeft = answer('GET /api/account/me', anAccount());
const extended = { oneTimePurchaseId: 'otp_1', status: 'success', newExpiration: '2027-06-30T00:00:00Z' } as const;

let keys: string[] = [];
let confirmed = 0;
beforeEach(() => {
  keys = [];
  confirmed = 0;
  server.events.on('request:start', ({ request }) => {
    const key = request.headers.get('idempotency-key');
    if (key) keys.push(key);
    if (request.url.endsWith('/confirm')) confirmed += 1;
  });
});
afterEach(() => server.events.removeAllListeners());

const goTo = (path: string) =>
  act(() => {
    location.hash = `#${path}`;
  });
const theQuestion = () => screen.findByRole('link', { name: 'Confirm with your bank' });

test('[DR-05] [INV-12] an order whose question is given up on another page: the same order again is a new one', async () => {
  const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), newClaims, ...bankAsks] });
  await user.click(await ready('Pay $324.62'));
  await theQuestion();
  server.use(accountLists('drive'));
  goTo(DRIVE);
  await screen.findByText('A year of it: $324.62');
  await theQuestion();
  server.use(nothingLeft, refuse(CONFIRM, 'EXPIRED'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('You canceled it');
  expect(localStorage.getItem(BOUGHT)).toBeNull();

  server.use(refusalHandler);
  goTo(REVIEW);
  await user.click(await ready('Pay $324.62'));
  expect((await screen.findByRole('alert')).textContent).toContain('No funds.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('[DR-05] [INV-12] one that is confirmed on step 1: one more of the same is a new order, and other tabs hear of the first', async () => {
  const review = `${SCOPE}?package=starter&step=review&pay=now`;
  const plans = tieredPlansAre(...scopePlans);
  const { user } = renderApp(review, { handlers: [plans, subscriptionsAre(), quoteIs(), newClaims, ...bankAsks] });
  await user.click(await ready('Pay $324.62'));
  await theQuestion();
  server.use(accountLists('scope'));
  goTo(`${SCOPE}?package=starter`);
  await screen.findByText('A year of it: $324.62');
  await theQuestion();
  server.use(nothingLeft, answer(CONFIRM, orderReply));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('You paid $324.62');
  await waitFor(() => expect(localStorage.getItem(BOUGHT)).not.toBeNull());

  server.use(refusalHandler);
  goTo(review);
  await user.click(await ready('Pay $324.62'));
  await screen.findByText('No funds.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('[MA-03] [INV-12] an extension that is confirmed in Payments: one more year is a new order, and other tabs hear of it', async () => {
  const chosen = `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`;
  const { user } = openLicence(
    [receiptsAre(), refuse(EXTEND, 'StripeCardError', asks), refuse(CONFIRM, 'StripeCardError', asks)],
    chosen,
  );
  await user.click(await payButton());
  await theQuestion();
  server.use(accountLists('scope', 'purchase'));
  goTo('/payments');
  await screen.findByText('A year of it: $324.62');
  await theQuestion();
  server.use(account(), answer(CONFIRM, extended));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('You paid $324.62');
  expect(localStorage.getItem(BOUGHT)).not.toBeNull();

  server.use(refuse(EXTEND, 'StripeCardError', { message: 'No funds.' }));
  goTo(chosen);
  await user.click(await payButton());
  await screen.findByText('No funds.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('[PM-09] a question that the account lists while the page waits itself is told once: refused', async () => {
  const { user, queries } = openIot([newClaims, ...bankAsks], NOW);
  await user.click(await ready(PAY));
  await theQuestion();
  server.use(accountLists('iot'));
  await act(() => queries.invalidateQueries({ queryKey: ['account'] }));
  server.use(refuse(CONFIRM, 'StripeCardError', { message: 'No funds.' }));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No funds.'));
  const alert = screen.getByRole('alert');
  await act(() => queries.refetchQueries({ queryKey: ['account'] }));
  expect(screen.getAllByRole('alert')).toEqual([alert]);
  expect(confirmed).toBe(1);
});

test('[PM-09] and bought', async () => {
  const { user, queries } = openIot([newClaims, ...bankAsks], NOW);
  await user.click(await ready(PAY));
  await theQuestion();
  server.use(accountLists('iot'));
  await act(() => queries.invalidateQueries({ queryKey: ['account'] }));
  server.use(answer(CONFIRM, orderReply), subscriptionsAre(iotIndividual));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  await screen.findByText('Your subscription has been updated.');
  await act(() => queries.refetchQueries({ queryKey: ['account'] }));
  expect(confirmed).toBe(1);
});

test('[IO-02] [PY-04] an open receipt that is confirmed there is told with its amount: no plan was changed', async () => {
  const { user } = openIot([newClaims, accountLists('iot', 'receipt'), subscriptionsAre(iotIndividual), ...bankAsks]);
  await theQuestion();
  server.use(nothingLeft, answer(CONFIRM, aReceipt()));
  await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
  expect(await screen.findByText('You paid $324.62')).toBeDefined();
  expect(screen.queryByText('Your subscription has been updated.')).toBeNull();
  expect(location.hash).toBe(`#${IOT}`);
  expect(localStorage.getItem(BOUGHT)).toBeNull();
});

test('[SU-08] [S5] what is held just renews: asked again with its costs, and ordered again it is a new order', async () => {
  const { user } = renderApp(REVIEW, {
    handlers: [
      all,
      subscriptionsAre(),
      quoteIs(),
      newClaims,
      refuse(BUY, 'OPERATION_IN_PROGRESS', { code: 'end_due' }),
    ],
  });
  const pay = await ready('Pay $324.62');
  const again: string[] = [];
  server.events.on('request:start', ({ request }) => again.push(new URL(request.url).pathname));
  await user.click(pay);
  await screen.findByText('Your plan or trial is just ending or renewing');
  await waitFor(() => expect(again).toContain('/api/subscription/subscriptions/preview'));
  await waitFor(() => expect(again).toContain('/api/account/me'));
  server.use(refusalHandler);
  await user.click(await ready('Pay $324.62'));
  await screen.findByText('No funds.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('[DR-05] [INV-12] an order whose question is open, and another product: asked once whether the first arrived, then sent', async () => {
  const { user } = renderApp(REVIEW, {
    handlers: [all, tieredPlansAre(...scopePlans), subscriptionsAre(), quoteIs(), newClaims, ...bankAsks],
  });
  await user.click(await ready('Pay $324.62'));
  await theQuestion();
  goTo(`${SCOPE}?package=starter&step=review&pay=now`);
  server.use(
    refusalHandler,
    answer('GET /api/account/me/commands/:idempotencyKey', { status: 'running', attemptId: 'att_1' }),
  );
  await user.click(await ready('Pay $324.62'));
  await screen.findByText('Did your first order arrive?');
  expect(keys).toHaveLength(1);
  await user.click(await ready('Pay $324.62'));
  await screen.findByText('No funds.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});
