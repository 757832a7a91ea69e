import type { OpenChallenge } from '@foyer/contract/api/account';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BILLING_CHANGE_KEY, PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { aCard, anAccount, anOpenQuestion } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { openIot } from '../../testing/iot-answers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
// what the pages load on demand, there before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import '../../shared/payments/challenge-notice.tsx';
import '../../shared/orders/resumed-challenge.tsx';
import './plans.tsx';
import './metered.tsx';
import './payments.tsx';
import { withConfig } from '../../testing/with-config.ts';

// A question of a bank that stands on this page and is ended in another tab.

// Stripe's field is another site's frame, which only a browser has: e2e/stripe.e2e.ts
withConfig({ gateway: 'sandbox' });

const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
const ACCOUNT = 'GET /api/account/me';

const order = anOpenQuestion({ kind: 'order', product: 'drive', amountCents: 32462 });
const receipt = anOpenQuestion({ kind: 'receipt', product: null, amountCents: 32462 });
const waiting = (open: OpenChallenge) => answer(ACCOUNT, anAccount({ openChallenges: [open] }));
const nothingLeft = answer(ACCOUNT, anAccount());
const processing = receiptsAre(aReceipt({ id: 'inv_1', status: 'Processing', isPaid: false, amountDueCents: 32462 }));
const paidReceipt = aReceipt({ id: 'inv_1' });

const action = { attemptId: 'att_1', kind: 'payment', gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' };
const asks = { code: 'authentication_required', action };
const challengeHandler = refuse(CONFIRM, 'StripeCardError', asks);
const shop = [all, subscriptionsAre(), quoteIs(), waiting(order), challengeHandler, newClaims];

const theQuestion = () => screen.findByRole('link', { name: 'Confirm with your bank' });
const questionGone = () =>
  waitFor(() => expect(screen.queryByRole('link', { name: 'Confirm with your bank' })).toBeNull());
const dispatchStorageEvent = (key: string) =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: 'x' })));

let calls: string[] = [];
beforeEach(() => {
  calls = [];
  server.events.on('request:start', ({ request }) => calls.push(`${request.method} ${new URL(request.url).pathname}`));
});
afterEach(() => server.events.removeAllListeners());
const looks = () => calls.filter((call) => call.endsWith('/confirm')).length;

describe('answered there', () => {
  test.each([
    ['an order', order, PURCHASE_KEY],
    ['a receipt', receipt, BILLING_CHANGE_KEY],
  ])(
    '[PM-09] %s: Payments is notified, checks once without a click, and shows the outcome',
    async (_what, open, key) => {
      renderApp('/payments', { handlers: [newClaims, waiting(open), processing, challengeHandler] });
      await theQuestion();
      server.use(nothingLeft, receiptsAre(paidReceipt), answer(CONFIRM, paidReceipt));
      calls = [];
      dispatchStorageEvent(key);
      expect(await screen.findByText('You paid $324.62')).toBeDefined();
      await questionGone();
      expect(looks()).toBe(1);
    },
  );

  test('[DR-04] the review shows it and stays, with the focus where it was; it is announced once', async () => {
    renderApp(REVIEW, { handlers: shop });
    await theQuestion();
    const before = document.activeElement;
    server.use(nothingLeft, answer(CONFIRM, orderReply));
    dispatchStorageEvent(PURCHASE_KEY);
    const notice = await screen.findByText('You paid $324.62');
    await questionGone();
    expect(location.hash).toBe(`#${REVIEW}`);
    expect(notice.closest('[role=alert]')).not.toBeNull();
    expect(document.activeElement).toBe(before);
    expect(localStorage.getItem(PURCHASE_KEY)).toBeNull();
  });

  test('[DR-04] a customer who returns to the page continues, although the challenge is no longer listed', async () => {
    renderApp(REVIEW, { handlers: shop });
    await theQuestion();
    server.use(nothingLeft, answer(CONFIRM, orderReply));
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(location.hash).toBe('#/');
  });

  test('[PM-09] while a first look is still under way, which asked too early: it looks once more', async () => {
    const first = Promise.withResolvers<Response>();
    const { queries } = renderApp('/payments', {
      handlers: [newClaims, waiting(order), processing, answer(CONFIRM, () => first.promise)],
    });
    await waitFor(() => expect(looks()).toBe(1));
    server.use(nothingLeft, receiptsAre(paidReceipt), answer(CONFIRM, paidReceipt));
    calls = [];
    dispatchStorageEvent(PURCHASE_KEY);
    // it stands in no list any more
    await waitFor(() => expect(calls).toContain('GET /api/account/me'));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(looks()).toBe(0);
    first.resolve(Response.json({ message: '', error: { type: 'StripeCardError', ...asks } }, { status: 402 }));
    expect(await screen.findByText('You paid $324.62')).toBeDefined();
    expect(looks()).toBe(1);
  });

  test('[PM-09] after a new card: an earlier challenge for the open receipts is checked too', async () => {
    const { user } = renderApp('/payments/method?returnPath=/address', {
      handlers: [
        answer(ACCOUNT, anAccount()),
        receiptsAre(),
        cardToken,
        answer('GET /api/account/me/receipts/:id', paidReceipt),
        answer('POST /api/account/me/payment_methods', { ...aCard(), retried: ['inv_1'] }),
        challengeHandler,
      ],
    });
    await fillInCard(user);
    server.use(waiting(receipt));
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await theQuestion();
    server.use(nothingLeft, answer(CONFIRM, paidReceipt));
    dispatchStorageEvent(BILLING_CHANGE_KEY);
    expect(await screen.findByText('You paid $324.62')).toBeDefined();
    await questionGone();
  });
});

describe('ended there by a newer try, which may have been paid', () => {
  test('[DR-02] [INV-12] the plans say nothing of the old question, and do not claim that nothing was charged', async () => {
    renderApp(DRIVE, { handlers: shop });
    await theQuestion();
    server.use(nothingLeft, refuse(CONFIRM, 'EXPIRED'));
    dispatchStorageEvent(PURCHASE_KEY);
    await questionGone();
    await waitFor(() => expect(screen.queryByText('Your bank wants you to confirm')).toBeNull());
    expect(screen.queryByText('There is nothing left to confirm')).toBeNull();
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  });

  test('[INV-12] a click there shows the outcome of that challenge only', async () => {
    const { user } = renderApp('/payments', { handlers: [waiting(order), processing, challengeHandler] });
    await theQuestion();
    server.use(nothingLeft, receiptsAre(paidReceipt), refuse(CONFIRM, 'EXPIRED'));
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toBe(
      "There is nothing left to confirmThis confirmation was closed in another window. You weren't charged for it.",
    );
    expect(document.activeElement).toBe(notice);
  });
});

test.each([
  ['drive', () => renderApp(DRIVE, { handlers: [all, subscriptionsAre(), newClaims] }), 'heading'],
  ['IoT, which listens as well', () => openIot([newClaims]), 'radio'],
])(
  '[SU-08] a purchase in another tab has what a page of plans shows asked again once: %s',
  async (_what, open, role) => {
    const { queries } = open();
    await waitFor(() => expect(screen.getAllByRole(role).length).toBeGreaterThan(2));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    // a second asking ends the first one before it is on its way, so that no server hears of it: counted where it is asked
    const fetches = queries
      .getQueryCache()
      .getAll()
      .map((query) => vi.spyOn(query, 'fetch'));
    calls = [];
    dispatchStorageEvent(PURCHASE_KEY);
    await waitFor(() => expect(calls).toContain('GET /api/subscription/subscriptions'));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    const anew = fetches.map(({ mock }) => mock.calls.filter(([, options]) => options?.cancelRefetch).length);
    expect(Math.max(...anew)).toBe(1);
  },
);
