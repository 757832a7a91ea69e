import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aMe, anAccount, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { primaryButtons } from '../../testing/primary-buttons.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

describe('buying', () => {
  test('[DR-05] pressing twice buys once, with interval, id and the amount agreed to; then home with what was paid', async () => {
    const sent: { body: unknown; key: string | null }[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const buy = answer('POST /api/subscription/subscriptions', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      await held;
      return orderReply;
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), buy, newClaims] });
    await user.dblClick(await screen.findByRole('button', { name: 'Pay $324.62' }));
    const paying = await screen.findByRole('button', { name: 'Paying…' });
    await user.click(paying);
    expect(screen.getByRole('switch', { name: 'Auto-renew' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true);
    release();
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(location.hash).toBe('#/');
    expect(sent).toEqual([
      {
        body: { id: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32462 },
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  test('[SH-12] what was so before is not said at home once it is paid: it waits for what is so now', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const buy = answer('POST /api/subscription/subscriptions', () => {
      server.use(
        answer('GET /api/account/me', async () => {
          await released;
          return anAccount();
        }),
        answer('GET /api/subscription/subscriptions', async () => {
          await released;
          return { subscriptions: [aSubscription()], data: { subscriptions: [aSubscription()] } };
        }),
      );
      return orderReply;
    });
    const before = answer('GET /api/account/me', anAccount({ nextPayment: null, estimatedNextReceipt: null }));
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), before, quoteIs(), buy, newClaims] });
    const seen: string[] = [];
    const watch = new MutationObserver(() => {
      if (location.hash === '#/') seen.push(document.body.textContent ?? '');
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await screen.findByText('Paid $324.62');
    expect(location.hash).toBe('#/');
    release();
    expect((await screen.findByText(/Your next payment is/)).textContent).toContain('$324.62');
    watch.disconnect();
    expect(seen.length).toBeGreaterThan(0);
    expect(
      seen.filter((text) => /nothing to pay right now|No subscriptionSubscribeto Arcwave Drive/.test(text)),
    ).toEqual([]);
  });

  test('[DR-05] with a subscription and no trial chosen it is a change of that subscription', async () => {
    const sent: unknown[] = [];
    const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return { ...orderReply, receipt: aReceipt({ amountDueCents: 55841 }) };
    });
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_yearly&step=review`, {
      handlers: [
        all,
        subscriptionsAre(aSubscription({ id: 'sub_9' })),
        quoteIs(aQuote({ amountDueCents: 55841 })),
        change,
        newClaims,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $558.41' }));
    expect(await screen.findByText('Paid $558.41')).toBeDefined();
    expect(sent).toEqual([['sub_9', { id: 'pln_drive_pro', interval: 'yearly', expectedTotalCents: 55841 }]]);
  });

  test('[SU-08] a declined card: the words of the gateway, which card it was, nothing charged, the way to another card; the next try is a new order', async () => {
    const keys: (string | null)[] = [];
    const refused = refuse('POST /api/subscription/subscriptions', 'StripeCardError', {
      message: 'Your card has insufficient funds.',
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), refused, newClaims] });
    server.events.on('request:start', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      if (key) keys.push(key);
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your card has insufficient funds.');
    expect(alert.textContent).toMatch(/We tried Visa.••••.4242\./);
    expect(alert.textContent).toContain('Nothing was charged.');
    const change = within(alert).getByRole('link', { name: 'Change card' });
    const row = screen.getByRole('heading', { name: 'Payment method' }).closest('li');
    expect(row?.textContent).toContain('Visa\u{a0}••••\u{a0}4242 was declined');
    expect(row?.textContent).not.toContain('Billed to');
    expect(change.getAttribute('href')).toBe(`#/payments/method?returnPath=${encodeURIComponent(REVIEW)}`);
    expect(change.className).toContain('primary');
    expect(screen.getByRole('button', { name: 'Pay $324.62' }).className).not.toContain('primary');
    expect(document.activeElement).toBe(alert);
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).not.toBe(keys[1]);
    server.events.removeAllListeners();
  });

  test('[SU-08] no answer: the same order may be sent again, under the same key', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), offlineHandler('POST /api/subscription/subscriptions'), newClaims],
    });
    server.events.on('request:start', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      if (key) keys.push(key);
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await screen.findByText('No connection.');
    server.use(answer('POST /api/subscription/subscriptions', orderReply));
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(new Set(keys).size).toBe(1);
    server.events.removeAllListeners();
  });

  test('[SU-08] another amount is shown and asked for again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        refuse('POST /api/subscription/subscriptions', 'QUOTE_CHANGED', { quote: { amountDueCents: 33000 } }),
      ],
    });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    server.use(quoteIs(aQuote({ amountDueCents: 33000 })));
    await user.click(pay);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The amount changed: $330.00 is due now');
    expect(notice.textContent).toContain('Nothing was charged. Check the new amounts and confirm again.');
    expect(document.activeElement).toBe(notice);
    expect(await screen.findByRole('button', { name: 'Pay $330.00' })).toBeDefined();
  });

  const action = {
    attemptId: 'att_1',
    kind: 'payment',
    gateway: 'sandbox',
    clientSecret: 's',
    url: '/sandbox/3ds/1',
  };
  /** Orders, and the bank asks. Asked later, the server says that the customer confirmed. */
  const orderAskedByBank = async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        newClaims,
        refuse('POST /api/subscription/subscriptions', 'StripeCardError', { code: 'authentication_required', action }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', orderReply),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    return user;
  };

  test('[PM-09] the bank asks: confirmed there, the purchase ends as one that was paid at once', async () => {
    const user = await orderAskedByBank();
    expect((await screen.findByRole('link', { name: 'Confirm with your bank' })).getAttribute('href')).toBe(action.url);
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
  });

  test('[PM-09] back from the tab of the bank the page checks on its own, and its button was the only primary one', async () => {
    await orderAskedByBank();
    await screen.findByRole('link', { name: 'Confirm with your bank' });
    expect(primaryButtons()).toEqual(['Confirm with your bank']);
    expect(screen.getAllByRole('button', { name: 'Cancel' }), 'only that of the question').toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Waiting for your bank…' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Paying…' }), 'nothing is paid yet').toBeNull();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByRole('link', { name: 'Confirm with your bank' })).toBeDefined();
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    hidden.mockRestore();
  });

  test.each([
    ['not answered', refuse('POST /api/subscription/subscriptions', 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' })],
    ['one of another tab', refuse('POST /api/subscription/subscriptions', 'OPERATION_IN_PROGRESS')],
  ])('[SU-08] an undecided payment blocks a second try: %s', async (_, refused) => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), refused] });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pay $324.62' }).hasAttribute('disabled')).toBe(true);
  });

  test.each([
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['PAYLOAD_TOO_LARGE', 'There was an error updating your subscription.'],
  ] as const)('[SU-08] %s has its sentence', async (type, sentence) => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('[INV-12, SU-08] a fault: nobody claims that it failed, and the next press repeats it under its key', async () => {
    const keys: (string | null)[] = [];
    const sent = answer('POST /api/subscription/subscriptions', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? new Response('<h1>502</h1>', { status: 502 }) : orderReply;
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), sent, newClaims] });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      "There was an error updating your subscription.We don't know if your order arrived. Try again: it is never charged twice.",
    );
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
  });

  test('[F4] [DR-04] without an address and with a discount, only the sum before tax is called the subtotal', async () => {
    renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(aQuote({ discount: 2_988, taxPlace: '', taxRatePercentage: 0, tax: 0, amountDueCents: 27_000 })),
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
      ],
    });
    await screen.findByText('Tax is added with your address');
    const lines = document.querySelector('dl')?.textContent;
    expect(lines).toMatch(/Before discount\$299\.88Discount.*Subtotal.*\$270\.00/);
    expect(lines?.match(/Subtotal/g)).toHaveLength(1);
  });

  test('[F4] [AD-09] without an address no sum is due: the button leads to the address and back to this review', async () => {
    renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(aQuote({ taxPlace: '', taxRatePercentage: 0, tax: 0, amountDueCents: 29_988 })),
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
      ],
    });
    const way = await screen.findByRole('link', { name: 'Add address to continue' });
    expect(screen.getByText('Tax is added with your address')).toBeDefined();
    expect(screen.queryByText('Due today')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    const [path, query] = way.getAttribute('href')?.split('?') ?? [];
    expect(path).toBe('#/address');
    expect(new URLSearchParams(query).get('returnPath')).toBe(REVIEW);
  });
});
