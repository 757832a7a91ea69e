import type { Receipt } from '@foyer/contract/api/shapes';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, anAccount, aReceipt } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const accountIs = (facts: Parameters<typeof anAccount>[0]) => answer('GET /api/account/me', anAccount(facts));

describe('pay now', () => {
  const unpaid = (id: string, day: string, cents: number) =>
    aReceipt({
      id,
      description: `Starter ${id}`,
      createdDate: `2026-03-${day}T00:00:00Z`,
      status: 'Unpaid',
      overdue: true,
      isPaid: false,
      amountDueCents: cents,
      amount: cents,
    });
  const paid = (receipt: Receipt): Receipt => ({ ...receipt, status: 'Paid', isPaid: true, overdue: false });
  /** A server whose receipts become paid when they are; notes what it was asked to pay. */
  const shop = (...receipts: Receipt[]) => {
    const asked: { id: unknown; body: unknown; key: string | null }[] = [];
    const held = new Map(receipts.map((receipt) => [receipt.id, receipt]));
    const list = answer('GET /api/account/me/receipts', () => {
      const all = [...held.values()];
      return { receipts: all, data: { receipts: all }, total: all.length, nextCursor: null };
    });
    const settle = (id: string): Receipt => {
      const settled = paid(held.get(id) as Receipt);
      held.set(id, settled);
      return settled;
    };
    const pay = answer('POST /api/account/me/receipts/:id/pay', async ({ request, params }) => {
      asked.push({
        id: params.id,
        body: await request.json(),
        key: request.headers.get('idempotency-key'),
      });
      return settle(String(params.id));
    });
    return { asked, settle, handlers: [list, pay] };
  };
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
    const { asked, handlers } = shop(unpaid('inv_1', '01', 2165));
    renderApp('/payments', { handlers });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    // faster than the button can look busy
    act(() => {
      button.click();
      button.click();
    });
    const said = await screen.findByText('You paid $21.65');
    await waitFor(() => expect(document.activeElement).toBe(said.closest('[role=alert]')));
    expect(asked).toEqual([{ id: 'inv_1', body: { expectedTotalCents: 2165 }, key: expect.any(String) }]);
    await waitFor(() => expect(screen.queryByText(/is overdue/)).toBeNull());
  });

  test('[PM-09] several are paid the oldest first, each with a key of its own', async () => {
    const { asked, handlers } = shop(unpaid('inv_2', '20', 3000), unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers });
    expect(await screen.findByText('$21.65 is overdue for Starter inv_1')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked.map(({ id }) => id)).toEqual(['inv_1', 'inv_2']);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  test('[PM-09] declined: the words of the provider, nothing further is tried, and the next press is a new try', async () => {
    const { asked, handlers } = shop(unpaid('inv_2', '20', 3000), unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers: [declined, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay 2 payments $51.65' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Your card has insufficient funds.Nothing was charged.');
    expect(document.activeElement).toBe(alert);
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  test('[PM-09] no answer: the second press repeats the first under its key', async () => {
    const keys: (string | null)[] = [];
    const { asked, handlers } = shop(unpaid('inv_1', '01', 2165));
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
    expect(await screen.findByText('No connection')).toBeDefined();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    await screen.findByText('You paid $21.65');
    expect(asked.map(({ key }) => key)).toEqual(keys);
  });

  test('[PM-09] what nobody knows the end of is still processing, and cannot be paid a second time', async () => {
    const { handlers } = shop(unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/payments', {
      handlers: [
        refuse('POST /api/account/me/receipts/:id/pay', 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }),
        ...handlers,
      ],
    });
    const button = await screen.findByRole('button', { name: 'Pay $21.65' });
    server.use(...shop({ ...unpaid('inv_1', '01', 2165), status: 'Processing', overdue: false }).handlers.slice(0, 1));
    await user.click(button);
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(await screen.findByText('$21.65 is still processing')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('[PM-09] the bank asks: its page is offered, and coming back from it finishes the payment', async () => {
    const { settle, handlers } = shop(unpaid('inv_1', '01', 2165));
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

  test.each([
    ['declined there', 'StripeCardError', 'Your card was declined.'],
    ['too late', 'EXPIRED', 'The time to confirm with your bank is over'],
  ] as const)('[PM-09] the bank asks, and it was %s: said, and it can be tried again', async (_what, type, words) => {
    const { handlers } = shop(unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/payments', {
      handlers: [challenged, refuse(CONFIRM, type, { message: 'Your card was declined.' }), ...handlers],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
    expect(await screen.findByText(words)).toBeDefined();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    expect(await screen.findByText('You paid $21.65')).toBeDefined();
  });

  test('[PM-09] a question of the bank that is left unanswered blocks nothing', async () => {
    const { handlers } = shop(unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/payments', { handlers: [challenged, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Pay $21.65' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Your bank wants to hear from you.')).toBeDefined();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Pay $21.65' }));
    expect(await screen.findByText('You paid $21.65')).toBeDefined();
  });

  test.each([
    ['there is no card', { paymentMethod: null }, 'Add card'],
    ['the card has expired', { paymentMethod: aCard({ expired: true }) }, 'Change card'],
  ])('[PM-09] where %s a new one is the way', async (_what, facts, way) => {
    const { handlers } = shop(unpaid('inv_1', '01', 2165));
    renderApp('/payments', { handlers: [accountIs(facts), ...handlers] });
    await screen.findByText(/is overdue/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: way }).length).toBeGreaterThan(0);
  });

  test('[PM-08] no way to pay by card where that is not allowed', async () => {
    const { handlers } = shop(unpaid('inv_1', '01', 2165));
    renderApp('/payments', { handlers: [accountIs({ canAddPaymentMethod: false }), ...handlers] });
    await screen.findByText(/is overdue/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Change card' })).toBeNull();
  });

  test('[PM-09] from the page of a receipt: it, and before it what is older', async () => {
    const newer = unpaid('inv_2', '20', 3000);
    const { asked, handlers } = shop(unpaid('inv_3', '25', 100), newer, unpaid('inv_1', '01', 2165));
    const { user } = renderApp('/receipt/inv_2', {
      handlers: [answer('GET /api/account/me/receipts/:id', newer), ...handlers],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay 2 payments $51.65' }));
    expect(await screen.findByText('You paid $51.65')).toBeDefined();
    expect(asked.map(({ id }) => id)).toEqual(['inv_1', 'inv_2']);
  });
});
