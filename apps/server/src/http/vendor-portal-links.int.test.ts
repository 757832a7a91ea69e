import type { ActivityEvent } from '@foyer/contract/api/activity';
import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { homeLink, makeLinkedCustomer, makePortalLink, makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { beginAuthorization } from '../../test/product.ts';
import { tablesHolding } from '../../test/snapshot.ts';

let h: Harness;
let key: { id: string; key: string };

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
  key = await makeVendorKey(h);
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const makeLink = (customer: Customer, order: object = homeLink) => makePortalLink(h, customer, { order, key: key.key });

const order = async ({ accountId }: Pick<Customer, 'accountId'>, payload: object) => {
  const url = `/vendor/v1/accounts/${accountId}/portal-links`;
  const headers = { authorization: `Bearer ${key.key}` };
  return inject<{ url: string; expiresAt: string }>(h.app, { method: 'POST', url, headers, payload });
};

interface Used {
  readonly refreshToken: string | null;
  readonly task: string;
  readonly returnAddress: string;
}

const use = (token: string, keepSession = false) =>
  h.anonymous().post<Used>('/api/auth/sessions/portal-links', { token, keepSession });
const preview = (token: string) => h.anonymous().post('/api/auth/sessions/portal-link-previews', { token });

/** Uses a link and returns the access token of its session. */
const open = async (customer: Customer): Promise<string> => {
  const used = await use(await makeLink(customer));
  expect(used.status, used.text).toBe(200);
  const tokens = await h
    .anonymous()
    .post<{ accessToken: string }>('/api/auth/tokens', { refreshToken: used.body.refreshToken });
  expect(tokens.status, tokens.text).toBe(200);
  return tokens.body.accessToken;
};

const linksOf = ({ accountId }: Customer) =>
  h.database.query('SELECT used_at, session_id FROM portal_links WHERE account_id = $1', [accountId]);

describe('[INV-22] a portal link', () => {
  test('is read as often as a scanner likes, and begins one session', async () => {
    const ada = await makeLinkedCustomer(h);
    const token = await makeLink(ada, { task: 'plans', family: 'drive', returnAddress: homeLink.returnAddress });
    for (let read = 0; read < 3; read += 1) {
      const { status, body } = await preview(token);
      expect([status, body]).toEqual([
        200,
        {
          userId: ada.userId,
          maskedEmail: expect.stringMatching(/^.…@/),
          product: 'Arcwave Drive',
          task: 'plans',
          expiresAt: expect.any(String),
        },
      ]);
    }
    expect(await linksOf(ada)).toEqual([{ usedAt: null, sessionId: null }]);
    const both = await Promise.all([use(token), use(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(both.find(({ status }) => status === 200)?.body).toEqual({
      refreshToken: expect.stringMatching(/^fr_/),
      task: 'plans',
      family: 'drive',
      subscriptionId: null,
      product: 'Arcwave Drive',
      returnAddress: homeLink.returnAddress,
    });
    expect((await preview(token)).status).toBe(404);
    expect(
      await h.database.query('SELECT id FROM sessions WHERE portal_link_id IS NOT NULL AND user_id = $1', [ada.userId]),
    ).toHaveLength(1);
  });

  test('is stored as a hash, and its secret is in no log', async () => {
    const ada = await makeLinkedCustomer(h);
    const token = await makeLink(ada);
    await use(token);
    expect(await tablesHolding(h.database, token)).toEqual([]);
    expect(h.log.lines.join('\n')).not.toContain(token);
  });

  test.each<[string, (token: string, customer: Customer) => Promise<unknown> | unknown]>([
    [
      'has expired',
      (_token, { accountId }) =>
        h.database.query('UPDATE portal_links SET expires_at = now() WHERE account_id = $1', [accountId]),
    ],
    [
      'leads back to a product that was removed',
      (_token, { accountId }) =>
        h.database.query("UPDATE portal_links SET return_address = 'https://gone.example/' WHERE account_id = $1", [
          accountId,
        ]),
    ],
    [
      'opens an account that is locked',
      (_token, { userId }) => h.database.query("UPDATE users SET access_status = 'locked' WHERE id = $1", [userId]),
    ],
  ])('that %s opens nothing', async (_state, change) => {
    const ada = await makeLinkedCustomer(h);
    const token = await makeLink(ada);
    await change(token, ada);
    const before = await linksOf(ada);
    expect((await use(token)).status).toBe(404);
    expect(await linksOf(ada)).toEqual(before);
  });

  test('of a revoked key opens nothing, and a session that began by one ends', async () => {
    const ada = await makeLinkedCustomer(h);
    const own = await makeVendorKey(h, { scopes: ['portal-links:write'] });
    const [opened, waiting] = [
      await makePortalLink(h, ada, { key: own.key }),
      await makePortalLink(h, ada, { key: own.key }),
    ];
    const { body } = await use(opened);
    await h.operator.revokeVendorKey(own.id, { actor: 'test', reason: 'it was published' });
    expect((await use(waiting)).status).toBe(404);
    expect((await h.anonymous().post('/api/auth/tokens', { refreshToken: body.refreshToken })).status).toBe(401);
    expect((await ada.client.get('/api/auth/me')).status).toBe(200);
  });

  test('obeys the networks of the account', async () => {
    const ada = await makeLinkedCustomer(h);
    const token = await makeLink(ada);
    await h.database.query("UPDATE users SET cidr_restriction = '198.51.100.0/24' WHERE id = $1", [ada.userId]);
    const refused = await use(token);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { type: 'INVALID_CREDENTIALS', code: 'network' } },
    ]);
  });

  test('keeps the session of a browser that is signed in to the account', async () => {
    const ada = await makeLinkedCustomer(h);
    const used = await use(await makeLink(ada), true);
    expect([used.status, used.body.refreshToken]).toEqual([200, null]);
    expect(await linksOf(ada)).toEqual([{ usedAt: expect.anything(), sessionId: null }]);
  });
});

describe('an order of a portal link', () => {
  test.each<[string, object, string]>([
    ['another site', { returnAddress: 'https://evil.example/' }, 'returnAddress'],
    [
      'a host that begins like a product',
      { returnAddress: 'https://drive.arcwave.example.evil.example/' },
      'returnAddress',
    ],
    [
      'a product as the user of another host',
      { returnAddress: 'https://drive.arcwave.example@evil.example/' },
      'returnAddress',
    ],
    ['a user at a product', { returnAddress: 'https://x@drive.arcwave.example/' }, 'returnAddress'],
    ['a backslash', { returnAddress: 'https://drive.arcwave.example\\@evil.example/' }, 'returnAddress'],
    ['http', { returnAddress: 'http://drive.arcwave.example/' }, 'returnAddress'],
    ['another port', { returnAddress: 'https://drive.arcwave.example:8443/' }, 'returnAddress'],
    ['a script', { returnAddress: 'javascript:alert(1)' }, 'returnAddress'],
    ['a program on the machine of the customer', { returnAddress: 'http://127.0.0.1/callback' }, 'returnAddress'],
    ['a path', { returnAddress: '/files' }, 'returnAddress'],
    ['an unknown task', { task: 'close' }, 'task'],
    ['plans without a family', { task: 'plans' }, 'family'],
    ['plans of an unknown family', { task: 'plans', family: 'nope' }, 'family'],
    ['a family for another task', { task: 'security', family: 'drive' }, 'family'],
    ['cancel without a subscription', { task: 'cancel' }, 'subscriptionId'],
    ['a subscription of another account', { task: 'cancel', subscriptionId: 'sub_x' }, 'subscriptionId'],
  ])('%s is refused, and nothing is made', async (_what, change, field) => {
    const ada = await makeLinkedCustomer(h);
    const { status, body } = await order(ada, { ...homeLink, ...change });
    expect([status, body.error.type, body.error.field]).toEqual([400, 'INVALID_REQUEST', field]);
    expect(await linksOf(ada)).toEqual([]);
  });

  test('leads back to a product of clients.yaml too', async () => {
    const ada = await makeLinkedCustomer(h);
    const token = await makeLink(ada, { task: 'home', returnAddress: 'https://own.example.com/app?tab=1#top' });
    expect((await preview(token)).body).toMatchObject({ product: 'Own Product' });
  });

  test('needs an account that is linked, open and known', async () => {
    const unlinked = await order(await h.makeCustomer(), homeLink);
    expect([unlinked.status, unlinked.body.error.code]).toEqual([409, 'not_linked']);
    expect((await order({ accountId: 'acc_x' }, homeLink)).status).toBe(404);
    const ada = await makeLinkedCustomer(h);
    await h.database.query('UPDATE users SET deleted_at = now() WHERE id = $1', [ada.userId]);
    const closed = await order(ada, homeLink);
    expect([closed.status, closed.body.error.code]).toEqual([409, 'account_closed']);
  });

  test('is audited with its key, task and return address', async () => {
    const ada = await makeLinkedCustomer(h);
    await makeLink(ada);
    const entries = await h.database.query(
      "SELECT actor, after FROM audit_log WHERE action = 'create_portal_link' AND account_id = $1",
      [ada.accountId],
    );
    expect(entries).toEqual([
      {
        actor: key.id,
        after: { linkId: expect.stringMatching(/^plk_/), task: 'home', returnAddress: homeLink.returnAddress },
      },
    ]);
  });
});

describe('a session of a portal link', () => {
  test('proves no password: each security setting asks for it, also in its first minutes', async () => {
    const ada = await makeLinkedCustomer(h, { claims: defaultClaimPaths });
    const headers = { 'x-is-at': await open(ada) };
    const call = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload: object = {}) =>
      inject(h.app, { method, url, headers, payload });
    for (const reply of [
      await call('POST', '/api/auth/me/security/mfa'),
      await call('POST', '/api/auth/me/change-password', { newPassword: 'an entirely new phrase' }),
      await call('PATCH', '/api/auth/me/email', { email: 'moved@customer.example' }),
      await call('DELETE', '/api/auth/me/security/sessions'),
      await call('POST', '/api/auth/me/export'),
    ])
      expect([reply.status, reply.body.error.type], reply.text).toEqual([400, 'PASSWORD_REQUIRED']);
    const proved = await call('POST', '/api/auth/me/security/mfa', { password: PASSWORD });
    expect(proved.status, proved.text).toBe(201);
    // The session of a sign-in of the same age needs no password.
    expect((await ada.client.post('/api/auth/me/security/mfa')).status).toBe(201);
  });

  test('signs in at no product: the customer has to sign in first', async () => {
    const ada = await makeLinkedCustomer(h);
    const { id, cookie } = await beginAuthorization(h, 'own');
    const answer = await inject(h.app, {
      method: 'POST',
      url: `/api/auth/authorization-requests/${id}`,
      headers: { 'x-is-at': await open(ada), cookie },
      payload: {},
    });
    expect([answer.status, answer.body]).toMatchObject([200, { next: 'sign_in', address: null }]);
    expect(await h.database.query('SELECT 1 FROM product_grants WHERE account_id = $1', [ada.accountId])).toEqual([]);
  });

  test('says how it began, in the list of sessions and in the log, and lasts an hour', async () => {
    const ada = await makeLinkedCustomer(h);
    const signedInAt = async () => h.database.query('SELECT last_auth_at FROM users WHERE id = $1', [ada.userId]);
    const before = await signedInAt();
    const headers = { 'x-is-at': await open(ada) };
    const { body } = await inject<{ sessions: { current: boolean; byPortalLink: boolean }[] }>(h.app, {
      url: '/api/auth/me/security/sessions',
      headers,
    });
    expect(body.sessions.map(({ current, byPortalLink }) => [current, byPortalLink])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(
      await h.database.query(
        "SELECT method FROM security_events WHERE account_id = $1 AND type = 'signed_in' ORDER BY at, id",
        [ada.accountId],
      ),
    ).toEqual([{ method: 'password' }, { method: 'portal_link' }]);
    const activity = async () => {
      const url = '/api/auth/me/security/activity';
      const { body: page } = await inject<{ events: ActivityEvent[] }>(h.app, { url, headers });
      return page.events.filter(({ type }) => type === 'signed_in').map(({ portalLink }) => portalLink);
    };
    expect(await activity()).toEqual([{ product: expect.stringMatching(/Drive/) }, null]);
    expect(await signedInAt()).toEqual(before);
    const [session] = await h.database.query<{ life: number }>(
      'SELECT extract(epoch FROM expires_at - created_at) * 1000 AS life FROM sessions WHERE user_id = $1 AND portal_link_id IS NOT NULL',
      [ada.userId],
    );
    expect(Math.abs((session?.life ?? 0) - HOUR_MS)).toBeLessThan(60_000);
    await h.database.query('UPDATE sessions SET portal_link_id = NULL WHERE user_id = $1', [ada.userId]);
    await h.database.query('DELETE FROM portal_links WHERE account_id = $1', [ada.accountId]);
    expect(await activity(), 'the event outlives the link').toEqual([
      { product: expect.stringMatching(/Drive/) },
      null,
    ]);
  });

  test('makes no device known, and mails the owner once for a browser at an address', async () => {
    const ada = await makeLinkedCustomer(h);
    const devices = () => h.database.query('SELECT id FROM known_devices WHERE user_id = $1', [ada.userId]);
    const before = await devices();
    const from = async (agent: string) => {
      const { status } = await inject(h.app, {
        method: 'POST',
        url: '/api/auth/sessions/portal-links',
        headers: { 'user-agent': agent },
        payload: { token: await makeLink(ada), keepSession: false },
      });
      expect(status).toBe(200);
    };
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0 Safari/537.36';
    await from(agent);
    await from(agent);
    const mails = await h.mails(ada.email, 1);
    expect(mails).toHaveLength(1);
    expect(await devices()).toEqual(before);
  });
});
