import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { exchangeAndStore } from '../../lib/session/intake.ts';
import { readRecord } from '../../lib/session/record.ts';
import { arriveWith, TOKENS, watchEndedSessions, watchRedirects, withSignInMark } from '../../testing/arrivals.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, offlineHandler } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { signIn } from '../../testing/session.ts';
import { aTokenPair } from '../../testing/tokens.ts';

/** A token in the address where nobody is signed in and this tab did not begin the sign-in (M2, ASVS 7.6.2). */

const redirects = watchRedirects();

const mallory = answer('GET /api/auth/me', aMe({ user: { email: 'mallory@evil.test' } }));

beforeEach(() => {
  server.use(answer(TOKENS, aTokenPair({ refreshToken: 'refresh-mallory' })));
});

const arrive = async (token: string) => {
  arriveWith(exchangeAndStore(token));
  const app = renderApp('/signin?to=%2Fnowhere', { signedIn: false, handlers: [mallory] });
  return {
    ...app,
    question: await screen.findByRole('heading', { level: 1, name: /Continue as .?m…@evil\.test/ }),
  };
};

test('[M2] nobody is signed in before the question is answered', async () => {
  await arrive('from-a-link');
  expect(readRecord()).toBeNull();
  expect(location.hash).toBe('#/signin?to=%2Fnowhere');
});

test.each([
  ['mallory@evil.test', 'm…@evil.test'],
  ['m@evil.test', 'm…@evil.test'],
  ['𝒎allory@evil.test', '𝒎…@evil.test'],
  ['"a@b"@evil.test', '"…@evil.test'],
])('[M2] the question shows the first letter and the domain of %s', async (email, shown) => {
  arriveWith(exchangeAndStore('from-a-link'));
  renderApp('/signin', { signedIn: false, handlers: [answer('GET /api/auth/me', aMe({ user: { email } }))] });
  expect((await screen.findByRole('heading', { level: 1, name: /Continue as/ })).textContent).toBe(
    `Continue as ${isolated(shown)}?`,
  );
});

test.each(['from-a-link~', 'from-a-link~null', 'from-a-link~0123456789abcdef0123456789abcdef'])(
  '[M2] a mark that this tab did not leave counts as none: %s',
  async (token) => {
    await arrive(token);
    expect(readRecord()).toBeNull();
  },
);

test('[M2] the mark of another sign-in in this tab does not help', async () => {
  withSignInMark('another');
  await arrive('from-a-link~0123456789abcdef0123456789abcdef');
  expect(readRecord()).toBeNull();
});

test('[M2] Continue signs in and leads to the destination', async () => {
  const { user } = await arrive('from-a-link');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-mallory');
});

test('[M2] the account cannot be asked for: the page says so, and asks after another try', async () => {
  arriveWith(exchangeAndStore('from-a-link'));
  const { user } = renderApp('/signin', { signedIn: false, handlers: [offlineHandler('GET /api/auth/me')] });
  const again = await screen.findByRole('button', { name: /Try again/ });
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  server.use(mallory);
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: /Continue as/ })).toBeDefined();
  expect(readRecord()).toBeNull();
});

test('[M2] the account is not answered in time: the page says so', async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  arriveWith(exchangeAndStore('from-a-link'));
  const hangs = answer('GET /api/auth/me', () => {
    deadline.abort(new DOMException('The time is over.', 'TimeoutError'));
    return new Promise<never>(() => {});
  });
  renderApp('/signin', { signedIn: false, handlers: [hangs] });
  expect(await screen.findByRole('button', { name: /Try again/ })).toBeDefined();
});

test('[M2, INV-13] another account: the session of the link ends, and the user goes to sign in, with the destination', async () => {
  const ended = watchEndedSessions();
  const { user } = await arrive('from-a-link');
  await user.click(screen.getByRole('button', { name: 'Change account' }));
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(ended).toEqual(['ses_1']);
  expect(readRecord()).toBeNull();
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('return')).toContain('to=%2Fnowhere');
});

test('[M2, INV-13] the page is left without an answer: the session of the link ends', async () => {
  const ended = watchEndedSessions();
  await arrive('from-a-link');
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await waitFor(() => expect(ended).toEqual(['ses_1']));
  expect(readRecord()).toBeNull();
});

test('[M2] a sign-in that began in this tab is not asked about, and its mark is good once', async () => {
  arriveWith(exchangeAndStore(withSignInMark('from-the-sign-in-site')));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-mallory');
  expect(sessionStorage.getItem('foyer.mark')).toBeNull();
});

test('[M2] the user who is signed in here already is not asked about another session of their own', async () => {
  watchEndedSessions();
  signIn();
  arriveWith(exchangeAndStore('from-a-link'));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
});
