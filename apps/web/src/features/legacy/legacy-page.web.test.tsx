import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { answer, offlineHandler } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const accountAt = (now: string) => answer('GET /api/account/me', anAccount({ clock: { status: 'ready', now } }));
const open = (now: string) => renderApp('/legacy-tekscope', { handlers: [accountAt(now)] });

test('[LG-02] while the offer runs: what ends and when, each discount, and the way to take it', async () => {
  open('2024-12-31T23:00:00Z');
  expect(await screen.findByText('Support for legacy licenses ends in 2025')).toBeDefined();
  const offer = within(screen.getByRole('region', { name: 'Offer for legacy customers' }));
  expect(offer.getByText('Limited time')).toBeDefined();
  expect(offer.getByText(/Until/).textContent).toContain('Dec 31, 2024');
  expect(offer.getAllByRole('listitem').map((row) => row.querySelector('div')?.textContent)).toEqual([
    '1-year subscription50% off',
    '3-year subscription33% off',
    'Perpetual license with 1 or 3 years of maintenance25% off',
  ]);
  expect(offer.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe(
    '#/subscriptions/scope?package=starter',
  );
  expect(offer.getAllByRole('link', { name: 'Contact sales' })[0]?.getAttribute('href')).toContain(
    'mailto:sales@arcwave.example',
  );
});

test('[LG-02] once it is over it is shown as over, and nothing leads to it', async () => {
  open('2025-01-01T00:00:00Z');
  expect(await screen.findByText('Legacy licenses have not been supported since 2025')).toBeDefined();
  expect(screen.getByText(/^Yours works until its end of life, which is scheduled\./)).toBeDefined();
  const offer = within(screen.getByRole('region', { name: 'Offer for legacy customers' }));
  expect(offer.getByText('Over')).toBeDefined();
  expect(offer.getByText(/ran from/).textContent).toContain('Jun 21, 2024 to Dec 31, 2024 and is over');
  expect(offer.getByText('was 50% off')).toBeDefined();
  expect(offer.queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe(
    '#/subscriptions/scope?package=starter',
  );
});

test('[LG-02] before it began', async () => {
  open('2024-06-20T23:59:59Z');
  expect(await screen.findByText('Soon')).toBeDefined();
});

test('[LG-02] it can be read although the account did not load', async () => {
  renderApp('/legacy-tekscope', { handlers: [offlineHandler('GET /api/account/me')] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Legacy License' })).toBeDefined();
});

test('[LG-01] [LG-02] who holds a legacy licence moves it: a plan taken anew would be billed beside it', async () => {
  const subscriptions = [aSubscription({ id: 'sub_base', product: 'scope' })];
  renderApp('/legacy-tekscope', {
    handlers: [
      answer('GET /api/account/me', anAccount({ legacyWithoutNewPromo: true })),
      answer('GET /api/subscription/subscriptions', { subscriptions, data: { subscriptions } }),
    ],
  });
  const choose = await screen.findByRole('link', { name: 'Choose a plan' });
  expect(choose.getAttribute('href')).toBe('#/subscriptions/scope/sub_base?package=starter');
});

test('[LG-02] a legacy plan goes on renewing, and the page says so', async () => {
  renderApp('/legacy-tekscope');
  expect(await screen.findByText(/renewed and charged all the same until you turn it off/)).toBeDefined();
});
