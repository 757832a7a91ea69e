import type { Me, TokenPair } from '@foyer/contract/api/auth';
import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { PROOF_LIFE_MS } from '@foyer/domain/identity/step-up';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { intakeOf, locationOf, openBrowser, pathOf } from '../../test/browser.ts';
import { type Answer, type Client, inject, makeClient } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type IdentityProvider, startIdentityProvider } from '../../test/identity-provider.ts';

const HOST = 'drive.localhost';
const CALLBACK = '/api/auth/oidc/callback';

let h: Harness;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([`http://${HOST}${CALLBACK}`]);
  h = await startHarness({ oidc: provider.settings });
});
afterEach(() => {
  h.wall.reset();
  h.log.expectQuiet();
});
afterAll(async () => {
  await h.stop();
  await provider.stop();
});

type Browser = ReturnType<typeof openBrowser>;

/** Somebody who has no password here: signed in at the provider, in the brand whose customers close their accounts. */
const signIn = async (subject: string): Promise<{ browser: Browser; client: Client; pair: TokenPair }> => {
  provider.accounts.set(subject, { email: `${subject}@else.test`, email_verified: true });
  provider.next = subject;
  const browser = openBrowser(h.app, HOST);
  const back = await provider.visit(locationOf(await browser.visit('/api/auth/oidc/start')));
  const { token } = intakeOf(locationOf(await browser.visit(pathOf(back))));
  const { body } = await h.anonymous().post<TokenPair>('/api/auth/tokens', { refreshToken: token });
  return { browser, client: makeClient(h.app, body), pair: body };
};

/** Asks where to prove oneself, and takes the cookie into the browser like a page's fetch does. */
const askToProve = async (browser: Browser, { accessToken }: TokenPair, to = '/security/close') => {
  const answer = await inject<{ address: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/me/step-up',
    headers: { 'x-is-at': accessToken, host: HOST },
    payload: { to },
  });
  expect(answer.status, answer.text).toBe(200);
  const cookie = /^foyer-oidc=([^;]+); Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/.exec(
    String(answer.headers['set-cookie']),
  );
  browser.cookies.set('foyer-oidc', cookie?.[1] ?? '');
  return answer.body.address;
};

/** As the person named: through the provider and back to us. */
const prove = async (browser: Browser, address: string, subject: string): Promise<Answer<unknown>> => {
  provider.next = subject;
  return browser.visit(pathOf(await provider.visit(address)));
};

/** The same, and takes the new token in like the portal: the client goes on with the new pair. */
const proveAndReturn = async (browser: Browser, address: string, subject: string, client: Client) => {
  const back = intakeOf(locationOf(await prove(browser, address, subject)));
  const { status, body, text } = await refresh(back.token);
  expect(status, text).toBe(200);
  Object.assign(client, { accessToken: body.accessToken, refreshToken: body.refreshToken });
  return back;
};

const refresh = (refreshToken: string) => h.anonymous().post<TokenPair>('/api/auth/tokens', { refreshToken });

/** Time passes in the database, whose clock counts for the overlap. */
const age = (client: Client, ms: number) =>
  h.database.query(`UPDATE sessions SET stepped_at = stepped_at - $2 * interval '1 millisecond' WHERE id = $1`, [
    client.jti(),
    ms,
  ]);

const exported = (client: Client) => client.post('/api/auth/me/export', {});
const expectAsked = (answer: Answer<{ error: { type: string; code: string | null } }>) =>
  expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
    400,
    'PASSWORD_REQUIRED',
    'sign_in_again',
  ]);

test('[SE-11] [SC-02] export, email change and closing ask for a fresh sign-in at the provider, and then work', async () => {
  const { browser, client, pair } = await signIn('owner');
  const changing = () => client.patch('/api/auth/me/email', { email: 'owner-new@else.test' });
  const closing = () => client.delete('/api/auth/users', {});
  for (const sensitive of [() => exported(client), changing, closing]) expectAsked((await sensitive()) as never);

  const address = await askToProve(browser, pair);
  const asked = new URL(address).searchParams;
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
  const { origin, path, search, route, to } = await proveAndReturn(browser, address, 'owner', client);
  expect([origin, path, search, route, to]).toEqual([`http://${HOST}`, '/', '', '#/signin', '/security/close']);
  expect([...browser.cookies.keys()]).toEqual(['foyer-device']);
  const { body } = await client.get<{ sessions: unknown[] }>('/api/auth/me/security/sessions');
  expect(body.sessions).toHaveLength(1);

  expect((await exported(client)).status).toBe(202);
  expect((await changing()).status).toBe(202);
  const closed = await closing();
  expect(closed.status, closed.text).toBe(204);
  expect((await client.get('/api/auth/me')).status).toBe(401);
});

test('[SC-02] the proof is valid for five minutes and only for that session', async () => {
  const { browser, client, pair } = await signIn('brief');
  const other = await signIn('brief');
  await proveAndReturn(browser, await askToProve(browser, pair), 'brief', client);
  expectAsked((await exported(other.client)) as never);
  h.wall.advance(PROOF_LIFE_MS - MINUTE_MS);
  expect((await exported(client)).status).toBe(202);
  h.wall.advance(MINUTE_MS);
  const { body } = await refresh(client.refreshToken);
  expectAsked((await exported(makeClient(h.app, body))) as never);
});

test('[SC-02] [ASVS 7.5.2] another session ends only after a fresh sign-in at the provider', async () => {
  const { browser, client, pair } = await signIn('leaving');
  const other = await signIn('leaving');
  const ending = () => client.delete(`/api/auth/me/security/sessions/${other.client.jti()}`);
  expectAsked((await ending()) as never);
  expectAsked((await client.delete('/api/auth/me/security/sessions')) as never);
  expect((await other.client.get('/api/auth/me')).status).toBe(200);
  await proveAndReturn(browser, await askToProve(browser, pair), 'leaving', client);
  expect((await ending()).status).toBe(204);
  expect((await other.client.get('/api/auth/me')).status).toBe(401);
});

test('[M1, INV-14] the proof gives the session new tokens: it keeps its id, and no copy of the earlier tokens survives', async () => {
  const { browser, client, pair } = await signIn('renewed');
  const session = client.jti();
  const copy = makeClient(h.app, pair);
  const back = intakeOf(locationOf(await prove(browser, await askToProve(browser, pair), 'renewed')));
  expect((await copy.get('/api/auth/me')).body.error.type).toBe('UNAUTHORIZED');
  // another tab of the owner, which has not read the new tokens yet
  expect((await refresh(copy.refreshToken)).status).toBe(503);

  const taken = await refresh(back.token);
  expect(taken.status, taken.text).toBe(200);
  const owner = makeClient(h.app, taken.body);
  expect(owner.jti()).toBe(session);
  expect((await exported(owner)).status).toBe(202);
  await age(owner, 11 * SECOND_MS);
  expect((await refresh(copy.refreshToken)).body.error.type).toBe('INVALID_TOKEN');
  expect((await exported(copy)).body.error.type).toBe('UNAUTHORIZED');
  // nor does the copy end the session it was taken from
  expect((await refresh(owner.refreshToken)).status).toBe(200);
});

test('[M2] the token of the proof came through an address: two minutes until its first use, and no late answer', async () => {
  const first = await signIn('address');
  const unused = intakeOf(
    locationOf(await prove(first.browser, await askToProve(first.browser, first.pair), 'address')),
  );
  h.wall.advance(2 * MINUTE_MS);
  expect((await refresh(unused.token)).body.error.type).toBe('INVALID_TOKEN');
  h.wall.reset();

  const { browser, client, pair } = await signIn('address');
  const back = await proveAndReturn(browser, await askToProve(browser, pair), 'address', client);
  await age(client, 11 * SECOND_MS);
  expect((await refresh(back.token)).body.error.type).toBe('INVALID_TOKEN');
  // the address is in a browser history, so a late second use is a copy and ends the session
  expect((await refresh(client.refreshToken)).body.error.type).toBe('INVALID_TOKEN');
});

test('[SE-11] another user, known here or not, proves nothing and gets no account', async () => {
  const { browser, client, pair } = await signIn('victim');
  await signIn('thief');
  provider.accounts.set('stranger', { email: 'stranger@else.test', email_verified: true });
  for (const subject of ['thief', 'stranger']) {
    const answer = await prove(browser, await askToProve(browser, pair), subject);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('You signed in as somebody else.');
    expectAsked((await exported(client)) as never);
  }
  expect(await h.database.query(`SELECT 1 FROM users WHERE email = 'stranger@else.test'`)).toEqual([]);
});

test('[SE-11] a user whom the provider remembered proves nothing', async () => {
  const { browser, client, pair } = await signIn('remembered');
  // Ours is ahead, so that what the provider tells lies before the question.
  h.wall.advance(2 * MINUTE_MS);
  expect((await prove(browser, await askToProve(browser, pair), 'remembered')).status).toBe(400);
  h.wall.reset();
  expectAsked((await exported(client)) as never);
});

test('[SE-11] an answer proves nothing in another browser, twice, or for a session that has ended', async () => {
  const { browser, pair } = await signIn('tied');
  const address = await askToProve(browser, pair);
  provider.next = 'tied';
  const back = pathOf(await provider.visit(address));
  expect((await openBrowser(h.app, HOST).visit(back)).status).toBe(400);
  const cookie = browser.cookies.get('foyer-oidc') ?? '';
  const proved = await refresh(intakeOf(locationOf(await browser.visit(back))).token);
  browser.cookies.set('foyer-oidc', cookie);
  expect((await browser.visit(back)).status).toBe(400);

  const late = await askToProve(browser, proved.body);
  const me = await makeClient(h.app, proved.body).get<Me>('/api/auth/me');
  await h.database.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [me.body.user.id]);
  expect((await prove(browser, late, 'tied')).status).toBe(400);
});

test('[SE-11] a password from before the provider does not sign in', async () => {
  const { client } = await signIn('former');
  expectAsked((await client.post('/api/auth/me/export', { password: PASSWORD })) as never);
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
  '[SE-11] it leads back into the portal: %s',
  async (to) => {
    const { browser, pair } = await signIn('back');
    const address = await askToProve(browser, pair, to);
    const { origin, route, to: destination } = intakeOf(locationOf(await prove(browser, address, 'back')));
    expect([origin, route, destination]).toEqual([`http://${HOST}`, '#/signin', '/']);
  },
);
