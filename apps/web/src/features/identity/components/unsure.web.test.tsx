import type { Me } from '@foyer/contract/api/auth';
import type { RouteName } from '@foyer/contract/api/routes';
import { screen } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { expect, test } from 'vitest';
import { aMe } from '../../../testing/builders.ts';
import { answer, answerRaw, offlineHandler, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aPasskey, ownClaims as claims, emptySecurity } from '../../../testing/security-answers.ts';
import { server } from '../../../testing/server.ts';

/** A change whose answer says nothing about it, as after a fault of the server: what each form then says (SC-08, INV-12). */

type User = ReturnType<typeof renderApp>['user'];

const MFA = '/api/auth/me/security/mfa';
const setup = answer(`POST ${MFA}`, { qrCode: 'data:image/png;base64,QR', secret: 'JBSWY3DPEHPK3PXP' });

const open = (handlers: RequestHandler[], user: Partial<Me['user']> = {}) =>
  renderApp('/security', {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ user, claims })), ...emptySecurity()],
  });

const type = async (user: User, label: string, text: string) => user.type(await screen.findByLabelText(label), text);
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const codes = async (user: User) => {
  await type(user, 'Enter the code it shows', '418203');
  await type(user, 'Wait for the next code and enter that too', '970011');
};

const passkeys = answer('GET /api/auth/me/security/passkeys', { passkeys: [aPasskey()] });
const two = { isMfaEnabled: true };

const forms: readonly {
  readonly button: string;
  readonly call: RouteName;
  readonly fill: (user: User) => Promise<void>;
  readonly says: string;
  readonly apply?: string;
  readonly user?: Partial<Me['user']>;
  readonly more?: RequestHandler[];
}[] = [
  {
    button: 'Change email',
    call: 'PATCH /api/auth/me/email',
    fill: (user) => type(user, 'New email', 'new@b.cd'),
    says: 'With a link in the inbox of the new address, it was.',
  },
  {
    button: 'Change password',
    call: 'POST /api/auth/me/change-password',
    fill: async (user) => {
      await type(user, 'New password', 'a-new-secret');
      await type(user, 'Repeat new password', 'a-new-secret');
    },
    says: 'If it was, you have to sign in again, with the new password.',
  },
  {
    button: 'Turn off two-step authentication',
    call: `DELETE ${MFA}`,
    fill: async () => {},
    says: 'If it was, you have to sign in again.',
    user: two,
  },
  {
    button: 'New codes for recovery',
    call: 'POST /api/auth/me/security/recovery-codes',
    fill: async () => {},
    says: 'If it was, you have to sign in again. Your old codes have stopped working and no one has seen the new ones. Make new ones again.',
    user: two,
  },
  {
    button: 'Manage passkeys',
    call: 'DELETE /api/auth/me/security/passkeys/:id',
    fill: async (user) => user.click(await screen.findByRole('radio', { name: /Remove/ })),
    says: 'If it was, you have to sign in again.',
    apply: 'Remove',
    more: [passkeys],
  },
  {
    button: 'Request a copy of my data',
    call: 'POST /api/auth/me/export',
    fill: async () => {},
    says: 'If it was, this page will say so in a moment.',
  },
];

test.each(forms)('[SC-08, INV-12] $call, a fault of the server: nobody knows, and how one can tell', async (form) => {
  const { user } = open([refuse(form.call, 'INTERNAL_ERROR'), ...(form.more ?? [])], form.user);
  await press(user, form.button);
  await form.fill(user);
  await type(user, 'Account password', 'secret-1');
  await press(user, form.apply ?? 'Apply');
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain("We don't know if this was done.");
  expect(textContent).toContain(form.says);
});

test('[SC-08, INV-12] two codes: the page says by itself that it was done, and the recovery codes follow', async () => {
  const { user } = open([setup, offlineHandler(`PUT ${MFA}`)]);
  await press(user, 'Set up two-step authentication');
  await codes(user);
  server.use(answer('GET /api/auth/me', aMe({ user: two, claims })));
  await press(user, 'Apply');
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(screen.getByText(/a lost phone locks you out/)).toBeDefined();
  expect(screen.queryByText('Turn it off')).toBeNull();
});

test('[SC-08, INV-12] two codes, and nothing was done: they stay, with what nobody knows', async () => {
  const { user } = open([setup, answerRaw(`PUT ${MFA}`, 'gone', { status: 502 })]);
  await press(user, 'Set up two-step authentication');
  await codes(user);
  await press(user, 'Apply');
  expect((await screen.findByRole('alert')).textContent).toContain('If it was, you have to sign in again.');
  expect((screen.getByLabelText('Enter the code it shows') as HTMLInputElement).value).toBe('418203');
});
