import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installNext } from '../../features/subscriptions/tiers/tiers-done.ts';
import { visit } from '../../lib/redirect.ts';
import { aSubscription } from '../../testing/builders.ts';
import { newClaims, orderReply, quoteIs } from '../../testing/drive-answers.ts';
import { advanceTime, restoreTimers, waitUntil } from '../../testing/fake-time.ts';
import { answer } from '../../testing/handlers.ts';
import { receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
// lazy parts of the page, loaded before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import '../../features/subscriptions/tiers/tiers-done-page.tsx';
import './tiers.tsx';

const SCOPE = '/subscriptions/scope';
const CHOICE = `${SCOPE}?package=pln_scope_power_yearly`;
const REVIEW = `${CHOICE}&step=review&pay=now`;
const DONE = `${SCOPE}/sub_7?step=done`;
const INSTALL = 'https://scope.arcwave.example/install?r=add&subId=sub_7';

const held = aSubscription({
  id: 'sub_7',
  product: 'scope',
  plan: { ...aSubscription().plan, id: 'pln_scope_power', displayName: 'Power' },
});
const one = answer('GET /api/subscription/subscriptions/:id', held);

let away = vi.fn<typeof visit.to>();
beforeEach(() => {
  away = vi.fn();
  vi.spyOn(visit, 'to').mockImplementation(away);
});
afterEach(() => {
  restoreTimers();
  installNext(null);
  sessionStorage.clear();
});

const goBack = async () => {
  const left = new Promise((done) => addEventListener('popstate', done, { once: true }));
  history.back();
  await act(() => left);
};

/** Buys the plan at once, by a double click. */
const buy = async (path = REVIEW, receipt = aReceipt({ id: 'rcp_7' })) => {
  const sent: unknown[] = [];
  const order = answer('POST /api/subscription/subscriptions', async ({ request }) => {
    sent.push(await request.json());
    return { ...orderReply, id: 'sub_7', subscription: held, receipt };
  });
  const app = renderApp(path, {
    handlers: [tieredPlansAre(...scopePlans), quoteIs(), newClaims, receiptsAre(), order, one],
  });
  return {
    ...app,
    sent,
    pay: async () => app.user.dblClick(await screen.findByRole('button', { name: 'Pay $324.62' })),
  };
};

test('[SP-04] the chosen package is bought: what was paid, its receipt, and the install address next', async () => {
  const { sent, pay } = await buy();
  await pay();
  expect(await screen.findByRole('heading', { level: 1, name: 'Paid $324.62' })).toBeDefined();
  expect(sent).toEqual([
    { id: 'pln_scope_power', interval: 'yearly', expectedTotalCents: 32462, expectedHeldCount: 0 },
  ]);
  expect(await screen.findByRole('heading', { name: 'Power is yours' })).toBeDefined();
  const lines = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(lines()).toEqual(['Starter, yearly', 'Jan 10, 2027', 'Visa\u{a0}••••\u{a0}4242', '$324.62']);
  expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe('#/receipt/rcp_7');
  expect((await screen.findByRole('link', { name: 'Install Scope' })).getAttribute('href')).toBe(INSTALL);
  expect(screen.getByText(/^The install page opens in \d+ seconds\.$/)).toBeDefined();
  expect(away).not.toHaveBeenCalled();
});

test('[SP-04] without a charge it says what was bought, and offers no receipt', async () => {
  const { pay } = await buy(REVIEW, aReceipt({ amountDueCents: 0 }));
  await pay();
  expect(await screen.findByRole('heading', { name: 'Power is yours' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'View receipt' })).toBeNull();
});

/** Opens the result page of an order that goes on to the install address, on a clock that the test moves. */
const openResult = async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  installNext('sub_7');
  renderApp(DONE, { handlers: [one] });
  await waitUntil(() => screen.queryByText('The install page opens in 10 seconds.'));
};

test('[SP-04] then the install page opens, with r=add and the id', async () => {
  await openResult();
  await advanceTime(9000);
  expect(screen.getByText('The install page opens in 1 second.')).toBeDefined();
  expect(away).not.toHaveBeenCalled();
  await advanceTime(1000);
  expect(away.mock.calls).toEqual([[INSTALL]]);
});

test('[SP-04] the customer who wants to stay here stays', async () => {
  await openResult();
  act(() => screen.getByRole('button', { name: 'Stay here' }).click());
  await advanceTime(60_000);
  expect(screen.queryByText(/The install page opens/)).toBeNull();
  expect(away).not.toHaveBeenCalled();
});

test('[SP-04] a hidden tab waits', async () => {
  await openResult();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await advanceTime(60_000);
  expect(away).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  await advanceTime(10_000);
  expect(away).toHaveBeenCalledOnce();
  hidden.mockRestore();
});

test('[SP-04] opened by Back or after a reload, the result page goes nowhere', async () => {
  renderApp(DONE, { handlers: [one] });
  expect(await screen.findByRole('link', { name: 'Install Scope' })).toBeDefined();
  expect(screen.queryByText(/The install page opens/)).toBeNull();
});

test('[SP-04] Back after an order leads to the choice, also past a review from before a detour', async () => {
  const { user, pay } = await buy();
  await screen.findByRole('button', { name: 'Pay $324.62' });
  act(() => {
    location.hash = '/payments/method'; // the detour to the card, and back to the review
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay $324.62' })).toBeNull());
  act(() => {
    location.hash = REVIEW;
  });
  await pay();
  await screen.findByRole('heading', { name: 'Paid $324.62' });
  await goBack();
  await waitFor(() => expect(location.hash).toContain('/payments/method'));
  await goBack();
  expect(await screen.findByRole('radio', { name: /Power/ })).toBeDefined();
  expect(location.hash).toBe(`#${CHOICE}`);
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  // the same plan once more, on purpose
  await user.click(await screen.findByRole('link', { name: 'Choose plan' }));
  expect(await screen.findByRole('button', { name: /^Start|^Pay/ })).toBeDefined();
});
