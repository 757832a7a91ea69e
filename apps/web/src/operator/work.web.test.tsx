import type { OperatorWork } from '@foyer/contract/api/operator';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { config } from '../lib/config.ts';
import { answer, neverAnswers, refuse } from '../testing/handlers.ts';
import { aReview, chartsWith, leaveOperatorSite, openOperatorSite, quietWork } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

const failedHook: OperatorWork['failedHooks'][number] = {
  id: 'job_1',
  product: 'drive',
  accountId: 'acc_1',
  email: 'pia@demo.arcwave.test',
  attempts: 12,
  lastHttpStatus: 500,
  lastError: null,
  failedAt: '2026-11-22T05:00:00.000Z',
};

const failing: OperatorWork['failing'][number] = {
  receiptId: 'inv_1',
  number: 'R-000001',
  accountId: 'acc_1',
  email: null,
  description: 'Drive Starter',
  amountDueCents: 3_220,
  attempts: 1,
  failureMessage: null,
  nextAttemptAt: null,
  overdueSince: null,
};

test('[OP-04] lists without a row are one line, and have no box', async () => {
  server.use(answer('GET /api/operator/work', { ...quietWork, queue: { waiting: 0, active: 0, failed: 0 } }));
  openOperatorSite('/work', 'support');
  const line = await screen.findByText(/^Nothing waiting: failed payments, overdue bills, export reviews/);
  expect(line.textContent).toContain('refunds that match no payment');
  expect(line.textContent).toContain('payments in dispute, payments that the books lack');
  expect(line.textContent).toContain('replaced cards at the payment provider, emails given up');
  expect(line.textContent).toContain('and messages to products given up.');
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  expect(screen.getByText('Background jobs', { selector: 'dt' }).nextElementSibling?.textContent).toBe('0');
});

test('[OP-04] a list with a row has a box and is not in that line; export reviews too', async () => {
  const inAll = { ...quietWork.inAll, failedHooks: 1 };
  const work = { ...quietWork, inAll, failedHooks: [failedHook], reviewsWaiting: 1 };
  server.use(
    answer('GET /api/operator/work', work),
    answer('GET /api/operator/reviews', { reviews: [aReview()], inAll: 1, nextCursor: null }),
  );
  openOperatorSite('/work', 'admin');
  const reviews = await screen.findByRole('region', { name: 'Export reviews' });
  expect(within(reviews).getByText('Max Planck').getAttribute('href')).toBe('#/customers/acc_1');
  expect(reviews.textContent).toContain('Nov 24, 2026');
  screen.getByRole('region', { name: 'Messages to products given up' });
  expect(screen.getByText(/^Nothing waiting/).textContent).not.toMatch(/export reviews|messages to products/);
});

test('[OP-04] a list that was cut says of how many, in the figures too', async () => {
  const inAll = { ...quietWork.inAll, failing: 1_001, failedHooks: 57 };
  const work = { ...quietWork, inAll, failing: [failing], failedHooks: [failedHook] };
  server.use(answer('GET /api/operator/work', work));
  openOperatorSite('/work', 'support');
  expect(await screen.findByText('1 of more than 1,000 are shown.')).toBeTruthy();
  expect(screen.getByText('1 of 57 are shown.')).toBeTruthy();
  const figure = screen.getByText('Failed payments', { selector: 'dt' }).nextElementSibling;
  expect(figure?.textContent).toBe('more than 1,000');
});

test('[OP-04] customers on sandbox clocks are listed with the date of their clock, and are no work that waits', async () => {
  const onClock: OperatorWork['onClock'] = [
    {
      accountId: 'acc_2',
      email: 'pia@demo.arcwave.test',
      at: '2027-12-28T05:00:00.000Z',
      clockAt: '2026-12-28T05:00:00.000Z',
    },
  ];
  server.use(answer('GET /api/operator/work', { ...quietWork, inAll: { ...quietWork.inAll, onClock: 1 }, onClock }));
  openOperatorSite('/work', 'support');
  const table = within(await screen.findByRole('region', { name: 'Customers on sandbox clocks' }));
  expect(table.getByRole('link', { name: 'pia@demo.arcwave.test' }).getAttribute('href')).toBe('#/customers/acc_2');
  expect(table.getAllByRole('row')[1]?.textContent).toContain('Dec 28, 2026Dec 28, 2027, 05:00 UTC');
  expect(screen.getByText(/^Nothing waiting/).textContent).not.toContain('clock');
});

test('[OP-04] only five bills are shown at first, with the date that counts in their list', async () => {
  const bills = Array.from({ length: 7 }, (_, at) => ({
    ...failing,
    receiptId: `inv_${at}`,
    nextAttemptAt: '2026-12-13T05:00:00.000Z',
  }));
  const late = { ...failing, nextAttemptAt: null, overdueSince: '2026-12-14T05:00:00.000Z' };
  const inAll = { ...quietWork.inAll, failing: 7, overdue: 1 };
  server.use(answer('GET /api/operator/work', { ...quietWork, inAll, failing: bills, overdue: [late] }));
  const user = openOperatorSite('/work', 'support');
  const table = within(await screen.findByRole('region', { name: 'Failed payments' }));
  const heads = ({ getAllByRole }: Pick<typeof table, 'getAllByRole'>) =>
    getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads(table)).toEqual(['Customer', 'For', 'Tries', 'Next try', 'Due']);
  expect(table.getAllByRole('row')).toHaveLength(6);
  const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
  expect(heads(overdue)).toEqual(['Customer', 'For', 'Tries', 'Overdue since', 'Due']);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(table.getAllByRole('row')).toHaveLength(8);
});

test('[OP-04] payments that the books lack are listed with their reason, and only while there are any', async () => {
  const parked: OperatorWork['parkedPayments'][number] = {
    gatewayRef: 'pi_lost',
    accountId: null,
    email: null,
    receipt: 'R-000639',
    amountCents: 3_220,
    reason: 'other_amount',
    foundAt: '2026-11-22T05:00:00.000Z',
  };
  const inAll = { ...quietWork.inAll, parkedPayments: 1 };
  server.use(answer('GET /api/operator/work', { ...quietWork, inAll, parkedPayments: [parked] }));
  openOperatorSite('/work', 'support');
  const table = await screen.findByRole('region', { name: 'Payments that the books lack' });
  expect(table.textContent).toContain('pi_lostR-000639NoneThe books expect another amount');
  expect(within(table).getByText('$32.20')).toBeTruthy();
});

test('[OP-04] [BY-08] a message that a product never took is put back, with a reason', async () => {
  const sent: unknown[] = [];
  server.use(
    answer('GET /api/operator/work', {
      ...quietWork,
      inAll: { ...quietWork.inAll, failedHooks: 1 },
      failedHooks: [failedHook],
    }),
    answer('POST /api/operator/jobs/:id/retry', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return new Response(null, { status: 204 });
    }),
  );
  const user = openOperatorSite('/work', 'admin');
  const table = await screen.findByRole('region', { name: 'Messages to products given up' });
  expect(within(table).getByText('500')).toBeTruthy();
  await user.click(within(table).getByRole('button', { name: 'Try again' }));
  const form = screen.getByRole('form', { name: 'Send this message again' });
  await user.type(within(form).getByLabelText('Reason'), 'the product is back');
  await user.click(within(form).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The message is back in the queue.')).toBeTruthy();
  expect(sent).toEqual([['job_1', { reason: 'the product is back' }]]);
});

test('[OP-04] a list goes on where it ended; what did not come says why and is asked for again', async () => {
  const work: OperatorWork = {
    ...quietWork,
    failedHooks: [failedHook],
    inAll: { ...quietWork.inAll, failedHooks: 2 },
    next: { ...quietWork.next, failedHooks: 'behind-1' },
  };
  const asked: string[] = [];
  server.use(
    answer('GET /api/operator/work', work),
    answer('GET /api/operator/work/:list', ({ request, params }) => {
      asked.push(`${params.list} ${new URL(request.url).searchParams.get('cursor')}`);
      if (asked.length === 1)
        return Response.json({ error: { type: 'INVALID_REQUEST', message: '' } }, { status: 400 });
      return { failedHooks: [{ ...failedHook, id: 'job_2', product: 'scope' }], nextCursor: null };
    }),
  );
  const user = openOperatorSite('/work', 'support');
  const table = within(await screen.findByRole('region', { name: 'Messages to products given up' }));
  expect(screen.getByText('1 of 2 are shown.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await table.findByText('Scope')).toBeTruthy();
  expect(screen.queryByText('1 of 2 are shown.')).toBeNull();
  expect(asked).toEqual(['failedHooks behind-1', 'failedHooks behind-1']);
  expect(document.activeElement?.textContent).toBe('That is all.');
});

test('[OP-04] [PM-09] the removal of a replaced card is tried again, with a reason', async () => {
  const sent: unknown[] = [];
  server.use(
    answer('GET /api/operator/work', {
      ...quietWork,
      inAll: { ...quietWork.inAll, failedDetachments: 1 },
      failedDetachments: [
        {
          id: 'job_3',
          accountId: 'acc_1',
          email: 'pia@demo.arcwave.test',
          brand: 'visa',
          last4: '4242',
          failedAt: '2026-11-22T05:00:00.000Z',
        },
      ],
    }),
    answer('POST /api/operator/jobs/:id/retry', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return new Response(null, { status: 204 });
    }),
  );
  const user = openOperatorSite('/work', 'admin');
  const table = await screen.findByRole('region', { name: 'Replaced cards still at the payment provider' });
  expect(within(table).getByText(/4242/).textContent).toMatch(/visa/i);
  await user.click(within(table).getByRole('button', { name: 'Try again' }));
  const form = screen.getByRole('form', { name: 'Remove this card at the payment provider' });
  await user.type(within(form).getByLabelText('Reason'), 'the provider is back');
  await user.click(within(form).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The removal is back in the queue.')).toBeTruthy();
  expect(sent).toEqual([['job_3', { reason: 'the provider is back' }]]);
});

test('[OP-04] an email that can never arrive is dismissed, with a reason', async () => {
  const sent: unknown[] = [];
  server.use(
    answer('GET /api/operator/work', {
      ...quietWork,
      inAll: { ...quietWork.inAll, failedMails: 1 },
      failedMails: [
        { id: 'job_4', template: 'receipt', accountId: 'acc_1', email: null, failedAt: '2026-11-22T05:00:00.000Z' },
      ],
    }),
    answer('POST /api/operator/jobs/:id/dismiss', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return new Response(null, { status: 204 });
    }),
  );
  const user = openOperatorSite('/work', 'support');
  const table = await screen.findByRole('region', { name: 'Emails given up' });
  await user.click(within(table).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('form', { name: 'Send this email again' })).toBeNull();
  const form = screen.getByRole('form', { name: 'Dismiss this email' });
  await user.type(within(form).getByLabelText('Reason'), 'the address does not exist');
  await user.click(within(form).getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('It is dismissed.')).toBeTruthy();
  expect(sent).toEqual([['job_4', { reason: 'the address does not exist' }]]);
});

test('[OP-04] a payment in dispute is in the queue and on the page Work, with what to do', async () => {
  const dispute: OperatorWork['disputes'][number] = {
    id: 'att_1',
    accountId: 'acc_1',
    email: 'pia@demo.arcwave.test',
    receipt: 'R-000639',
    amountCents: 3_220,
    disputedAt: '2026-11-22T05:00:00.000Z',
  };
  const inAll = { ...quietWork.inAll, disputes: 1 };
  server.use(
    answer('GET /api/operator/work', { ...quietWork, inAll, disputes: [dispute] }),
    answer('GET /api/operator/reviews', { reviews: [], inAll: 0, nextCursor: null }),
  );
  const user = openOperatorSite('/', 'support');
  const queue = within(await screen.findByRole('region', { name: 'Needs a person' }));
  expect((await queue.findByRole('row', { name: /^Payment in dispute/ })).textContent).toContain('$32.20');
  await user.click(screen.getByRole('link', { name: 'All work' }));
  const table = await screen.findByRole('region', { name: 'Payments in dispute' });
  expect(table.textContent).toContain('R-000639att_1pia@demo.arcwave.test');
  expect(within(table).getByText('$32.20')).toBeTruthy();
  screen.getByText(/Answer in the pages of the payment provider/);
});

test.each([
  ['succeeded', true, 'The payment of $324.62 succeeded and is booked.'],
  ['errored', true, 'Nothing was charged.'],
  ['processing', false, 'The payment provider has no answer about $324.62 yet. Try later.'],
] as const)(
  '[OP-04] [INV-12] the provider is asked about a payment that was given up, and %s is shown',
  async (status, isDecided, text) => {
    const sent: unknown[] = [];
    const row = { accountId: 'acc_1', email: 'pia@demo.arcwave.test', at: '2026-11-21T05:00:00.000Z' };
    server.use(
      answer('GET /api/operator/work', {
        ...quietWork,
        inAll: { ...quietWork.inAll, waiting: 2 },
        waiting: [
          { id: 'att_old', kind: 'payment', status: 'sending', isGivenUp: true, ...row },
          { id: 'ref_new', kind: 'refund', status: 'sending', isGivenUp: false, ...row },
        ],
      }),
      answer('POST /api/operator/payments/:id/ask', async ({ request, params }) => {
        sent.push([params.id, await request.json()]);
        return { status, amountCents: 32_462, isDecided };
      }),
    );
    const user = openOperatorSite('/work', 'billing');
    const table = await screen.findByRole('region', { name: 'Waiting for the payment provider' });
    await user.click(within(table).getByRole('button', { name: 'Ask the provider' }));
    const form = screen.getByRole('form', { name: 'Ask the payment provider about this payment' });
    await user.type(within(form).getByLabelText('Reason'), 'ticket 4711');
    await user.click(within(form).getByRole('button', { name: 'Ask the provider' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent).toEqual([['att_old', { reason: 'ticket 4711' }]]);
  },
);

test('[OP-04] the start page lists what needs an operator, oldest first; an attempt of a minute ago is not stuck', async () => {
  const row = { accountId: 'acc_1', email: 'pia@demo.arcwave.test' };
  const now = new Date().toISOString();
  server.use(
    answer('GET /api/operator/work', {
      ...quietWork,
      failedHooks: [failedHook],
      requests: [
        {
          subscriptionId: 'sub_1',
          ...row,
          name: 'Pia Curie',
          product: 'iot',
          planName: 'Enterprise',
          requestedAt: '2026-11-23T05:00:00.000Z',
        },
      ],
      inAll: { ...quietWork.inAll, requests: 58, failedDetachments: 3, disputes: 2 },
      failedDetachments: [{ id: 'job_3', ...row, brand: 'visa', last4: '4242', failedAt: '2026-11-22T06:00:00.000Z' }],
      waiting: [
        { id: 'pat_old', kind: 'payment', status: 'sending', isGivenUp: true, at: '2026-11-21T05:00:00.000Z', ...row },
        { id: 'pat_new', kind: 'payment', status: 'sending', isGivenUp: false, at: now, ...row },
      ],
      unplacedRefunds: [
        {
          id: 're_1',
          amountCents: 500,
          accountId: null,
          email: null,
          receipt: null,
          foundAt: '2026-11-19T05:00:00.000Z',
        },
      ],
    }),
    answer('GET /api/operator/reviews', { reviews: [aReview()], inAll: 1, nextCursor: null }),
  );
  openOperatorSite('/', 'support');
  const queue = within(await screen.findByRole('region', { name: 'Needs a person' }));
  await queue.findByText('Export review');
  const rows = queue.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent?.split(/acc_1|Unknown/)[0])).toEqual([
    'Refund that matches no payment$5.00',
    'Export reviewpromised by Nov 24, 2026max@demo.arcwave.test',
    'No answer of the payment providerPaymentpia@demo.arcwave.test',
    'Message to Drive given up500pia@demo.arcwave.test',
    expect.stringMatching(/^Replaced card still at the payment providerVisa.*4242pia@demo\.arcwave\.test$/),
    'Request for a plan by agreementIoT EnterprisePia Curie',
  ]);
  const link = queue.getByRole('link', { name: 'Request for a plan by agreement' });
  expect(link.getAttribute('href')).toBe('#/customers/acc_1');
  expect(screen.getByText('6 of 67 are shown.')).toBeTruthy();
});

test('[OP-04] the start page draws renewals and failed payments by day, with a table for screen readers', async () => {
  server.use(
    answer('GET /api/operator/work', quietWork),
    answer('GET /api/operator/charts', {
      ...chartsWith([0, 4], [1_200], [-500, 123_456]),
      failedPayments: { ...chartsWith([], [1_200]).failedPayments, isPartial: true },
    }),
  );
  openOperatorSite('/', 'billing');
  const renewals = await screen.findByRole('table', { name: 'renewals due in the next 14 days' });
  expect(within(renewals).getAllByRole('row')).toHaveLength(14);
  expect(within(renewals).getByRole('row', { name: 'Dec 2, 2026 4' })).toBeTruthy();
  const failed = screen.getByRole('table', { name: 'unpaid bills with a failed payment in the last 14 days' });
  expect(within(failed).getByRole('row', { name: 'Dec 1, 2026 1,200' })).toBeTruthy();
  const received = screen.getByRole('table', { name: 'received in 6 months, with tax and after refunds' });
  expect(within(received).getByRole('row', { name: 'Aug 2026 $1,234.56' })).toBeTruthy();
  expect(screen.getByText('$1,229.56')).toBeTruthy();
  const heights = [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect([heights[0], heights[1], heights[14], heights[28], heights[29]]).toEqual([0, 40, 32, 0, 32.9216]);
  // the highest lines of the axes, which a bar may stay below
  expect(screen.getAllByText('1,500').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    '05001,0001,500',
  ]);
  expect(screen.getByText('$1,500').parentElement?.textContent).toBe('$0$500$1,000$1,500');
  expect(screen.getByText('≥ 1,200')).toBeTruthy();
  expect(screen.getByText('Very many rows: only a part of them was counted.')).toBeTruthy();
});

test('[OP-04] a chart of one says it in the singular', async () => {
  server.use(answer('GET /api/operator/work', quietWork), answer('GET /api/operator/charts', chartsWith([1], [1])));
  openOperatorSite('/', 'billing');
  await screen.findByRole('table', { name: 'renewal due in the next 14 days' });
  screen.getByRole('table', { name: 'unpaid bill with a failed payment in the last 14 days' });
});

test('[OP-04] charts without values are sentences', async () => {
  server.use(answer('GET /api/operator/work', quietWork));
  openOperatorSite('/', 'billing');
  await screen.findByText(
    'No renewals are due in the next 14 days. No unpaid bill has a failed payment in the last 14 days. No payments in the last 6 months.',
  );
  expect(document.querySelector('svg rect')).toBeNull();
  expect(screen.queryByText(/sandbox clock/)).toBeNull();
});

test('[OP-04] the chart and the list of failed payments say whom they count', async () => {
  const inAll = { ...quietWork.inAll, failing: 1 };
  server.use(
    answer('GET /api/operator/work', { ...quietWork, inAll, failing: [failing] }),
    answer('GET /api/operator/charts', chartsWith([], [1])),
  );
  const user = openOperatorSite('/', 'billing');
  await screen.findByText('Failed payments: unpaid bills of all customers, by the day of the last failed try.');
  await user.click(screen.getByRole('link', { name: 'All work' }));
  await screen.findByText(
    "Unpaid bills of all customers that are charged again. Bills that were paid since aren't listed.",
  );
});

test('[OP-04] in the sandbox the charts say how they count customers with a clock', async () => {
  const before = config.gateway;
  onTestFinished(() => void Object.assign(config, { gateway: before }));
  Object.assign(config, { gateway: 'sandbox' });
  server.use(answer('GET /api/operator/work', quietWork));
  openOperatorSite('/', 'billing');
  await screen.findByText(/No payments in the last 6 months\./);
  screen.getByText('Customers with a sandbox clock are included, as if the date of their clock were today.');
});

test('[OP-04] the queue is not asked for reviews without the role, and says when nothing waits', async () => {
  server.use(answer('GET /api/operator/work', quietWork));
  openOperatorSite('/', 'billing');
  expect((await screen.findByText(/^Nothing waiting: requests/)).textContent).not.toContain('export reviews');
});

test('[OP-04] reviews that do not load: the queue does not say that nothing waits', async () => {
  server.use(answer('GET /api/operator/work', quietWork), refuse('GET /api/operator/reviews', 'INTERNAL_ERROR'));
  openOperatorSite('/', 'support');
  expect(await screen.findByText("The queue can't be shown")).toBeTruthy();
  expect(screen.queryByText(/^Nothing waiting/)).toBeNull();
});

test('[OP-04] [SE-10] a server that never answers ends as one without a connection, with Try again', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  server.use(neverAnswers('GET /api/operator/work'));
  openOperatorSite('/work', 'support');
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(15_000));
  limit.abort();
  expect((await screen.findAllByRole('button', { name: 'Try again' })).length).toBeGreaterThan(0);
});
