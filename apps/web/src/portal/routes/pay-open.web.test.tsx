import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aCard, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { anUnpaidReceipt, receiptServer } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

describe('an open payment', () => {
  test.each([
    ['there is no card', { paymentMethod: null }, 'Add card'],
    ['the card has expired', { paymentMethod: aCard({ expired: true }) }, 'Change card'],
  ])('[PM-09] where %s a new one is the way', async (_what, facts, way) => {
    const { handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    renderApp('/payments', { handlers: [accountIs(facts), ...handlers] });
    await screen.findByText(/is overdue/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: way }).length).toBeGreaterThan(0);
  });

  test('[PM-09] several are open: a new card is said to be charged for all of them', async () => {
    const { handlers, accountIs } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    renderApp('/payments', { handlers: [accountIs({ openAmountCents: 5165 }), ...handlers] });
    expect(await screen.findByText(/change your card and we'll charge the \$51\.65 at once\./)).toBeDefined();
  });

  test('[PM-09] a debt that was given up is paid by hand: no card is promised to pay it, and nothing to start again', async () => {
    const { handlers, accountIs } = receiptServer({ ...anUnpaidReceipt('inv_1', '01', 2165), writtenOff: true });
    const { user } = renderApp('/payments', { handlers: [accountIs({ openAmountCents: 0 }), ...handlers] });
    const notice = await screen.findByText('Pay it now with Visa •••• 4242.');
    expect(notice.textContent).not.toContain('at once');
    expect((await screen.findByText('Starter ended on', { exact: false })).textContent).toBe(
      "Starter ended on Apr 15, 2026. Paying settles the invoice and doesn't bring the plan back. See plans",
    );
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('#/subscriptions/drive');
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    expect((await screen.findByText('You paid $21.65')).closest('[role=alert]')?.textContent).toBe(
      'You paid $21.65We emailed you the receipt. Starter ended on Apr 15, 2026 and stays ended. See plansView receiptBack to Home',
    );
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('#/subscriptions/drive');
  });

  test('[PM-09, PY-02] one that is older than the first page of receipts is found, said and paid', async () => {
    const old = anUnpaidReceipt('inv_0', '01', 2165);
    const { handlers } = receiptServer(old);
    const newer = Array.from({ length: 10 }, (_, at) => aReceipt({ id: `inv_${at + 1}` }));
    const firstPage = answer('GET /api/account/me/receipts', ({ request }) =>
      new URL(request.url).searchParams.get('unpaid') === 'true'
        ? { receipts: [old], data: { receipts: [old] }, total: 1, nextCursor: null }
        : { receipts: newer, data: { receipts: newer }, total: 11, nextCursor: 'next' },
    );
    const { user } = renderApp('/payments', { handlers: [firstPage, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    expect(await screen.findByText('You paid $21.65')).toBeDefined();
  });

  test('[PM-08] no way to pay by card where that is not allowed', async () => {
    const { handlers, accountIs } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    renderApp('/payments', { handlers: [accountIs({ canAddPaymentMethod: false }), ...handlers] });
    await screen.findByText(/is overdue/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Change card' })).toBeNull();
    expect(screen.queryByText(/we'll charge the|Otherwise we'll try again/)).toBeNull();
  });

  test.each([
    ['where cards pay', {}],
    ['where cards do not pay', { paymentMethod: null, canAddPaymentMethod: false }],
  ])('[PY-05] %s the notice names the day when an unpaid plan is paused or ends', async (_where, facts) => {
    const { handlers, accountIs } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const late = aSubscription({ status: 'past_due', ifUnpaid: { kind: 'pauses', at: '2026-03-16T00:00:00Z' } });
    const ends = { kind: 'ends', at: '2026-04-15T00:00:00Z' } as const;
    const paused = aSubscription({ id: 'sub_2', name: 'Pro', status: 'suspended', ifUnpaid: ends });
    renderApp('/payments', { handlers: [subscriptionsAre(late, paused), accountIs(facts), ...handlers] });
    await screen.findByText(/is overdue/);
    const paragraphs = [...document.querySelectorAll('main p')].map(({ textContent }) => textContent);
    expect(paragraphs).toEqual(
      expect.arrayContaining([
        'Pay by Mar 16, 2026 to keep Starter.',
        'Pro is paused. Pay by Apr 15, 2026 or it ends.',
      ]),
    );
  });

  test('[SH-12] the notice appears with all its lines, and without them if the plans did not load', async () => {
    const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const plans = 'GET /api/subscription/subscriptions';
    const { queries } = renderApp('/payments', { handlers: [neverAnswers(plans), ...handlers] });
    await waitFor(() => expect(queries.isFetching({ queryKey: ['subscriptions'] })).toBe(1));
    expect(queries.getQueryData(['receipts', 'unpaid'])).toBeDefined();
    expect(screen.queryByText(/is overdue/)).toBeNull();
    cleanup();

    renderApp('/payments', { handlers: [refuse(plans, 'INTERNAL_ERROR'), ...handlers] });
    expect(await screen.findByText(/is overdue/)).toBeDefined();
  });

  test('[PM-09] from the page of a receipt: it, and before it what is older', async () => {
    const newer = anUnpaidReceipt('inv_2', '20', 3000);
    const { asked, handlers } = receiptServer(
      anUnpaidReceipt('inv_3', '25', 100),
      newer,
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const { user } = renderApp('/receipt/inv_2', {
      handlers: [answer('GET /api/account/me/receipts/:id', newer), ...handlers],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked.map(({ id }) => id)).toEqual(['inv_1', 'inv_2']);
  });

  test('[PM-09] the page of an open receipt says when nobody knows what else is open, and asks again', async () => {
    const open = anUnpaidReceipt('inv_1', '01', 2165);
    const { handlers } = receiptServer(open);
    const { user } = renderApp('/receipt/inv_1', {
      handlers: [
        answer('GET /api/account/me/receipts/:id', open),
        refuse('GET /api/account/me', 'INTERNAL_ERROR'),
        ...handlers,
      ],
    });
    expect(await screen.findByText("We're having trouble retrieving your open payments.")).toBeDefined();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Pay $21.65' })).toBeDefined();
  });

  test('[SH-12] offline, that part is called offline', async () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    const open = anUnpaidReceipt('inv_1', '01', 2165);
    const { handlers } = receiptServer(open);
    renderApp('/receipt/inv_1', {
      handlers: [
        answer('GET /api/account/me/receipts/:id', open),
        refuse('GET /api/account/me', 'INTERNAL_ERROR'),
        ...handlers,
      ],
    });
    const title = await screen.findByText("We're having trouble retrieving your open payments.");
    expect(title.parentElement?.textContent).toContain("You're offline. Nothing changed; only this part didn't load.");
  });

  test('[SH-12] the page of an open receipt keeps the place of the button while that is asked for', async () => {
    renderApp('/receipt/inv_1', {
      handlers: [
        answer('GET /api/account/me/receipts/:id', anUnpaidReceipt('inv_1', '01', 2165)),
        neverAnswers('GET /api/account/me'),
      ],
    });
    await screen.findAllByText(/R-000042/);
    expect(within(screen.getByRole('main')).getByText('Loading…')).toBeDefined();
  });
});
