import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { leaveOperatorSite, me, openPia } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
// what the operator site loads on demand, there before the time of a test begins
import './customer/customer-page.tsx';

/** A session that ends in the middle of a form. */

afterEach(() => {
  leaveOperatorSite();
  localStorage.removeItem('foyer.operatorDevice');
});

const CREDIT = 'POST /api/operator/customers/:accountId/credit';
const amount = () => screen.queryByLabelText<HTMLInputElement>('Amount in dollars')?.value;
const reason = () => screen.queryByLabelText<HTMLInputElement>('Reason')?.value;

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const giveCredit = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Give credit' }));

/** Types a credit for Pia and sends it when the session has just ended; which key it was sent under. */
const interrupted = async () => {
  const user = openPia('billing');
  await giveCredit(user);
  fill('Amount in dollars', '12.50');
  fill('Reason', 'late parcel');
  server.use(refuse(CREDIT, 'INVALID_TOKEN'));
  const sent = new Promise<string | null>((heard) =>
    server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/credit')) heard(request.headers.get('idempotency-key'));
    }),
  );
  const [button] = screen.getAllByRole('button', { name: 'Give credit' }).slice(-1);
  if (button) await user.click(button);
  await screen.findByText('Your session ended. Sign in again.');
  server.events.removeAllListeners();
  return { user, key: await sent };
};

const signInAs = async (user: UserEvent, id: string) => {
  const operator = { ...me('billing'), id };
  server.use(
    answer('POST /api/operator/sessions', { token: `token of ${id}`, device: 'dev_1.x', operator }),
    answer('GET /api/operator/me', operator),
  );
  fill('Email', 'jo@vendor.example');
  fill('Password', 'a long password of an operator');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

test('[OP-01] [INV-9] the same operator finds the credit as it was typed, and it goes out under the same key', async () => {
  const { user, key } = await interrupted();
  await signInAs(user, 'opr_1');
  await waitFor(() => expect([amount(), reason()]).toEqual(['12.50', 'late parcel']));
  let again: string | null = null;
  server.use(
    answer(CREDIT, ({ request }) => {
      again = request.headers.get('idempotency-key');
      return { creditCents: 1250, usedFor: [] };
    }),
  );
  const [button] = screen.getAllByRole('button', { name: 'Give credit' }).slice(-1);
  if (button) await user.click(button);
  await screen.findByText(/\$12\.50 credit given/);
  expect(again).toBe(key);
  await giveCredit(user);
  expect([amount(), reason()]).toEqual(['', '']);
});

test('[OP-01] another operator finds nothing of it, and afterwards nobody does', async () => {
  const { user } = await interrupted();
  await signInAs(user, 'opr_2');
  await giveCredit(user);
  expect([amount(), reason()]).toEqual(['', '']);
  fill('Amount in dollars', '1');
  fill('Reason', 'x');
  const [button] = screen.getAllByRole('button', { name: 'Give credit' }).slice(-1);
  if (button) await user.click(button);
  await screen.findByText('Your session ended. Sign in again.');
  await signInAs(user, 'opr_1');
  await giveCredit(user);
  expect([amount(), reason()]).toEqual(['', '']);
});
