import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
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
