import { screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { expect } from 'vitest';
import { aQuote, aSubscription } from './builders.ts';
import { subscriptionsAre } from './drive-answers.ts';
import { answer } from './handlers.ts';
import { renderApp } from './render-app.tsx';
import { enterprise, individual, student, tieredPlansAre } from './tiered-answers.ts';
import { anUpcomingEvent } from './upcoming-events.ts';
// what the page loads on demand, there before the time of a test begins
import '../portal/routes/metered.tsx';
import '../features/subscriptions/components/order-review.tsx';

export const IOT = '/subscriptions/iot';
export const BUY = 'POST /api/subscription/subscriptions';
export const CHANGE = 'PATCH /api/subscription/subscriptions/:id';

export const plans = tieredPlansAre(individual, student, enterprise);
/** The same, seen by somebody who has Individual. */
export const plansOfHolder = tieredPlansAre({ ...individual, isCurrent: true, hasTrial: false }, student, enterprise);

/** Individual, paid by the year. */
export const iotIndividual = aSubscription({
  id: 'sub_3',
  product: 'iot',
  plan: {
    ...aSubscription().plan,
    id: 'pln_iot_individual',
    intervalId: 'pln_iot_individual_yearly',
    displayName: 'Individual',
    storageDisplay: null,
  },
});

export const nothingDue = { amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] };

/** A trial and an agreement cost nothing today; everything else a year of Individual with tax. */
const quotes = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
  const { trial, id } = (await request.json()) as { trial?: boolean; id: string };
  if (id === enterprise.id)
    return aQuote({ ...nothingDue, customBilling: true, coming: [anUpcomingEvent({ bill: null })] });
  return aQuote(
    trial
      ? { ...nothingDue, coming: [anUpcomingEvent({ kind: 'trial_ends', bill: null })] }
      : { subtotal: 10080, tax: 832, total: 10912, amountDueCents: 10912 },
  );
});
/** The button for that. */
export const PAY = 'Pay $109.12';

/** The page of somebody who has nothing of it yet; what a test answers itself comes first. */
export const openIot = (handlers: RequestHandler[] = [], place = '') =>
  renderApp(`${IOT}${place}`, { handlers: [...handlers, plans, quotes, subscriptionsAre()] });

export const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

/** The button, as soon as it can be pressed. */
export const ready = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
};

export const summary = () =>
  within(screen.getByRole('heading', { name: /^Summary/ }).closest('section') as HTMLElement);

/** Every line from the subtotal to what is due today. */
export const figures = () => screen.getByText('Due today').closest('dl')?.textContent;
