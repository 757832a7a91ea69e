import type { SignOutStep } from '@foyer/contract/api/product-sign-in';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readRecord } from '../../lib/session/record.ts';
import { watchRedirects } from '../../testing/arrivals.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** The page to which a product sends a user who signs out there (docs/openid.md). */

const redirects = watchRedirects();
const READ = 'POST /api/auth/sessions/sign-out-requests/:request';
const BYE = 'https://own.example.com/bye?state=s';
const aStep = (step: Partial<SignOutStep>): SignOutStep => ({ isProved: false, address: BYE, client: 'Own', ...step });

const open = (step: Partial<SignOutStep>, signedIn = true) => {
  const ended: unknown[] = [];
  const sent: unknown[] = [];
  const { user } = renderApp('/signout/request-1', {
    signedIn,
    handlers: [
      answer(READ, async ({ request }) => {
        sent.push(await request.json());
        return aStep(step);
      }),
      answer('DELETE /api/auth/me/security/tokens/:jti', ({ params }) => {
        ended.push(params.jti);
        return undefined as never;
      }),
    ],
  });
  return { user, ended, sent };
};

test('a session that the product proved ends without a question, and the browser goes back to it', async () => {
  const { ended, sent } = open({ isProved: true });
  await waitFor(() => expect(redirects).toHaveBeenCalledExactlyOnceWith(BYE));
  expect(ended).toHaveLength(1);
  expect(sent).toEqual([{ sessionId: ended[0] }]);
  expect(readRecord()).toBeNull();
});

test('otherwise the session ends with a button only', async () => {
  const { user, ended } = open({});
  await screen.findByRole('heading', { level: 1, name: 'Sign out?' });
  expect(screen.getByText(/Own.* asks to sign you out/)).toBeDefined();
  expect([ended.length, redirects.mock.calls.length]).toEqual([0, 0]);
  expect(readRecord()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(redirects).toHaveBeenCalledExactlyOnceWith(BYE));
  expect(ended).toHaveLength(1);
});

test('the user can stay signed in', async () => {
  const { ended } = open({});
  expect((await screen.findByRole('link', { name: 'Stay signed in' })).getAttribute('href')).toBe('#/');
  expect(ended).toEqual([]);
});

test('a browser without a session goes on at once, and to the sign-in without an address', async () => {
  const { ended, sent } = open({ address: null }, false);
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('reason')).toBe('signedout');
  expect([ended, sent]).toEqual([[], [{}]]);
});

test('an expired request can still be carried out with the button', async () => {
  renderApp('/signout/request-1', { handlers: [refuse(READ, 'NOT_FOUND')] });
  await screen.findByText('This sign-out has expired.');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined();
  expect(redirects).not.toHaveBeenCalled();
});
