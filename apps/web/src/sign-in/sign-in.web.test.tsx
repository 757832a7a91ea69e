import { fireEvent, screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, offlineHandler, refuse } from '../testing/handlers.ts';
import { aCredential, openSignIn, withPasskeys } from '../testing/open-sign-in.tsx';
import { server } from '../testing/server.ts';

const sessions = 'POST /api/auth/sessions';
const back = (to: string) => `${location.origin}/#/signin?to=${encodeURIComponent(to)}`;
const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;
const signedIn = { refreshToken: 'r&1', device: 'device-2' };

afterEach(() => {
  vi.unstubAllGlobals();
});

const submit = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Email'), ' ada@demo.arcwave.test ');
  await user.type(screen.getByLabelText('Password'), 'arcwave-demo-2026');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

/** The mark that this tab has left, as the token brings it back (M2). */
const markHere = () => `%7E${sessionStorage.getItem('foyer.mark')}`;

test('[SE-11] signs in and returns to the client with the token in the part after #', async () => {
  let sent: unknown;
  server.use(
    answer(sessions, async ({ request }) => {
      sent = await request.json();
      return signedIn;
    }),
  );
  const { user, left } = openSignIn(query({ return: back('/payments?active=receipts') }));
  await submit(user);
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent).toEqual({ email: 'ada@demo.arcwave.test', password: 'arcwave-demo-2026' });
  expect(left.mock.calls).toEqual([
    [`${location.origin}/#/signin?to=%2Fpayments%3Factive%3Dreceipts&token=r%261${markHere()}`],
  ]);
  expect(location.href).not.toMatch(/ada|arcwave-demo/);
});

test('[SE-11] a known device says so at the next sign-in, whose answer takes its place', async () => {
  localStorage.setItem('foyer.device', 'device-1');
  let sent: { device?: string } = {};
  server.use(
    answer(sessions, async ({ request }) => {
      sent = (await request.json()) as typeof sent;
      return signedIn;
    }),
  );
  const { user, left } = openSignIn();
  await submit(user);
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent.device).toBe('device-1');
  expect(localStorage.getItem('foyer.device')).toBe('device-2');
});

test.each([
  ['unauthorized', '/payments', 'Your session ended. Sign in to go back to Payments.'],
  ['unauthorized', '/', 'Sign in to continue.'],
  ['expired', '/', 'You were signed out because you were away for a while. Sign in again.'],
  ['email', '/', 'Your email address was changed. Sign in with the new one.'],
  ['password', '/', 'Your password was changed. Sign in with the new one.'],
  ['closed', '/', 'Your account is closed.'],
  ['signedout', '/', "You're signed out."],
  ['everywhere', '/', "You're signed out everywhere."],
])('[SE-11] reason %s for %s in words', (reason, to, words) => {
  localStorage.setItem('foyer.device', 'device-1');
  openSignIn(query({ reason, return: back(to) }));
  expect(document.querySelector('main')?.textContent).toContain(words);
});

test('[SE-11, SH-03] without an earlier sign-in the page says nothing about an ended session', () => {
  openSignIn(query({ reason: 'unauthorized', return: back('/payments') }));
  expect(document.querySelector('main')?.textContent).toContain('Sign in to continue to Payments.');
  expect(document.body.textContent).not.toContain('ended');
});

test.each(['signedout', 'everywhere', 'closed', 'password', null])(
  '[SE-11] after leaving with %s the next visit has a neutral text, until the next sign-in',
  async (reason) => {
    localStorage.setItem('foyer.device', 'device-1');
    server.use(answer(sessions, signedIn));
    const left = openSignIn(reason === null ? '' : query({ reason }));
    left.unmount();
    const later = query({ reason: 'unauthorized', return: back('/payments') });
    const cold = openSignIn(later);
    expect(document.querySelector('main')?.textContent).toContain('Sign in to continue to Payments.');
    expect(document.body.textContent).not.toContain('ended');
    await submit(cold.user);
    await waitFor(() => expect(cold.left).toHaveBeenCalled());
    cold.unmount();
    openSignIn(later);
    expect(document.querySelector('main')?.textContent).toContain('Your session ended.');
  },
);

test('[SE-11] an expired session is still named at the second visit', () => {
  localStorage.setItem('foyer.device', 'device-1');
  for (const reason of ['expired', 'unauthorized', 'unauthorized']) {
    const { unmount } = openSignIn(query({ reason, return: back('/payments') }));
    expect(document.querySelector('main')?.textContent).not.toContain('Sign in to continue to');
    unmount();
  }
});

test('[SE-11] an unknown reason says nothing', () => {
  openSignIn(query({ reason: '<b>hello</b>' }));
  expect(document.body.textContent).not.toContain('hello');
});

test('[SE-11] the email has the focus on arrival', () => {
  openSignIn();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

test('[SE-11] a wrong password: said above the form, the password keeps its text and has the focus, selected', async () => {
  server.use(refuse(sessions, 'INVALID_CREDENTIALS'));
  const { user, left } = openSignIn();
  await submit(user);
  expect((await screen.findByRole('alert')).textContent).toBe("That email and password don't match.");
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(document.activeElement).toBe(password);
  expect(password.value).toBe('arcwave-demo-2026');
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, password.value.length]);
  expect(left).not.toHaveBeenCalled();
});

test.each([
  [
    'too many tries',
    refuse(sessions, 'RATE_LIMITED', { headers: { 'retry-after': '600' } }),
    'Too many tries. Try again in 10 minutes.',
  ],
  [
    'too many tries, soon over',
    refuse(sessions, 'RATE_LIMITED', { headers: { 'retry-after': '1' } }),
    'Too many tries. Try again in 1 second.',
  ],
  ['offline', offlineHandler(sessions), 'No connection. Check your connection and try again.'],
  ['out of service', refuse(sessions, 'UNAVAILABLE'), 'Something went wrong on our side. Try again in a moment.'],
  ['broken', refuse(sessions, 'INTERNAL_ERROR'), 'Something went wrong on our side. Try again in a moment.'],
])('[SE-11] %s: said above the form, with the focus, and nothing typed is lost', async (_, handler, words) => {
  server.use(handler);
  const { user, left } = openSignIn();
  await submit(user);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(words);
  expect(document.activeElement).toBe(alert);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('arcwave-demo-2026');
  expect(left).not.toHaveBeenCalled();
});

test('[SE-11] the button is busy during the sign-in, and a second click sends nothing', async () => {
  const { promise: answered, resolve: answerNow } = Promise.withResolvers<void>();
  let asked = 0;
  server.use(
    answer(sessions, async () => {
      asked += 1;
      await answered;
      return signedIn;
    }),
  );
  const { user, left } = openSignIn();
  await submit(user);
  const button = await screen.findByRole('button', { name: /Signing in/ });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  fireEvent.submit(button.closest('form') as HTMLFormElement);
  answerNow();
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(asked).toBe(1);
});

test('[SC-12] a missing value has a message at its field, which goes with the input; no call is made', async () => {
  const { user } = openSignIn();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'a');
  await user.type(screen.getByLabelText('Password'), 'a');
  expect(screen.queryByText('Required')).toBeNull();
});

test('[SE-11] a browser finds the fields by their purpose', () => {
  openSignIn();
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
});

test('[SE-11] the typed email address is passed on to the forgotten password, and not in the URL', async () => {
  const { user } = openSignIn(query({ return: back('/payments') }));
  await user.type(screen.getByLabelText('Email'), 'ada@demo.arcwave.test');
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  const title = await screen.findByRole('heading', { name: 'Forgot your password?' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@demo.arcwave.test');
  expect(location.href).not.toContain('ada');
  expect(new URLSearchParams(location.search).get('return')).toBe(back('/payments'));
});

test('[BY-01] a browser without passkeys is not offered one', () => {
  openSignIn();
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
});

test('[BY-01, SE-11] signs in with a passkey alone', async () => {
  const get = vi.fn(async () => aCredential());
  withPasskeys(get);
  localStorage.setItem('foyer.device', 'device-1');
  let sent: Record<string, unknown> = {};
  server.use(
    answer('POST /api/auth/passkey-options', { challengeId: 'cha_1', options: { challenge: 'AAAA' } }),
    answer('POST /api/auth/passkey-sessions', async ({ request }) => {
      sent = (await request.json()) as typeof sent;
      return signedIn;
    }),
  );
  const { user, left } = openSignIn(query({ return: back('/') }));
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith(`${location.origin}/#/signin?to=%2F&token=r%261${markHere()}`));
  expect(sent).toMatchObject({
    challengeId: 'cha_1',
    device: 'device-1',
    response: { id: 'cred', type: 'public-key' },
  });
  expect(get).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'closed by the visitor',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    'No passkey was used. Try again or sign in another way.',
  ],
  ['not known', async () => aCredential(), 'This passkey was not accepted. Try again or sign in another way.'],
])('[BY-01] a passkey that is %s has a message', async (_, get, words) => {
  withPasskeys(get);
  server.use(
    answer('POST /api/auth/passkey-options', { challengeId: 'cha_1', options: { challenge: 'AAAA' } }),
    refuse('POST /api/auth/passkey-sessions', 'PASSKEY_NOT_VALID'),
  );
  const { user, left } = openSignIn();
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(left).not.toHaveBeenCalled();
});
