import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { anUnpaidReceipt, outcomeIn, receiptServer } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

describe('pay now', () => {
  const declined = refuse('POST /api/account/me/receipts/:id/pay', 'StripeCardError', {
    message: 'Your card has insufficient funds.',
  });
  const challenged = refuse('POST /api/account/me/receipts/:id/pay', 'StripeCardError', {
    message: 'Your bank wants to hear from you.',
    code: 'authentication_required',
    action: {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 'secret',
      url: '/sandbox/challenge/pi_1',
    },
  });
  const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';

  test('[PM-09] the card on file is charged once, however often it is pressed', async () => {
    const { asked, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    renderApp('/payments', { handlers });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    // faster than the button can look busy
    act(() => {
      button.click();
      button.click();
    });
    const notice = await screen.findByText('You paid $21.65');
    await waitFor(() => expect(document.activeElement).toBe(notice.closest('[role=alert]')));
    expect(asked).toEqual([{ id: 'inv_1', body: { expectedTotalCents: 2165 }, key: expect.any(String) }]);
    await waitFor(() => expect(screen.queryByText(/is overdue/)).toBeNull());
  });

  test('[PM-09] [INV-12] the answer is lost and the page reloaded: the open receipt says that the card was declined that day', async () => {
    const receipt = {
      ...anUnpaidReceipt('inv_1', '01', 2165),
      failureMessage: 'Your card was declined.',
      failedAt: '2026-03-04T00:00:00Z',
    };
    const lost = answer('POST /api/account/me/receipts/:id/pay', () => Response.error());
    const page = renderApp('/payments', { handlers: [lost, ...receiptServer(receipt).handlers] });
    const reason = async () => (await screen.findByText(/was declined on/)).textContent;
    expect(await reason()).toContain('declined on Mar 4, 2026.');
    await page.user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await screen.findByRole('alert');
    page.unmount();
    const declinedToday = { ...receipt, failedAt: '2026-03-12T00:00:00Z' };
    renderApp('/payments', { handlers: receiptServer(declinedToday).handlers });
    expect(await reason()).toContain('declined on Mar 12, 2026.');
  });

  test('[PM-09] several receipts are paid, oldest first, each under a separate key', async () => {
    const { asked, handlers } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const { user } = renderApp('/payments', { handlers });
    expect(await screen.findByText('$21.65 is overdue for Starter inv_1')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked.map(({ id }) => id)).toEqual(['inv_1', 'inv_2']);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  test('[PM-09] declined: the message of the gateway, no further attempt, and the next click is a new attempt', async () => {
    const { asked, handlers } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const { user } = renderApp('/payments', { handlers: [declined, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay 2 payments $51.65' }));
    const alert = await screen.findByRole('alert');
    expect(outcomeIn(alert)).toBe(
      'Visa\u{a0}••••\u{a0}4242 was declined for $21.65Your card has insufficient funds. Nothing was charged. Change your card, then pay it here.',
    );
    expect(document.activeElement).toBe(alert);
    // one notice, and another card as its first button
    expect(alert.textContent).toContain('Starter inv_1, due since Mar 1, 2026.');
    expect(screen.queryByText(/is overdue for/)).toBeNull();
    const change = within(alert).getByRole('link', { name: 'Change card' });
    expect(change.className).toContain('primary');
    expect(screen.getByRole('button', { name: 'Pay 2 payments $51.65' }).className).not.toContain('primary');
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  test('[PM-09] the first is charged and the second declined: the page shows both, and only the second is retried', async () => {
    const { asked, settle, handlers } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const { user } = renderApp('/payments', { handlers });
    const button = await screen.findByRole('button', { name: 'Pay 2 payments $51.65' });
    server.use(
      answer('POST /api/account/me/receipts/:id/pay', ({ params }) =>
        params.id === 'inv_1'
          ? settle('inv_1')
          : Response.json(
              { message: 'Your card has insufficient funds.', error: { type: 'StripeCardError' } },
              { status: 402 },
            ),
      ),
    );
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(outcomeIn(alert)).toBe(
      'Visa\u{a0}••••\u{a0}4242 was declined for $30.00Your card has insufficient funds. You paid $21.65. The next payment was not charged. Change your card, then pay it here.',
    );
    server.use(...handlers);
    await user.click(await screen.findByRole('button', { name: 'Pay $30.00' }));
    expect(await screen.findByText('You paid $30.00')).toBeDefined();
    expect(asked.map(({ id }) => id)).toEqual(['inv_2']);
  });

  test('[PM-09] a receipt paid elsewhere meanwhile is not shown as paid now', async () => {
    const { settle, handlers } = receiptServer(
      anUnpaidReceipt('inv_2', '20', 3000),
      anUnpaidReceipt('inv_1', '01', 2165),
    );
    const { user } = renderApp('/payments', { handlers });
    const button = await screen.findByRole('button', { name: 'Pay 2 payments $51.65' });
    server.use(
      answer('POST /api/account/me/receipts/:id/pay', ({ params }) =>
        params.id === 'inv_2'
          ? settle('inv_2')
          : Response.json({ message: '', error: { type: 'ALREADY_PAID' } }, { status: 409 }),
      ),
    );
    await user.click(button);
    expect(await screen.findByText('You paid $30.00')).toBeDefined();
  });

  test('[PM-09] after an unreachable gateway the retry has another key, because the server keeps its first answer', async () => {
    const keys: (string | null)[] = [];
    const { asked, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', {
      handlers: [
        answer('POST /api/account/me/receipts/:id/pay', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          return Response.json({ message: '', error: { type: 'PAYMENT_GATEWAY_ERROR' } }, { status: 502 });
        }),
        ...handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    expect(outcomeIn(await screen.findByRole('alert'))).toBe(
      'There was an error processing your transaction.Nothing was charged. Try again in a moment.',
    );
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    await screen.findByText('You paid $21.65');
    expect(asked.map(({ key }) => key)).not.toEqual(keys);
  });

  test('[PM-09] no answer: the second click repeats the first call under its key', async () => {
    const keys: (string | null)[] = [];
    const { asked, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', {
      handlers: [
        answer('POST /api/account/me/receipts/:id/pay', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          return Response.error();
        }),
        ...handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    expect(await screen.findByText('No connection.')).toBeDefined();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    await screen.findByText('You paid $21.65');
    expect(asked.map(({ key }) => key)).toEqual(keys);
  });

  test('[PM-09] [INV-12] no answer, but the server has the outcome: it is read under the key, and shown', async () => {
    const { asked, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const keys: (string | null)[] = [];
    const { user } = renderApp('/payments', {
      handlers: [
        answer('GET /api/account/me/commands/:idempotencyKey', {
          status: 'done',
          subscriptionIds: [],
          receiptId: 'inv_1',
          oneTimePurchaseId: null,
          paymentMethodId: null,
        }),
        answer('POST /api/account/me/receipts/:id/pay', ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          server.use(...handlers);
          return Response.error();
        }),
        ...handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await screen.findByText('You paid $21.65');
    expect(asked.map(({ key }) => key)).toEqual(keys);
  });

  test('[PM-09] a payment with an unknown outcome is still processing, and cannot be paid a second time', async () => {
    const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', {
      handlers: [
        refuse('POST /api/account/me/receipts/:id/pay', 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }),
        ...handlers,
      ],
    });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    server.use(
      ...receiptServer({
        ...anUnpaidReceipt('inv_1', '01', 2165),
        status: 'Processing',
        overdue: false,
      }).handlers.slice(0, 1),
    );
    await user.click(button);
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(await screen.findByText('$21.65 is still processing')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('[PM-09] the bank asks: its page is offered, and coming back from it finishes the payment', async () => {
    const { settle, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const confirmed: unknown[] = [];
    const { user } = renderApp('/payments', {
      handlers: [challenged, refuse(CONFIRM, 'OPERATION_IN_PROGRESS'), ...handlers],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    const link = await screen.findByRole('link', { name: 'Confirm with your bank' });
    expect(link.getAttribute('href')).toBe('/sandbox/challenge/pi_1');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Your bank wants you to confirm'));
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText("Your bank hasn't decided yet.")).toBeDefined();
    server.use(
      answer(CONFIRM, ({ params }) => {
        confirmed.push(params.id);
        return settle('inv_1');
      }),
    );
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('You paid $21.65')).toBeDefined();
    expect(confirmed).toEqual(['att_1']);
  });

  test('[PY-05] while the bank asks, the receipt says the same as behind a reload', async () => {
    const late = { ...anUnpaidReceipt('inv_1', '01', 2165), status: 'Payment Failed' as const, overdue: false };
    const { handlers } = receiptServer(late);
    const one = 'GET /api/account/me/receipts/:id';
    const { user } = renderApp('/receipt/inv_1', {
      handlers: [challenged, refuse(CONFIRM, 'OPERATION_IN_PROGRESS'), answer(one, late), ...handlers],
    });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    expect(screen.getByText('Payment Failed')).toBeDefined();
    const now = { ...late, status: 'Processing' as const };
    server.use(answer(one, now), ...receiptServer(now).handlers.slice(0, 1));
    await user.click(button);
    await screen.findByRole('link', { name: 'Confirm with your bank' });
    expect(await screen.findByText('Processing')).toBeDefined();
    expect(screen.queryByText('Payment Failed')).toBeNull();
    expect(screen.getByRole('link', { name: 'Confirm with your bank' }), 'the question stands').toBeDefined();
  });

  test.each([
    ['suspended', 'Drive Starter is active again. We emailed you the receipt.'],
    ['past_due', 'We emailed you the receipt.'],
  ] as const)(
    '[PM-09] paid for a plan that was %s: what starts again is only said of what was paused',
    async (status, words) => {
      const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
      const { user, queries } = renderApp('/payments', {
        handlers: [subscriptionsAre(aSubscription({ status })), ...handlers],
      });
      const button = await screen.findByRole('button', { name: 'Pay $21.65' });
      await waitFor(() => expect(queries.getQueryState(['subscriptions'])?.status).toBe('success'));
      await user.click(button);
      const paid = (await screen.findByText('You paid $21.65')).closest('[role=alert]') as HTMLElement;
      expect(outcomeIn(paid)).toBe(`You paid $21.65${words}`);
      const links = within(paid).getAllByRole('link');
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['View receipt', '#/receipt/inv_1'],
        ['Back to Home', '#/'],
      ]);
    },
  );

  test('[PM-09] [DR-02] a plan that was paused says until when it is paid now, because that day has moved', async () => {
    const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const active = aSubscription({ currentPeriodEnd: '2027-02-14T00:00:00Z' });
    let isPaid = false;
    const plans = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [isPaid ? active : { ...active, status: 'suspended' as const, entitled: false }];
      return { subscriptions, data: { subscriptions } };
    });
    const { user, queries } = renderApp('/payments', { handlers: [plans, ...handlers] });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    await waitFor(() => expect(queries.getQueryState(['subscriptions'])?.status).toBe('success'));
    isPaid = true;
    await user.click(button);
    const paid = (await screen.findByText('You paid $21.65')).closest('[role=alert]') as HTMLElement;
    await waitFor(() =>
      expect(outcomeIn(paid)).toBe(
        'You paid $21.65Drive Starter is active again. Drive Starter is paid until Feb 14, 2027. We emailed you the receipt.',
      ),
    );
  });

  test('[PM-09] paid on the page of a receipt, which is one of several: no plan is called active, no link to itself', async () => {
    const { settle, handlers } = receiptServer(
      anUnpaidReceipt('inv_1', '01', 2165),
      anUnpaidReceipt('inv_2', '20', 3000),
    );
    const one = answer('GET /api/account/me/receipts/:id', () => anUnpaidReceipt('inv_1', '01', 2165));
    const paused = subscriptionsAre(aSubscription({ status: 'suspended' }));
    const { user, queries } = renderApp('/receipt/inv_1', { handlers: [one, paused, ...handlers] });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    await waitFor(() => expect(queries.getQueryState(['subscriptions'])?.status).toBe('success'));
    server.use(answer('GET /api/account/me/receipts/:id', () => settle('inv_1')));
    await user.click(button);
    const paid = (await screen.findByText('You paid $21.65')).closest('[role=alert]') as HTMLElement;
    expect(outcomeIn(paid)).toBe('You paid $21.65We emailed you the receipt.');
    expect(within(paid).queryByRole('link', { name: 'View receipt' })).toBeNull();
    expect(within(paid).getByRole('link', { name: 'Back to Home' })).toBeDefined();
  });

  test('[PM-09] an open challenge whose status call failed is not shown as a decision of the bank', async () => {
    const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers: [challenged, refuse(CONFIRM, 'INTERNAL_ERROR'), ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText("We couldn't ask your bank. Try again in a moment.")).toBeDefined();
  });

  test.each([
    ['proven lost', 'PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['declined there', 'StripeCardError', 'Visa\u{a0}••••\u{a0}4242 was declined for $21.65'],
    ['too late', 'EXPIRED', 'The time to confirm with your bank is over', 'ran_out'],
    ['ended elsewhere', 'EXPIRED', 'There is nothing left to confirm'],
  ] as const)(
    '[PM-09] the bank asks, and it was %s: said, and it can be tried again',
    async (_what, type, words, code: string | null = null) => {
      const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
      const { user } = renderApp('/payments', {
        handlers: [
          challenged,
          refuse(CONFIRM, type, { message: 'Your card was declined.', ...(code && { code }) }),
          ...handlers,
        ],
      });
      await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
      await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
      expect((await screen.findByRole('alert')).textContent).toContain(words);
      server.use(...handlers);
      await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
      expect(await screen.findByText('You paid $21.65')).toBeDefined();
    },
  );

  test('[PM-09] a question of the bank that is given up is ended at the bank, and blocks nothing', async () => {
    const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 2165));
    const bodies: string[] = [];
    const recordRequest = async ({ request }: { request: Request }) => {
      if (request.url.endsWith('/confirm')) bodies.push(await request.clone().text());
    };
    server.events.on('request:start', recordRequest);
    const { user } = renderApp('/payments', { handlers: [challenged, refuse(CONFIRM, 'EXPIRED'), ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Your bank wants to hear from you.')).toBeDefined();
    expect(bodies).toEqual(['{"givenUp":true}']);
    server.events.removeListener('request:start', recordRequest);
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    expect(await screen.findByText('You paid $21.65')).toBeDefined();
  });
});
