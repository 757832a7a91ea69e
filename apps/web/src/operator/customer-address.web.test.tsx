import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { aCustomer, leaveOperatorSite, openPia } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

const change = 'POST /api/operator/customers/:accountId/address';
const boston = {
  country: 'US',
  firstName: 'Pia',
  lastName: 'Curie',
  organization: 'Curie Labs',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
};

const open = (...roles: Parameters<typeof openPia>) => {
  const user = openPia(...roles);
  const { who } = aCustomer();
  server.use(
    answer(
      'GET /api/operator/customers/:accountId',
      aCustomer({ who: { ...who, address: boston, addressId: 'adr_1' } }),
    ),
  );
  return user;
};

const mismatch = {
  message: 'ADDRESS_INVALID',
  error: {
    type: 'ADDRESS_INVALID',
    message: 'ADDRESS_INVALID',
    code: null,
    declineCode: null,
    field: null,
    requestId: 'req_1',
  },
  validate: { postalCode: 'unknown' },
  suggestions: [{ ...boston, postalCode: '02109' }],
  original: boston,
};

test('[AD-01] an operator changes the address: a mismatch shows suggestions, and the next try says that it is meant', async () => {
  const sent: { body: Record<string, unknown>; key: string | null }[] = [];
  const user = open('support');
  server.use(
    answer(change, async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, unknown>,
        key: request.headers.get('idempotency-key'),
      });
      if (sent.length < 3) return HttpResponse.json(mismatch, { status: 400 });
      return { ...boston, id: 'adr_2' };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  const form = await screen.findByRole('form', { name: 'Change the address of Pia Curie' });
  const code = within(form).getByLabelText('Postal code');
  await user.clear(code);
  await user.type(code, '99999');
  await user.type(within(form).getByLabelText('Reason'), 'moved');
  await user.click(within(form).getByRole('button', { name: 'Change address' }));
  expect(await within(form).findByText('1 Main St, Boston, MA 02109')).toBeTruthy();
  expect(within(form).getByText("We don't know this postal code.")).toBeTruthy();
  await user.click(within(form).getByRole('button', { name: 'Use this address' }));
  expect((code as HTMLInputElement).value).toBe('02109');
  await user.click(within(form).getByRole('button', { name: 'Change address' }));
  await user.click(await within(form).findByRole('button', { name: 'Save it as entered' }));
  expect(await screen.findByText('The address of Pia Curie is changed.')).toBeTruthy();
  expect(sent.map(({ body }) => [body.postalCode, body.ignoreValidation, body.replaces, body.reason])).toEqual([
    ['99999', false, 'adr_1', 'moved'],
    ['02109', false, 'adr_1', 'moved'],
    ['02109', true, 'adr_1', 'moved'],
  ]);
  // another address is another command
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('[AD-01] what is missing is named and nothing is sent; a change by somebody else is told', async () => {
  const user = open('support');
  server.use(refuse(change, 'ACTION_REFUSED', { code: 'address_changed' }));
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  const form = await screen.findByRole('form', { name: 'Change the address of Pia Curie' });
  const company = within(form).getByLabelText('Company');
  await user.clear(company);
  await user.type(within(form).getByLabelText('Reason'), 'moved');
  await user.click(within(form).getByRole('button', { name: 'Change address' }));
  expect(company.getAttribute('aria-invalid')).toBe('true');
  await user.type(company, 'Curie');
  await user.click(within(form).getByRole('button', { name: 'Change address' }));
  expect(await within(form).findByText(/was changed meanwhile/)).toBeTruthy();
});
