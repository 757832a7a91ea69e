import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { config } from '../lib/config.ts';
import { answer, refuse } from '../testing/handlers.ts';
import { leaveOperatorSite, me, openOperatorSite, showOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { signIn as signInCustomer } from '../testing/session.ts';

afterEach(() => {
  leaveOperatorSite();
  localStorage.removeItem('foyer.operatorDevice');
});

test('[OP-01] the sign-in begins with the email, below the mark of the vendor', () => {
  history.replaceState(null, '', '/operator/');
  showOperatorSite();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(document.querySelector('main svg')).toBeTruthy();
  screen.getByText(config.brand.vendor);
});

test('[OP-01] the sign-in asks for a second step, keeps its token in this tab and never sends the customer’s', async () => {
  signInCustomer();
  const bodies: unknown[] = [];
  let sent: Headers | undefined;
  server.use(
    answer('POST /api/operator/sessions', async ({ request }) => {
      const body = (await request.json()) as { code?: string };
      bodies.push(body);
      sent = request.headers;
      if (body.code) return { token: 'operator-token', device: 'dev_2.x', operator: me('support') };
      const error = { type: 'MFA_REQUIRED', message: 'MFA_REQUIRED' };
      return Response.json({ message: 'MFA_REQUIRED', error }, { status: 400 }) as never;
    }),
    answer('GET /api/operator/me', ({ request }) => {
      sent = request.headers;
      return me('support');
    }),
  );
  history.replaceState(null, '', '/operator/#/password');
  const user = showOperatorSite();
  await user.type(screen.getByLabelText('Email'), 'jo@vendor.example');
  await user.type(screen.getByLabelText('Password'), 'a long password of an operator');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const code = await screen.findByLabelText('One-time code');
  expect(document.activeElement).toBe(code);
  await user.type(code, '123456');
  await screen.findByText('Jo Weber');
  expect(bodies).toEqual([
    { email: 'jo@vendor.example', password: 'a long password of an operator' },
    { email: 'jo@vendor.example', password: 'a long password of an operator', code: '123456' },
  ]);
  expect(sent?.get('x-operator-token')).toBe('operator-token');
  expect(sent?.get('x-is-at')).toBeNull();
  expect(sessionStorage.getItem('foyer.operator')).toBe('operator-token');
  expect(localStorage.getItem('foyer.operator')).toBeNull();
  // for the next sign-in in this browser, apart from the customer's
  expect(localStorage.getItem('foyer.operatorDevice')).toBe('dev_2.x');
});

test('[OP-01] [SE-11] a browser that is known says so at the next sign-in', async () => {
  localStorage.setItem('foyer.operatorDevice', 'dev_1.x');
  let sent: unknown;
  server.use(
    answer('POST /api/operator/sessions', async ({ request }) => {
      sent = await request.json();
      return { token: 'operator-token', device: 'dev_1.x', operator: me('support') };
    }),
    answer('GET /api/operator/me', me('support')),
  );
  history.replaceState(null, '', '/operator/#/password');
  const user = showOperatorSite();
  await user.type(screen.getByLabelText('Email'), 'jo@vendor.example');
  await user.type(screen.getByLabelText('Password'), 'a long password of an operator');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Jo Weber');
  expect(sent).toEqual({ email: 'jo@vendor.example', password: 'a long password of an operator', device: 'dev_1.x' });
});

test('[OP-01] a refused sign-in says so where the focus is, and keeps what was typed', async () => {
  server.use(refuse('POST /api/operator/sessions', 'INVALID_CREDENTIALS'));
  history.replaceState(null, '', '/operator/');
  const user = showOperatorSite();
  await user.type(screen.getByLabelText('Email'), 'jo@vendor.example');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("That email and password don't match.");
  expect(document.activeElement).toBe(alert);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('jo@vendor.example');
});

test('[OP-01] a session that ended leads to the sign-in, and nothing of before is left', async () => {
  openOperatorSite('/work', 'support');
  server.use(refuse('GET /api/operator/work', 'INVALID_TOKEN'));
  await screen.findByText('Your session ended. Sign in again.');
  expect(sessionStorage.getItem('foyer.operator')).toBeNull();
});

test.each<[OperatorRole, string[]]>([
  ['support', ['Customers', 'Export reviews', 'Catalog', 'Work', 'Webhooks']],
  ['billing', ['Customers', 'Catalog', 'Work', 'Webhooks']],
  ['catalogue', ['Codes', 'Catalog']],
  ['admin', ['Customers', 'Export reviews', 'Codes', 'Catalog', 'Work', 'Webhooks', 'Vendor keys', 'Audit trail']],
])('[OP-01] the pages of %s', async (role, names) => {
  server.use(answer('GET /api/operator/catalogue', { plans: [], promotions: [] }));
  openOperatorSite('/catalogue', role);
  const nav = await screen.findByRole('navigation', { name: 'Operator site' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
  expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Catalog');
});

test('[OP-01] the page of another role says which one it needs and asks for nothing', async () => {
  openOperatorSite('/audit', 'support');
  expect(await screen.findByText("This page isn't for you")).toBeTruthy();
  expect(screen.getByText('Needs the admin role')).toBeTruthy();
});
