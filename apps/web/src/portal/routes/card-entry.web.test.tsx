import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCard } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { withConfig } from '../../testing/with-config.ts';

// Stripe's field is another site's frame, which only a browser has: e2e/stripe.e2e.ts
withConfig({ gateway: 'sandbox' });

const METHOD = '/payments/method';

test('[PM-06] a card that has ended is said to have at once, at its date, and cannot be saved', async () => {
  const { user } = renderApp(METHOD, { handlers: [receiptsAre()] });
  await fillInCard(user);
  const expiry = screen.getByLabelText('Expiry');
  await user.clear(expiry);
  await user.type(expiry, '0124');
  expect(await screen.findByText("Your card's expiration date is in the past.")).toBeDefined();
  expect(expiry.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(expiry.getAttribute('aria-describedby') ?? '')?.textContent).toContain('in the past');
  expect(screen.getByRole('button', { name: 'Save card' }).hasAttribute('disabled')).toBe(true);
});

test('[PM-04] a date that is left unfinished is said to be, and no longer once it is whole', async () => {
  const { user } = renderApp(METHOD, { handlers: [receiptsAre()] });
  await fillInCard(user);
  const expiry = screen.getByLabelText('Expiry');
  await user.type(expiry, '{Backspace}');
  expect(screen.queryByText(/incomplete/)).toBeNull();
  await user.tab();
  expect(await screen.findByText("Your card's expiration date is incomplete.")).toBeDefined();
  await user.type(expiry, '9');
  expect(screen.queryByText(/incomplete/)).toBeNull();
  expect(expiry.hasAttribute('aria-invalid')).toBe(false);
});

test('[PM-01] the bank’s check of a card given up: words for a card, for nothing was being paid', async () => {
  const { user } = renderApp(METHOD, {
    handlers: [
      receiptsAre(),
      cardToken,
      refuse('POST /api/account/me/payment_methods', 'StripeCardError', {
        message: 'Your bank asks you to confirm this card.',
        code: 'authentication_required',
        action: { attemptId: 'att_1', kind: 'setup', gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' },
      }),
      refuse('POST /api/account/me/payment_attempts/:id/confirm', 'EXPIRED'),
    ],
  });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect(await screen.findByText('Your bank wants you to confirm your card')).toBeDefined();
  expect(screen.queryByText(/charged before/)).toBeNull();
  // one way to cancel: that of the bank's notice
  expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("Your card wasn't saved."));
  // the main button is the last of the row
  const { nextElementSibling } = screen.getByRole('link', { name: 'Cancel' });
  expect(nextElementSibling).toBe(screen.getByRole('button', { name: 'Save card' }));
  expect(screen.getByRole('alert').textContent).not.toContain('payment');
});

test('[PM-01] whoever left while the card was being saved is told, and not fetched back', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { user } = renderApp(`${METHOD}?returnPath=/address`, {
    handlers: [
      receiptsAre(),
      cardToken,
      answer('POST /api/account/me/payment_methods', async () => {
        await held;
        return { ...aCard(), retried: [] };
      }),
    ],
  });
  await fillInCard(user);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  act(() => {
    location.hash = '#/payments/next';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await screen.findByRole('region', { name: 'Next payment' });
  release();
  expect(await screen.findByText('Card saved')).toBeDefined();
  expect(location.hash).toBe('#/payments/next');
});
