import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe, anAccount, aQuote } from '../../testing/builders.ts';
import { bought, newClaims, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import {
  BUY,
  CHANGE,
  held,
  nothingDue,
  openIot,
  PAY,
  plansOfHolder,
  ready,
  summary,
} from '../../testing/iot-answers.ts';
import { server } from '../../testing/server.ts';
import { enterprise, individual, student, tieredPlansAre } from '../../testing/tiered-answers.ts';

const ENTERPRISE = '?plan=pln_iot_enterprise';
/** Plan of a subscription to Enterprise. */
const plan = {
  ...held.plan,
  id: enterprise.id,
  intervalId: `${enterprise.id}_monthly`,
  displayName: 'Enterprise',
  amount: 0,
  customBilling: true,
};

test('[IO-01] enterprise is billed by agreement, never free', async () => {
  openIot([subscriptionsAre({ ...held, plan, renewalCents: null })]);
  const current = await screen.findByRole('region', { name: /^Enterprise/ });
  expect(current.textContent).toContain('Requested by you. Billed by agreement, for what you use');
  expect(within(current).getByText('Pay-as-you-go')).toBeDefined();
  expect(current.textContent).not.toMatch(/free/i);
});

test('[IO-01] [IO-02] enterprise needs no card, shows pay-as-you-go and says that we call', async () => {
  const { user } = openIot(
    [newClaims, answer('GET /api/account/me', anAccount({ paymentMethod: null })), answer(BUY, bought)],
    ENTERPRISE,
  );
  const send = await ready('Send request');
  expect(summary().getByText('Pay-as-you-go')).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(document.querySelector('main')?.textContent).not.toMatch(/renews|starts/); // F5: a request
  expect(
    screen.getByText("Send a request and we'll contact you to set it up. Nothing is charged today."),
  ).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Payment method' })).toBeNull();
  await user.click(send);
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Your request has been sent.We'll be contacting you shortly.",
  );
});

test('[IO-01] [IO-02] enterprise in place of a paid plan: what becomes of that is said, and no features are "lost"', async () => {
  const later = '2027-01-10T00:00:00Z';
  const { user } = openIot(
    [
      plansOfHolder,
      quoteIs(aQuote({ ...nothingDue, customBilling: true, scheduledFor: later })),
      subscriptionsAre(held),
      newClaims,
      answer(CHANGE, () => {
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
    ENTERPRISE,
  );
  const paid = 'Individual is paid until Jan 10, 2027 and goes on until then. It is not charged again.';
  const confirm = await ready('Send request');
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
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
});

test('[F5] [SU-05] a requested plan says so, promises no renewal, and its request can be withdrawn and kept', async () => {
  const requested = { ...held, plan, renewalCents: null };
  const withdrawn = { ...requested, cancelAtPeriodEnd: true, renews: false };
  const sent: unknown[] = [];
  const { user } = openIot([
    tieredPlansAre(individual, student, { ...enterprise, isCurrent: true }),
    subscriptionsAre(requested),
    answer(CHANGE, async ({ request }) => {
      const body = (await request.json()) as { cancelAtPeriodEnd: boolean };
      sent.push(body);
      server.use(subscriptionsAre(body.cancelAtPeriodEnd ? withdrawn : requested));
      return bought;
    }),
  ]);
  const current = await screen.findByRole('region', { name: /^Enterprise\s*Requested/ });
  expect(screen.queryByText('Current plan')).toBeNull();
  expect(screen.queryByRole('switch', { name: 'Auto-renew' })).toBeNull();
  expect(screen.queryByText('Auto-renew')).toBeNull();
  await user.click(within(current).getByRole('button', { name: 'Withdraw request' }));
  await user.click(await within(current).findByRole('button', { name: 'Keep request' }));
  await within(current).findByRole('button', { name: 'Withdraw request' });
  expect(sent).toEqual([{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }]);
});

test('[F5] a withdrawn request says so, and until when it is shown', async () => {
  openIot([subscriptionsAre({ ...held, plan, renewalCents: null, cancelAtPeriodEnd: true, renews: false })]);
  const current = await screen.findByRole('region', { name: /^Enterprise\s*Withdrawn/ });
  expect(within(current).getByText(/You withdrew/).textContent).toMatch(
    /^You withdrew this request\. It is shown here until \w{3} \d+, 20\d\d\.$/,
  );
});

test('[F5] [IO-02] enterprise that was asked for during a trial is shown below the trial, and not offered again', async () => {
  openIot(
    [subscriptionsAre({ ...held, isTrial: true }, { ...held, id: 'sub_4', plan, renewalCents: null })],
    ENTERPRISE,
  );
  const kept = await screen.findByRole('region', { name: /^Enterprise/ });
  expect(within(kept).getByText('Requested')).toBeDefined();
  expect(kept.textContent).toContain('Requested by you');
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
});

test('[IO-02] another rhythm keeps the choice to pay now', async () => {
  const { user } = openIot([], '?plan=pln_iot_individual_yearly&pay=now');
  await ready(PAY);
  await user.click(screen.getByRole('radio', { name: /^Monthly/ }));
  await waitFor(() => expect(location.hash).toContain('pln_iot_individual_monthly'));
  expect(location.hash).toContain('pay=now');
});

test('[F4] [IO-02] IoT without an address: only the sum before tax is called the subtotal', async () => {
  openIot(
    [answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } }))],
    '?plan=pln_iot_individual_yearly&pay=now',
  );
  await screen.findByText('Tax is added with your address');
  const lines = document.querySelector('dl')?.textContent;
  expect(lines).toMatch(/^Price.*\$120\.00Discount.*Subtotal.*\$100\.80$/);
  expect(lines?.match(/Subtotal/g)).toHaveLength(1);
});

test('[F4] [IO-02] an IoT trial without an address: the price after it is called before tax', async () => {
  openIot([answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } }))]);
  await screen.findByText('Tax is added with your address');
  const lines = document.querySelector('dl')?.textContent;
  expect(lines).toMatch(/Before tax, if you stay.*\$100\.80.*Due today\$0\.00$/);
  expect(lines).not.toContain('Total, if you stay');
});

test('[F4] [AD-09] IoT without an address: a subtotal, and the way to the address and back', async () => {
  openIot(
    [answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } }))],
    '?plan=pln_iot_individual_yearly&pay=now',
  );
  const way = await screen.findByRole('link', { name: 'Add address to continue' });
  expect(screen.queryByText('Due today')).toBeNull();
  expect(summary().getByText('Tax is added with your address')).toBeDefined();
  expect(new URLSearchParams(way.getAttribute('href')?.split('?')[1]).get('returnPath')).toContain('pay=now');
});
