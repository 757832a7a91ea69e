import { screen, waitFor } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '../../../lib/config.ts';
import { redirect } from '../../../lib/redirect.ts';
import { aMe } from '../../../testing/builders.ts';
import { answer, answerRaw, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptySecurity, ownClaims } from '../../../testing/security-answers.ts';

const STEP_UP = 'POST /api/auth/me/step-up';

beforeEach(() => {
  config.signIn = 'provider';
});
afterEach(() => {
  config.signIn = 'own';
});

const open = (...handlers: RequestHandler[]) =>
  renderApp('/security', {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ claims: ownClaims })), ...emptySecurity()],
  });

const asksAgain = () =>
  answerRaw(
    'PATCH /api/auth/me/email',
    JSON.stringify({ message: 'x', error: { type: 'PASSWORD_REQUIRED', code: 'sign_in_again', field: 'password' } }),
    { status: 400 },
  );

test('[SE-11] where another provider signs people in, what it keeps is not offered, and no password is asked for', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  for (const name of ['Change password', 'Set up two-step authentication', 'Add passkeys'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByLabelText('Account password')).toBeNull();
  expect(screen.getByText(/kept by the service you sign in with/)).toBeDefined();
});

test('[SE-11] [SC-02] a change that needs proof leads to the provider and back to this page', async () => {
  const left = vi.spyOn(redirect, 'to').mockImplementation(() => undefined);
  const asked: unknown[] = [];
  const { user } = open(
    asksAgain(),
    answer(STEP_UP, async ({ request }) => {
      asked.push(await request.json());
      return { address: 'https://provider.example/auth?prompt=login' };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(screen.getByLabelText('New email'), 'ada@new.example');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect((await screen.findByRole('alert')).textContent).toContain('First prove that it is you.');
  await user.click(screen.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://provider.example/auth?prompt=login'));
  expect(asked).toEqual([{ to: '/security' }]);
});

test.each([
  ['fails', 'INTERNAL_ERROR', /The sign-in service can't be reached just now\. Try again\./],
  ['was called too often', 'RATE_LIMITED', /Too many tries\./],
] as const)('[SC-02] the sign-in at the provider %s: the reason is below the button', async (_, error, text) => {
  const { user } = open(asksAgain(), refuse(STEP_UP, error));
  await user.click(await screen.findByRole('button', { name: 'Change email' }));
  await user.type(screen.getByLabelText('New email'), 'ada@new.example');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await user.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
});
