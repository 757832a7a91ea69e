import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { exchangeAndStore } from '../../lib/session/intake.ts';
import { followOtherTabs } from '../../lib/session/other-tabs.ts';
import { RECORD_KEY, readRecord } from '../../lib/session/record.ts';
import {
  arriveWith,
  REVOKE,
  TOKENS,
  watchEndedSessions,
  watchRedirects,
  withSignInMark,
} from '../../testing/arrivals.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { aRecord, signIn } from '../../testing/session.ts';
import { anAccessToken, aTokenPair } from '../../testing/tokens.ts';
import { destinationOf } from './sign-in-page.tsx';

const redirects = watchRedirects();

test.each([
  ['', 'to=%2Fpayments%3Factive%3Dreceipts', '/payments?active=receipts'],
  ['payments?active=receipts', '', '/payments?active=receipts'],
  ['receipt/inv_1', 'to=%2Fnowhere&bucket=b&x=1', '/receipt/inv_1?x=1'],
  ['', '', '/'],
  ['', 'token=secret&x=1', '/?x=1'],
  ['', 'to=https%3A%2F%2Fevil.example', '/'],
  ['', 'to=%2F%2Fevil.example', '/'],
  ['/evil.example', '', '/evil.example'],
  ['', 'to=%2Fsignout', '/'],
  ['', 'to=%2FSignOut', '/'],
])('[SE-02] after /signin/%s?%s comes %s', (rest, query, destination) => {
  expect(destinationOf(rest, new URLSearchParams(query))).toBe(destination);
});

test('[SE-02] the token is stored and the visitor is at the destination', async () => {
  server.use(answer(TOKENS, aTokenPair({ refreshToken: 'refresh-9' })));
  arriveWith(exchangeAndStore(withSignInMark('from-the-address')));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-9');
});

test('[SE-02] who goes on while the token is on its way in is signed in there, and not sent away', async () => {
  server.use(answer(TOKENS, aTokenPair()));
  const intake = Promise.withResolvers<void>();
  arriveWith(intake.promise.then(() => exchangeAndStore(withSignInMark('from-the-address'))));
  renderApp('/nowhere', { signedIn: false });
  intake.resolve();
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(location.hash).toBe('#/nowhere');
});

test('[SE-02] without a token: to sign out with the destination', async () => {
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  await waitFor(() => expect(location.hash).toBe('#/signout?to=%2Fnowhere'));
  await waitFor(() => expect(redirects).toHaveBeenCalled());
});

test('[SE-02] [SE-12] a token that the server refuses, used before for example: to sign out', async () => {
  server.use(refuse(TOKENS, 'INVALID_TOKEN'));
  arriveWith(exchangeAndStore('used'));
  renderApp('/login?to=%2Fnowhere', { signedIn: false });
  await waitFor(() => expect(location.hash).toBe('#/signout?to=%2Fnowhere'));
  await waitFor(() => expect(redirects).toHaveBeenCalled());
});

test('[SE-02] a token that comes while the page is open leaves the address before it is sent, and is taken in (INV-17)', async () => {
  let addressThen = 'token=pasted';
  server.use(
    answer(TOKENS, () => {
      addressThen = location.href;
      return aTokenPair({ refreshToken: 'refresh-9' });
    }),
  );
  renderApp(`/signin?token=${withSignInMark('pasted')}&to=%2Fnowhere`, { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-9');
  expect(addressThen).not.toContain('pasted');
});

test('[SE-02] storing fails: to sign out', async () => {
  server.use(answer(TOKENS, aTokenPair()));
  const token = withSignInMark('token');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await exchangeAndStore(token)).toMatchObject({ outcome: 'refused' });
});

test('[SE-02] the server is not reached: nothing is lost, trying again signs in', async () => {
  server.use(offlineHandler(TOKENS));
  arriveWith(exchangeAndStore(withSignInMark('token')));
  const { user } = renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  const again = await screen.findByRole('button', { name: /Try again/ });
  server.use(answer(TOKENS, aTokenPair()));
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
});

const arriveAsGrace = () => {
  signIn();
  const grace = { usr: 'usr_2', jti: 'ses_2' };
  server.use(
    answer(TOKENS, aTokenPair({ refreshToken: 'refresh-grace', ...grace })),
    answer('GET /api/auth/me', ({ request }) =>
      request.headers.get('x-is-at') === anAccessToken(grace)
        ? aMe({ user: { email: 'grace@demo.arcwave.test' } })
        : aMe(),
    ),
  );
  arriveWith(exchangeAndStore('token'));
};

test('[SE-02] somebody else is signed in: asked first, and staying keeps the session and ends the other (INV-17)', async () => {
  arriveAsGrace();
  let ended = '';
  const { user } = renderApp('/signin?to=%2Fnowhere', {
    handlers: [
      answer('GET /api/auth/me', ({ request }) =>
        request.headers.get('x-is-at') === anAccessToken({ usr: 'usr_2', jti: 'ses_2' })
          ? aMe({ user: { email: 'grace@demo.arcwave.test' } })
          : aMe(),
      ),
      answer(REVOKE, ({ params }) => {
        ended = String(params.jti);
        return undefined as never;
      }),
    ],
  });
  expect(await screen.findByText(/signed in here as ada@demo.arcwave.test.*for grace@demo.arcwave.test/)).toBeDefined();
  expect(readRecord()?.userId).toBe('usr_1');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(ended).toBe('ses_2');
  expect(readRecord()?.userId).toBe('usr_1');
});

test('[SE-02] somebody else is signed in: changing replaces the session and ends the old one (INV-17)', async () => {
  arriveAsGrace();
  let ended = '';
  const { user } = renderApp('/signin', {
    handlers: [
      answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } }),
      answer(REVOKE, ({ params }) => {
        ended = String(params.jti);
        return undefined as never;
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Change account' }));
  await screen.findByRole('heading', { name: /Welcome/ });
  expect(ended).toBe('ses_1');
  expect(readRecord()).toMatchObject({ userId: 'usr_2', refreshToken: 'refresh-grace' });
});

test('[SE-02] somebody else is signed in and the browser stores nothing more: who is here stays, and the page goes on', async () => {
  arriveAsGrace();
  let ended = '';
  const { user } = renderApp('/signin?to=%2Fnowhere', {
    handlers: [
      answer(REVOKE, ({ params }) => {
        ended = String(params.jti);
        return undefined as never;
      }),
    ],
  });
  const change = await screen.findByRole('button', { name: 'Change account' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.click(change);
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(ended).toBe('ses_2');
  expect(readRecord()?.userId).toBe('usr_1');
});

test('[SE-04] sign out: the record goes first, the session is revoked by its jti, then to the sign-in site', async () => {
  signIn();
  let seen: { jti: unknown; token: string | null; record: unknown } | undefined;
  renderApp('/signout?reason=email&to=%2Fnowhere', {
    handlers: [
      answer(REVOKE, ({ params, request }) => {
        seen = { jti: params.jti, token: request.headers.get('x-is-at'), record: readRecord() };
        return undefined as never;
      }),
    ],
  });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(seen).toEqual({ jti: 'ses_1', token: anAccessToken(), record: null });
  expect(redirects.mock.calls[0]?.[0]).toBe(
    `${location.origin}/id/?${new URLSearchParams({ reason: 'email', return: `${location.origin}/#/signin?to=%2Fnowhere` })}`,
  );
});

test('[SE-04] with an expired access token a new one is fetched to end the session; it is not stored', async () => {
  let ended: unknown;
  localStorage.setItem(RECORD_KEY, JSON.stringify(aRecord({ accessExpiresAt: 0 })));
  renderApp('/logout', {
    signedIn: false,
    handlers: [
      answer(TOKENS, aTokenPair({ jti: 'ses_1' })),
      answer(REVOKE, ({ params }) => {
        ended = params.jti;
        return undefined as never;
      }),
    ],
  });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(ended).toBe('ses_1');
  expect(readRecord()).toBeNull();
});

test('[SE-04] offline the visitor is signed out here all the same', async () => {
  signIn();
  renderApp('/signout', { handlers: [offlineHandler(REVOKE)] });
  await waitFor(() => expect(redirects).toHaveBeenCalled());
  expect(readRecord()).toBeNull();
});

const change = (oldValue: unknown, newValue: unknown) =>
  dispatchEvent(
    new StorageEvent('storage', {
      key: RECORD_KEY,
      oldValue: oldValue && JSON.stringify(oldValue),
      newValue: newValue && JSON.stringify(newValue),
    } as StorageEventInit),
  );

test('[SE-06] signed out in one tab is signed out in all; a refresh changes nothing; another user starts anew', () => {
  const startAnew = vi.fn();
  const stop = followOtherTabs(startAnew);
  const before = location.hash;
  change(aRecord(), aRecord({ refreshToken: 'refresh-2' }));
  expect(location.hash).toBe(before);
  change(aRecord(), aRecord({ userId: 'usr_2' }));
  expect(startAnew).toHaveBeenCalledOnce();
  localStorage.setItem('foyer.ended', String(aRecord().refreshExpiresAt)); // as endSession leaves it
  change(aRecord(), null);
  expect(location.hash).toContain('#/signout?reason=signedout');
  stop();
});

test('[SE-02] once decided the question is not asked again: back at the sign-in, the page goes on', async () => {
  arriveAsGrace();
  const ended = watchEndedSessions();
  const { user } = renderApp('/signin?to=%2Fnowhere');
  await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  location.hash = '#/signin?to=%2Felsewhere';
  await waitFor(() => expect(location.hash).toBe('#/elsewhere'));
  expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  expect(ended).toEqual(['ses_2']);
});
