import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { sendAway } from '../lib/send-away.ts';
import { answer, offline, refuse, waits } from '../testing/handlers.ts';
import { server } from '../testing/server.ts';
import { destinationIn, returnAddress, withToken } from './return-address.ts';
import { SignInPage } from './sign-in-page.tsx';

const sessions = 'POST /api/auth/sessions';
const back = (to: string) => `${location.origin}/#/signin?to=${encodeURIComponent(to)}`;
let left: ReturnType<typeof vi.fn<(address: string) => void>>;

beforeEach(() => {
  left = vi.fn();
  vi.spyOn(sendAway, 'to').mockImplementation(left);
});

const open = (query: Record<string, string> = {}) => {
  history.replaceState(null, '', `/id/?${new URLSearchParams(query)}`);
  render(
    <I18nProvider i18n={i18n}>
      <SignInPage />
    </I18nProvider>,
  );
  return userEvent.setup();
};

const submit = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Email'), 'ada@demo.arcwave.test');
  await user.type(screen.getByLabelText('Password'), 'arcwave-demo-2026');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

test('[SE-11] signs in and returns to the client with the token in the part after #', async () => {
  let sent: unknown;
  server.use(
    answer(sessions, async ({ request }) => {
      sent = await request.json();
      return { refreshToken: 'r&1' };
    }),
  );
  const user = open({ return: back('/payments?active=receipts') });
  await submit(user);
  await vi.waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent).toEqual({ email: 'ada@demo.arcwave.test', password: 'arcwave-demo-2026' });
  expect(left.mock.calls[0]?.[0]).toBe(`${location.origin}/#/signin?to=%2Fpayments%3Factive%3Dreceipts&token=r%261`);
});

test.each([
  ['unauthorized', '/payments', 'Your session ended. Sign in to go back to Payments.'],
  ['unauthorized', '/', 'Sign in to continue.'],
  ['email', '/', 'Your email address was changed. Sign in with the new one.'],
  ['closed', '/', 'Your account is closed.'],
  ['signedout', '/', 'You are signed out.'],
])('[SE-11] reason %s for %s in words', (reason, to, words) => {
  open({ reason, return: back(to) });
  expect(document.querySelector('form')?.textContent).toContain(words);
});

test('[SE-11] an unknown reason says nothing', () => {
  open({ reason: '<b>hello</b>' });
  expect(document.body.textContent).not.toContain('hello');
});

test.each([
  ['wrong', refuse(sessions, 'INVALID_CREDENTIALS'), "That email and password don't match."],
  [
    'too many tries',
    refuse(sessions, 'RATE_LIMITED', { headers: { 'retry-after': '600' } }),
    'Too many tries. Try again in 10 minutes.',
  ],
  ['offline', offline(sessions), 'You seem to be offline. Check your connection and try again.'],
  ['out of service', refuse(sessions, 'UNAVAILABLE'), "Signing in isn't possible right now. Try again in a moment."],
])('[SE-11] %s: said near the form, with the focus, and nothing typed is lost', async (_, handler, words) => {
  server.use(handler);
  const user = open();
  await submit(user);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(words);
  expect(document.activeElement).toBe(alert);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('arcwave-demo-2026');
  expect(left).not.toHaveBeenCalled();
});

test('[SE-11] the button is busy while it signs in', async () => {
  server.use(waits(sessions));
  const user = open();
  await submit(user);
  expect((await screen.findByRole('button', { name: /Signing in/ })).getAttribute('aria-busy')).toBe('true');
});

test('[SC-12] what is missing is said at its field, and no call is made', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Required')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

const clients = { drive: { name: 'Drive', origin: 'https://drive.arcwave.example' } };

test.each([
  ['https://drive.arcwave.example/app', 'https://drive.arcwave.example/app'],
  ['https://drive.arcwave.example.evil.example/', null],
  ['https://drive.arcwave.example@evil.example/', null],
  ['https://user:pw@drive.arcwave.example/', null],
  ['http://drive.arcwave.example/', null],
  ['//evil.example/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/#/signin', null],
  [null, null],
])('[SE-11] a return link only to this site or a registered client: %s', (wanted, expected) => {
  expect(returnAddress(wanted, clients).href).toBe(expected ?? `${location.origin}/#/signin`);
});

test('[SE-11] a client without hash routes gets the token in its query', () => {
  expect(withToken(new URL('https://drive.arcwave.example/signin?x=1'), 't')).toBe(
    'https://drive.arcwave.example/signin?x=1&token=t',
  );
});

test('[SE-11] where the visitor goes back to is read from the return link', () => {
  expect(destinationIn(new URL(back('/payments')))).toBe('/payments');
  expect(destinationIn(new URL(location.origin))).toBeNull();
});

test.each([
  ['/sandbox/mail', '/#/signin?to=%2Fsandbox%2Fmail'],
  ['/api/auth/me', '/#/signin?to=%2Fapi%2Fauth%2Fme'],
  ['/payments?active=receipts', '/#/signin?to=%2Fpayments%3Factive%3Dreceipts'],
  ['/#/payments', '/#/signin?to=%2Fpayments'],
  ['//evil.test', '/#/signin'],
  ['/#/signin?to=%2Fpayments', '/#/signin?to=%2Fpayments'],
])('[SE-11, SE-12] on our own site the token goes to the intake only: %s', (path, expected) => {
  const address = returnAddress(`${location.origin}${path}`, {});
  expect(address.href).toBe(`${location.origin}${expected}`);
  const [sent = '', kept = ''] = withToken(address, 'secret').split('#');
  expect(sent).not.toContain('secret');
  expect(kept).toContain('token=secret');
});
