import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { ADDRESS, fillIn, openAddress, storesAddress, submitButton } from '../../testing/address-form.ts';
import { aMe, type anAddress } from '../../testing/builders.ts';
import { answer, answerRaw, offlineHandler, refuse } from '../../testing/handlers.ts';
import { server } from '../../testing/server.ts';

/** The answer to a saved address that never arrived, and what the next press finds (AD-07, AD-09). */

const add = 'POST /api/auth/me/addresses';
const exists = () =>
  HttpResponse.json({ message: 'x', error: { type: 'ADDRESS_EXISTS', message: 'x', requestId: 'req_1' } } as never, {
    status: 409,
  });

/** A server that stores the first try as it tidies it, drops its answer, and refuses every other. */
const losesItsAnswer = () => {
  let kept: ReturnType<typeof anAddress> | null = null;
  return [
    answer('GET /api/auth/me', () => aMe({ user: { address: kept, addresses: kept ? [kept] : [] } })),
    answer(add, async ({ request }) => {
      if (kept) return exists();
      const { ignoreValidation: _, ...sent } = (await request.json()) as AddressText & { ignoreValidation: boolean };
      kept = { ...sent, organization: sent.organization.trim(), phone1: '15125550147' };
      return HttpResponse.error() as never;
    }),
  ];
};

test('[AD-07] the answer is lost: it is not known whether it was saved, and the next press finds that it was', async () => {
  const { user } = openAddress(ADDRESS, ...losesItsAnswer());
  await fillIn(user, { postalCode: '78704-1234' });
  await user.type(screen.getByLabelText(/^Phone/), '+1 (512) 555-0147');
  await user.type(screen.getByLabelText('Company'), ' ');
  await user.click(submitButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("We don't know whether your address was saved");
  expect(alert.textContent).not.toMatch(/wasn't saved|offline/);
  await waitFor(() => expect(document.activeElement).toBe(alert));
  await user.click(submitButton());
  await waitFor(() => expect(location.hash).toBe('#/payments/next'));
  expect(await screen.findByText('Address saved')).toBeDefined();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lantern');
});

test.each([
  ['no answer', offlineHandler(add)],
  ['an answer of somebody on the way', answerRaw(add, '<html>', { status: 502 })],
  ['a fault of the server', refuse(add, 'INTERNAL_ERROR')],
  ['a server that stops', refuse(add, 'UNAVAILABLE')],
])('%s: everything typed stays, and a second try stores it', async (_, broken) => {
  const { user } = openAddress(ADDRESS, broken);
  await fillIn(user);
  await user.click(submitButton());
  expect((await screen.findByRole('alert')).textContent).toContain("We don't know whether");
  expect(screen.getByLabelText('Address line 1')).toHaveProperty('value', '2208 S 1st Street');
  server.use(storesAddress([]));
  await user.click(submitButton());
  await waitFor(() => expect(location.hash).toBe('#/payments/next'));
});

test('a browser that knows it is offline sent nothing, and says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { user } = openAddress(ADDRESS, offlineHandler(add));
  await fillIn(user);
  await user.click(submitButton());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/You're offline\..*Your address wasn't saved\. Nothing you typed is lost/);
});
