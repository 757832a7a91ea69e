import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });
const open = (path: string) => renderApp(path, { handlers: [list] });

beforeEach(() => sessionStorage.clear());

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

test('[SH-13] the slim bar of a focus page has its own way back and no other', async () => {
  sessionStorage.setItem('foyer.referrer', 'referrerClient=drive');
  open('/payments/next');
  expect((await screen.findAllByRole('link', { name: 'Payments' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Back to Arcwave Drive' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Your menu/ })).toBeNull();
  expect(await screen.findByRole('main')).toBeDefined();
});
