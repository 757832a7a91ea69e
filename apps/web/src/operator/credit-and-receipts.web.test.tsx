import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { answer } from '../testing/handlers.ts';
import { aCustomer, leaveOperatorSite, openPia } from '../testing/open-operator-site.tsx';
import { aReceipt, aRefundedReceipt } from '../testing/receipts.ts';
import { server } from '../testing/server.ts';

/** What a customer's page says of debts that were given up, of credit given twice, and of what no longer renews. */

afterEach(leaveOperatorSite);

const customerCall = 'GET /api/operator/customers/:accountId';
const credit = 'POST /api/operator/customers/:accountId/credit';
type Page = Parameters<typeof aCustomer>[0];

/** The page as somebody with the billing role finds it. */
const open = (page: Page) => {
  const user = openPia('billing');
  server.use(answer(customerCall, aCustomer(page)));
  return user;
};

const owing = (receipt: Parameters<typeof aReceipt>[0]): Page => ({
  paid: {
    ...aCustomer().paid,
    refundable: {},
    receipts: [
      aReceipt({
        id: 'inv_1',
        isPaid: false,
        status: 'Payment Failed',
        totalCents: 2220,
        amountDueCents: 2220,
        ...receipt,
      }),
    ],
  },
});

const rowWith = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`${text} is in no row`);
  return row;
};

test('[OP-02] an open receipt can be voided and written off; one written off says so and has no button', async () => {
  open(owing({ writtenOff: false }));
  const row = await rowWith('Payment failed');
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Void', 'Write off']);
  leaveOperatorSite();
  open(owing({ writtenOff: true }));
  const given = await rowWith('Written off');
  expect(within(given).queryAllByRole('button')).toEqual([]);
  expect(screen.queryByText('Payment failed')).toBeNull();
});

test('[OP-02] what is left to pay of a receipt stands beside its total, where credit paid a part', async () => {
  open(owing({ amountDueCents: 1720, creditTendered: 500 }));
  const row = await rowWith('Payment failed');
  expect(within(row).getByText('$17.20')).toBeTruthy();
  expect(within(row).getByText('left of $22.20')).toBeTruthy();
});

test('[OP-02] a receipt’s row says what went back of it and when, and what did not', async () => {
  const refunds = [
    { amount: 10_000 },
    { status: 'failed' as const, amount: 500 },
    { status: 'sending' as const, amount: 62 },
  ];
  open({ paid: { ...aCustomer().paid, receipts: [aRefundedReceipt(refunds)] } });
  const row = await rowWith('Partly refunded');
  for (const text of [
    '$100.00 refunded on Jan 20, 2026',
    'Refund of $5.00 failed on Jan 20, 2026',
    'Refund of $0.62 without an answer since Jan 20, 2026',
  ])
    expect(row.textContent).toContain(text);
});

const give = async (user: ReturnType<typeof open>, amount: string) => {
  await user.click(await screen.findByRole('button', { name: 'Give credit' }));
  const form = screen.getByRole('form', { name: 'Give credit to Pia Curie' });
  await user.type(within(form).getByLabelText('Amount in dollars'), amount);
  await user.type(within(form).getByLabelText('Reason'), 'a long outage');
  await user.click(within(form).getByRole('button', { name: 'Give credit' }));
  return form;
};

test('[OP-02, INV-9] the same credit within the hour is asked about, and given once more under a key of its own', async () => {
  const sent: { key: string | null; body: unknown }[] = [];
  const user = open({});
  server.use(
    answer(credit, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      const error = { type: 'ACTION_REFUSED', message: 'no', code: 'granted_before' };
      return sent.length === 1 ? Response.json({ error }, { status: 409 }) : { creditCents: 1000, usedFor: [] };
    }),
  );
  const form = await give(user, '5');
  expect((await within(form).findByRole('alert')).textContent).toContain(
    'This account was given the same amount within the last hour, so nothing was given now.',
  );
  const amount = within(form).getByLabelText('Amount in dollars');
  await user.type(amount, '0');
  expect(within(form).getByRole('button', { name: 'Give credit' })).toBeTruthy();
  await user.type(amount, '{Backspace}');
  await user.click(within(form).getByRole('button', { name: 'Give it once more' }));
  expect(await screen.findByText('$5.00 credit given. Account credit is now $10.00.')).toBeTruthy();
  const body = { amountCents: 500, reason: 'a long outage' };
  expect(sent.map((one) => one.body)).toEqual([body, { ...body, again: true }]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('[OP-02] credit that went straight to receipts names them, with how much of it', async () => {
  const user = open({});
  const use = { id: 'inv_1', invoice: 'R-000048', amountCents: 500, isPaid: false };
  server.use(answer(credit, { creditCents: 0, usedFor: [use] }));
  await give(user, '5');
  expect(
    await screen.findByText('$5.00 credit given. Used at once for R-000048 ($5.00). Account credit is now $0.00.'),
  ).toBeTruthy();
});

test.each([
  ['active', 'Active', 2598, 'renews', '$25.98'],
  ['past_due', 'Past due', null, null, ''],
  ['suspended', 'Paused', null, null, ''],
  ['canceled', 'Ended', null, null, ''],
] as const)(
  '[OP-02] of what is %s nothing is said to renew but what does',
  async (status, word, renewalCents, text, cost) => {
    open({ holds: [aSubscription({ status, renews: true, renewalCents })] });
    const row = await rowWith(word);
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent ?? '');
    expect(within(row).queryByText('renews')?.textContent ?? null).toBe(text);
    expect(cells.at(-2)).toBe(cost);
    expect(within(row).queryByText(/^(ends|Nothing|Never)$/)).toBeNull();
  },
);

test('[OP-02] a customer whose bank disputes a payment has a badge, and the amount is shown', async () => {
  open({ paid: { ...aCustomer().paid, disputedCents: 3_220, disputedSince: '2026-12-13T05:00:00.000Z' } });
  const figure = await screen.findByText('Paid to date', { selector: 'dt' });
  expect(figure.nextElementSibling?.textContent).toContain('$32.20 in dispute since Dec 13, 2026');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Payment in dispute');
});

const nextTryAt = '2026-12-13T05:00:00.000Z';

test.each<[string, Partial<ReturnType<typeof aCustomer>['paid']>, string, string]>([
  ['is charged again', { dueCents: 16_367, nextTryAt }, 'Due, being retried', '$163.67Next try on Dec 13, 2026'],
  ['is not charged again', { dueCents: 16_367 }, 'Due', '$163.67'],
  [
    'is due beside an overdue one',
    { overdueCents: 3_220, overdueSince: nextTryAt, dueCents: 1_000 },
    'Overdue',
    '$32.20since Dec 13, 2026and $10.00 due',
  ],
])('[OP-02] a bill that %s is not shown as $0.00 overdue', async (_, paid, name, text) => {
  open({ paid: { ...aCustomer().paid, ...paid } });
  const figure = await screen.findByText(name, { selector: 'dt' });
  expect(figure.nextElementSibling?.textContent).toBe(text);
});
