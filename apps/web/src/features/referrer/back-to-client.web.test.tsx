import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import { answer } from '../../testing/handlers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });
const open = (path: string) => renderApp(path, { handlers: [list] });

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(config, { gateway: 'sandbox' }); // Stripe's field is a frame of another site
});

test('[SH-09] [SE-03] who arrives at the root from a product finds the way back, on every page', async () => {
  open('/?referrerClient=drive&referrerPath=%2Ffiles%2F7&bucket=b1&utm=1');
  const arrow = await screen.findByRole('link', { name: 'Back to Arcwave Drive' });
  expect(arrow.getAttribute('href')).toBe('https://drive.arcwave.example/files/7?bucket=b1');
  await waitFor(() => expect(location.hash).toBe('#/?utm=1'));
  location.hash = '#/nowhere';
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(screen.getByRole('link', { name: 'Back to Arcwave Drive' })).toBeDefined();
});

test('[SE-03] at any other page the parameters say nothing', async () => {
  open('/nowhere?referrerClient=drive&referrerPath=%2Ffiles');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(screen.queryByRole('link', { name: /Back to Arcwave/ })).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('[SH-09] an unknown client: no arrow, nothing kept, and the address forgets it', async () => {
  open('/?referrerClient=evil&referrerPath=https%3A%2F%2Fevil.example');
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada' });
  await waitFor(() => expect(location.hash).toBe('#/'));
  expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test.each([
  ['/payments/next', 'Next payment'],
  ['/payments/method', 'Payment method'],
])('[SH-13] the slim bar of %s has its own way back, the brand, and no other', async (path, title) => {
  sessionStorage.setItem('foyer.referrer', 'referrerClient=drive');
  renderApp(path, { handlers: [list, receiptsAre()] });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe(`${title} · Arcwave Scope Account`));
  const bar = within(screen.getByRole('banner'));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Payments', 'Arcwave Scope']);
  expect(screen.queryByRole('link', { name: 'Back to Arcwave Drive' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Your menu|Products/ })).toBeNull();
});
