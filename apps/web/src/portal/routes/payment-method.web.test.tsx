import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, aMe, anAccount, anAddress, aReceipt } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const METHOD = '/payments/method';
const receiptsAre = (...receipts: ReturnType<typeof aReceipt>[]) =>
  answer('GET /api/account/me/receipts', { receipts, data: { receipts }, total: receipts.length, nextCursor: null });
const token = answer('POST /sandbox/tokens', { id: 'tok_visa', card: { brand: 'visa', last4: '4242' } });
const saved = answer('POST /api/account/me/payment_methods', { ...aCard(), retried: [] });
const addressIs = (address: ReturnType<typeof anAddress> | null) =>
  answer('GET /api/auth/me', aMe({ user: { address } }));

type User = ReturnType<typeof renderApp>['user'];
const fillIn = async (user: User) => {
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), '1128');
  await user.type(screen.getByLabelText('Security code'), '123');
};

describe('payment method', () => {
  test('[PM-01] [PM-02] the gateway gets the numbers, we get its token, and the way goes back', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`, {
      handlers: [
        receiptsAre(),
        answer('POST /sandbox/tokens', async ({ request }) => {
          sent.push(await request.json());
          return { id: 'tok_visa', card: { brand: 'visa', last4: '4242' } };
        }),
        answer('POST /api/account/me/payment_methods', async ({ request }) => {
          sent.push(await request.json());
          return { ...aCard(), retried: [] };
        }),
      ],
    });
    await fillIn(user);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    await user.dblClick(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
    expect(sent).toEqual([
      { number: '4242424242424242', expMonth: 11, expYear: 2028, cvc: '123' },
      { type: 'stripe', token: 'tok_visa' },
    ]);
    expect(await screen.findByText('Card saved')).toBeDefined();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    '[PM-01] a way back to %s leads to Payments instead',
    async (returnPath) => {
      const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent(returnPath)}`, {
        handlers: [receiptsAre(), token, saved],
      });
      await fillIn(user);
      await user.click(screen.getByRole('button', { name: 'Save card' }));
      await waitFor(() => expect(location.hash).toBe('#/payments'));
    },
  );

  test('[PM-04] the button waits until everything is filled in', async () => {
    const { user } = renderApp(METHOD, { handlers: [receiptsAre()] });
    const button = await screen.findByRole('button', { name: 'Save card' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await fillIn(user);
    expect(button.hasAttribute('disabled')).toBe(false);
    await user.type(screen.getByLabelText('Security code'), '{Backspace}');
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  test('[PM-01] a declined card: the words of the provider, and what was typed stays', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        token,
        refuse('POST /api/account/me/payment_methods', 'StripeCardError', {
          message: 'Your card has insufficient funds.',
        }),
      ],
    });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your card has insufficient funds.');
    expect(alert.textContent).toContain('Please try again or contact support.');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    server.use(saved);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  test('[PM-02] a number that the gateway refuses is never sent to us', async () => {
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        refuse('POST /sandbox/tokens', 'StripeCardError', { message: 'Your card number is incorrect.' }),
      ],
    });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    expect(await screen.findByText('Your card number is incorrect.')).toBeDefined();
  });

  test('[PM-03] outside the US: the warning, the sales contact and no form', async () => {
    renderApp(METHOD, { handlers: [receiptsAre(), addressIs(anAddress({ country: 'DE' }))] });
    expect(await screen.findByText("Card payments outside the US can't be processed")).toBeDefined();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'sales@arcwave.example' })).toBeDefined();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  test('[PM-04] the scope brand asks for an address first, and comes back here', async () => {
    renderApp(METHOD, { handlers: [receiptsAre(), addressIs(null)] });
    const link = await screen.findByRole('link', { name: 'Add Address' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('returnPath=/payments/method');
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  test('[PM-08] an account that pays otherwise has no form', async () => {
    renderApp(METHOD, {
      handlers: [receiptsAre(), answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false }))],
    });
    expect(await screen.findByText("Your account doesn't pay by card")).toBeDefined();
  });

  test('what is open, as the account says it, is on the button and in the panel', async () => {
    renderApp(METHOD, {
      handlers: [
        receiptsAre(aReceipt({ status: 'Unpaid', description: 'Scope Starter' }), aReceipt({ id: 'inv_2' })),
        answer('GET /api/account/me', anAccount({ openAmountCents: 2165 })),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Save card and pay $21.65' })).toBeDefined();
    expect(screen.getByText('The open payment for Scope Starter.')).toBeDefined();
    expect(screen.getByText('Visa •••• 4242 is removed')).toBeDefined();
  });
});
