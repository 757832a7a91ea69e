import type { PortalLinkView, UsedPortalLink } from '@foyer/contract/api/portal-links';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readRecord } from '../../lib/session/record.ts';
import { TOKENS, watchEndedSessions } from '../../testing/arrivals.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { signIn } from '../../testing/session.ts';
import { aTokenPair } from '../../testing/tokens.ts';
import { pageOfLink } from './page-of-link.ts';

/** The page that a link of a product opens (decision 78). */

const READ = 'POST /api/auth/sessions/portal-link-previews';
const USE = 'POST /api/auth/sessions/portal-links';
const PLACE = '/signin/link/secret-of-the-link';

const aLink: PortalLinkView = {
  userId: 'usr_1',
  maskedEmail: 'a…@example.com',
  product: 'Arcwave Drive',
  task: 'redeem',
  expiresAt: '2026-11-03T18:45:00Z',
};
const used: UsedPortalLink = {
  refreshToken: 'refresh-of-the-link',
  task: 'redeem',
  family: null,
  subscriptionId: null,
  product: 'Arcwave Drive',
  returnAddress: 'https://drive.arcwave.example/files?page=2',
};

beforeEach(() => sessionStorage.clear());

/** Opens the link and waits for the question. `bodies` are those of the calls that use it. */
const arrive = async (options: {
  signedIn?: boolean;
  link?: Partial<PortalLinkView>;
  use?: Partial<UsedPortalLink>;
}) => {
  const bodies: unknown[] = [];
  const app = renderApp(PLACE, {
    signedIn: options.signedIn ?? false,
    handlers: [
      answer(READ, { ...aLink, ...options.link }),
      answer(USE, async ({ request }) => {
        bodies.push(await request.json());
        return { ...used, ...options.use };
      }),
      answer(TOKENS, aTokenPair({ refreshToken: 'refresh-2' })),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: /Continue as .?a…@example\.com/ });
  return { ...app, bodies };
};

test('[INV-17] nothing is used up before the button, which signs in and opens the page with the way back', async () => {
  const { user, bodies } = await arrive({});
  screen.getByText(/Arcwave Drive.? sent you here/);
  expect([bodies, readRecord(), location.hash]).toEqual([[], null, `#${PLACE}`]);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(location.hash).toBe('#/codes/redeem'));
  expect(bodies).toEqual([{ token: 'secret-of-the-link', keepSession: false }]);
  expect(readRecord()?.refreshToken).toBe('refresh-2');
  const back = await screen.findByRole('link', { name: 'Back to Arcwave Drive' });
  expect(back.getAttribute('href')).toBe(used.returnAddress);
});

test('a browser that is signed in to the account keeps its session', async () => {
  const { user, bodies } = await arrive({ signedIn: true, use: { refreshToken: null } });
  const before = readRecord();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(location.hash).toBe('#/codes/redeem'));
  expect(bodies).toEqual([{ token: 'secret-of-the-link', keepSession: true }]);
  expect(readRecord()).toEqual(before);
});

test('[INV-13] another account that is signed in is named as that, and its session ends with the button only', async () => {
  signIn({ userId: 'usr_other' });
  const ended = watchEndedSessions();
  const { user, bodies } = await arrive({});
  screen.getByText(/Another account is signed in here/);
  expect(ended).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(location.hash).toBe('#/codes/redeem'));
  expect(bodies).toEqual([{ token: 'secret-of-the-link', keepSession: false }]);
  expect(ended).toHaveLength(1);
});

// Without rendering: each of these pages asks for other data when it opens.
test.each<[Partial<UsedPortalLink>, string]>([
  [{ task: 'home' }, '/'],
  [{ task: 'payments' }, '/payments'],
  [{ task: 'payment_method' }, '/payments/method?returnPath=%2Fpayments'],
  [{ task: 'address' }, '/address'],
  [{ task: 'security' }, '/security'],
  [{ task: 'plans', family: 'drive' }, '/subscriptions/drive'],
  [{ task: 'cancel', family: 'scope', subscriptionId: 'sub_7' }, '/subscriptions/scope/sub_7'],
  [{ task: 'cancel', family: 'iot', subscriptionId: 'sub_7' }, '/subscriptions/iot'],
  [{ task: 'plans', family: 'removed' }, '/'],
])('a task opens its page: %o', (use, path) => {
  expect(pageOfLink({ ...used, ...use })).toBe(path);
});

test('a link that is used up or has expired sends the user back to the product, and changes nothing', async () => {
  const before = signIn();
  renderApp(PLACE, { handlers: [refuse(READ, 'NOT_FOUND')] });
  await screen.findByText('This link has expired or was used before.');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  screen.getByRole('link', { name: 'Back to My Account' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(readRecord()).toEqual(before);
});

test('a link that could not be read is read again with a button', async () => {
  const { user } = renderApp(PLACE, { signedIn: false, handlers: [offlineHandler(READ)] });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.use(answer(READ, aLink));
  await user.click(again);
  await screen.findByRole('button', { name: 'Continue' });
});

test('a link that was used while the question was open says so', async () => {
  const { user } = renderApp(PLACE, {
    signedIn: false,
    handlers: [answer(READ, aLink), refuse(USE, 'NOT_FOUND')],
  });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByText('This link has expired or was used before.');
  expect([readRecord(), location.hash]).toEqual([null, `#${PLACE}`]);
});
