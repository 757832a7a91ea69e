import type { Me } from '@foyer/contract/api/auth';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { expect, test } from 'vitest';
import { readRecord } from '../../../lib/session/record.ts';
import { aMe } from '../../../testing/builders.ts';
import { answer, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aSessionView, ownClaims as claims, emptySecurity } from '../../../testing/security-answers.ts';
import { server } from '../../../testing/server.ts';
import { aTokenPair } from '../../../testing/tokens.ts';

const MFA = '/api/auth/me/security/mfa';

const open = (path: string, handlers: RequestHandler[], user: Partial<Me['user']> = {}) =>
  renderApp(path, { handlers: [...handlers, answer('GET /api/auth/me', aMe({ user, claims })), ...emptySecurity()] });

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const isDisabled = (element: HTMLElement) => (element as HTMLButtonElement).disabled;

const twoStep = { qrCode: 'data:image/png;base64,QR', secret: 'JBSWY3DPEHPK3PXP' };
const fillCodes = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.type(await screen.findByLabelText('Enter the code it shows'), '418203');
  await user.type(screen.getByLabelText('Wait for the next code and enter that too'), '970011');
};

test('[SC-05] two-step on: QR and secret, two codes, then it is on at once and recovery codes follow', async () => {
  let sent: unknown;
  const { user } = open('/security', [
    answer(`POST ${MFA}`, twoStep),
    answer(`PUT ${MFA}`, async ({ request }) => {
      sent = await request.json();
      server.use(answer('GET /api/auth/me', aMe({ user: { isMfaEnabled: true }, claims })));
      return new HttpResponse(null, { status: 204 });
    }),
    answer('POST /api/auth/me/security/recovery-codes', {
      codes: ['aaaa-bbbb', 'cccc-dddd'],
      tokens: aTokenPair({ refreshToken: 'refresh-new' }),
    }),
  ]);
  await user.click(await button('Set up two-step authentication'));
  expect((await screen.findByAltText('QR code for your authenticator app')).getAttribute('src')).toBe(twoStep.qrCode);
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  const apply = await button('Apply');
  expect(isDisabled(apply)).toBe(true);
  await fillCodes(user);
  expect(isDisabled(apply)).toBe(false);
  await user.click(apply);
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(sent).toEqual({ firstCode: '418203', secondCode: '970011' });
  expect(screen.getByText('On')).toBeDefined();

  await user.type(await screen.findByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('aaaa-bbbb')).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-new');
  expect(screen.getByText('cccc-dddd')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your recovery codes' }));
  await user.click(await button('Change email'));
  expect(await screen.findByText("We can't show these recovery codes again")).toBeDefined();
  await user.click(await button('Back'));
  await user.click(await button('I have saved them'));
  expect(screen.queryByText('aaaa-bbbb')).toBeNull();
});

test('[BY-01] recovery codes that another tab has replaced: none are made, the page says so, and Apply replaces those', async () => {
  const CODES = '/api/auth/me/security/recovery-codes';
  const sent: unknown[] = [];
  const { user } = open(
    '/security',
    [
      answer(`POST ${CODES}`, async ({ request }) => {
        sent.push(await request.json());
        if (sent.length === 2) return { codes: ['aaaa-bbbb'], tokens: aTokenPair() };
        server.use(answer(`GET ${CODES}`, { left: 10, createdAt: '2026-11-23T00:00:00Z' }));
        return HttpResponse.json({ error: { type: 'ACTION_REFUSED', code: 'codes_replaced' } }, { status: 409 });
      }),
    ],
    { isMfaEnabled: true },
  );
  await screen.findByText('10 codes left');
  await user.click(await button('New codes for recovery'));
  await user.type(await screen.findByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect((await screen.findByRole('alert')).textContent).toContain('New codes were made elsewhere meanwhile');
  await user.click(await button('Apply'));
  expect(await screen.findByText('aaaa-bbbb')).toBeDefined();
  expect(sent).toMatchObject([{ replaces: '2026-11-22T00:00:00Z' }, { replaces: '2026-11-23T00:00:00Z' }]);
});

test.each([
  ['CODE_NOT_VALID', 'The first code is not valid.', 'Your first code is wrong.', 'Enter the code it shows'],
  [
    'CODE_NOT_VALID',
    'The second code is not valid.',
    'Your second code is wrong.',
    'Wait for the next code and enter that too',
  ],
  ['MFA_NOT_ENABLED', 'no', 'You need to scan the QR code before entering passcodes.', null],
] as const)('[SC-08] two-step, %s "%s": %s', async (type, message, text, label) => {
  const { user } = open('/security?active=mfa', [
    answer(`POST ${MFA}`, twoStep),
    refuse(`PUT ${MFA}`, type, { message }),
  ]);
  await screen.findByText('JBSW Y3DP EHPK 3PXP');
  await fillCodes(user);
  await user.click(await button('Apply'));
  expect(await screen.findByText(text)).toBeDefined();
  if (label) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('[SC-05] the code just scanned stays what it is when another device is signed out', async () => {
  let begun = 0;
  const { user } = open('/security', [
    answer(`POST ${MFA}`, () => {
      begun += 1;
      return twoStep;
    }),
    answer('GET /api/auth/me/security/sessions', { sessions: [aSessionView()] }),
    answer('DELETE /api/auth/me/security/sessions', undefined),
  ]);
  await user.click(await button('Set up two-step authentication'));
  await screen.findByAltText('QR code for your authenticator app');
  await user.click(await button('Sign out everywhere else'));
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Sign out'));
  await screen.findByText('Signed out');
  expect(begun).toBe(1);
});

test('[SC-05] the setup takes the focus at its title, before the QR code and the key', async () => {
  const { user } = open('/security', [answer(`POST ${MFA}`, twoStep)]);
  await user.click(await button('Set up two-step authentication'));
  await screen.findByText('JBSW Y3DP EHPK 3PXP');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Two-step authentication' }));
  await user.tab();
  expect(document.activeElement).toBe(await button('Copy'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Enter the code it shows'));
});

test('[SC-05] the QR code did not come: words, and trying again helps', async () => {
  const { user } = open('/security?active=mfa', [refuse(`POST ${MFA}`, 'INTERNAL_ERROR')]);
  expect(await screen.findByText("We couldn't make a QR code.")).toBeDefined();
  server.use(answer(`POST ${MFA}`, twoStep));
  await user.click(await button(/Try again/));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
});

test('[SC-05, SC-02] who signed in a while ago gives the account password first, and then sees the QR code', async () => {
  const sent: unknown[] = [];
  const { user } = open('/security', [
    answer(`POST ${MFA}`, async ({ request }) => {
      const body = (await request.json()) as { password?: string };
      sent.push(body);
      if (body.password === 'secret-1') return twoStep;
      const type = body.password === undefined ? 'PASSWORD_REQUIRED' : 'INVALID_CREDENTIALS';
      return HttpResponse.json({ message: type, error: { type, message: type } }, { status: 400 });
    }),
  ]);
  await user.click(await button('Set up two-step authentication'));
  const password = await screen.findByLabelText('Account password');
  expect(document.activeElement).toBe(password);
  expect(isDisabled(await button('Apply'))).toBe(true);
  await user.type(password, 'secret-2');
  await user.click(await button('Apply'));
  expect(await screen.findByText('It appears that this password was wrong.')).toBeDefined();
  expect(document.activeElement).toBe(password);
  await user.clear(password);
  await user.type(password, 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  const title = screen.getByRole('heading', { name: 'Two-step authentication' });
  await waitFor(() => expect(document.activeElement, 'the steps are read from their beginning').toBe(title));
  expect(screen.queryByLabelText('Account password')).toBeNull();
  expect(sent).toEqual([{}, { password: 'secret-2' }, { password: 'secret-1' }]);
});

test('[SC-02, SC-05] two-step off needs the password and is off at once', async () => {
  let sent: unknown;
  const { user } = open(
    '/security',
    [
      answer(`DELETE ${MFA}`, async ({ request }) => {
        sent = await request.json();
        server.use(answer('GET /api/auth/me', aMe({ claims })));
        return new HttpResponse(null, { status: 204 });
      }),
    ],
    { isMfaEnabled: true },
  );
  await user.click(await button('Turn off two-step authentication'));
  expect(isDisabled(await button('Apply'))).toBe(true);
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await button('Apply'));
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(sent).toEqual({ password: 'secret-1' });
  expect(await button('Set up two-step authentication')).toBeDefined();
  expect(screen.queryByText('Recovery codes')).toBeNull();
});
