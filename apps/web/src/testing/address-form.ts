import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { screen } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { aMe } from './builders.ts';
import { answer } from './handlers.ts';
import { renderApp } from './render-app.tsx';

/** From the page of payments, and back to it. */
export const ADDRESS = '/address?returnPath=%2Fpayments%2Fnext';
type User = ReturnType<typeof renderApp>['user'];
const noAddress = answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } }));
export const taxOf = (percent: number) =>
  answer('GET /api/account/taxes/rate/:postalCode', { taxRatePercentage: percent });

/** Takes what is sent, and says it was stored. */
export const storesAddress = (sent: unknown[]) =>
  answer('POST /api/auth/me/addresses', async ({ request }) => {
    const { ignoreValidation, ...body } = (await request.json()) as AddressText & { ignoreValidation: boolean };
    sent.push({ ...body, ignoreValidation });
    return HttpResponse.json({ ...body, id: 'adr_1' } as never, { status: 201 });
  });

/** The page for somebody without an address; the handlers given come before what is usual. */
export const openAddress = (path: string, ...handlers: RequestHandler[]) =>
  renderApp(path, { handlers: [...handlers, noAddress, taxOf(8.25)] });
export const submitButton = () => screen.getByRole('button', { name: 'Add Address' });
export const isSubmitEnabled = () => submitButton().getAttribute('aria-disabled') !== 'true';

/** Everything the US asks for, but for what is given otherwise. */
export const fillIn = async (user: User, { city = 'Austin', postalCode = '78704' } = {}) => {
  const pasteInto = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  await pasteInto(await screen.findByLabelText('Company'), 'Lantern Robotics');
  await pasteInto(screen.getByLabelText('Address line 1'), '2208 S 1st Street');
  await pasteInto(screen.getByLabelText('City'), city);
  await pasteInto(screen.getByLabelText('State'), 'texas');
  await pasteInto(screen.getByLabelText('Postal code'), postalCode);
};

/** What `fillIn` comes to, as it is sent. */
export const typedAddress = {
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: 'Lantern Robotics',
  addressLine1: '2208 S 1st Street',
  addressLine2: '',
  city: 'Austin',
  state: 'TX',
  postalCode: '78704',
  phone1: '',
};
