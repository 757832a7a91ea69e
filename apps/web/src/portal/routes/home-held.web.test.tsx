import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('[F2] [HO-04] a held IoT plan is on Home: its quick action says the plan and its date', async () => {
  const iot = aSubscription({ id: 'sub_3', product: 'iot', name: 'Individual' });
  renderApp('/', { handlers: [subscriptionsAre(iot)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe('IoT subscriptionIndividualRenews Jan 10, 2027 for $324.62');
  expect(screen.queryByText('Start or change')).toBeNull();
});

test('[F2] [IO-01] an IoT plan by agreement announces no renewal', async () => {
  const { plan } = aSubscription();
  const iot = aSubscription({ product: 'iot', name: 'Enterprise', plan: { ...plan, customBilling: true } });
  renderApp('/', { handlers: [subscriptionsAre(iot)] });
  const action = await screen.findByRole('link', { name: /IoT subscription/ });
  expect(action.textContent).toBe('IoT subscriptionEnterprise');
});

test('[HO-01] two renewals on one day: Home says what the day takes in all', async () => {
  const laterPayments = [
    { description: 'Scope Starter, yearly', total: 87020, processedDate: '2027-01-10T09:00:00Z' },
    { description: 'IoT Individual, yearly', total: 10912, processedDate: '2027-01-11T00:00:00Z' },
  ];
  renderApp('/', { handlers: [answer('GET /api/account/me', anAccount({ laterPayments })), subscriptionsAre()] });
  await screen.findByRole('heading', { name: 'Welcome, Ada' });
  expect(document.querySelector('main')?.textContent).toContain('Your next payment is $1,194.82 on Jan 10, 2027');
});
