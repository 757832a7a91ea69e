import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { answer, refuse, waits } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const list = 'GET /api/subscription/subscriptions';
const held = (...subscriptions: ReturnType<typeof aSubscription>[]) =>
  answer(list, { subscriptions, data: { subscriptions } });

test('[HO-01] welcomes by first name and says the next payment, its date and its card', async () => {
  renderApp('/', { handlers: [held()] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeDefined();
  expect(document.querySelector('main')?.textContent).toContain(
    'Your next payment is $324.62 on Jan 10, 2027, billed to Visa •••• 4242.',
  );
});

test('[HO-06] a product card says plan, price and renewal, and leads to the plan', async () => {
  renderApp('/', { handlers: [held(aSubscription())] });
  const card = (await screen.findByRole('heading', { name: 'Arcwave Drive' })).closest('article') as HTMLElement;
  expect(card.textContent).toContain('50 GB · Renews Jan 10, 2027 for $324.62');
  expect(
    within(card)
      .getByRole('link', { name: /^Manage/ })
      .getAttribute('href'),
  ).toBe('#/subscriptions/drive/sub_1');
});

test('[HO-08] nothing held: "No subscription" on each card', async () => {
  renderApp('/', { handlers: [held()] });
  expect(await screen.findAllByText('No subscription')).toHaveLength(2);
});

test('[HO-08] the list did not load: its words, the rest of Home stands, and trying again helps', async () => {
  const { user } = renderApp('/', { handlers: [refuse(list, 'INTERNAL_ERROR')] });
  expect(await screen.findByText("We're having trouble retrieving subscriptions.")).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeDefined();
  server.use(held(aSubscription()));
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('link', { name: /^Manage/ })).toBeDefined();
});

test('[SE-07] the user did not load: the session stays and a retry is offered', async () => {
  renderApp('/', { handlers: [refuse('GET /api/auth/me', 'INTERNAL_ERROR'), held()] });
  expect(await screen.findByText("We couldn't load your account. Nothing is lost.")).toBeDefined();
  expect(location.hash).toBe('#/');
});

test('[SH-12] while it loads, the page has its headings already', async () => {
  renderApp('/', { handlers: [waits('GET /api/auth/me'), waits('GET /api/account/me'), waits(list)] });
  expect(await screen.findByText('Loading your account')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Products' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Quick actions' })).toBeDefined();
});

test('[HO-04] the quick actions lead to their pages', async () => {
  renderApp('/', { handlers: [held()] });
  const actions = await screen.findByRole('region', { name: 'Quick actions' });
  await within(actions).findByText('Redeem code');
  const hrefs = within(actions)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '#/subscriptions/iot',
    '#/codes/redeem',
    '#/payments/method?returnPath=%2F',
    '#/address',
    '#/payments',
  ]);
});
