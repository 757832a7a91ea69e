import type { DeviceStep } from '@foyer/contract/api/product-sign-in';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchRedirects } from '../../testing/arrivals.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** The page at which a user enters the code of a device (docs/openid.md). */

const redirects = watchRedirects();
const ANSWER = 'POST /api/auth/device-requests';
const aStep = (next: DeviceStep['next']): DeviceStep => ({
  next,
  client: 'Desktop Program',
  scopes: ['openid', 'email'],
  readsLater: true,
});

test.each([
  ['Allow', 'allow', /Desktop Program.? is signed in/],
  ['Refuse', 'refuse', /Desktop Program.? was refused/],
])(
  'a typed code names the product and what it reads, and %s answers the device with %s',
  async (name, consent, title) => {
    const bodies: unknown[] = [];
    const { user } = renderApp('/connect', {
      handlers: [
        answer(ANSWER, async ({ request }) => {
          bodies.push(await request.json());
          return aStep(bodies.length === 1 ? 'consent' : 'done');
        }),
      ],
    });
    await user.type(await screen.findByLabelText('Code'), 'bcdf-ghjk');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { level: 1, name: /Sign in to .?Desktop Program/ });
    screen.getByText(/BCDF-GHJK/);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'an id of your account',
      'your email address',
    ]);
    screen.getByText(/^It may read this until you sign out here/);
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('heading', { level: 1, name: title });
    expect(bodies).toEqual([{ userCode: 'bcdf-ghjk' }, { userCode: 'bcdf-ghjk', consent }]);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a code in the address fills the field and sends nothing', async () => {
  const calls: unknown[] = [];
  renderApp('/connect?user_code=BCDF-GHJK', {
    handlers: [
      answer(ANSWER, async ({ request }) => {
        calls.push(await request.json());
        return aStep('consent');
      }),
    ],
  });
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('BCDF-GHJK');
  expect(calls).toEqual([]);
});

test('a wrong code keeps the typed text and says what to do', async () => {
  const { user } = renderApp('/connect', { handlers: [refuse(ANSWER, 'NOT_FOUND')] });
  await user.type(await screen.findByLabelText('Code'), 'bcdf-ghjx');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('This code is wrong or has expired.');
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('bcdf-ghjx');
});

test('a product that wants a new sign-in sends the user there, and back to the code', async () => {
  const { user } = renderApp('/connect?user_code=BCDF-GHJK', { handlers: [answer(ANSWER, aStep('sign_in'))] });
  await screen.findByLabelText('Code');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('return')).toContain('connect');
});
