import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { answer, refuse } from '../testing/handlers.ts';
import { aCustomer, leaveOperatorSite, openPia } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

const customerCall = 'GET /api/operator/customers/:accountId';
const close = 'POST /api/operator/customers/:accountId/close';

const openForm = async (user: ReturnType<typeof openPia>) => {
  await user.click(await screen.findByRole('button', { name: 'Close account' }));
  const form = await screen.findByRole('form', { name: 'Close the account of Pia Curie' });
  await user.type(within(form).getByLabelText('Reason'), 'asked by mail');
  return form;
};

test('[SC-10] [OP-02] an operator closes an account with a reason, and is told which credit is left', async () => {
  const user = openPia('support');
  let sent: unknown;
  server.use(
    answer(close, async ({ request }) => {
      sent = await request.json();
      return { creditCents: 1250 };
    }),
  );
  const form = await openForm(user);
  await user.click(within(form).getByRole('button', { name: 'Close account for good' }));
  expect(
    await screen.findByText('The account of Pia Curie is closed. Credit left, to be paid out: $12.50.'),
  ).toBeTruthy();
  expect(sent).toEqual({ reason: 'asked by mail' });
});

test.each([
  ['CLOSURE_BLOCKED', 'export_review', /export review/],
  ['PAYMENT_GATEWAY_ERROR', 'undecided', /without a card/],
] as const)('[SC-10] the refusal %s %s is told in the form', async (type, code, words) => {
  const user = openPia('support');
  server.use(refuse(close, type, { code }));
  const form = await openForm(user);
  await user.click(within(form).getByRole('button', { name: 'Close account for good' }));
  expect(await within(form).findByText(words)).toBeTruthy();
});

test('[OP-01] [SC-10] the billing role may not', async () => {
  openPia('billing');
  const button = await screen.findByRole('button', { name: 'Close account' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('[SC-10] [OP-02] a closed account has only the buttons that the server accepts', async () => {
  openPia('admin');
  const { who } = aCustomer();
  server.use(
    answer(
      customerCall,
      aCustomer({ who: { ...who, status: 'closed' }, holds: [aSubscription({ status: 'canceled' })] }),
    ),
  );
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(await screen.findByText("Emails of a closed account aren't sent again")).toBeTruthy();
  const commands = /credit|close|address|see what|again|end/i;
  expect(within(screen.getByRole('main')).queryByRole('button', { name: commands })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refund' })).toBeTruthy();
});

test.each([
  ['Jo <b>Weber</b>', 'Ordered by Jo <b>Weber</b>'],
  [null, 'Ordered by the customer'],
])('[SC-10] [OP-02] a closing that waits is shown at the top; ordered by %s', async (orderedBy, words) => {
  openPia('support');
  server.use(answer(customerCall, aCustomer({ closing: { orderedAt: '2026-11-20T06:12:00.000Z', orderedBy } })));
  const title = await screen.findByRole('heading', { name: 'This account is being closed' });
  const notice = title.parentElement?.textContent;
  expect(notice).toContain(words);
  expect(notice).toMatch(/· .*2026.*06:12/);
  expect(notice).toMatch(/unless the customer saves a card/);
});
