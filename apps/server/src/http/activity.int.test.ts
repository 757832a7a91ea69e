import type { ActivityEvent, SessionView } from '@foyer/contract/api/activity';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { type Client, inject, makeClient } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { call } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SESSIONS = '/api/auth/me/security/sessions';
const ACTIVITY = '/api/auth/me/security/activity';

const h = useHarness();

/** Signs in the way somebody with this browser at this address would. */
const signInFrom = async ({ email }: Customer, userAgent: string, remoteAddress: string): Promise<Client> => {
  const signed = await inject<{ refreshToken: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  });
  expect(signed.status, signed.text).toBe(200);
  const client = makeClient(h.app, { accessToken: '', refreshToken: signed.body.refreshToken });
  return refresh(client);
};

const refresh = async (client: Client): Promise<Client> => {
  const { status, body } = await client.post<Client>('/api/auth/tokens', { refreshToken: client.refreshToken });
  expect(status).toBe(200);
  return Object.assign(client, { accessToken: body.accessToken, refreshToken: body.refreshToken });
};

const sessionsOf = async (client: Client) => {
  const { status, body } = await client.get<{ sessions: SessionView[] }>(SESSIONS);
  expect(status).toBe(200);
  return body.sessions;
};

const activityOf = async (client: Client, cursor?: string) => {
  const { status, body, text } = await client.get<{ events: ActivityEvent[]; nextCursor: string | null }>(
    cursor === undefined ? ACTIVITY : `${ACTIVITY}?cursor=${cursor}`,
  );
  expect(status, text).toBe(200);
  return body;
};

/** Ends one session, or all others without an id. */
const end = (client: Client, id: string | null, password: string | undefined = PASSWORD) =>
  call(h, { client }, 'DELETE', id === null ? SESSIONS : `${SESSIONS}/${id}`, { password });

/** Neither the access token nor the refresh token does anything any more. */
const expectEnded = async (client: Client) => {
  expect((await client.get('/api/auth/me')).body.error.type).toBe('INVALID_TOKEN');
  const { refreshToken } = client;
  expect((await h.anonymous().post('/api/auth/tokens', { refreshToken })).body.error.type).toBe('INVALID_TOKEN');
};

describe('the list of sessions', () => {
  test('[BY-01] shows device, place, beginning and last use, the current one first', async () => {
    const customer = await h.makeCustomer();
    const elsewhere = await signInFrom(customer, FIREFOX, '91.0.0.1');
    const shown = await sessionsOf(customer.client);
    expect(shown.map(({ id, current }) => ({ id, current }))).toEqual([
      { id: customer.client.jti(), current: true },
      { id: elsewhere.jti(), current: false },
    ]);
    expect(shown[1]).toMatchObject({
      device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
      place: { country_code: 'DE', country_name: 'Germany' },
      address: '91.0.0.1',
    });
    expect(shown[0]).toMatchObject({ place: null, address: '127.0.0.1' });

    // Both moments are the database's: its rows are made older, no clock is moved.
    await h.database.query(
      `UPDATE sessions SET created_at = created_at - interval '10 minutes', stepped_at = stepped_at - interval '10 minutes'
       WHERE user_id = $1`,
      [customer.userId],
    );
    await refresh(elsewhere);
    const [, later] = await sessionsOf(await refresh(customer.client));
    const used = Date.parse(later?.lastUsedAt ?? '') - Date.parse(later?.createdAt ?? '');
    expect(used).toBeGreaterThanOrEqual(9 * MINUTE_MS);
  });

  test('[BY-01] shows neither an ended session nor one that nobody renewed in time', async () => {
    const customer = await h.makeCustomer();
    const left = await h.signIn(customer.email);
    await left.delete(`/api/auth/me/security/tokens/${left.jti()}`);
    const forgotten = await h.signIn(customer.email);
    await h.database.query(`UPDATE sessions SET refresh_expires_at = now() - interval '1 second' WHERE id = $1`, [
      forgotten.jti(),
    ]);
    expect((await sessionsOf(customer.client)).map(({ id }) => id)).toEqual([customer.client.jti()]);
  });
});

describe('ending sessions', () => {
  test('[INV-13] one that is ended is refused at the next request, and only that one', async () => {
    const customer = await h.makeCustomer();
    const [lost, kept] = [await h.signIn(customer.email), await h.signIn(customer.email)];
    expect((await end(customer.client, lost.jti())).status).toBe(204);
    await expectEnded(lost);
    expect((await kept.get('/api/auth/me')).status).toBe(200);
    expect((await customer.client.get('/api/auth/me')).status).toBe(200);
    expect((await end(customer.client, lost.jti())).status).toBe(204);
    const told = (await activityOf(customer.client)).events.filter(({ type }) => type === 'session_ended');
    expect(told).toHaveLength(1);
  });

  test('[INV-13] the current one may be ended too', async () => {
    const { client } = await h.makeCustomer();
    expect((await client.delete(`${SESSIONS}/${client.jti()}`)).status).toBe(204);
    await expectEnded(client);
  });

  test('[ASVS 7.5.2] [INV-13] another one, and all others, go on without the password', async () => {
    const customer = await h.makeCustomer();
    const other = await h.signIn(customer.email);
    for (const id of [other.jti(), null]) {
      const without = await customer.client.delete(id === null ? SESSIONS : `${SESSIONS}/${id}`);
      expect([without.status, without.body.error.type]).toEqual([400, 'PASSWORD_REQUIRED']);
      const wrong = await end(customer.client, id, 'not-the-password');
      expect([wrong.status, wrong.body.error.type, wrong.body.error.field]).toEqual([
        400,
        'INVALID_CREDENTIALS',
        'password',
      ]);
    }
    const byToken = await customer.client.delete(`/api/auth/me/security/tokens/${other.jti()}`);
    expect([byToken.status, byToken.body.error.type]).toEqual([403, 'FORBIDDEN']);
    expect((await other.get('/api/auth/me')).status).toBe(200);
    const told = (await activityOf(customer.client)).events.map(({ type }) => type);
    expect(told.filter((type) => type === 'step_up_failed')).toHaveLength(2);
    expect(told).not.toContain('session_ended');
    expect(told).not.toContain('sessions_ended');
  });

  test('[BY-01] [INV-13] all others end at once, the current one stays', async () => {
    const customer = await h.makeCustomer();
    const others = [await h.signIn(customer.email), await h.signIn(customer.email)];
    const stranger = await h.makeCustomer();
    expect((await end(customer.client, null)).status).toBe(204);
    for (const other of others) await expectEnded(other);
    expect((await sessionsOf(customer.client)).map(({ id }) => id)).toEqual([customer.client.jti()]);
    expect((await stranger.client.get('/api/auth/me')).status).toBe(200);
    expect((await activityOf(customer.client)).events[0]).toMatchObject({ type: 'sessions_ended' });
  });

  test('[BY-01] [INV-13] [INV-20] named ones end at once, without the current one and those of others', async () => {
    const customer = await h.makeCustomer();
    const [first, second, kept] = [
      await h.signIn(customer.email),
      await h.signIn(customer.email),
      await h.signIn(customer.email),
    ];
    const stranger = await h.makeCustomer();
    const ids = [first.jti(), second.jti(), customer.client.jti(), stranger.client.jti(), 'ses_unknown'];
    const endNamed = (password: string) => call(h, { client: customer.client }, 'DELETE', SESSIONS, { password, ids });
    expect((await endNamed('not-the-password')).status).toBe(400);
    expect(await sessionsOf(customer.client)).toHaveLength(4);
    expect((await endNamed(PASSWORD)).status).toBe(204);
    for (const ended of [first, second]) await expectEnded(ended);
    const left = (await sessionsOf(customer.client)).map(({ id }) => id);
    expect(left.toSorted()).toEqual([customer.client.jti(), kept.jti()].toSorted());
    expect((await stranger.client.get('/api/auth/me')).status).toBe(200);
    const told = (await activityOf(customer.client)).events.filter(({ type }) => type === 'session_ended');
    expect(told).toHaveLength(2);
  });

  test('[INV-20] another user’s session answers as one that does not exist, and goes on', async () => {
    const [own, other] = [await h.makeCustomer(), await h.makeCustomer()];
    const foreign = await end(own.client, other.client.jti());
    const unknown = await end(own.client, 'ses_unknown');
    const plain = ({ status, body }: typeof foreign) => ({
      status,
      body: { ...body, error: { ...body.error, requestId: '' } },
    });
    expect(foreign.status).toBe(404);
    expect(plain(foreign)).toEqual(plain(unknown));
    expect((await other.client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('security activity', () => {
  const insertEvents = (accountId: string, type: string, count: number) =>
    h.database.query(
      `INSERT INTO security_events (id, at, account_id, type)
       SELECT 'aud_' || $2 || '_' || lpad(n::text, 3, '0'), '2026-01-01T00:00:00.000123Z'::timestamptz + (n / 2) * interval '1 microsecond', $1, $2
       FROM generate_series(1, $3) AS n`,
      [accountId, type, count],
    );

  test('[BY-01] says what happened, when, where and with what', async () => {
    const customer = await h.makeCustomer();
    await signInFrom(customer, FIREFOX, '91.0.0.1');
    const { events } = await activityOf(customer.client);
    expect(events[0]).toMatchObject({
      type: 'signed_in',
      device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
      place: { country_code: 'DE' },
      address: '91.0.0.1',
    });
    expect(Math.abs(Date.parse(events[0]?.at ?? '') - Date.now())).toBeLessThan(MINUTE_MS);
  });

  test('[BY-01] comes in pages of twenty, each event once, events of one moment and of one millisecond too', async () => {
    const customer = await h.makeCustomer();
    await insertEvents(customer.accountId, 'mfa_enabled', 50);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    const sizes: number[] = [];
    do {
      const page = await activityOf(customer.client, cursor ?? undefined);
      seen.push(...page.events.map(({ id }) => id));
      sizes.push(page.events.length);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(sizes).toEqual([20, 20, 11]);
    expect(new Set(seen).size).toBe(51);
    expect(seen.slice(1)).toEqual([...seen.slice(1)].sort().reverse());
  });

  test('[BY-01] a last page that is full says that it is the last', async () => {
    const customer = await h.makeCustomer();
    await insertEvents(customer.accountId, 'password_changed', 19);
    const page = await activityOf(customer.client);
    expect(page.events).toHaveLength(20);
    expect(page.nextCursor).toBeNull();
  });

  test('[INV-20] shows nobody else’s events and none that is the operator’s alone', async () => {
    const [own, other] = [await h.makeCustomer(), await h.makeCustomer()];
    await insertEvents(other.accountId, 'email_changed', 30);
    await insertEvents(own.accountId, 'operator_note', 3);
    const page = await activityOf(own.client);
    expect(page.events.map(({ type }) => type)).toEqual(['signed_in']);
    const foreign = (await activityOf(other.client)).nextCursor ?? '';
    expect((await activityOf(own.client, foreign)).events.every(({ type }) => type === 'signed_in')).toBe(true);
  });

  test.each([
    'x',
    'aud_1',
    Buffer.from('1:').toString('base64url'),
    Buffer.from(`${'9'.repeat(16)}:a`).toString('base64url'),
  ])('[INV-23] a cursor of nobody’s making is refused: %s', async (cursor) => {
    const { client } = await h.makeCustomer();
    const refused = await client.get(`${ACTIVITY}?cursor=${cursor}`);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ type: 'INVALID_REQUEST', field: 'cursor' });
  });
});

describe('the country of a caller', () => {
  const ip = (remoteAddress: string) => inject<object>(h.app, { url: '/api/auth/ip', remoteAddress });

  test('[HO-02] is that of the address; an address that says nothing counts as the vendor’s own', async () => {
    expect((await ip('91.0.0.1')).body).toEqual({ ip: '91.0.0.1', country_code: 'DE', country_name: 'Germany' });
    expect((await ip('127.0.0.1')).body).toEqual({
      ip: '127.0.0.1',
      country_code: 'US',
      country_name: 'United States',
    });
  });
});
