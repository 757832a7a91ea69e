import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aMe, anAccount, aPlan, aQuote, aReceipt, aSubscription } from '../../testing/builders.ts';
import {
  all,
  basic,
  bought,
  DRIVE,
  newClaims,
  plansAre,
  quoteIs,
  REVIEW,
  subscriptionsAre,
} from '../../testing/drive-answers.ts';
import { answer, offline, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

describe('review', () => {
  test('[DR-04] shows the cost with tax, the card, the address, and pays what is due', async () => {
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
    const lines = screen.getByText('Tax, Boston MA (8.25%)').closest('dl');
    expect(lines?.textContent).toContain('Subtotal$299.88');
    expect(lines?.textContent).toContain('Tax, Boston MA (8.25%)$24.74');
    expect(lines?.textContent).toContain('Due today$324.62');
    expect(screen.getByText('Billed to Visa •••• 4242')).toBeDefined();
    expect(screen.getByText('1 Main St, Boston, MA 02110')).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByRole('heading', { name: 'Your change' })).toBeNull();
  });

  test('[DR-04] what a smaller plan takes away is said before it is confirmed', async () => {
    const small = { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } };
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [plansAre(aPlan(), { ...basic, details: small }), subscriptionsAre(aSubscription()), quoteIs()],
    });
    expect(await screen.findByText('Storage: 2 GB instead of 50 GB')).toBeDefined();
  });

  test('[DR-04] a change shows both plans; with nothing due the button says Confirm Change', async () => {
    const current = aPlan({ isCurrent: true });
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [
        plansAre(current, basic),
        subscriptionsAre(aSubscription()),
        quoteIs(
          aQuote({
            amountDueCents: 0,
            subtotal: 0,
            tax: 0,
            total: 0,
            lines: [],
            scheduledFor: '2027-01-10T00:00:00Z',
            renewalCents: null,
          }),
        ),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Confirm Change' })).toBeDefined();
    const change = within(screen.getByRole('region', { name: 'Your change' }));
    expect(change.getByText('Starter, yearly')).toBeDefined();
    expect(change.getByText('Basic, free')).toBeDefined();
    expect((await change.findByText(/^From/)).textContent).toBe('From Jan 10, 2027');
  });

  test('[DR-04] a trial needs no card and says its days', async () => {
    const asked: unknown[] = [];
    const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      asked.push(await request.json());
      return aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] });
    });
    renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [all, subscriptionsAre(), preview, answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const start = await screen.findByRole('button', { name: 'Start 14-day trial' });
    await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false));
    expect(screen.getByText(/No payment method/)).toBeDefined();
    expect(asked).toEqual([{ id: 'pln_drive_pro', interval: 'yearly', trial: true }]);
  });

  test('[SU-06] [PM-07] without a card the button waits, and the way to a card leads back here', async () => {
    renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(pay.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('Payment required')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Add card' });
    const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
    expect(query.get('returnPath')).toBe(REVIEW);
  });

  test('[PM-08] no card action where none is allowed', async () => {
    renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false })),
      ],
    });
    await screen.findByText('Billed to Visa •••• 4242');
    expect(screen.queryByRole('link', { name: /card/ })).toBeNull();
  });

  test('[DR-04] Cancel resets the choice', async () => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await screen.findByRole('button', { name: 'Pay $324.62' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Pro' })).toBeDefined();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(location.hash).toBe(`#${DRIVE}`);
  });

  test('a cost that did not load can be asked for again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), offline('POST /api/subscription/subscriptions/preview')],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(quoteIs());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
  });
});

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
      return bought;
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

  test('[DR-05] with a subscription and no trial chosen it is a change of that subscription', async () => {
    const sent: unknown[] = [];
    const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return { ...bought, receipt: aReceipt({ amountDueCents: 55841 }) };
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

  test('[SU-08] a declined card: the words of the provider, nothing charged, and the next try is a new order', async () => {
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
    expect(alert.textContent).toContain('Nothing was charged.');
    expect(document.activeElement).toBe(alert);
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).not.toBe(keys[1]);
    server.events.removeAllListeners();
  });

  test('[SU-08] no answer: the same order may be sent again, under the same key', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), offline('POST /api/subscription/subscriptions'), newClaims],
    });
    server.events.on('request:start', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      if (key) keys.push(key);
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await screen.findByText('No connection');
    server.use(answer('POST /api/subscription/subscriptions', bought));
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
    expect(await screen.findByText(/The amount changed: \$330\.00 is due now/)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay $330.00' })).toBeDefined();
  });

  test('[PM-09] the bank asks: confirmed there, the purchase ends as one that was paid at once', async () => {
    const action = {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/1',
    };
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        newClaims,
        refuse('POST /api/subscription/subscriptions', 'StripeCardError', { code: 'authentication_required', action }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', bought),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect((await screen.findByRole('link', { name: 'Confirm with your bank' })).getAttribute('href')).toBe(action.url);
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
  });

  test('[SU-08] an undecided payment blocks a second try', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        refuse('POST /api/subscription/subscriptions', 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pay $324.62' }).hasAttribute('disabled')).toBe(true);
  });

  test.each([
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['INTERNAL_ERROR', 'There was an error updating your subscription.'],
  ] as const)('[SU-08] %s has its sentence', async (type, sentence) => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('[SU-08] without an address the way leads to the address and back to this review', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
        refuse('POST /api/subscription/subscriptions', 'MISSING_ADDRESS'),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(location.hash).toMatch(/^#\/address\?/));
    expect(new URLSearchParams(location.hash.split('?')[1]).get('returnPath')).toBe(REVIEW);
  });
});
