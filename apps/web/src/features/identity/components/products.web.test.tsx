import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import { screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { expect, test } from 'vitest';
import { aMe } from '../../../testing/builders.ts';
import { answer, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptySecurity, ownClaims } from '../../../testing/security-answers.ts';
import { server } from '../../../testing/server.ts';

const PRODUCTS = 'GET /api/auth/me/security/products';
const END = 'DELETE /api/auth/me/security/products/:id';
const aProduct = (product: Partial<ConnectedProduct> = {}): ConnectedProduct => ({
  id: 'own',
  name: 'Own Product',
  brand: null,
  isSignedIn: true,
  scopes: ['openid', 'email', 'offline_access'],
  firstGivenAt: '2026-11-01T09:00:00Z',
  lastUsedAt: '2026-11-03T18:40:00Z',
  ...product,
});

const open = (...handlers: RequestHandler[]) =>
  renderApp('/security', {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ claims: ownClaims })), ...emptySecurity()],
  });
const region = () => screen.findByRole('region', { name: 'Apps with access' });

test('[BY-01] apps with access: name, brand, data, first grant and last use', async () => {
  open(answer(PRODUCTS, { products: [aProduct(), aProduct({ id: 'guest', name: 'Guest', brand: 'Drive' })] }));
  const section = within(await region());
  await section.findByText(/Own Product/, { selector: 'div' });
  const { textContent } = await region();
  expect(textContent).toMatch(/Own Product.*an id of your account.*your email address.*Since Nov 1, 2026/);
  expect(textContent).toContain('last used Nov 3, 2026, 18:40');
  expect(textContent).toMatch(/Guest.*Drive/);
});

test('[BY-01] an app that is signed out says that its permission stays, and can be removed', async () => {
  const ended: unknown[] = [];
  const guest = aProduct({ id: 'guest', name: 'Guest', isSignedIn: false, scopes: ['openid', 'email'] });
  const { user } = open(
    answer(PRODUCTS, () => ({ products: ended.length === 0 ? [guest, aProduct()] : [aProduct()] })),
    answer(END, ({ params }) => {
      ended.push(params.id);
      return undefined as never;
    }),
  );
  const buttons = await within(await region()).findAllByRole('button', { name: /Remove access/ });
  const [row, signedIn] = buttons.map((button) => button.closest('li'));
  expect(row?.textContent).toMatch(/Guest.*your email address.*last used Nov 3, 2026, 18:40/);
  const text = "Signed out. Your permission stays, so its next sign-in won't ask for it.";
  expect(row?.textContent).toContain(text);
  expect(signedIn?.textContent).not.toContain('Signed out');
  await user.click(screen.getByRole('button', { name: /Remove access .*Guest/ }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(ended).toEqual(['guest']);
});

test('the data of an app has the order of the page of consent, in any order of the answer', async () => {
  const scopes = ['entitlements', 'address', 'email', 'profile', 'offline_access', 'openid'];
  open(answer(PRODUCTS, { products: [aProduct({ scopes })] }));
  await screen.findByRole('button', { name: /Remove access/ });
  const [, ...data] = within(await region()).getAllByRole('listitem');
  expect(data.map(({ textContent }) => textContent)).toEqual([
    'an id of your account',
    'your name and language',
    'your email address',
    'your address',
    'your subscriptions',
  ]);
});

test('[BY-01] a click removes the access of one app', async () => {
  const ended: unknown[] = [];
  const { user } = open(
    answer(PRODUCTS, () => ({
      products: [aProduct(), aProduct({ id: 'guest', name: 'Guest' })].filter(({ id }) => !ended.includes(id)),
    })),
    answer(END, ({ params }) => {
      ended.push(params.id);
      return undefined as never;
    }),
  );
  await user.click(await screen.findByRole('button', { name: /Remove access .*Own Product/ }));
  await waitFor(() => expect(screen.queryByText(/Own Product/)).toBeNull());
  expect(ended).toEqual(['own']);
  expect(screen.getByRole('button', { name: /Remove access .*Guest/ })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Apps with access');
});

test('without an app the section says so', async () => {
  open();
  expect((await region()).textContent).toContain('No app reads data of your account.');
});

test('[SH-12] apps that did not load: text and a retry', async () => {
  const { user } = open(refuse(PRODUCTS, 'INTERNAL_ERROR'));
  await screen.findByText("We're having trouble retrieving your apps.");
  server.use(answer(PRODUCTS, { products: [aProduct()] }));
  await user.click(within(await region()).getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('button', { name: /Own Product/ })).toBeDefined();
});

test('[INV-12] an unknown outcome is shown, and the list is read again', async () => {
  let asked = 0;
  const { user } = open(
    answer(PRODUCTS, () => {
      asked += 1;
      return { products: asked === 1 ? [aProduct()] : [] };
    }),
    refuse(END, 'INTERNAL_ERROR'),
  );
  await user.click(await screen.findByRole('button', { name: /Own Product/ }));
  expect(await screen.findByText(/We don't know if this was done/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Own Product/ })).toBeNull());
});
