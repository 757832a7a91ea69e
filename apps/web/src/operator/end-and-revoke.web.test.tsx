import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { answer, refuse } from '../testing/handlers.ts';
import { aBatch, aCustomer, leaveOperatorSite, openOperatorSite, openPia } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

/** What operators end and take back: a subscription of a customer, the codes of a batch. */

afterEach(leaveOperatorSite);

const customerCall = 'GET /api/operator/customers/:accountId';
const batchCall = 'GET /api/operator/coupon-batches/:id';

test('[OP-02] a subscription is ended with a reason, and the page is asked again; what is over has no button', async () => {
  const sent: unknown[] = [];
  const user = openPia('billing');
  server.use(
    answer('POST /api/operator/subscriptions/:id/end', async ({ request }) => {
      sent.push(await request.json());
      server.use(answer(customerCall, aCustomer({ holds: [aSubscription({ status: 'canceled', entitled: false })] })));
      return { voidedReceipts: [] };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'End' }));
  const form = screen.getByRole('form', { name: /^End / });
  expect(within(form).getByText(/Nothing is given back/)).toBeTruthy();
  await user.click(within(form).getByRole('button', { name: 'End' }));
  expect(within(form).getByText('Required')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(within(form).getByLabelText('Reason'), 'dispute lost');
  await user.click(within(form).getByRole('button', { name: 'End' }));
  expect(await screen.findByText(/ has ended\.$/)).toBeTruthy();
  expect(sent).toEqual([{ reason: 'dispute lost' }]);
  expect(await screen.findByText('Ended')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
});

test('[OP-02] a subscription that is over shows the day on which it ended, also a licence with maintenance still to come', async () => {
  const end = '2026-03-01T00:00:00Z';
  const over = { status: 'canceled', entitled: false, currentPeriodEnd: end, expiry: end } as const;
  const licence = { isPerpetual: true, maintenanceEnds: '2027-06-01T00:00:00Z' };
  openPia('billing');
  server.use(answer(customerCall, aCustomer({ holds: [aSubscription({ name: 'Ultimate', ...over, ...licence })] })));
  const row = await screen.findByRole('row', { name: /Ultimate/ });
  expect(within(row).getByText(/2026/)).toBeTruthy();
  expect(row.textContent).not.toMatch(/2027|maintenance/);
});

const aRequest = aSubscription({ product: 'iot', name: 'Enterprise', status: 'requested', entitled: false });

test.each([
  ['Accept', 'accept', /Unused paid days become account credit/, /IoT Enterprise has begun\.$/, {}],
  [
    'Decline',
    'end',
    /the customer gets an email/,
    /The request for IoT Enterprise is closed\.$/,
    { onlyRequest: true },
  ],
] as const)('[F5] [OP-02] a request: %s, with a reason', async (button, call, consequence, outcome, more) => {
  const sent: unknown[] = [];
  const user = openPia('billing');
  server.use(
    answer(customerCall, aCustomer({ holds: [aRequest] })),
    answer(`POST /api/operator/subscriptions/:id/${call}`, async ({ request }) => {
      sent.push(await request.json());
      server.use(answer(customerCall, aCustomer({ holds: [] })));
      return { replaced: [], voidedReceipts: [] };
    }),
  );
  const row = await screen.findByRole('row', { name: /Enterprise/ });
  expect(row.textContent).toMatch(/Requested.*may not be used.*requested on/);
  await user.click(within(row).getByRole('button', { name: button }));
  const form = screen.getByRole('form', { name: /^(Accept|Decline) the request for IoT Enterprise/ });
  expect(within(form).getByText(consequence)).toBeTruthy();
  await user.type(within(form).getByLabelText('Reason'), 'contract signed');
  await user.click(within(form).getByRole('button', { name: button }));
  expect(await screen.findByText(outcome)).toBeTruthy();
  expect(sent).toEqual([{ reason: 'contract signed', ...more }]);
});

test('[F5] [OP-02] a request that was withdrawn meanwhile is not accepted, and the form says so', async () => {
  const user = openPia('billing');
  server.use(
    answer(customerCall, aCustomer({ holds: [aRequest] })),
    refuse('POST /api/operator/subscriptions/:id/accept', 'ACTION_REFUSED', { code: 'not_requested' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  const form = screen.getByRole('form', { name: /^Accept / });
  await user.type(within(form).getByLabelText('Reason'), 'contract signed');
  await user.click(within(form).getByRole('button', { name: 'Accept' }));
  expect(await within(form).findByText("This request isn't open any more.")).toBeTruthy();
});

test('[F5] [OP-02] a request that was accepted meanwhile is not declined: the form closes and never ends the plan', async () => {
  const sent: unknown[] = [];
  const user = openPia('billing');
  server.use(
    answer(customerCall, aCustomer({ holds: [aRequest] })),
    answer('POST /api/operator/subscriptions/:id/end', async ({ request }) => {
      sent.push(await request.json());
      server.use(answer(customerCall, aCustomer({ holds: [{ ...aRequest, status: 'active', entitled: true }] })));
      return HttpResponse.json(
        { message: '', error: { type: 'ACTION_REFUSED', message: '', code: 'not_requested' } },
        { status: 409 },
      );
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const form = screen.getByRole('form', { name: /^Decline / });
  await user.type(within(form).getByLabelText('Reason'), 'no answer');
  await user.click(within(form).getByRole('button', { name: 'Decline' }));
  expect(
    await screen.findByText('The request for IoT Enterprise was accepted meanwhile. Nothing was declined.'),
  ).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'End' })).toBeTruthy();
  expect(screen.queryByRole('form', { name: /^(Decline|End) / })).toBeNull();
  expect(sent).toEqual([{ reason: 'no answer', onlyRequest: true }]);
});

test('[F5] [OP-02] an open form to decline stays one when the page learns that the request was accepted', async () => {
  const user = openPia('billing');
  server.use(
    answer(customerCall, aCustomer({ holds: [aRequest] })),
    refuse('POST /api/operator/subscriptions/:id/end', 'OPERATION_IN_PROGRESS'),
  );
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const form = screen.getByRole('form', { name: /^Decline / });
  await user.type(within(form).getByLabelText('Reason'), 'no answer');
  server.use(answer(customerCall, aCustomer({ holds: [{ ...aRequest, status: 'active', entitled: true }] })));
  await user.click(within(form).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('button', { name: 'End' })).toBeTruthy();
  expect(screen.getByRole('form')).toBe(form);
  expect(form.textContent).toContain('Decline the request for IoT Enterprise');
});

test('[OP-02] support sees the button, cannot press it, and is told which role it takes', async () => {
  const user = openPia('support');
  const end = await screen.findByRole('button', { name: 'End' });
  const reason = document.getElementById(end.getAttribute('aria-describedby') ?? '');
  expect([end.getAttribute('aria-disabled'), reason?.textContent]).toEqual(['true', 'Needs the billing role']);
  await user.click(end);
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('[OP-03] the codes of a batch are taken back with a reason, and then none is left to take', async () => {
  const sent: unknown[] = [];
  server.use(
    answer(batchCall, { batch: aBatch(), redemptions: [], redemptionsInAll: 0, nextCursor: null }),
    answer('POST /api/operator/coupon-batches/:id/revoke', async ({ request }) => {
      sent.push(await request.json());
      server.use(
        answer(batchCall, { batch: aBatch({ redeemable: 0 }), redemptions: [], redemptionsInAll: 0, nextCursor: null }),
      );
      return { revoked: 42, redeemed: 8 };
    }),
  );
  const user = openOperatorSite('/codes/ppd-7k2m9', 'catalogue');
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const form = screen.getByRole('form', { name: 'Take back the codes of trade fair' });
  expect(screen.getByText(/42 can still be redeemed/)).toBeTruthy();
  await user.type(within(form).getByLabelText('Reason'), 'sent to the wrong list');
  await user.click(within(form).getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Codes taken back: 42')).toBeTruthy();
  expect(sent).toEqual([{ reason: 'sent to the wrong list' }]);
  expect(await screen.findByText(/0 can still be redeemed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('[OP-03] the name of a batch with tags is shown as it was typed', async () => {
  const batch = aBatch({ name: 'fair <b>2026</b>' });
  server.use(answer(batchCall, { batch, redemptions: [], redemptionsInAll: 0, nextCursor: null }));
  const user = openOperatorSite('/codes/ppd-7k2m9', 'catalogue');
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(screen.getByRole('form', { name: 'Take back the codes of fair <b>2026</b>' })).toBeTruthy();
});
