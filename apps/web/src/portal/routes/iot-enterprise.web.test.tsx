import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aQuote, aSubscription } from '../../testing/builders.ts';
import { bought, newClaims, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { enterprise, individual, student, tieredPlansAre } from '../../testing/tiered-answers.ts';

const IOT = '/subscriptions/iot';
const held = aSubscription({
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

test('[IO-01] [IO-02] enterprise in place of a paid plan: what becomes of that is said, and no features are "lost"', async () => {
  const later = '2027-01-10T00:00:00Z';
  const nothing = { amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] };
  const { user } = renderApp(`${IOT}?plan=pln_iot_enterprise`, {
    handlers: [
      tieredPlansAre({ ...individual, isCurrent: true }, student, enterprise),
      quoteIs(aQuote({ ...nothing, customBilling: true, scheduledFor: later })),
      subscriptionsAre(held),
      newClaims,
      answer('PATCH /api/subscription/subscriptions/:id', () => {
        const asked = { planId: enterprise.id, planName: 'Enterprise', customBilling: true } as const;
        server.use(
          subscriptionsAre({
            ...held,
            pendingChange: { ...asked, interval: 'monthly', applyAt: later, trialId: null },
          }),
        );
        return bought;
      }),
    ],
  });
  const paid = 'Individual is paid until Jan 10, 2027 and goes on until then. It is not charged again.';
  const confirm = await screen.findByRole('button', { name: 'Confirm Changes' });
  await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false));
  expect(screen.getByText('Enterprise is billed by agreement').parentElement?.textContent).toContain(paid);
  expect(screen.queryByText(/have less/)).toBeNull();
  await user.click(confirm);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(paid));
  const current = within(screen.getByRole('region', { name: /^Individual/ }));
  expect(current.getByText(/Changes to/).textContent).toBe(
    'Changes to Enterprise on Jan 10, 2027. It is billed by agreement.',
  );
  expect(current.getByRole('button', { name: 'Keep Individual' })).toBeDefined();
  // sales is not asked a second time
  await user.click(screen.getByRole('radio', { name: 'Enterprise' }));
  expect(screen.queryByRole('button', { name: 'Confirm Changes' })).toBeNull();
});

test('[IO-01] enterprise is billed by agreement, never free', async () => {
  const plan = { ...held.plan, id: enterprise.id, displayName: 'Enterprise', amount: 0, customBilling: true };
  renderApp(IOT, {
    handlers: [
      tieredPlansAre(individual, student, enterprise),
      quoteIs(),
      subscriptionsAre({ ...held, plan, renewalCents: null }),
    ],
  });
  const current = await screen.findByRole('region', { name: /^Enterprise/ });
  expect(current.textContent).toContain('Billed by agreement, for what you use');
  expect(within(current).getByText('Pay-as-you-go')).toBeDefined();
  expect(current.textContent).not.toMatch(/free/i);
});
