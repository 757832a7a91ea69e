import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe, anAccount, anAddress } from '../../testing/builders.ts';
import { quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
// lazy parts of the page, loaded before the time of a test begins
import '../../features/subscriptions/components/order-limit-notice.tsx';
import './tiers.tsx';

/** Notices about limits of orders, above the plans, before the customer chooses one. */

const SCOPE = '/subscriptions/scope';
const all = tieredPlansAre(...scopePlans);
const abroad = [
  answer('GET /api/account/me', anAccount({ paymentMethod: null, canAddPaymentMethod: false })),
  answer('GET /api/auth/me', aMe({ user: { address: anAddress({ country: 'DE' }) } })),
];

test.each([
  ['exportPending', 'Account Pending', "You can't order a Scope plan until the export review of your account is done."],
  [
    'exportDenied',
    "This product isn't available for your account",
    "Your account didn't pass the required U.S. export review.",
  ],
])('[EX-01] with %s no plan of a screened family can be chosen, also by a link', async (state, title, reason) => {
  const me = answer('GET /api/auth/me', aMe({ user: { [state]: true } }));
  renderApp(`${SCOPE}?package=pln_scope_starter_yearly&step=review`, {
    handlers: [all, subscriptionsAre(), quoteIs(), me],
  });
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  expect(screen.getByText(reason)).toBeDefined();
  expect(screen.getByRole('group', { name: 'Starter billing' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Trial$/ })).toBeNull();
});

test('[PM-03] where no card pays, the plans say so and name sales; a trial can still be chosen', async () => {
  renderApp(SCOPE, { handlers: [all, subscriptionsAre(), ...abroad] });
  expect(await screen.findByRole('heading', { name: "Card payments outside the US can't be processed" })).toBeDefined();
  expect(screen.getByText("Trials and free plans don't need a card.")).toBeDefined();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Contact sales' }).getAttribute('href')).toMatch(
    /^mailto:/,
  );
  expect(screen.getByRole('link', { name: 'Choose plan' })).toBeDefined();
});

test('[PM-03] a customer who can pay sees no such notice', async () => {
  renderApp(SCOPE, { handlers: [all, subscriptionsAre()] });
  expect(await screen.findByRole('link', { name: 'Choose plan' })).toBeDefined();
  expect(screen.queryByText("Card payments outside the US can't be processed")).toBeNull();
});

test('[PM-03] [PY-01] without a card that pays, Payments says why and names sales', async () => {
  renderApp('/payments', { handlers: [...abroad, receiptsAre()] });
  const card = within(await screen.findByRole('region', { name: 'Payment method' }));
  expect(card.getByText("Card payments outside the US can't be processed.")).toBeDefined();
  expect(card.getByRole('link', { name: 'Contact sales' })).toBeDefined();
});

test('[PM-01] [PM-03] the page that takes no card is not called Add card', async () => {
  renderApp('/payments/method', { handlers: [...abroad, receiptsAre()] });
  expect(await screen.findByText("Card payments outside the US can't be processed")).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment method');
});
