import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { anAccount, anOpenQuestion, aSubscription } from '../testing/builders.ts';
import { answer, neverAnswers, refuse } from '../testing/handlers.ts';
import {
  aCustomer,
  anEntry,
  aReview,
  leaveOperatorSite,
  openOperatorSite,
  openPia,
  quietWork,
} from '../testing/open-operator-site.tsx';
import { aReceipt } from '../testing/receipts.ts';
import { server } from '../testing/server.ts';
import { clearSession, storeSession } from './session.ts';

const customerCall = 'GET /api/operator/customers/:accountId';
const timelineCall = 'GET /api/operator/customers/:accountId/timeline';
const credit = 'POST /api/operator/customers/:accountId/credit';

afterEach(leaveOperatorSite);

test('[OP-02] "/" leads to the search, whose words stand in no address', async () => {
  let asked: unknown;
  server.use(
    answer('GET /api/operator/work', quietWork),
    answer('GET /api/operator/reviews', { reviews: [], inAll: 0, nextCursor: null }),
    answer('POST /api/operator/customers/search', async ({ request }) => {
      asked = await request.json();
      return { customers: [], more: false };
    }),
  );
  const user = openOperatorSite('/', 'support');
  const field = await screen.findByRole('searchbox', { name: 'Find a customer' });
  await user.keyboard('/pia@demo.arcwave.test{Enter}');
  expect(document.activeElement).toBe(field);
  expect(await screen.findByText(/No one was found\./)).toBeTruthy();
  expect(asked).toEqual({ q: 'pia@demo.arcwave.test' });
  expect(location.href).not.toContain('pia');
  await user.clear(field);
  expect(await screen.findByText(/^Nothing waiting/)).toBeTruthy();
  await user.keyboard('max{Enter}');
  await screen.findByText(/No one was found\./);
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  expect(await screen.findByText(/^Nothing waiting/)).toBeTruthy();
  expect(field).toHaveProperty('value', '');
});

test('[OP-02] who signs in next on this screen finds nothing of what the one before searched for', async () => {
  let asked = 0;
  server.use(
    answer('GET /api/operator/work', quietWork),
    answer('GET /api/operator/reviews', { reviews: [], inAll: 0, nextCursor: null }),
    answer('POST /api/operator/customers/search', () => {
      asked += 1;
      return { customers: [], more: false };
    }),
    answer('DELETE /api/operator/sessions/me', undefined),
    answer('GET /api/operator/catalogue', { plans: [], promotions: [] }),
  );
  const user = openOperatorSite('/', 'support');
  await screen.findByRole('searchbox', { name: 'Find a customer' });
  await user.keyboard('/pia@demo.arcwave.test{Enter}');
  await screen.findByText(/No one was found\./);
  await user.click(screen.getByRole('link', { name: 'Catalog' }));
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByLabelText('Password');
  expect(location.hash).toBe('#/');
  act(() => storeSession('of-another'));
  await screen.findByRole('searchbox', { name: 'Find a customer' });
  expect(screen.queryByText(/No one was found\./)).toBeNull();
  expect(asked).toBe(1);
});

test('[OP-02] waiting, refused with a retry, there', async () => {
  server.use(neverAnswers(customerCall));
  const first = openOperatorSite('/customers/acc_1', 'support');
  expect(await screen.findByText('This customer: loading')).toBeTruthy();
  act(() => clearSession('left'));
  server.use(refuse(customerCall, 'NOT_FOUND'));
  act(() => storeSession('operator-token'));
  await screen.findByText("This customer can't be shown");
  expect(screen.getByText('Nothing was found with this id.')).toBeTruthy();
  server.use(answer(customerCall, aCustomer()), answer(timelineCall, { entries: [], nextCursor: null }));
  await first.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Pia Curie', level: 1 })).toBeTruthy();
  expect(await screen.findByText('Nothing happened yet.')).toBeTruthy();
});

test('[OP-02] support sees refunds and credit, cannot press them, and is told which role it takes', async () => {
  const user = await openPia('support');
  const refund = await screen.findByRole('button', { name: 'Refund' });
  expect(refund.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(refund.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Needs the billing role');
  await user.click(refund);
  await user.click(screen.getByRole('button', { name: 'Give credit' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('[OP-02] credit takes an amount and a reason, is sent once with one key, and the page is asked again', async () => {
  const sent: { key: string | null; body: unknown }[] = [];
  const user = openPia('billing');
  server.use(
    answer(credit, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      if (sent.length === 1) return Response.error() as never;
      return { creditCents: 1_250, usedFor: [] };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Give credit' }));
  const form = screen.getByRole('form', { name: 'Give credit to Pia Curie' });
  expect(document.activeElement).toBe(within(form).getByLabelText('Amount in dollars'));
  await user.click(within(form).getByRole('button', { name: 'Give credit' }));
  expect(within(form).getByText('Enter an amount like 12.50, up to 100,000.')).toBeTruthy();
  expect(within(form).getByText('Required')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(within(form).getByLabelText('Amount in dollars'), '12.50');
  await user.type(within(form).getByLabelText('Reason'), 'a long outage');
  await user.click(within(form).getByRole('button', { name: 'Give credit' }));
  expect((await within(form).findByRole('alert')).textContent).toContain('No connection.');
  server.use(answer(customerCall, aCustomer({ paid: { ...aCustomer().paid, creditCents: 1_250 } })));
  await user.click(within(form).getByRole('button', { name: 'Give credit' }));
  expect(await screen.findByText('$12.50 credit given. Account credit is now $12.50.')).toBeTruthy();
  expect(await screen.findByText('$12.50')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ amountCents: 1_250, reason: 'a long outage' }));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Give credit' }));
});

test('[OP-02] the lines of the next charge add up to its sum, with tax and credit', async () => {
  const estimate = aReceipt({
    id: null,
    tax: 245,
    taxRatePercentage: 8.25,
    taxPlace: 'Boston MA',
    creditTendered: 500,
    items: [
      {
        quantity: 1,
        description: 'Starter, monthly',
        amount: 2_975,
        amountCents: 2_975,
        periodStart: null,
        periodEnd: null,
      },
    ],
  });
  const next = anAccount({
    nextPayment: { total: 2_720, processedDate: '2027-02-13T00:00:00Z' },
    estimatedNextReceipt: estimate,
  });
  openPia('support');
  server.use(answer(customerCall, aCustomer({ next })));
  const card = (await screen.findByRole('heading', { name: 'What happens next' })).closest('section');
  if (!card) throw new Error('no section of the charges');
  expect(within(card).getByText('$27.20')).toBeTruthy();
  expect(within(card).getByText('$29.75')).toBeTruthy();
  expect(within(card).getByText(/^Tax,/).closest('div')?.textContent).toContain('$2.45');
  expect(within(card).getByText('Account credit').closest('div')?.textContent).toContain('$5.00');
});

test('[OP-02] a canceled plan says when it ends, that it does not renew, and that no charge follows', async () => {
  const canceled = aSubscription({
    renews: false,
    cancelAtPeriodEnd: true,
    renewalCents: null,
    currentPeriodEnd: '2027-11-28T00:00:00Z',
  });
  openPia('support');
  server.use(answer(customerCall, aCustomer({ holds: [canceled], next: anAccount({ nextPayment: null }) })));
  const table = await screen.findByRole('region', { name: 'Subscriptions' });
  expect(within(table).getByText(/Nov 28, 2027/).nextElementSibling?.textContent).toBe('ends');
  expect(within(table).getByText("Doesn't renew")).toBeTruthy();
  expect(within(table).queryByText('Active')).toBeNull();
  expect(screen.getByText('Next charge').nextElementSibling?.textContent).toBe('None');
});

test('[OP-02] a perpetual license is active, although its period has a distant end', async () => {
  const perpetual = aSubscription({
    renews: false,
    renewalCents: null,
    isPerpetual: true,
    currentPeriodEnd: '2126-02-28T00:00:00Z',
    maintenanceEnds: '2027-02-26T00:00:00Z',
  });
  openPia('support');
  server.use(answer(customerCall, aCustomer({ holds: [perpetual] })));
  const table = await screen.findByRole('region', { name: 'Subscriptions' });
  expect(within(table).getByText('Active')).toBeTruthy();
  expect(within(table).getByText('Nothing')).toBeTruthy();
  expect(within(table).queryByText(/2126/)).toBeNull();
});

test('[OP-02] a refund of more than is left says how much is left', async () => {
  const user = openPia('billing');
  const detail = { code: 'more_than_left', amounts: { leftCents: 1_200, requestedCents: 54_306 } };
  server.use(refuse('POST /api/operator/receipts/:id/refund', 'ACTION_REFUSED', detail));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.type(screen.getByLabelText('Reason'), 'paid twice');
  await user.click(screen.getByRole('button', { name: 'Refund $543.06' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only $12.00 is left, which is less than $543.06.');
});

test('[OP-02] a refusal of a command stands where the focus is, in words', async () => {
  const user = openPia('billing');
  server.use(refuse('POST /api/operator/receipts/:id/refund', 'ACTION_REFUSED', { code: 'nothing_left' }));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.type(screen.getByLabelText('Reason'), 'paid twice');
  await user.click(screen.getByRole('button', { name: 'Refund $543.06' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Nothing is left to refund: it was refunded, or it became account credit.');
  expect(document.activeElement).toBe(alert);
});

test('[OP-02] the timeline goes on where it ended, with the focus', async () => {
  const user = openPia('support');
  server.use(
    answer(timelineCall, ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'next'
        ? { entries: [anEntry({ id: 'ev_2', type: 'registered' })], nextCursor: null }
        : { entries: [anEntry()], nextCursor: 'next' },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  const oldest = (await screen.findByText('Account created')).closest('li');
  expect(document.activeElement).toBe(oldest);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('[OP-02, EX-01] a review is cleared with a reason from the queue', async () => {
  let cleared: unknown;
  const reviews = 'GET /api/operator/reviews';
  server.use(
    answer(reviews, ({ request }) => ({
      reviews: request.url.includes('pending') && !cleared ? [aReview()] : [],
      inAll: 1,
      nextCursor: null,
    })),
    answer('POST /api/operator/reviews/:id/clear', async ({ request, params }) => {
      cleared = [params.id, await request.json()];
      return undefined;
    }),
  );
  const user = openOperatorSite('/reviews', 'support');
  expect(await screen.findByText('An answer is promised by', { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear review' }));
  await user.type(screen.getByLabelText('Reason'), 'checked by hand');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('The review of Max Planck is cleared.')).toBeTruthy();
  expect(await screen.findByText('No review waits')).toBeTruthy();
  expect(cleared).toEqual(['rev_1', { reason: 'checked by hand' }]);
});

test('[OP-02] a receipt beyond the newest is found and refunded', async () => {
  const user = openPia('billing');
  const older = aReceipt({ id: 'inv_2', invoice: 'R-000002', isPaid: true, amountDueCents: 0 });
  const page = aCustomer();
  let refunded: unknown;
  server.use(
    answer('GET /api/operator/customers/:accountId', {
      ...page,
      paid: { ...page.paid, receiptsInAll: 2, refundable: {}, nextCursor: 'behind-1' },
    }),
    answer('GET /api/operator/customers/:accountId/receipts', ({ request }) => {
      expect(new URL(request.url).searchParams.get('cursor')).toBe('behind-1');
      return { receipts: [older], refundable: { inv_2: 1_200 }, nextCursor: null };
    }),
    answer('POST /api/operator/receipts/:id/refund', async ({ request, params }) => {
      refunded = [params.id, await request.json()];
      return { refundId: 'ref_1', status: 'succeeded' as const, amountCents: 1_200, message: null };
    }),
  );
  expect(await screen.findByText('1 of 2 are shown.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.type(screen.getByLabelText('Reason'), 'goodwill');
  await user.click(screen.getByRole('button', { name: 'Refund $12.00' }));
  expect(await screen.findByText('$12.00 refunded.')).toBeTruthy();
  expect(refunded).toEqual(['inv_2', { reason: 'goodwill', amountCents: 1_200 }]);
});

test('[OP-02, PM-09] what a new card is charged: with the receipt whose question by a bank it ends', async () => {
  const question = anOpenQuestion();
  server.use(
    answer(customerCall, aCustomer({ next: anAccount({ openAmountCents: 1000, openChallenges: [question] }) })),
    answer(timelineCall, { entries: [], nextCursor: null }),
  );
  openOperatorSite('/customers/acc_1', 'support');
  const notice = await screen.findByText(/as soon as a new card is saved/);
  expect(notice.textContent).toBe('$42.20 is open and is charged as soon as a new card is saved.');
});

test('[OP-02] the retry of a past due plan says its amount once', async () => {
  const nextPayment = { total: 3_220, processedDate: '2026-12-31T00:00:00Z' };
  const receipts = [aReceipt({ id: 'inv_1', isPaid: false, status: 'Payment Failed', amountDueCents: 3_220 })];
  server.use(
    answer(
      customerCall,
      aCustomer({
        next: anAccount({ nextPayment, openAmountCents: 3_220 }),
        paid: { ...aCustomer().paid, receipts },
      }),
    ),
    answer(timelineCall, { entries: [], nextCursor: null }),
  );
  openOperatorSite('/customers/acc_1', 'support');
  const sentence = await screen.findByText(/is charged again on/);
  expect(sentence.textContent).toBe('$32.20 is charged again on Dec 31, 2026, or as soon as a new card is saved.');
  expect(sentence.parentElement?.textContent?.split('$32.20')).toHaveLength(2);
});

test('[OP-02] a sandbox clock is named with its date, because its times are not those of emails', async () => {
  const clock = { status: 'ready' as const, now: '2027-03-15T09:30:00.000Z' };
  server.use(
    answer(customerCall, aCustomer({ next: anAccount({ clock }) })),
    answer(timelineCall, { entries: [], nextCursor: null }),
  );
  openOperatorSite('/customers/acc_1', 'support');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Sandbox clock: Mar 15, 2027');
  const emails = within(screen.getByRole('region', { name: 'Emails' }));
  expect(emails.getByRole('columnheader', { name: 'When, in real time' })).toBeTruthy();
});

test('[OP-02] a busy customer: sessions, emails, payments and activity are folded, and each opens', async () => {
  const device = { browser: 'Chrome', system: 'Linux', kind: 'desktop' } as const;
  const session = {
    current: false,
    device,
    place: null,
    address: null,
    createdAt: '2026-11-20T06:12:00.000Z',
    lastUsedAt: '2026-11-20T06:12:00.000Z',
    byPortalLink: false,
  };
  const numbers = Array.from({ length: 14 }, (_, at) => at + 1);
  const customer = aCustomer();
  const sent: unknown[] = [];
  server.use(
    answer(
      customerCall,
      aCustomer({
        who: {
          ...customer.who,
          emailVerified: false,
          sessions: numbers.map((at) => ({ ...session, id: `ses_${at}` })),
        },
        paid: {
          ...customer.paid,
          receipts: numbers.map((at) => aReceipt({ id: `inv_${at}`, invoice: `R-${at}`, isPaid: true })),
          receiptsInAll: 14,
        },
        mails: numbers.map((at) => ({
          id: `m_${at}`,
          template: 'receipt',
          state: 'sent',
          at: '2026-01-02T00:00:00.000Z',
        })),
        mailsInAll: 14,
      }),
    ),
    answer(timelineCall, {
      entries: [
        ...numbers.map((at) => anEntry({ id: `ev_${at}`, subject: `ses_${at}` })),
        anEntry({ id: 'ev_sub', kind: 'subscription', type: 'renewed', subject: customer.holds[0]?.id ?? '' }),
      ],
      nextCursor: null,
    }),
    answer('POST /api/operator/customers/:accountId/mails/:mailId/resend', ({ params }) => {
      sent.push(params.mailId);
      return undefined;
    }),
  );
  const user = openOperatorSite('/customers/acc_1', 'support');
  expect(await screen.findByText('Email not verified')).toBeTruthy();
  const about = within(screen.getByRole('region', { name: 'About' }));
  expect(about.getByRole('button', { name: 'End all sessions' }).parentElement?.textContent).toContain('14');
  expect(about.getByText('Devices').closest('details')?.open).toBe(false);

  const payments = within(screen.getByRole('region', { name: 'Payments' }));
  expect(payments.getAllByRole('row')).toHaveLength(1 + 4);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(payments.getAllByRole('row')).toHaveLength(1 + 14);
  expect(document.activeElement?.textContent).toContain('R-5');

  const activity = within(screen.getByRole('region', { name: 'Activity' }));
  expect((await activity.findByText('14 times')).textContent).toBeTruthy();
  expect(activity.getByText('Drive Starter renewed')).toBeTruthy();
  expect(activity.queryByText(/ses_|sub_/)).toBeNull();

  const emails = within(screen.getByRole('region', { name: 'Emails' }));
  expect(emails.getByText('14 emails')).toBeTruthy();
  await user.click(emails.getByRole('button', { name: 'Show each' }));
  const third = emails.getAllByRole('button', { name: 'Send again' })[2];
  await user.click(third as HTMLElement);
  const form = within(screen.getByRole('form'));
  await user.type(form.getByLabelText('Reason'), 'lost');
  await user.click(form.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The email is on its way.')).toBeTruthy();
  expect(sent).toEqual(['m_3']);
});

test('[OP-02] a note of several lines keeps its lines in the timeline', async () => {
  const note = 'asked about seats\n\nwants a call';
  server.use(
    answer(customerCall, aCustomer()),
    answer(timelineCall, {
      entries: [anEntry({ id: 'ev_note', kind: 'operator', type: 'add_note', note })],
      nextCursor: null,
    }),
  );
  openOperatorSite('/customers/acc_1', 'support');
  const shown = await screen.findByText(/asked about seats/);
  expect([shown.textContent, shown.className]).toEqual([note, expect.stringContaining('breaks')]);
});
