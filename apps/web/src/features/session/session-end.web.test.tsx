import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sendAway } from '../../lib/send-away.ts';
import { type Intake, takeIn } from '../../lib/session/intake.ts';
import { followOtherTabs } from '../../lib/session/other-tabs.ts';
import { RECORD_KEY, readRecord } from '../../lib/session/record.ts';
import { endSession } from '../../lib/session/sign-out.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { aRecord, signIn } from '../../testing/session.ts';
import { aTokenPair } from '../../testing/tokens.ts';

/** What is left of a session, or of what was on the way, when it ends. */

const revoke = 'DELETE /api/auth/me/security/tokens/:jti';
const tokens = 'POST /api/auth/tokens';
let left: ReturnType<typeof vi.fn<(address: string) => void>>;

beforeEach(() => {
  left = vi.fn();
  vi.spyOn(sendAway, 'to').mockImplementation(left);
});

const arriveWith = (intake: Promise<Intake>) => {
  window.__foyer = { early: {}, startedAt: Date.now(), showFatal: () => undefined, intake };
};

/** The record went away in another tab. */
const removeElsewhere = (gone: unknown) =>
  dispatchEvent(new StorageEvent('storage', { key: RECORD_KEY, oldValue: JSON.stringify(gone), newValue: null }));

test('[SE-05] a session that ended by itself in another tab: what is half typed here waits for the next sign-in', async () => {
  server.use(answer(revoke, () => undefined as never));
  signIn();
  await endSession(true); // the one before, in this browser
  const stop = followOtherTabs();
  signIn({ refreshExpiresAt: 4_000_000_000_001 });
  sessionStorage.setItem('foyer.drafts', JSON.stringify({ userId: 'usr_1', forms: { address: 'half typed' } }));
  removeElsewhere(aRecord({ refreshExpiresAt: 4_000_000_000_001 }));
  expect(location.hash).toContain('#/signout?reason=unauthorized');
  renderApp(location.hash.slice(1), { signedIn: false });
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sessionStorage.getItem('foyer.drafts')).toContain('half typed');
  stop();
});

test.each([
  ['unauthorized', null],
  ['signedout', String(aRecord().refreshExpiresAt)],
])('[SE-05, SE-06] signing out because of %s leaves for the other tabs: %s', async (reason, mark) => {
  signIn();
  renderApp(`/signout?reason=${reason}`, { handlers: [answer(revoke, () => undefined as never)] });
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(localStorage.getItem('foyer.ended')).toBe(mark);
});

test('[INV-17] the secret of a mail does not get before the # on the way to the sign-in, and is there after it', async () => {
  renderApp('/cea/mailed-secret', { signedIn: false });
  await waitFor(() => expect(left).toHaveBeenCalled());
  const address = new URL(left.mock.calls[0]?.[0] ?? '');
  expect(address.search).not.toContain('mailed-secret');
  expect(address.searchParams.get('reason')).toBe('unauthorized');

  cleanup();
  server.use(
    answer(tokens, aTokenPair()),
    answer('GET /api/auth/me/email/confirm/:token', ({ params }) => ({ email: String(params.token) })),
  );
  arriveWith(takeIn('from-the-address'));
  renderApp('/signin', { signedIn: false });
  await waitFor(() => expect(location.hash).toBe('#/cea/mailed-secret'));
  expect(sessionStorage.getItem('foyer.to')).toBeNull();
});

test('[INV-17] a sign-in that leads elsewhere does not find the secret of an earlier one', async () => {
  sessionStorage.setItem('foyer.to', '/cea/mailed-secret');
  renderApp('/signout?to=%2Fpayments', { signedIn: false });
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(sessionStorage.getItem('foyer.to')).toBeNull();
});

/** Which sessions were ended on the server. */
const endings = () => {
  const ended: unknown[] = [];
  server.use(
    answer(revoke, ({ params }) => {
      ended.push(params.jti);
      return undefined as never;
    }),
  );
  return ended;
};

test.each([
  ['another session: it is ended', 'ses_2', ['ses_1']],
  ['the same session, whose token was sent twice: it goes on', 'ses_1', []],
])('[SE-12] the same person signs in again, with %s', async (_, jti, expected) => {
  signIn();
  endings();
  const fetched = vi.spyOn(globalThis, 'fetch');
  server.use(answer(tokens, aTokenPair({ refreshToken: 'refresh-9', jti })));
  arriveWith(takeIn('from-the-address'));
  renderApp('/signin?to=%2Fnowhere', { signedIn: false });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(readRecord()?.refreshToken).toBe('refresh-9');
  const ended = fetched.mock.calls.flatMap(([address]) => /security\/tokens\/(\w+)/.exec(String(address))?.[1] ?? []);
  expect(ended).toEqual(expected);
});

test('[SE-12] a session that the browser could not keep is ended on the server', async () => {
  const ended = endings();
  server.use(answer(tokens, aTokenPair({ jti: 'ses_2' })));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const intake = takeIn('token');
  await intake;
  full.mockRestore();
  arriveWith(intake);
  renderApp('/signin', { signedIn: false });
  await waitFor(() => expect(ended).toEqual(['ses_2']));
  await waitFor(() => expect(left).toHaveBeenCalled());
});
