import { expect, test, vi } from 'vitest';
import { aMe, aSubscription } from '../testing/builders.ts';
import { answer, answerRaw, neverAnswers, offlineHandler, refuse } from '../testing/handlers.ts';
import { server } from '../testing/server.ts';
import { signIn } from '../testing/session.ts';
import { anAccessToken, aTokenPair } from '../testing/tokens.ts';
import { call } from './call.ts';
import type { CallError } from './call-error.ts';
import { readRecord } from './session/record.ts';

const me = 'GET /api/auth/me';
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: CallError) => error,
  );

/** A server that knows only the access token of session `ses_2`. */
const onlySecondTokenWorks = () => {
  const count = { refreshes: 0, refused: 0 };
  const second = anAccessToken({ jti: 'ses_2' });
  server.use(
    answer('POST /api/auth/tokens', () => {
      count.refreshes += 1;
      return aTokenPair({ jti: 'ses_2' });
    }),
    answer(me, ({ request }) => {
      if (request.headers.get('x-is-at') === second) return aMe();
      count.refused += 1;
      return Response.json(
        { message: 'expired', error: { type: 'UNAUTHORIZED', message: 'expired' } },
        { status: 401 },
      );
    }),
  );
  return count;
};

test('[SE-10] the access token travels as X-IS-AT; path, query and body are filled in', async () => {
  const record = signIn();
  let seen: { address: string; token: string | null; key: string | null; body: unknown } | undefined;
  server.use(
    answer('PATCH /api/subscription/subscriptions/:id', async ({ request }) => {
      seen = {
        address: new URL(request.url).pathname,
        token: request.headers.get('x-is-at'),
        key: request.headers.get('idempotency-key'),
        body: await request.json(),
      };
      return { id: 'sub_1', subscription: aSubscription(), receipt: null };
    }),
  );
  await call(
    'PATCH /api/subscription/subscriptions/:id',
    { params: { id: 'sub/1' }, body: { cancelAtPeriodEnd: true } },
    { idempotencyKey: 'key-1' },
  );
  expect(seen).toEqual({
    address: '/api/subscription/subscriptions/sub%2F1',
    token: record.accessToken,
    key: 'key-1',
    body: { cancelAtPeriodEnd: true },
  });
});

test('[SE-10] 204 is an empty result', async () => {
  signIn();
  server.use(answer('DELETE /api/auth/me/security/tokens/:jti', undefined as never));
  expect(await call('DELETE /api/auth/me/security/tokens/:jti', { params: { jti: 'ses_1' } })).toBeUndefined();
});

test('[SE-10] an accepted call may have nothing to tell', async () => {
  signIn();
  server.use(answerRaw('POST /api/auth/verify-email', '', { status: 202 }));
  expect(await call('POST /api/auth/verify-email')).toBeUndefined();
});

test('[SE-10] what anybody may call needs no session', async () => {
  server.use(
    answerRaw('POST /api/auth/users', '{"email":"a@b.test"}', { status: 201 }),
    answerRaw('POST /api/auth/password-resets', '', { status: 202 }),
    answerRaw('PUT /api/auth/password-resets', '', { status: 204 }),
    answerRaw('PUT /api/auth/verify-email', '', { status: 204 }),
    answerRaw('POST /api/auth/passkey-options', '{}', { status: 200 }),
    answerRaw('POST /api/auth/passkey-sessions', '{}', { status: 200 }),
    answerRaw('GET /api/auth/ip', '{}', { status: 200 }),
  );
  const token = 'emt_1.secret';
  await call('POST /api/auth/users', { body: { email: 'a@b.test', password: 'x', firstName: 'A', lastName: 'B' } });
  await call('POST /api/auth/password-resets', { body: { email: 'a@b.test' } });
  await call('PUT /api/auth/password-resets', { body: { token, password: 'x' } });
  await call('PUT /api/auth/verify-email', { body: { token } });
  await call('POST /api/auth/passkey-options');
  await call('POST /api/auth/passkey-sessions', { body: { challengeId: 'cha_1', response: {} } });
  await call('GET /api/auth/ip');
  expect(location.hash).toBe('');
});

test.each([
  [
    'the message',
    refuse(me, 'NOT_FOUND', { message: 'Not here.' }),
    { status: 404, type: 'NOT_FOUND', message: 'Not here.' },
  ],
  ['else error.type', answerRaw(me, '{"error":{"type":"ODD"}}', { status: 418 }), { type: 'ODD', message: 'ODD' }],
  ['neither', answerRaw(me, '{}', { status: 500 }), { type: 'UNSUCCESSFUL', message: 'Unsuccessful Response' }],
  [
    'an unreadable failure',
    answerRaw(me, '<html>', { status: 502 }),
    { type: 'INVALID_RESPONSE', message: 'Invalid API Response' },
  ],
  [
    'an unreadable success',
    answerRaw(me, '<html>', { status: 200 }),
    { type: 'INVALID_RESPONSE', message: 'Invalid API Response' },
  ],
  ['no connection', offlineHandler(me), { status: 0, type: 'OFFLINE' }],
])('[SE-10] %s is what the error says', async (_, handler, expected) => {
  signIn();
  server.use(handler);
  expect(await failure(call(me))).toMatchObject(expected);
});

test('[SE-10] a cancelled request is REQUEST_CANCELED', async () => {
  signIn();
  server.use(answer(me, aMe()));
  const stop = new AbortController();
  const asked = failure(call(me, {}, { signal: stop.signal }));
  stop.abort();
  expect(await asked).toMatchObject({ type: 'REQUEST_CANCELED', message: 'REQUEST_CANCELED' });
});

test('[SE-05] a 401 refreshes and tries once more; many at once refresh once', async () => {
  signIn();
  const count = onlySecondTokenWorks();
  const replies = await Promise.all(Array.from({ length: 10 }, () => call(me)));
  expect(replies).toHaveLength(10);
  expect(count).toEqual({ refreshes: 1, refused: 10 });
});

test('[SE-05] still 401 after the refresh: to sign out with the way back, and no third try', async () => {
  signIn();
  location.hash = '#/payments?active=receipts';
  server.use(answer('POST /api/auth/tokens', aTokenPair({ jti: 'ses_2' })), refuse(me, 'UNAUTHORIZED'));
  expect(await failure(call(me))).toMatchObject({ type: 'UNAUTHORIZED' });
  expect(location.hash).toBe('#/signout?reason=unauthorized&to=%2Fpayments%3Factive%3Dreceipts');
});

test('[SE-05] INVALID_TOKEN signs out without a refresh', async () => {
  signIn();
  server.use(refuse(me, 'INVALID_TOKEN'));
  await failure(call(me));
  expect(location.hash).toContain('#/signout?reason=unauthorized');
});

test('[SE-05] a 401 about a password is a field error: neither refresh nor sign-out', async () => {
  signIn();
  server.use(refuse(me, 'UNAUTHORIZED', { message: 'The password is wrong.' }));
  expect(await failure(call(me))).toMatchObject({ message: 'The password is wrong.' });
  expect(location.hash).toBe('');
  expect(readRecord()).not.toBeNull();
});

test('[SE-05] the refresh could not be reached: the session stays', async () => {
  signIn({ accessExpiresAt: 0 });
  server.use(offlineHandler('POST /api/auth/tokens'));
  expect(await failure(call(me))).toMatchObject({ type: 'OFFLINE' });
  expect(readRecord()).not.toBeNull();
  expect(location.hash).toBe('');
});

test('[SE-10] a public call sends no token and its refusal says nothing about the session', async () => {
  signIn();
  let token: string | null = '';
  server.use(
    answer('POST /api/auth/sessions', ({ request }) => {
      token = request.headers.get('x-is-at');
      return { refreshToken: 'r', device: 'd' };
    }),
  );
  await call('POST /api/auth/sessions', { body: { email: 'a@b.example', password: 'p' } });
  expect(token).toBeNull();
});

test('[SE-10] an answer that the first script has asked for is used once and not asked again', async () => {
  signIn();
  window.__foyer = {
    early: { [me]: Promise.resolve(Response.json(aMe({ user: { firstName: 'Early' } }))) },
    startedAt: Date.now(),
    showFatal: () => undefined,
  };
  server.use(answer(me, aMe({ user: { firstName: 'Late' } })));
  expect((await call(me)).user.firstName).toBe('Early');
  expect((await call(me)).user.firstName).toBe('Late');
});

const pay = 'POST /api/account/me/receipts/:id/pay';
const order = { params: { id: 'inv_1' }, body: { expectedTotalCents: 1 } };
const confirm = 'POST /api/account/me/payment_attempts/:id/confirm';
const toggle = 'PATCH /api/auth/me';

test.each([
  ['a read', () => call(me), 15_000],
  ['a change that nobody else is asked about', () => call(toggle, { body: { allowDataCollection: true } }), 15_000],
  ['an order', () => call(pay, order, { idempotencyKey: 'k' }), 120_000],
  [
    'what the gateway is asked again about',
    () => call(confirm, { params: { id: 'att_1' }, body: {} }, { isSlow: true }),
    120_000,
  ],
] as const)('[SE-10] %s that hangs ends as one without a connection does', async (_, ask, ms) => {
  signIn();
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  server.use(neverAnswers(me), neverAnswers(pay), neverAnswers(confirm), neverAnswers(toggle));
  const asked = failure(ask());
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(ms));
  deadline.abort();
  expect(await asked).toMatchObject({ status: 0, type: 'OFFLINE' });
});

test('[ASVS 10.4.4] the sign-in site asks for the code of a client without a session', async () => {
  server.use(answer('POST /api/auth/authorization-codes', { code: 'fr_1' }));
  const body = {
    refreshToken: 'fr_1',
    returnAddress: 'https://drive.arcwave.example/signin',
    codeChallenge: 'A'.repeat(43),
  };
  expect(await call('POST /api/auth/authorization-codes', { body })).toEqual({ code: 'fr_1' });
});

test('[SE-10] one refused refresh is the answer of all calls that waited for it: each reads it', async () => {
  signIn();
  const account = 'GET /api/account/me';
  const body = JSON.stringify({ message: 'm', error: { type: 'UNAVAILABLE', message: 'm' } });
  const refused = Promise.reject(new Response(body, { status: 503 }));
  window.__foyer = { early: { [me]: refused, [account]: refused }, startedAt: Date.now(), showFatal: () => undefined };
  const both = await Promise.all([failure(call(me)), failure(call(account))]);
  expect(both).toMatchObject([{ type: 'UNAVAILABLE' }, { type: 'UNAVAILABLE' }]);
});

test('[SE-10] an early answer that did not come is a call that failed: whoever asked may ask again', async () => {
  signIn();
  const early = Promise.reject(new DOMException('too late', 'TimeoutError'));
  window.__foyer = { early: { [me]: early }, startedAt: Date.now(), showFatal: () => undefined };
  server.use(answer(me, aMe()));
  expect(await failure(call(me))).toMatchObject({ type: 'OFFLINE' });
  expect((await call(me)).user.firstName).toBe('Ada');
});
