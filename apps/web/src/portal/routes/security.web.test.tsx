import type { Me } from '@foyer/contract/api/auth';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { expect, test } from 'vitest';
import { aMe } from '../../testing/builders.ts';
import { answer, answerRaw, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { emptySecurity, ownClaims } from '../../testing/security-answers.ts';
import { server } from '../../testing/server.ts';

const claims = ownClaims;
const EMAIL = 'PATCH /api/auth/me/email';
const CHANGE = 'POST /api/auth/me/change-password';
const MFA = '/api/auth/me/security/mfa';

const open = (
  path = '/security',
  handlers: RequestHandler[] = [],
  user: Partial<Me['user']> = {},
  held: Record<string, unknown> = claims,
) =>
  renderApp(path, {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ user, claims: held })), ...emptySecurity()],
  });

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const isDisabled = (element: HTMLElement) => (element as HTMLButtonElement).disabled;

test('[SC-01] one editor is open at a time: opening another closes this one', async () => {
  const { user } = open();
  await user.click(await button('Change email'));
  expect(document.activeElement).toBe(screen.getByLabelText('New email'));
  await user.click(await button('Change password'));
  expect(screen.queryByLabelText('New email')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  await user.click(await button('Cancel'));
  expect(document.querySelector('main form')).toBeNull();
  expect(document.activeElement).toBe(await button('Change password'));
});

test('[SC-01] what was typed is not thrown away unasked', async () => {
  const { user } = open();
  await user.click(await button('Change email'));
  await user.type(screen.getByLabelText('New email'), 'new@b.cd');
  await user.click(await button('Change password'));
  expect(await screen.findByText('What you typed is not applied yet')).toBeDefined();
  await user.click(await button('Keep editing'));
  expect((screen.getByLabelText('New email') as HTMLInputElement).value).toBe('new@b.cd');
  await user.click(await button('Change password'));
  await user.click(await button('Discard'));
  expect(screen.queryByLabelText('New email')).toBeNull();
  expect(screen.getByLabelText('New password')).toBeDefined();
});

test.each([
  ['email', 'New email'],
  ['password', 'New password'],
])('[SC-01] ?active=%s opens its editor', async (active, label) => {
  open(`/security?active=${active}`);
  expect(await screen.findByLabelText(label)).toBeDefined();
});

test('[SC-01] ?active=mfa opens the setup; an unknown value opens nothing', async () => {
  open('/security?active=mfa', [answer(`POST ${MFA}`, { qrCode: 'data:image/png;base64,QR', secret: 'ABCDEFGH' })]);
  expect(await screen.findByAltText('QR code for your authenticator app')).toBeDefined();
  location.hash = '#/security?active=close';
  expect(await button('Set up two-step authentication')).toBeDefined();
});

test('[SC-02, SC-04] a new email: Apply waits for both entries, sends both, and says that a mail is on its way', async () => {
  let sent: unknown;
  const { user } = open('/security?active=email', [
    answer(EMAIL, async ({ request }) => {
      sent = await request.json();
      return new HttpResponse(null, { status: 202 });
    }),
  ]);
  const apply = await button('Apply');
  expect(isDisabled(apply)).toBe(true);
  await user.type(screen.getByLabelText('New email'), 'new@b.cd');
  expect(isDisabled(apply)).toBe(true);
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  expect(isDisabled(apply)).toBe(false);
  await user.click(apply);
  expect(await screen.findByText('Check the inbox of new@b.cd')).toBeDefined();
  expect(sent).toEqual({ email: 'new@b.cd', password: 'secret-1' });
  expect(document.querySelector('main form')).toBeNull();
  // nothing has changed yet
  expect(screen.getByText('ada@demo.arcwave.test')).toBeDefined();
  expect(screen.queryByText('Updated')).toBeNull();
});

test('[SC-02] while it is sent, Apply is at work and a second press sends nothing', async () => {
  let calls = 0;
  const gate = Promise.withResolvers<void>();
  const { user } = open('/security?active=email', [
    answer(EMAIL, async () => {
      calls += 1;
      await gate.promise;
      return new HttpResponse(null, { status: 202 });
    }),
  ]);
  await user.type(await screen.findByLabelText('New email'), 'new@b.cd');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  const apply = await button('Apply');
  await user.click(apply);
  expect(apply.getAttribute('aria-disabled')).toBe('true');
  await user.click(apply);
  await user.type(screen.getByLabelText('Account password'), '{Enter}');
  fireEvent.submit(document.querySelector('main form') as HTMLFormElement);
  gate.resolve();
  await screen.findByText('Check the inbox of new@b.cd');
  expect(calls).toBe(1);
});

test('[SC-02] an answer that comes late does not close the editor that is open by then', async () => {
  const gate = Promise.withResolvers<void>();
  const { user } = open('/security?active=password', [
    answer(CHANGE, async () => {
      await gate.promise;
      return new HttpResponse(null, { status: 204 });
    }),
  ]);
  await user.type(await screen.findByLabelText('New password'), 'nanoseconds');
  await user.type(screen.getByLabelText('Repeat new password'), 'nanoseconds');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(isDisabled(await button('Cancel'))).toBe(true);
  await user.click(await button('Change email'));
  await user.click(await button('Discard'));
  await user.type(screen.getByLabelText('New email'), 'new@b.cd');
  gate.resolve();
  await screen.findByText('Updated');
  expect((screen.getByLabelText('New email') as HTMLInputElement).value).toBe('new@b.cd');
});

test.each([
  ['INVALID_CREDENTIALS', 'no', 'It appears that this password was wrong.', 'Account password'],
  ['PASSWORD_REQUIRED', 'no', 'It appears that this password was wrong.', 'Account password'],
  ['INVALID_EMAIL', 'It is already in use', 'Email is taken. Try another.', 'New email'],
  ['INVALID_EMAIL', 'no', 'Invalid email. Try another.', 'New email'],
] as const)('[SC-08] email, %s "%s": %s', async (type, message, text, label) => {
  const { user } = open('/security?active=email', [refuse(EMAIL, type, { message })]);
  await user.type(await screen.findByLabelText('New email'), 'new@b.cd');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText(text)).toBeDefined();
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
  // nothing typed is lost, and the words go with the next key
  expect((screen.getByLabelText('New email') as HTMLInputElement).value).toBe('new@b.cd');
  await user.type(field, 'x');
  expect(screen.queryByText(text)).toBeNull();
});

test('[SC-08] a 401 that is about the password is a wrong password, not a sign-out', async () => {
  const body = JSON.stringify({
    message: 'Wrong password',
    error: { type: 'UNAUTHORIZED', message: 'Wrong password' },
  });
  const { user } = open('/security?active=email', [answerRaw(EMAIL, body, { status: 401 })]);
  await user.type(await screen.findByLabelText('New email'), 'new@b.cd');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('It appears that this password was wrong.')).toBeDefined();
  expect(location.hash).toContain('/security');
});

test('[SC-12] what is plainly no address is said without a call', async () => {
  const { user } = open('/security?active=email');
  const field = await screen.findByLabelText('New email');
  await user.type(field, 'nobody');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  expect(await screen.findByText('Must be a valid email')).toBeDefined();
  await user.click(await button('Apply'));
  expect(document.activeElement).toBe(field);
});

test('[SC-03] newPasswordRequired and newPasswordShort are flagged here, without a call', async () => {
  const { user } = open('/security?active=password'); // a call would be unexpected and fail the test
  const next = await screen.findByLabelText('New password');
  expect(screen.getByText('Passwords must be 8+ letters or numbers.')).toBeDefined();
  await user.click(next);
  await user.tab();
  await user.tab();
  expect(await screen.findByText('Required')).toBeDefined();
  await user.type(next, '1234567');
  await user.type(screen.getByLabelText('Repeat new password'), '1234568');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  expect(await screen.findByText('Must be 8 or more characters')).toBeDefined();
  expect(await screen.findByText('Must match Password above')).toBeDefined();
  await user.click(await button('Apply'));
  expect(document.activeElement).toBe(next);
});

test('[SC-02, SC-06] a new password: "Updated", the editor closes, the row says the day', async () => {
  let sent: unknown;
  const { user } = open('/security?active=password', [
    answer(CHANGE, async ({ request }) => {
      sent = await request.json();
      server.use(answer('GET /api/auth/me', aMe({ user: { passwordChangedOn: '2026-11-22T10:00:00Z' }, claims })));
      return new HttpResponse(null, { status: 204 });
    }),
  ]);
  await user.type(await screen.findByLabelText('New password'), 'a-new-secret');
  await user.type(screen.getByLabelText('Repeat new password'), 'a-new-secret');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(sent).toEqual({ password: 'secret-1', newPassword: 'a-new-secret' });
  expect(document.querySelector('main form')).toBeNull();
  expect(screen.getByText('Nov 22, 2026')).toBeDefined();
});

test('[SC-08] a password the server does not take: its own text, and why', async () => {
  const message = 'It is one of the most common ones.';
  const { user } = open('/security?active=password', [refuse(CHANGE, 'INVALID_PASSWORD', { message })]);
  await user.type(await screen.findByLabelText('New password'), 'password1');
  await user.type(screen.getByLabelText('Repeat new password'), 'password1');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('Invalid password. Try something else.')).toBeDefined();
  expect(screen.getByText(message)).toBeDefined();
});

test('[SC-09] without the claims each button is disabled and says why', async () => {
  open('/security?active=email', [], {}, { usr: { info: { update: null } } });
  for (const name of ['Change email', 'Change password', 'Set up two-step authentication']) {
    const disabled = await button(name);
    expect(isDisabled(disabled), name).toBe(true);
    const reason = document.getElementById(disabled.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain("Your account isn't allowed to change this.");
  }
  expect(screen.queryByLabelText('New email')).toBeNull();
});

test('[H1] [M4] [L3] with an unverified address the buttons are disabled and say why', async () => {
  const { user } = open('/security?active=mfa', [], { emailVerified: false });
  expect(await button('Verify it now')).toBeDefined();
  for (const [name, reason] of [
    ['Change email', 'Verify your email address first. If it is wrong, register again with the right one.'],
    ['Set up two-step authentication', 'Verify your email address first.'],
    ['Add passkeys', 'Verify your email address first.'],
  ] as const) {
    const disabled = await button(name);
    expect(isDisabled(disabled), name).toBe(true);
    expect(document.getElementById(disabled.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  }
  await user.click(await button('Change password'));
  expect(screen.getByLabelText('New password')).toBeDefined();
});

test('[H1] an unverified account of an earlier release can switch two-step off and remove a passkey', async () => {
  const { user } = open('/security', [answer('GET /api/auth/me/security/passkeys', { passkeys: [aPasskey] })], {
    emailVerified: false,
    isMfaEnabled: true,
  });
  expect(isDisabled(await button('Turn off two-step authentication'))).toBe(false);
  expect(isDisabled(await button('New codes for recovery'))).toBe(true);
  await user.click(await button('Manage passkeys'));
  const add = await screen.findByRole<HTMLInputElement>('radio', { name: /^Add passkey/ });
  expect(add.disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Remove/ }).checked).toBe(true);
});

const aPasskey = {
  id: 'key_1',
  name: 'Old laptop',
  synced: false,
  createdAt: '2026-01-10T10:00:00Z',
  lastUsedAt: null,
};

test('[BY-01] the name of a passkey with tags is shown as it was typed', async () => {
  const passkeys = [{ ...aPasskey, name: 'Old <b>laptop</b>' }];
  const { user } = open('/security', [answer('GET /api/auth/me/security/passkeys', { passkeys })]);
  expect(await screen.findByText(/· Old <b>laptop<\/b>, added/)).toBeDefined();
  await user.click(await button('Manage passkeys'));
  expect(await screen.findByRole('radio', { name: /^Remove Old <b>laptop<\/b>/ })).toBeDefined();
});

test('[SH-12, SE-07] the settings load with their names, and a failure is a retry', async () => {
  renderApp('/security', { handlers: [neverAnswers('GET /api/auth/me'), ...emptySecurity()] });
  expect(await screen.findByText('Loading your settings…')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Two-step authentication' })).toBeDefined();
});

test('[SE-07] the user did not load: nobody is signed out, and trying again helps', async () => {
  const { user } = renderApp('/security', { handlers: [offlineHandler('GET /api/auth/me'), ...emptySecurity()] });
  expect(await screen.findByText("We're having trouble retrieving your settings.")).toBeDefined();
  server.use(answer('GET /api/auth/me', aMe({ claims })));
  await user.click(await button(/Try again/));
  expect(await button('Change email')).toBeDefined();
});

test('[SC-10] the scope brand has no way to close the account', async () => {
  open();
  await button('Change email');
  expect(within(screen.getByRole('main')).queryByText(/close/i)).toBeNull();
  location.hash = '#/security/close';
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});
