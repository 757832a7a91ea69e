import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { exchangeAndStore } from '../../lib/session/intake.ts';
import { followOtherTabs } from '../../lib/session/other-tabs.ts';
import { RECORD_KEY, readRecord } from '../../lib/session/record.ts';
import { endSession } from '../../lib/session/sign-out.ts';
import {
  arriveWith,
  REVOKE,
  TOKENS,
  watchEndedSessions,
  watchRedirects,
  withSignInMark,
} from '../../testing/arrivals.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { aRecord, signIn } from '../../testing/session.ts';
import { aTokenPair } from '../../testing/tokens.ts';

/** Input and calls that remain when a session ends. */

const redirects = watchRedirects();

/** The record went away in another tab. */
const removeElsewhere = (gone: unknown) =>
  dispatchEvent(new StorageEvent('storage', { key: RECORD_KEY, oldValue: JSON.stringify(gone), newValue: null }));

test('[SE-05] a session that expired in another tab: input typed here is kept for the next sign-in', async () => {
  server.use(answer(REVOKE, () => undefined as never));
  signIn();
  await endSession(true); // the one before, in this browser
  const stop = followOtherTabs();
  signIn({ refreshExpiresAt: 4_000_000_000_001 });
  sessionStorage.setItem('foyer.drafts', JSON.stringify({ userId: 'usr_1', forms: { address: 'half typed' } }));
  removeElsewhere(aRecord({ refreshExpiresAt: 4_000_000_000_001 }));
  expect(location.hash).toContain('#/signout?reason=unauthorized');
  renderApp(location.hash.slice(1), { signedIn: false });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(sessionStorage.getItem('foyer.drafts')).toContain('half typed');
  stop();
});

test.each([
  ['unauthorized', null],
  ['signedout', String(aRecord().refreshExpiresAt)],
])('[SE-05, SE-06] signing out because of %s leaves for the other tabs: %s', async (reason, mark) => {
  signIn();
  renderApp(`/signout?reason=${reason}`, { handlers: [answer(REVOKE, () => undefined as never)] });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(localStorage.getItem('foyer.ended')).toBe(mark);
});

test('[INV-17] the secret of a mail does not get before the # on the way to the sign-in, and is there after it', async () => {
  renderApp('/cea/mailed-secret', { signedIn: false });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  const address = new URL(redirects.mock.calls[0]?.[0] ?? '');
  expect(address.search).not.toContain('mailed-secret');
  expect(address.searchParams.get('reason')).toBe('unauthorized');

  cleanup();
  server.use(answer(TOKENS, aTokenPair()), answer('POST /api/auth/me/email/confirm', { email: 'new@b.cd' }));
  arriveWith(exchangeAndStore(withSignInMark('from-the-address')));
  renderApp('/signin', { signedIn: false });
  await waitFor(() => expect(location.hash).toBe('#/cea/mailed-secret'));
  expect(sessionStorage.getItem('foyer.to')).toBeNull();
});

test('[INV-17] a sign-in that leads elsewhere does not find the secret of an earlier one', async () => {
  sessionStorage.setItem('foyer.to', '/cea/mailed-secret');
  renderApp('/signout?to=%2Fpayments', { signedIn: false });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(sessionStorage.getItem('foyer.to')).toBeNull();
});

test.each([
  ['another session: it is ended', 'ses_2', ['ses_1']],
  ['the same session, proved at the provider or with a token that was sent twice: it goes on', 'ses_1', []],
])('[SE-12] the same person signs in again, with %s', async (_, jti, expected) => {
  signIn();
  watchEndedSessions();
  const fetched = vi.spyOn(globalThis, 'fetch');
  server.use(answer(TOKENS, aTokenPair({ refreshToken: 'refresh-9', jti })));
  arriveWith(exchangeAndStore('from-the-address'));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-9');
  const ended = fetched.mock.calls.flatMap(([address]) => /security\/tokens\/(\w+)/.exec(String(address))?.[1] ?? []);
  expect(ended).toEqual(expected);
});

test('[SE-12] a session that the browser could not keep is ended on the server', async () => {
  const ended = watchEndedSessions();
  server.use(answer(TOKENS, aTokenPair({ jti: 'ses_2' })));
  const token = withSignInMark('token');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const intake = exchangeAndStore(token);
  await intake;
  full.mockRestore();
  arriveWith(intake);
  renderApp('/signin', { signedIn: false });
  await waitFor(() => expect(ended).toEqual(['ses_2']));
  await waitFor(() => expect(redirects).toHaveBeenCalled());
});

test('[SE-02, INV-13] a visitor leaves the sign-in before the token is stored: the replaced session ends too', async () => {
  signIn();
  const ended = watchEndedSessions();
  server.use(answer(TOKENS, aTokenPair({ refreshToken: 'refresh-9', jti: 'ses_2' })));
  const arrives = Promise.withResolvers<void>();
  arriveWith(arrives.promise.then(() => exchangeAndStore('from-the-address')));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  await screen.findByRole('heading', { name: 'Signing in…' });
  location.hash = '#/elsewhere';
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  arrives.resolve();
  await waitFor(() => expect(ended).toEqual(['ses_1']));
  expect(location.hash).toBe('#/elsewhere');
  expect(readRecord()?.refreshToken).toBe('refresh-9');
});

const askWhetherGrace = async () => {
  signIn();
  const ended = watchEndedSessions();
  const grace = { usr: 'usr_2', jti: 'ses_2' };
  server.use(answer(TOKENS, aTokenPair({ refreshToken: 'refresh-grace', ...grace })));
  arriveWith(exchangeAndStore('token'));
  const { user } = renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  return { ended, user, change: await screen.findByRole('button', { name: 'Change account' }) };
};
const leavePortal = () => dispatchEvent(new PageTransitionEvent('pagehide'));

test('[INV-13, INV-17] a visitor who leaves without an answer keeps the session, and the new session that was not accepted ends', async () => {
  const { ended } = await askWhetherGrace();
  location.hash = '#/elsewhere';
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(ended).toEqual([]); // Back asks again
  leavePortal();
  await waitFor(() => expect(ended).toEqual(['ses_2']));
  location.hash = '#/signin?to=%2Fnowhere'; // where the browser kept the page, Back has nothing left to ask
  await waitFor(() => expect(location.hash).toBe('#/nowhere'));
  expect(readRecord()?.userId).toBe('usr_1');
});

test('[INV-13, INV-17] the session that was chosen lives on when the portal is left, at once too', async () => {
  const { ended, user, change } = await askWhetherGrace();
  await user.click(change);
  leavePortal();
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  leavePortal();
  await fetch('/api/auth/me/security/tokens/asked-last', { method: 'DELETE' });
  expect(ended).toEqual(['ses_1', 'asked-last']);
  expect(readRecord()?.userId).toBe('usr_2');
});

test('[INV-13, INV-17] the question is not shown again after its session has ended: the earlier user stays signed in', async () => {
  const { ended } = await askWhetherGrace();
  leavePortal();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  await waitFor(() => expect(ended).toEqual(['ses_2']));
  expect(location.hash).toBe('#/nowhere');
  expect(readRecord()?.userId).toBe('usr_1');
  expect(redirects).not.toHaveBeenCalled();
});

test.each([
  ['began at the sign-in: whoever is signed in stays', '#/signin?to=%2Fnowhere', true],
  ['began with another page: they are signed out, as without a token ever', '#/payments/method', false],
])('[SE-02, INV-17] a load anew that %s', async (_how, begunAt, stays) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as PerformanceNavigationTiming]);
  watchEndedSessions();
  window.__foyer = { early: {}, startedAt: Date.now(), showFatal: () => undefined, begunAt };
  document.documentElement.dataset.shell = 'none'; // of both
  renderApp('/signin?to=%2Fnowhere');
  if (stays) expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  else await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(readRecord() !== null).toBe(stays);
  delete document.documentElement.dataset.shell;
});
