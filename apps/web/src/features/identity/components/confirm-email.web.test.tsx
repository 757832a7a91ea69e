import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { redirect } from '../../../lib/redirect.ts';
import { answer, answerRaw, offlineHandler } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { server } from '../../../testing/server.ts';

const CONFIRM = 'POST /api/auth/me/email/confirm';
const FAULT = 'Something went wrong confirming your email address. Please try again.';
const redirects = vi.fn<(address: string) => void>();

beforeEach(() => {
  redirects.mockClear();
  vi.spyOn(redirect, 'to').mockImplementation(redirects);
});

const refusalHandler = (status: number, type: string) =>
  answerRaw(CONFIRM, JSON.stringify({ message: type, error: { type, message: type } }), { status });

const press = async (...handlers: RequestHandler[]) => {
  const { user } = renderApp('/cea/t0k3n', { handlers });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  return user;
};

test('[SC-11] a program that only opens the link changes nothing: the call waits for Confirm', async () => {
  renderApp('/cea/t0k3n'); // a call would be unexpected, and fail the test
  expect(await screen.findByRole('button', { name: 'Confirm' })).toBeDefined();
});

test('[SC-11, SE-09] [ASVS 14.2.1] updated: called once with the token, said, and on to sign in with reason=email', async () => {
  const seen: unknown[] = [];
  const user = await press(
    answer(CONFIRM, async ({ request }) => {
      seen.push(await request.json());
      return { email: 'new@b.cd' };
    }),
    answer('DELETE /api/auth/me/security/tokens/:jti', undefined),
  );
  expect(await screen.findByText('Your email address has been updated.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  expect(seen).toEqual([{ token: 't0k3n' }]);
  await user.click(screen.getByRole('link', { name: 'Sign in again' }));
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('reason')).toBe('email');
});

test('[SE-09] after a moment it goes by itself, unless that is stopped', async () => {
  const user = await press(answer(CONFIRM, { email: 'new@b.cd' }));
  await screen.findByText('Your email address has been updated.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    await vi.advanceTimersByTimeAsync(60_000);
  } finally {
    vi.useRealTimers();
  }
  expect(location.hash).toBe('#/cea/t0k3n');
  expect(screen.getByText('Sign in again with the new address.')).toBeDefined();
  void user;
});

test.each([
  [400, 'TOKEN_USED', 'Your email address has already been updated.'],
  [400, 'INVALID_TOKEN', "I'm not sure what you're attempting to do, but it's not working."],
  [410, 'TOKEN_EXPIRED', 'Sign in with your old email address and try again.'],
  [404, 'INVALID_USER', 'Sign in with your old email address and try again.'],
] as const)(
  '[SC-11] %i %s: its words, nobody is signed out, and there is no second try',
  async (status, type, text) => {
    await press(refusalHandler(status, type));
    expect(await screen.findByText(text)).toBeDefined();
    expect(location.hash).toBe('#/cea/t0k3n');
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  },
);

test('[SC-11] an expired link leads to a new one, another user’s to the other account', async () => {
  await press(refusalHandler(410, 'TOKEN_EXPIRED'));
  const fresh = await screen.findByRole('link', { name: 'Ask for a new link' });
  expect(fresh.getAttribute('href')).toBe('#/security?active=email');
});

test.each([
  ['offline', offlineHandler(CONFIRM), 'No connection.'],
  ['a fault', refusalHandler(500, 'INTERNAL_ERROR'), FAULT],
  ['a refusal of another kind', refusalHandler(413, 'PAYLOAD_TOO_LARGE'), FAULT],
  ['too many tries', refusalHandler(429, 'RATE_LIMITED'), 'Too many tries.'],
] as const)('[SC-11] %s: the general words, and Confirm again', async (_, handler, text) => {
  const user = await press(handler);
  expect(await screen.findByText(text)).toBeDefined();
  server.use(answer(CONFIRM, { email: 'new@b.cd' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Your email address has been updated.')).toBeDefined();
});
