import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, offlineHandler, refuse } from '../testing/handlers.ts';
import { openSignIn } from '../testing/open-sign-in.tsx';
import { server } from '../testing/server.ts';
import { chooseLanguage } from '../ui/language-choice.ts';
import { takeRoute } from './route.ts';

vi.mock(import('../ui/language-choice.ts'), async (original) => ({ ...(await original()), chooseLanguage: vi.fn() }));
afterEach(() => vi.mocked(chooseLanguage).mockClear());

const verify = 'PUT /api/auth/verify-email';
const resets = 'POST /api/auth/password-resets';
const reset = 'PUT /api/auth/password-resets';

const main = () => document.querySelector('main')?.textContent ?? '';

test('[SC-07, INV-17] [ASVS 14.2.1] the link of a mail asks for one click, and its secret leaves the address at once', async () => {
  const seen: unknown[] = [];
  server.use(
    answer(verify, async ({ request }) => {
      seen.push(((await request.json()) as { token: string }).token);
      return undefined;
    }),
  );
  const before = history.length;
  const { user } = openSignIn('#/verify/emt_1.secret');
  expect(location.hash).toBe('#/verify');
  expect(history.length).toBe(before);
  expect(document.documentElement.outerHTML).not.toContain('secret');
  expect(seen).toEqual([]); // a program that only opens the link verifies nothing
  await user.click(screen.getByRole('button', { name: 'Verify my address' }));
  const title = await screen.findByRole('heading', { name: 'Verified' });
  expect(document.activeElement).toBe(title);
  expect(main()).toContain('Your email address is verified.');
  expect(seen).toEqual(['emt_1.secret']);
  expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/');
});

test.each<[ErrorType, string]>([
  ['TOKEN_USED', 'This link was used before. If your address is verified, there is nothing left to do.'],
  ['TOKEN_EXPIRED', 'This link has expired. Sign in and ask for a new one.'],
  ['INVALID_TOKEN', "This link doesn't work. Open the newest email from us, or sign in and ask for a new link."],
  ['INVALID_REQUEST', "This link doesn't work. Open the newest email from us, or sign in and ask for a new link."],
  ['INVALID_USER', 'The account of this link is closed, or has another address now.'],
])('[SC-07] verifying, %s in words', async (type, words) => {
  server.use(refuse(verify, type));
  const { user } = openSignIn('#/verify/emt_1.secret');
  await user.click(screen.getByRole('button', { name: 'Verify my address' }));
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: 'Verify my address' })).toBeNull();
});

test('[SC-07] without a connection the link keeps: it may be tried again', async () => {
  server.use(offlineHandler(verify));
  const { user } = openSignIn('#/verify/emt_1.secret');
  await user.click(screen.getByRole('button', { name: 'Verify my address' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No connection.');
  server.use(answer(verify, undefined));
  await user.click(screen.getByRole('button', { name: 'Verify my address' }));
  await screen.findByText('Your email address is verified.');
});

test('[SC-07] a second link opened in the same tab starts anew', async () => {
  server.use(refuse(verify, 'TOKEN_EXPIRED'));
  const { user } = openSignIn('#/verify/emt_1.old');
  await user.click(screen.getByRole('button', { name: 'Verify my address' }));
  await screen.findByText('This link has expired. Sign in and ask for a new one.');
  act(() => {
    location.hash = '#/verify/emt_2.new';
  });
  await screen.findByRole('button', { name: 'Verify my address' });
  expect(location.hash).toBe('#/verify');
});

test('[SC-07] the page opened without a secret says what to do', () => {
  openSignIn('#/verify');
  expect(main()).toContain("This link doesn't work. Open the newest email from us");
});

test.each([['ada@demo.arcwave.test'], ['nobody@nowhere.test']])(
  '[SE-11, INV-19] forgotten password of %s: the same words',
  async (email) => {
    let sent: unknown;
    server.use(
      answer(resets, async ({ request }) => {
        sent = await request.json();
        return new Response(null, { status: 202 });
      }),
    );
    const { user } = openSignIn('#/forgotten');
    await user.type(screen.getByLabelText('Email'), `${email}{Enter}`);
    await screen.findByRole('heading', { name: 'Check your email' });
    expect(main()).toBe(
      'Check your emailIf there is an account for this address, a link to set a new password is on its way. It works for one hour.Back to sign in',
    );
    expect(sent).toEqual({ email });
    expect(location.href).not.toContain(email);
  },
);

test('[SC-12] forgotten password: what is no address is said, no call is made', async () => {
  const { user } = openSignIn('#/forgotten');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(screen.getByText('Required')).toBeDefined();
  await user.type(screen.getByLabelText('Email'), 'ada{Enter}');
  expect(screen.getByText('Must be a valid email')).toBeDefined();
});

test('[SE-11] forgotten password, too often: the time to wait', async () => {
  server.use(refuse(resets, 'RATE_LIMITED', { headers: { 'retry-after': '90' } }));
  const { user } = openSignIn('#/forgotten');
  await user.type(screen.getByLabelText('Email'), 'ada@demo.arcwave.test{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Try again in 90 seconds.');
});

const setPassword = async (password: string, repeat = password) => {
  const opened = openSignIn('#/reset/emt_1.secret');
  await opened.user.type(screen.getByLabelText('New password'), password);
  await opened.user.type(screen.getByLabelText('Repeat new password'), repeat);
  await opened.user.click(screen.getByRole('button', { name: 'Change password' }));
  return opened;
};

test('[SE-11, SC-03, INV-17] [ASVS 14.2.1] sets a new password by the link, whose secret leaves the address at once', async () => {
  let sent: unknown;
  server.use(
    answer(reset, async ({ request }) => {
      sent = await request.json();
      return undefined;
    }),
  );
  const { user } = await setPassword('a new password');
  expect(location.hash).toBe('#/reset');
  await screen.findByRole('heading', { name: 'Your password is changed' });
  expect(main()).toContain("You're signed out everywhere.");
  expect(sent).toEqual({ token: 'emt_1.secret', password: 'a new password', removePasskeys: true });
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Sign in to Arcwave' });
});

test('[H1] the passkeys stay only when the box is not ticked', async () => {
  let sent: unknown;
  server.use(
    answer(reset, async ({ request }) => {
      sent = await request.json();
      return undefined;
    }),
  );
  const { user } = openSignIn('#/reset/emt_1.secret');
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Remove all passkeys/ });
  expect(box.checked).toBe(true);
  await user.click(box);
  await user.type(screen.getByLabelText('New password'), 'a new password');
  await user.type(screen.getByLabelText('Repeat new password'), 'a new password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByRole('heading', { name: 'Your password is changed' });
  expect(sent).toEqual({ token: 'emt_1.secret', password: 'a new password', removePasskeys: false });
});

test.each([
  ['1234567', '1234567', 'Must be 8 or more characters'],
  ['12345678', '12345679', 'Must match Password above'],
])('[SC-03, SC-12] new password %s repeated as %s: %s, and no call is made', async (password, repeat, words) => {
  await setPassword(password, repeat);
  expect(screen.getByText(words)).toBeDefined();
});

test('[SC-03] a password the server refuses: its reason at the field', async () => {
  server.use(refuse(reset, 'INVALID_PASSWORD', { message: 'This password is one of the most common ones.' }));
  await setPassword('password1');
  await screen.findByText('This password is one of the most common ones.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
});

test.each<[ErrorType, string]>([
  ['TOKEN_USED', 'This link was used before. Ask for a new one to change your password again.'],
  ['TOKEN_EXPIRED', 'This link has expired: it works for one hour. Ask for a new one.'],
  ['INVALID_TOKEN', "This link doesn't work. Open the newest email from us, or ask for a new link."],
  ['INVALID_USER', 'There is no account for this link any more.'],
])('[SE-11] a new password, %s in words, with the way to a new link', async (type, words) => {
  server.use(refuse(reset, type));
  await setPassword('a new password');
  await screen.findByText(words);
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('#/forgotten');
});

test('[SE-11] a link that a mail program has spoilt leads to a new one too', async () => {
  server.use(refuse(reset, 'INVALID_REQUEST', { field: 'token' }));
  await setPassword('a new password');
  await screen.findByText("This link doesn't work. Open the newest email from us, or ask for a new link.");
});

test('[SE-11] a new password while the server is out of service: nothing typed is lost', async () => {
  server.use(refuse(reset, 'UNAVAILABLE'));
  await setPassword('a new password');
  await screen.findByRole('alert');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a new password');
});

test.each(['verify', 'reset'] as const)('[BY-05] the secret of a %s link outlives another language', async (name) => {
  const { user } = openSignIn(`#/${name}/emt_1.secret`);
  expect(location.hash).toBe(`#/${name}`);
  await user.click(screen.getByRole('button', { name: 'Deutsch' }));
  expect(chooseLanguage).toHaveBeenCalledExactlyOnceWith('de');
  // the page that is loaded anew
  expect(takeRoute()).toEqual({ name, token: 'emt_1.secret' });
  expect(location.hash).toBe(`#/${name}`);
});
