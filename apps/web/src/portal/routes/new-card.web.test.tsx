import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import { aCard, anAccount, aReceipt } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

// Stripe's field is another site's frame, which only a browser has: e2e/stripe.e2e.ts
Object.assign(config, { gateway: 'sandbox' });

const METHOD = '/payments/method';

describe('what a new card pays', () => {
  const open = (facts: Parameters<typeof aReceipt>[0]) =>
    aReceipt({ status: 'Unpaid', isPaid: false, amountDueCents: 2165, ...facts });
  const tried = (...after: ReturnType<typeof aReceipt>[]) => [
    receiptsAre(open({ id: 'inv_1' })),
    answer('GET /api/account/me', anAccount({ openAmountCents: 2165 })),
    cardToken,
    answer('POST /api/account/me/payment_methods', { ...aCard(), retried: after.map(({ id }) => id ?? '') }),
    answer(
      'GET /api/account/me/receipts/:id',
      ({ params }) => after.find(({ id }) => id === params.id) as (typeof after)[number],
    ),
  ];

  test('[PM-09] the result stands on the page until it is left', async () => {
    const { user } = renderApp(`${METHOD}?returnPath=${encodeURIComponent('/payments/next')}`, {
      handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    const said = await screen.findByRole('alert');
    expect(said.textContent).toContain('Your card is saved and you paid $21.65');
    expect(document.activeElement).toBe(said);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location.hash).toBe('#/payments/next'));
  });

  test('[PM-01] on the way to the payments these show what was paid', async () => {
    const { user } = renderApp(METHOD, { handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 })) });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  test('[PM-09] saved, but declined for what was open: said with the reason, and what is open still', async () => {
    const declined = open({ id: 'inv_2', amountDueCents: 3000, failureMessage: 'Your card was declined.' });
    const { user } = renderApp(METHOD, {
      handlers: tried(aReceipt({ id: 'inv_1', amountDueCents: 2165 }), declined),
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card and pay $21.65' }));
    const said = await screen.findByRole('alert');
    expect(said.textContent).toContain(
      'Your card is saved and you paid $21.65, but $30.00 is still openYour card was declined.',
    );
    expect(screen.getByRole('link', { name: 'See payments' })).toBeDefined();
    expect(location.hash).toBe(`#${METHOD}`);
  });
});

test.each([
  ['the gateway was not reached', 'PAYMENT_GATEWAY_ERROR', undefined, "Your card wasn't saved.", 'new'],
  ['the gateway has not answered', 'PAYMENT_GATEWAY_ERROR', 'undecided', 'Your card is still being saved.', 'same'],
  ['it is still running', 'OPERATION_IN_PROGRESS', undefined, 'Your card is still being saved.', 'same'],
  ['of a fault', 'INTERNAL_ERROR', undefined, "We don't know if your card was saved.", 'same'],
] as const)(
  '[PM-01] not saved because %s: said as it is, and the next press is the right one',
  async (_why, type, code, words, key) => {
    const sent: (string | null)[] = [];
    const { user } = renderApp(METHOD, {
      handlers: [
        receiptsAre(),
        cardToken,
        answer('POST /api/account/me/payment_methods', ({ request }) => {
          sent.push(request.headers.get('idempotency-key'));
          if (sent.length > 1) return { ...aCard(), retried: [] };
          return Response.json({ message: '', error: { type, code } }, { status: errorStatus[type] });
        }),
      ],
    });
    await fillInCard(user);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(alert.textContent).toContain('Please try again or contact support.');
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
    expect(sent[0] === sent[1] ? 'same' : 'new').toBe(key);
  },
);

test.each([
  ['the database is away', 'UNAVAILABLE', 'The service is out of reach for a moment. Try again.', ''],
  ['it was too often', 'RATE_LIMITED', 'Too many requests. Try again later.', 'That was too often.'],
] as const)('[PM-01] not saved because %s: what to do is said once', async (_why, type, message, reason) => {
  const { user } = renderApp(METHOD, { handlers: [receiptsAre(), refuse('POST /sandbox/tokens', type, { message })] });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    `Your card wasn't saved.${reason} Please try again or contact support.`,
  );
});
