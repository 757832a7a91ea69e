import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PAID_KEY, readStored } from '../../lib/browser-store.ts';
import { storePaidPayment } from '../../shared/orders/paid.ts';
import { aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { refuse } from '../../testing/handlers.ts';
import { anUnpaidReceipt, outcomeIn, receiptServer } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { signIn } from '../../testing/session.ts';
// loaded on demand by the page, there before the time of a test begins
import './home-money.tsx';
import './home-notices.tsx';

const suspended = subscriptionsAre(aSubscription({ status: 'suspended' }));
const slotOf = (notice: HTMLElement) => notice.closest<HTMLElement>('[style]');
const main = () => document.querySelector('main')?.textContent ?? '';

test('[F1] [PM-09] an overdue payment comes first on Home: amount, since when, what is paused, and it is paid there', async () => {
  const { asked, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  const { user } = renderApp('/', { handlers: [suspended, ...handlers] });
  const title = await screen.findByText('Payment overdue: $32.20');
  expect(screen.getByText('Starter inv_1, due since', { exact: false }).textContent).toBe(
    'Starter inv_1, due since Mar 1, 2026.',
  );
  expect(screen.getByText('Starter is paused until it is paid.')).toBeDefined();
  expect(main()).not.toContain('Your next payment');
  expect(main()).not.toContain('nothing to pay right now');
  // the notice takes the place of the empty line under the title
  expect(slotOf(title)?.style.marginTop).toBe('-26px');
  const products = screen.getByRole('heading', { name: 'Products' });
  expect(products.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_PRECEDING);

  await user.click(screen.getByRole('button', { name: 'Pay $32.20' }));
  const paid = (await screen.findByText('Paid $32.20')).closest('[role=alert]') as HTMLElement;
  expect(asked).toHaveLength(1);
  expect(paid.textContent).toContain('Starter inv_1. Drive Starter is active again. We emailed you the receipt.');
  expect(within(paid).getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe('#/receipt/inv_1');
  await waitFor(() => expect(document.activeElement).toBe(paid));
  await waitFor(() => expect(screen.queryByText('Payment overdue: $32.20')).toBeNull());
  expect(main()).toContain('Your next payment is');
  expect(slotOf(paid)?.style.marginTop).toBe('0px');
});

test('[F1, D14] a plan that was never paid is paused at once, and starts again with the payment', async () => {
  const tried = { ...anUnpaidReceipt('inv_1', '01', 3220), status: 'Payment Failed' as const, overdue: false };
  const { handlers } = receiptServer(tried);
  const unpaid = aSubscription({
    status: 'past_due',
    entitled: false,
    ifUnpaid: { kind: 'ends', at: '2026-03-16T00:00:00Z' },
  });
  const { user } = renderApp('/', { handlers: [subscriptionsAre(unpaid), ...handlers] });
  await screen.findByText("We couldn't charge $32.20");
  expect(main()).toContain('Starter is paused. Pay by Mar 16, 2026 or it ends.');
  expect(main()).toContain('50 GB · Paused until it is paid');
  expect(screen.queryByRole('link', { name: 'Launch' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay $32.20' }));
  const paid = (await screen.findByText('Paid $32.20')).closest('[role=alert]') as HTMLElement;
  expect(paid.textContent).toContain('Drive Starter is active again. We emailed you the receipt.');
});

test('[F1] a payment restarts several paused plans: each is named', async () => {
  const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  const paused = [
    aSubscription({ status: 'suspended' }),
    aSubscription({ id: 'sub_2', name: 'Pro', status: 'suspended' }),
  ];
  const { user } = renderApp('/', { handlers: [subscriptionsAre(...paused), ...handlers] });
  await user.click(await screen.findByRole('button', { name: 'Pay $32.20' }));
  await screen.findByText('Paid $32.20');
  expect(main()).toContain('Drive Starter and Drive Pro are active again.');
});

test('[F1, S17] a debt of an ended plan says since when, and that paying does not bring the plan back', async () => {
  const { handlers } = receiptServer({ ...anUnpaidReceipt('inv_1', '01', 3220), writtenOff: true });
  const { user } = renderApp('/', { handlers: [subscriptionsAre(), ...handlers] });
  await screen.findByText('Payment overdue: $32.20');
  expect(screen.getByText('Starter inv_1, due since', { exact: false }).textContent).toBe(
    "Starter inv_1, due since Mar 1, 2026. Starter ended on Apr 15, 2026. Paying settles the invoice and doesn't bring the plan back. See plans",
  );
  await user.click(screen.getByRole('button', { name: 'Pay $32.20' }));
  const paid = (await screen.findByText('Paid $32.20')).closest('[role=alert]') as HTMLElement;
  expect(paid.textContent).toContain(
    'Starter inv_1. We emailed you the receipt. Starter ended on Apr 15, 2026 and stays ended. See plans',
  );
});

test('[F1] without a next payment an unpaid receipt is not called no payment', async () => {
  const { accountIs, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  renderApp('/', { handlers: [suspended, accountIs({ nextPayment: null }), ...handlers] });
  expect(await screen.findByText('Payment overdue: $32.20')).toBeDefined();
  expect(main()).not.toContain('nothing to pay right now');
});

const ADVICE = "Change your card and we'll charge the $32.20 at once.";

test.each([
  [
    'for a reason',
    'Your card has insufficient funds.',
    'CARD was declined for $32.20Your card has insufficient funds. ',
  ],
  ['without a reason', 'Your card was declined.', 'CARD was declined for $32.20'],
])(
  '[F1] [PY-05] a declined payment is tried again and declined %s: the notice has card, amount and next step',
  async (_, message, says) => {
    const tried = { ...anUnpaidReceipt('inv_1', '01', 3220), status: 'Payment Failed' as const, overdue: false };
    const { accountIs, handlers } = receiptServer(tried);
    const declined = refuse('POST /api/account/me/receipts/:id/pay', 'StripeCardError', { message });
    const { user } = renderApp('/', { handlers: [declined, accountIs({ openAmountCents: 3220 }), ...handlers] });
    expect(await screen.findByText("We couldn't charge $32.20")).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Pay $32.20' }));
    const alert = await screen.findByRole('alert');
    expect(outcomeIn(alert)).toBe(`${says.replace('CARD', 'Visa\u{a0}••••\u{a0}4242')}Nothing was charged. ${ADVICE}`);
    expect(within(alert).getByText(/due since/).textContent).toBe('Starter inv_1, due since Mar 1, 2026.');
    expect(within(alert).getByRole('button', { name: 'Pay $32.20' })).toBeDefined();
    expect(screen.queryByText("We couldn't charge $32.20")).toBeNull();
  },
);

test('[F1] [PY-05] a declined payment says why, and another card is the main button', async () => {
  const tried = { ...anUnpaidReceipt('inv_1', '01', 3220), status: 'Payment Failed' as const, overdue: false };
  const { handlers } = receiptServer({
    ...tried,
    failureMessage: 'Your card was declined.',
    failedAt: '2026-03-12T09:00:00Z',
  });
  renderApp('/', { handlers });
  expect((await screen.findByText(/due since/)).textContent).toBe(
    'Starter inv_1, due since Mar 1, 2026. Visa\u{a0}••••\u{a0}4242 was declined on Mar 12, 2026.',
  );
  const change = screen.getByRole('link', { name: 'Change card' });
  const pay = screen.getByRole('button', { name: 'Pay $32.20' });
  expect([change.className.includes('primary'), pay.className.includes('primary')]).toEqual([true, false]);
  expect(change.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('[F1] [PM-08] without a card it leads to one, and from where cards do not pay to sales', async () => {
  const { accountIs, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  renderApp('/', { handlers: [accountIs({ paymentMethod: null }), ...handlers] });
  expect((await screen.findByRole('link', { name: 'Add card' })).getAttribute('href')).toBe(
    '#/payments/method?returnPath=%2F',
  );
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  cleanup();
  renderApp('/', { handlers: [accountIs({ paymentMethod: null, canAddPaymentMethod: false }), ...handlers] });
  expect(await screen.findByText(/Card payments outside the US can't be processed/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Add card' })).toBeNull();
});

test('[B10] from where cards do not pay an unpaid plan says when it is paused or ends, and leads to the address', async () => {
  const { accountIs, handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  const late = aSubscription({ status: 'past_due', ifUnpaid: { kind: 'pauses', at: '2026-03-16T00:00:00Z' } });
  const paused = aSubscription({ id: 'sub_2', name: 'Pro', status: 'suspended' });
  const held = [late, { ...paused, ifUnpaid: { kind: 'ends', at: '2026-04-15T00:00:00Z' } } as const];
  renderApp('/', { handlers: [subscriptionsAre(...held), accountIs({ canAddPaymentMethod: false }), ...handlers] });
  const link = await screen.findByRole('link', { name: 'correct it' });
  expect(link.getAttribute('href')).toBe('#/address');
  expect(main()).toContain('Pay by Mar 16, 2026 to keep Starter.');
  expect(main()).toContain('Pro is paused. Pay by Apr 15, 2026 or it ends.');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

const purchase = {
  cents: 94166,
  creditCents: 0,
  description: 'Drive Ultimate, yearly',
  product: 'drive',
  until: '2027-11-23T00:00:00Z',
  receiptId: 'inv_9',
} as const;

test('[F3] a payment is said until it is dismissed: plan, until when, receipt and launch; after a reload too', async () => {
  signIn();
  storePaidPayment(purchase);
  renderApp('/', { handlers: [subscriptionsAre(aSubscription())], signedIn: false });
  const paid = (await screen.findByText('Paid $941.66')).closest('[role=alert]') as HTMLElement;
  expect(paid.textContent).toContain('Drive Ultimate, yearly, paid until Nov 23, 2027. We emailed you the receipt.');
  expect(within(paid).getByRole('link', { name: 'View receipt' }).getAttribute('href')).toBe('#/receipt/inv_9');
  expect(await within(paid).findByRole('link', { name: 'Launch' })).toBeDefined();
  cleanup();

  const { user } = renderApp('/', { handlers: [subscriptionsAre(aSubscription())], signedIn: false });
  await screen.findByText('Paid $941.66');
  expect(screen.queryByRole('alert')).toBeNull(); // read out once
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Paid $941.66')).toBeNull();
  expect(readStored(PAID_KEY)).toBe('');
});

const clockAt = (now: string) => {
  const { accountIs } = receiptServer();
  return [subscriptionsAre(), accountIs({ clock: { status: 'ready', now } })];
};

test('[F3] a payment that was first shown more than a week ago is no news, and the next notice takes its place', async () => {
  signIn();
  storePaidPayment(purchase);
  renderApp('/', { handlers: clockAt('2026-11-24T00:00:00Z'), signedIn: false });
  await screen.findByText('Paid $941.66');
  await waitFor(() => expect(JSON.parse(readStored(PAID_KEY)).shownAt).toBe('2026-11-24T00:00:00Z'));
  cleanup();
  renderApp('/', { handlers: clockAt('2026-11-30T23:00:00Z'), signedIn: false });
  await screen.findByText('Paid $941.66');
  cleanup();
  renderApp('/', { handlers: clockAt('2026-12-01T01:00:00Z'), signedIn: false });
  await screen.findByText('Next step: choose your first plan');
  expect(screen.queryByText('Paid $941.66')).toBeNull();
  expect(readStored(PAID_KEY)).toBe('');
});

test.each([
  ['a payment', purchase, 'Paid $941.66'],
  ['a trial that started', { ...purchase, subId: 'sub_1', startsTrial: true }, /trial has started/],
] as const)(
  '[F3] %s is replaced by the next notice also if Home stays open for more than a week',
  async (_, paid, title) => {
    signIn();
    storePaidPayment(paid);
    const held = subscriptionsAre(
      aSubscription({ id: 'sub_1', isTrial: true, trialDaysLeft: 30, trialExpiry: '2026-12-24T00:00:00Z' }),
    );
    const [, account] = clockAt('2026-11-24T00:00:00Z');
    const { queries } = renderApp('/', { handlers: [held, ...(account ? [account] : [])], signedIn: false });
    await screen.findByText(title);
    await waitFor(() => expect(JSON.parse(readStored(PAID_KEY)).shownAt).toBe('2026-11-24T00:00:00Z'));
    server.use(...clockAt('2026-12-24T00:00:00Z'));
    await act(() => queries.invalidateQueries());
    expect(await screen.findByText('Next step: choose your first plan', {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.queryByText(title)).toBeNull();
  },
);

test('[F3] the payment of another customer of this browser is not shown', async () => {
  signIn();
  storePaidPayment(purchase);
  const stored = JSON.parse(readStored(PAID_KEY));
  localStorage.setItem(PAID_KEY, JSON.stringify({ ...stored, userId: 'usr_other' }));
  renderApp('/', { handlers: [subscriptionsAre()], signedIn: false });
  await waitFor(() => expect(readStored(PAID_KEY)).toBe(''));
  expect(screen.queryByText('Paid $941.66')).toBeNull();
});

test('[F1] [F3] an earlier payment is not shown beside a receipt that is unpaid now', async () => {
  signIn();
  storePaidPayment(purchase);
  const { handlers } = receiptServer(anUnpaidReceipt('inv_1', '01', 3220));
  renderApp('/', { handlers: [suspended, ...handlers], signedIn: false });
  await screen.findByText('Payment overdue: $32.20');
  expect(screen.queryByText('Paid $941.66')).toBeNull();
});
