import type { Reply } from '@foyer/contract/api/routes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { config } from '../../../lib/config.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { anAccount } from '../../../testing/builders.ts';
import { answer, offlineHandler, refuse } from '../../../testing/handlers.ts';
import { server } from '../../../testing/server.ts';
import { signIn } from '../../../testing/session.ts';
import { SandboxBar } from './sandbox-bar.tsx';

type Clock = Reply<'GET /api/account/me/clock'>;

const renderBar = (clock: Clock | null = { status: 'ready', now: '2026-03-12T10:24:00Z' }) => {
  signIn();
  server.use(answer('GET /api/account/me', anAccount({ clock })));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <SandboxBar />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), queries };
};

test('[SU-09] time moves, the buttons wait, and afterwards everything is asked for anew', async () => {
  const states: Clock[] = [
    { status: 'ready', now: '2026-03-12T10:24:00Z' },
    { status: 'advancing', now: '2026-03-12T10:24:00Z' },
    { status: 'ready', now: '2027-01-10T00:00:00Z' },
  ];
  const asked: unknown[] = [];
  server.use(
    answer('GET /api/account/me/clock', () => (states.length > 1 ? states.shift() : states[0]) as Clock),
    answer('POST /api/account/me/clock/advance', async ({ request }) => {
      asked.push(await request.json());
      return { status: 'advancing' as const };
    }),
  );
  const { user, queries } = renderBar();
  expect(await screen.findByText('Mar 12, 2026, 10:24')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'To next renewal' }));
  expect(await screen.findByText('Time is moving…')).toBeDefined();
  expect(screen.getByRole('button', { name: '+1 day' }).hasAttribute('disabled')).toBe(true);
  expect(await screen.findByText('Jan 10, 2027, 00:00')).toBeDefined();
  expect(asked).toEqual([{ until: 'next_renewal' }]);
  await waitFor(() => expect(queries.getQueryState(['account'])?.dataUpdateCount).toBe(2));
  expect(screen.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe('/sandbox/mail');
});

test('the inbox shows the emails of this customer', async () => {
  const { queries } = renderBar(null);
  expect((await screen.findByRole('link', { name: 'Inbox' })).getAttribute('href')).toBe('/sandbox/mail');
  act(() => void queries.setQueryData(meQuery.queryKey, { user: { email: 'ada+1@demo.arcwave.test' } } as never));
  const address = '/sandbox/mail?to=ada%2B1%40demo.arcwave.test';
  await waitFor(() => expect(screen.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe(address));
});

test('an account on real time is not asked for a clock, and gets one on request', async () => {
  const ready: Clock = { status: 'ready', now: '2026-03-12T10:24:00Z' };
  let asked = 0;
  server.use(
    answer('GET /api/account/me/clock', () => {
      asked += 1;
      return ready;
    }),
    answer('POST /api/account/me/clock', ready),
  );
  const { user } = renderBar(null);
  const start = await screen.findByRole('button', { name: 'Use a sandbox clock' });
  expect(asked).toBe(0);
  await user.click(start);
  expect(await screen.findByText('Mar 12, 2026, 10:24')).toBeDefined();
  expect(screen.getByRole('button', { name: '+1 month' })).toBeDefined();
});

test('[M3] there is no way to a mailbox that does not answer at this host', async () => {
  Object.assign(config, { mailbox: false });
  server.use(answer('GET /api/account/me/clock', { status: 'ready', now: '2026-03-12T10:24:00Z' }));
  renderBar();
  await screen.findByText('Mar 12, 2026, 10:24');
  expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
});

test('a clock that did not move says so', async () => {
  server.use(
    answer('GET /api/account/me/clock', { status: 'ready', now: '2026-03-12T10:24:00Z' }),
    refuse('POST /api/account/me/clock/advance', 'CLOCK_BUSY'),
  );
  const { user } = renderBar();
  await screen.findByText('Mar 12, 2026, 10:24');
  await user.click(screen.getByRole('button', { name: '+1 day' }));
  expect(await screen.findByText(/The clock didn't move/)).toBeDefined();
  server.use(refuse('POST /api/account/me/clock/advance', 'RATE_LIMITED'));
  await user.click(screen.getByRole('button', { name: '+1 day' }));
  expect(await screen.findByText('Wait a few minutes, then try again.')).toBeDefined();
  server.use(offlineHandler('POST /api/account/me/clock/advance'));
  await user.click(screen.getByRole('button', { name: '+1 day' }));
  expect(await screen.findByText('No connection.')).toBeDefined();
});
