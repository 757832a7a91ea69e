import type { AuthorizationStep } from '@foyer/contract/api/product-sign-in';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchRedirects } from '../../testing/arrivals.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** The page to which a product sends a user who signs in there (docs/openid.md). */

const redirects = watchRedirects();
const ANSWER = 'POST /api/auth/authorization-requests/:request';
const BACK = 'http://localhost/openid/auth/resume';
const aStep = (step: Partial<AuthorizationStep>): AuthorizationStep => ({
  next: 'leave',
  address: null,
  client: 'Guest Product',
  scopes: ['openid', 'email'],
  readsLater: false,
  ...step,
});

test('a signed-in user goes on to the product without a question', async () => {
  renderApp('/connect/request-1', { handlers: [answer(ANSWER, aStep({ address: BACK }))] });
  await waitFor(() => expect(redirects).toHaveBeenCalledExactlyOnceWith(BACK));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a user who must sign in again comes back to this page afterwards', async () => {
  renderApp('/connect/request-1', { handlers: [answer(ANSWER, aStep({ next: 'sign_in' }))] });
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('return')).toContain('to=%2Fconnect%2Frequest-1');
});

test.each([
  ['Continue', 'allow'],
  ['Cancel', 'refuse'],
])(
  'a product of another vendor is named with the data that it reads, and %s answers it with %s',
  async (button, consent) => {
    const bodies: unknown[] = [];
    const { user } = renderApp('/connect/request-1', {
      handlers: [
        answer(ANSWER, async ({ request }) => {
          bodies.push(await request.json());
          return bodies.length === 1 ? aStep({ next: 'consent' }) : aStep({ address: BACK });
        }),
      ],
    });
    await screen.findByRole('heading', { level: 1, name: /Sign in to .?Guest Product/ });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'an id of your account',
      'your email address',
    ]);
    expect(redirects).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(redirects).toHaveBeenCalledExactlyOnceWith(BACK));
    expect(bodies).toEqual([{}, { consent }]);
  },
);

test.each([
  [true, "It may read this until you sign out here, for 30 days at most, also while you don't use it."],
  [false, 'It may read this for five minutes after the sign-in.'],
])('[ASVS 10.7.2] the question says how long a product reads (refresh tokens: %s)', async (readsLater, text) => {
  renderApp('/connect/request-1', { handlers: [answer(ANSWER, aStep({ next: 'consent', readsLater }))] });
  const shown = await screen.findByText(
    /We remember your permission for up to 60 days after your last sign-in to this product\./,
  );
  expect(shown.textContent).toContain(text);
});

test('a request that has expired sends the user back to the product', async () => {
  renderApp('/connect/request-1', { handlers: [refuse(ANSWER, 'NOT_FOUND')] });
  await screen.findByText('This sign-in has expired, or it began in another browser.');
  expect(redirects).not.toHaveBeenCalled();
});

test('a user without a session signs in first and comes back', async () => {
  renderApp('/connect/request-1', { signedIn: false });
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('return')).toContain('to=%2Fconnect%2Frequest-1');
});
