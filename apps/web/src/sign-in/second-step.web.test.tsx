import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { aCredential, openSignIn, withPasskeys } from '../testing/open-sign-in.tsx';
import { server } from '../testing/server.ts';

const sessions = 'POST /api/auth/sessions';

afterEach(() => {
  vi.unstubAllGlobals();
});

const refusal = (type: string, methods?: readonly string[]) =>
  HttpResponse.json(
    { message: type, error: { type, message: type, requestId: 'req_1', ...(methods && { methods }) } },
    { status: 400 },
  ) as unknown as Response;

interface Sent {
  code?: string;
  recoveryCode?: string;
  passkey?: unknown;
}

/** Types the password of an account that has these second steps. `sent` is every sign-in that was tried. */
const openSecondStep = async (methods: readonly string[], accepts: (sent: Sent) => boolean = () => true) => {
  const sent: Sent[] = [];
  server.use(
    answer(sessions, async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      if (!body.code && !body.recoveryCode && !body.passkey) return refusal('MFA_REQUIRED', methods);
      return accepts(body) ? { refreshToken: 'r1', device: 'd1' } : refusal('CODE_NOT_VALID');
    }),
  );
  const opened = openSignIn();
  await opened.user.type(screen.getByLabelText('Email'), 'ada@demo.arcwave.test');
  await opened.user.type(screen.getByLabelText('Password'), 'arcwave-demo-2026');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: "Confirm that it's you" });
  return { ...opened, sent };
};

const credentials = { email: 'ada@demo.arcwave.test', password: 'arcwave-demo-2026' };

test('[SE-11, SC-05] the sixth digit sends the code with what was typed before', async () => {
  const { user, left, sent } = await openSecondStep(['totp', 'recovery']);
  const code = screen.getByLabelText('One-time code');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(code.getAttribute('inputmode')).toBe('numeric');
  await user.keyboard('12345');
  expect(sent).toHaveLength(1);
  await user.keyboard('6');
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent[1]).toEqual({ ...credentials, code: '123456' });
});

test('[SE-11] a pasted code may have a space in it', async () => {
  const { user, left, sent } = await openSecondStep(['totp']);
  await user.click(screen.getByLabelText('One-time code'));
  await user.paste('123 456');
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent[1]).toEqual({ ...credentials, code: '123456' });
});

test('[SE-11] a wrong code is said under it, kept, and replaced by the next one', async () => {
  const { user, left, sent } = await openSecondStep(['totp'], ({ code }) => code === '222222');
  await user.keyboard('111111');
  await screen.findByText("This code isn't right. Enter the newest one.");
  const code = screen.getByLabelText<HTMLInputElement>('One-time code');
  expect(code.value).toBe('111111');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  await user.keyboard('222222');
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent.map(({ code }) => code)).toEqual([undefined, '111111', '222222']);
});

test('[SE-11] a recovery code in its place', async () => {
  const { user, left, sent } = await openSecondStep(['totp', 'recovery'], (body) => body.recoveryCode === 'abcd-efgh');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  const field = screen.getByLabelText('Recovery code');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Required')).toBeDefined();
  await user.type(field, 'wrong{Enter}');
  await screen.findByText("This code isn't right, or it was used before.");
  await user.clear(field);
  await user.type(field, ' abcd-efgh {Enter}');
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({ ...credentials, recoveryCode: 'abcd-efgh' });
});

test('[BY-01] a passkey as the second step', async () => {
  withPasskeys(async () => aCredential());
  server.use(answer('POST /api/auth/passkey-options', { challengeId: 'cha_1', options: { challenge: 'AAAA' } }));
  const { user, left, sent } = await openSecondStep(['totp', 'passkey']);
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
  await user.click(screen.getByRole('button', { name: 'Use your passkey' }));
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ ...credentials, passkey: { challengeId: 'cha_1', response: { id: 'cred' } } });
});

test('[BY-01] a passkey that was not used leaves the other ways, without its words', async () => {
  withPasskeys(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  server.use(answer('POST /api/auth/passkey-options', { challengeId: 'cha_1', options: { challenge: 'AAAA' } }));
  const { user, left } = await openSecondStep(['totp', 'passkey']);
  await user.click(screen.getByRole('button', { name: 'Use a passkey instead' }));
  await user.click(screen.getByRole('button', { name: 'Use your passkey' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No passkey was used. Try again or sign in another way.');
  await user.click(screen.getByRole('button', { name: 'Use a one-time code instead' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('123456');
  await waitFor(() => expect(left).toHaveBeenCalled());
});

test('[BY-01] only ways are offered that the account has and the browser can', async () => {
  await openSecondStep(['totp', 'passkey']);
  expect(screen.queryByRole('button', { name: /instead/ })).toBeNull();
});

test('[SE-11] too many codes: the time to wait, with the focus', async () => {
  const { user } = await openSecondStep(['totp']);
  server.use(refuse(sessions, 'RATE_LIMITED', { headers: { 'retry-after': '900' } }));
  await user.keyboard('111111');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Too many tries. Try again in 15 minutes.');
  expect(document.activeElement).toBe(alert);
});

test('[SE-11] the way back keeps what was typed', async () => {
  const { user } = await openSecondStep(['totp']);
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@demo.arcwave.test');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('arcwave-demo-2026');
});
