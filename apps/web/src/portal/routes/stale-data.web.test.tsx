import type { RouteName } from '@foyer/contract/api/routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { BILLING_CHANGE_KEY, PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { aCard, aMe, anAccount } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { openPaymentsOf } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const nothingHeld = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });
const receipts = [aReceipt()];
const receiptsHandler = answer('GET /api/account/me/receipts', ({ request }) => {
  const shown = request.url.includes('unpaid') ? [] : receipts;
  return { receipts: shown, data: { receipts: shown }, total: shown.length, nextCursor: null };
});

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

/** What stands there is asked for again, as when one comes back to the tab, and does not come. */
const fail = async ({ queries }: ReturnType<typeof renderApp>, key: string, name: RouteName) => {
  server.use(refuse(name, 'INTERNAL_ERROR'));
  await act(() => queries.invalidateQueries({ queryKey: [key] }));
};

const AS_OF = /^As of \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M\. Try again$/;
const hints = () => screen.getAllByRole('status').filter(({ textContent }) => AS_OF.test(textContent ?? ''));

test('[HO-08] subscriptions kept from before, while they cannot be had anew: said beside them, and asked for on a press', async () => {
  const app = renderApp('/', { handlers: [nothingHeld] });
  expect(await screen.findAllByText('No subscription')).toHaveLength(2);
  expect(screen.queryByText(/^As of/)).toBeNull();
  await fail(app, 'subscriptions', 'GET /api/subscription/subscriptions');
  const region = within(screen.getByRole('region', { name: 'Products' }));
  expect((await region.findByRole('status')).textContent).toMatch(AS_OF);
  expect(region.getAllByText('No subscription')).toHaveLength(2);
  expect(hints()).toHaveLength(1);
  server.use(nothingHeld);
  await app.user.click(region.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
});

test('[SH-12] [HO-08] subscriptions that could not be refreshed while offline: the note beside them has the reason', async () => {
  const app = renderApp('/', { handlers: [nothingHeld] });
  await screen.findAllByText('No subscription');
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  await fail(app, 'subscriptions', 'GET /api/subscription/subscriptions');
  const note = await within(screen.getByRole('region', { name: 'Products' })).findByRole('status');
  expect(note.textContent).toMatch(/^You're offline\. As of /);
});

test('[SH-12] [HO-08] Home while offline says so once, though nothing could be refreshed', async () => {
  const app = renderApp('/', { handlers: [nothingHeld] });
  await screen.findAllByText('No subscription');
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  await fail(app, 'subscriptions', 'GET /api/subscription/subscriptions');
  await fail(app, 'account', 'GET /api/account/me');
  await fail(app, 'me', 'GET /api/auth/me');
  await waitFor(() => expect(screen.getAllByText(/You're offline/)).toHaveLength(1));
});

test.each([
  ['Home, of the account', '/', 'account', 'GET /api/account/me', 1],
  ['Home, of the user', '/', 'me', 'GET /api/auth/me', 1],
  ['Payments, of the account: both cards', '/payments', 'account', 'GET /api/account/me', 2],
  ['Payments, of past payments', '/payments', 'receipts', 'GET /api/account/me/receipts', 1],
  ['the next payment', '/payments/next', 'account', 'GET /api/account/me', 1],
  ['a receipt', '/receipt/inv_1', 'receipts', 'GET /api/account/me/receipts/:id', 1],
  ['the address', '/address', 'me', 'GET /api/auth/me', 1],
] as const)('[HO-08, PY-01] what is kept says so on %s', async (_place, path, key, name, many) => {
  const app = renderApp(path, {
    handlers: [nothingHeld, receiptsHandler, answer('GET /api/account/me/receipts/:id', aReceipt({ id: 'inv_1' }))],
  });
  await waitFor(() => {
    expect(app.queries.getQueriesData({ queryKey: [key] }).some(([, data]) => data !== undefined)).toBe(true);
    expect(app.queries.isFetching()).toBe(0);
  });
  expect(screen.queryByText(/^As of/)).toBeNull();
  await fail(app, key, name);
  await waitFor(() => expect(hints()).toHaveLength(many));
});

const bankAsks = anAccount({
  openChallenges: [
    {
      attemptId: 'pay_1',
      kind: 'order',
      product: 'drive',
      subscriptionId: null,
      receiptId: 'inv_1',
      description: 'Drive Starter, yearly',
      amountCents: 32462,
    },
  ],
});

test('[PM-09] Home says what a bank waits for, and leads there; the question about news waits', async () => {
  renderApp('/', {
    handlers: [
      nothingHeld,
      answer('GET /api/auth/me', aMe({ user: { asksMarketing: true } })),
      answer('GET /api/account/me', bankAsks),
    ],
  });
  expect(await screen.findByText('Your bank wants you to confirm')).toBeDefined();
  expect(screen.getByText("Drive Starter, yearly: $324.62. You won't be charged until you confirm.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Confirm with your bank' }).getAttribute('href')).toBe('#/payments');
  expect(screen.queryByText(/Would you like news/)).toBeNull();
});

test('[PM-09, HO-03] beside a pending review, which is said as well', async () => {
  renderApp('/', {
    handlers: [
      nothingHeld,
      answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
      answer('GET /api/account/me', bankAsks),
    ],
  });
  expect(await screen.findByText('Your bank wants you to confirm')).toBeDefined();
  expect(screen.getByText('Account Pending')).toBeDefined();
});

const toldByAnotherTab = () => act(() => dispatchEvent(new StorageEvent('storage', { key: BILLING_CHANGE_KEY })));

test('[PM-09] what the bank asked, answered in another tab, is not said on Home any more', async () => {
  renderApp('/', { handlers: [nothingHeld, answer('GET /api/account/me', bankAsks)] });
  expect(await screen.findByText('Your bank wants you to confirm')).toBeDefined();
  server.use(answer('GET /api/account/me', anAccount()));
  act(() => void dispatchEvent(new StorageEvent('storage', { key: PURCHASE_KEY })));
  await waitFor(() => expect(screen.queryByText('Your bank wants you to confirm')).toBeNull());
});

test('[HO-04] a card and an address that another tab saved stand here at once', async () => {
  renderApp('/', { handlers: [nothingHeld, answer('GET /api/auth/me', aMe({ user: { address: null } }))] });
  const card = await screen.findByRole('link', { name: /Payment method/ });
  expect(card.textContent).toContain('4242');
  expect(screen.getByText('Add an address')).toBeDefined();
  server.use(
    answer('GET /api/account/me', anAccount({ paymentMethod: aCard({ last4: '4444' }) })),
    answer('GET /api/auth/me', aMe()),
  );
  toldByAnotherTab();
  await waitFor(() => expect(screen.getByRole('link', { name: /Payment method/ }).textContent).toContain('4444'));
  await waitFor(() => expect(screen.queryByText('Add an address')).toBeNull());
});

test('[PY-01] and a receipt that was paid there is not asked for here any more', async () => {
  let open = [aReceipt({ id: 'inv_2', isPaid: false, status: 'Unpaid', overdue: true, processedDate: null })];
  renderApp('/payments', {
    handlers: [
      answer('GET /api/account/me', () => anAccount({ openPayments: openPaymentsOf(open) })),
      answer('GET /api/account/me/receipts', ({ request }) => {
        const shown = request.url.includes('unpaid') ? open : receipts;
        return { receipts: shown, data: { receipts: shown }, total: shown.length, nextCursor: null };
      }),
    ],
  });
  const pay = await screen.findByRole('button', { name: /^Pay / });
  open = [];
  toldByAnotherTab();
  await waitFor(() => expect(pay.isConnected).toBe(false));
});
