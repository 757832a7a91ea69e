import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { aMe, anAccount, aQuote, aSubscription } from '../../testing/builders.ts';
import { newClaims, orderReply, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import {
  BUY,
  iotIndividual,
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
  ...iotIndividual.plan,
  id: enterprise.id,
  intervalId: `${enterprise.id}_monthly`,
  displayName: 'Enterprise',
  amount: 0,
  customBilling: true,
};

/** Accepted by an operator. */
const acceptedPlan = { ...iotIndividual, id: 'sub_4', plan, renewalCents: null };
/** Not accepted yet. */
const request = aSubscription({
  ...acceptedPlan,
  status: 'requested',
  entitled: false,
  effective: false,
  renews: false,
  renewable: false,
  expiry: null,
  currentPeriodEnd: null,
  currentPeriodStart: '2026-11-26T00:00:00Z',
});
const requestCard = () => screen.findByRole('region', { name: /^Enterprise\s*Requested/ });
const WITHDRAW = 'DELETE /api/subscription/subscriptions/:id';

test('[IO-01] [F5] an accepted enterprise plan is by agreement, never free, and its renewal can be switched', async () => {
  openIot([tieredPlansAre(individual, student, { ...enterprise, isCurrent: true }), subscriptionsAre(acceptedPlan)]);
  const current = await screen.findByRole('region', { name: /^Enterprise\s*Current plan/ });
  expect(current.textContent).toContain('By agreement, billed for what you use');
  expect(within(current).getByText('Pay-as-you-go')).toBeDefined();
  expect(within(current).getByRole('switch', { name: 'Auto-renew' })).toBeDefined();
  expect(current.textContent).not.toMatch(/free|requested/i);
});

test('[F5] an accepted enterprise plan with auto-renew off says when it ends', async () => {
  openIot([subscriptionsAre({ ...acceptedPlan, cancelAtPeriodEnd: true, renews: false })]);
  const current = await screen.findByRole('region', { name: /^Enterprise/ });
  expect(current.textContent).toContain('By agreement. Ends Jan 10, 2027.');
});

test('[IO-01] [IO-02] enterprise needs no card, shows pay-as-you-go and says that we call', async () => {
  const { user } = openIot(
    [newClaims, answer('GET /api/account/me', anAccount({ paymentMethod: null })), answer(BUY, orderReply)],
    ENTERPRISE,
  );
  const send = await ready('Send request');
  expect(summary().getByText('Pay-as-you-go')).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(document.querySelector('main')?.textContent).not.toMatch(/renews|starts/); // F5: a request
  expect(
    screen.getByText(
      "Send a request and we'll contact you to set it up. Nothing begins or is charged before we have agreed.",
    ),
  ).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Payment method' })).toBeNull();
  await user.click(send);
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Your request has been sent.We'll be contacting you shortly.",
  );
});

test('[IO-01] [IO-02] [F5] enterprise beside a paid plan: a request that changes nothing of it, and no features are "lost"', async () => {
  const { user } = openIot(
    [
      plansOfHolder,
      quoteIs(aQuote({ ...nothingDue, customBilling: true, coming: [] })),
      subscriptionsAre(iotIndividual),
      newClaims,
      answer(BUY, () => {
        server.use(subscriptionsAre(iotIndividual, request));
        return orderReply;
      }),
    ],
    ENTERPRISE,
  );
  const unchanged = "Individual doesn't change until we have agreed.";
  const confirm = await ready('Send request');
  expect(screen.getByText('Enterprise is billed by agreement').parentElement?.textContent).toContain(
    `${unchanged} Its unused paid days then become account credit.`,
  );
  expect(screen.queryByText(/have less/)).toBeNull();
  await user.click(confirm);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(unchanged));
  expect(within(await requestCard()).getByText(/Requested on/).textContent).toContain('Requested on Nov 26, 2026');
  const current = within(screen.getByRole('region', { name: /^Individual/ }));
  expect(current.getByText('Current plan')).toBeDefined();
  expect(current.getByText(/Renews/)).toBeDefined();
  // sales is not asked a second time
  await user.click(screen.getByRole('radio', { name: 'Enterprise' }));
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
});

test('[F5] a request says its day, promises no renewal, and is withdrawn', async () => {
  const sent: string[] = [];
  const { user } = openIot([
    subscriptionsAre(request),
    answer(WITHDRAW, ({ params, request: { url } }) => {
      sent.push(`${params.id}${new URL(url).search}`);
      server.use(subscriptionsAre());
      return undefined;
    }),
  ]);
  const card = await requestCard();
  expect(card.textContent).toContain(
    'Requested on Nov 26, 2026. It begins when we have agreed, and nothing is charged until then.',
  );
  expect(screen.queryByText('Current plan')).toBeNull();
  expect(screen.queryByText('Auto-renew')).toBeNull();
  expect(within(card).queryByText(/verified/)).toBeNull();
  const offered = screen.getByRole('radio', { name: 'Enterprise' }).closest('label');
  expect(offered?.textContent).toContain('Requested');
  await user.click(within(card).getByRole('button', { name: 'Withdraw request' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your request is withdrawn.');
  expect(sent).toEqual(['sub_4?onlyRequest=true']);
  expect(screen.queryByRole('region', { name: /^Enterprise/ })).toBeNull();
});

test.each([
  ['is refused', refuse(WITHDRAW, 'OPERATION_IN_PROGRESS'), 'There was an error updating your subscription.'],
  [
    'has no answer',
    answer(WITHDRAW, () => HttpResponse.error()),
    "No connection. We don't know if it was saved. Check again in a moment.",
  ],
])('[F5] a withdrawal that %s: the request stays with the reason', async (_what, handler, text) => {
  const { user } = openIot([subscriptionsAre(request), handler]);
  const card = await requestCard();
  await user.click(within(card).getByRole('button', { name: 'Withdraw request' }));
  await waitFor(() => expect(card.textContent).toContain(text));
  expect(within(card).getByRole('button', { name: 'Withdraw request' })).toBeDefined();
});

test('[F5] withdrawing a request that was declined or withdrawn before: the page says that it is no longer open', async () => {
  const { user } = openIot([subscriptionsAre(request), refuse(WITHDRAW, 'NOT_FOUND')]);
  const card = await requestCard();
  server.use(subscriptionsAre());
  await user.click(within(card).getByRole('button', { name: 'Withdraw request' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your request is no longer open.It was declined, or withdrawn before. Nothing has begun, and nothing is charged for it.',
  );
  expect(screen.queryByText('Your request is withdrawn.')).toBeNull();
});

test('[F5] a request that was accepted meanwhile is not withdrawn: the page says so and shows the plan', async () => {
  const { user } = openIot([
    subscriptionsAre(request),
    newClaims,
    refuse(WITHDRAW, 'ACTION_REFUSED', { code: 'not_requested' }),
  ]);
  const card = await requestCard();
  server.use(subscriptionsAre(acceptedPlan), tieredPlansAre(individual, student, { ...enterprise, isCurrent: true }));
  await user.click(within(card).getByRole('button', { name: 'Withdraw request' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your request has been accepted meanwhile.Enterprise has begun, and nothing was withdrawn. You can turn off auto-renew below.',
  );
  expect(screen.queryByText('Your request is withdrawn.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
  const current = await screen.findByRole('region', { name: /^Enterprise\s*Current plan/ });
  expect(within(current).getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('true');
});

test('[F5] with an unverified email, order and request say that it has to be verified first', async () => {
  const unverified = answer('GET /api/auth/me', aMe({ user: { emailVerified: false } }));
  openIot([unverified, subscriptionsAre(iotIndividual)], ENTERPRISE);
  await ready('Send request');
  expect(screen.getByText(/It can begin once your email is verified/)).toBeDefined();
  cleanup();
  openIot([unverified, subscriptionsAre(request)]);
  const link = within(await requestCard()).getByRole('link', { name: 'Verify it now' });
  expect(link.getAttribute('href')).toBe('#/security');
});

test('[F5] [IO-02] enterprise that was requested during a trial is shown below the trial, and not offered again', async () => {
  openIot([subscriptionsAre(request, { ...iotIndividual, isTrial: true })], ENTERPRISE);
  const card = await requestCard();
  expect(card.textContent).toContain('Requested on Nov 26, 2026');
  expect(within(screen.getByRole('region', { name: /^Individual/ })).getByText('Current plan')).toBeDefined();
  expect(screen.getByText('You have requested this plan')).toBeDefined();
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
  expect(lines).toMatch(/Before tax, after the trial.*\$100\.80.*Due today\$0\.00$/);
  expect(lines).not.toContain('Total after the trial');
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
