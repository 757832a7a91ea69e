import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('[F2] [HO-04] a held IoT plan is on Home: its quick action says the plan and its date', async () => {
  const iot = aSubscription({ id: 'sub_3', product: 'iot', name: 'Individual' });
  renderApp('/', { handlers: [subscriptionsAre(iot)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe('IoT subscriptionIndividual · Renews Jan 10, 2027 for $324.62');
  expect(screen.queryByText('Start or change')).toBeNull();
});

const { plan } = aSubscription();
const enterprise = aSubscription({
  id: 'sub_4',
  product: 'iot',
  name: 'Enterprise',
  plan: { ...plan, customBilling: true },
});
const request = aSubscription({
  ...enterprise,
  status: 'requested',
  entitled: false,
  effective: false,
  renews: false,
  expiry: null,
  currentPeriodEnd: null,
  currentPeriodStart: '2026-11-26T00:00:00Z',
});

test('[F2] [F5] [IO-01] an IoT plan by agreement says so, and announces no renewal', async () => {
  renderApp('/', { handlers: [subscriptionsAre(enterprise)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe('IoT subscriptionEnterprise · By agreement');
});

test('[F5] [HO-04] a request is on Home with its day', async () => {
  renderApp('/', { handlers: [subscriptionsAre(request)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe('IoT subscriptionEnterprise · Requested on Nov 26, 2026');
});

test.each([
  ['a trial', { isTrial: true, renews: false }, 'Ends Jan 10, 2027'],
  ['a paid plan', {}, 'Renews Jan 10, 2027 for $324.62'],
])('[F5] [HO-04] during %s, Home shows that and the request', async (_what, overrides, line) => {
  const individual = aSubscription({ id: 'sub_3', product: 'iot', name: 'Individual', ...overrides });
  renderApp('/', { handlers: [subscriptionsAre(request, individual)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe(`IoT subscriptionIndividual · ${line}Enterprise · Requested on Nov 26, 2026`);
});
