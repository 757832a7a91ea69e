import type { Route } from '@foyer/contract/api/route';
import { routes } from '@foyer/contract/api/routes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { customerCalls, customerExamples } from '../../test/contract-walk/customers.ts';
import { callExample, openSite, type Site } from '../../test/contract-walk/example.ts';
import type { Customer } from '../../test/harness.ts';
import { startHarness } from '../../test/harness.ts';
import { beginView, eventOperators, makeOperator, REASON, type TestOperator } from '../../test/operators.ts';
import { snapshot } from '../../test/snapshot.ts';
import { viewCalls } from './view-calls.ts';

let site: Site;
let support: TestOperator;

beforeAll(async () => {
  site = await openSite(await startHarness());
  support = await makeOperator(site.h, 'support');
});
afterEach(() => {
  site.h.wall.reset();
  site.h.log.expectQuiet();
});
afterAll(() => site.h.stop());

const MINUTE_MS = 60_000;
const getWithToken = (token: string, url = '/api/auth/me') =>
  inject(site.h.app, { method: 'GET', url, headers: { 'x-is-at': token } });
const statuses = async (token: string) => [
  (await getWithToken(token)).status,
  (await getWithToken(token, '/api/account/me')).status,
];
const begin = (operator: TestOperator, accountId: string) =>
  operator.call('POST', `/api/operator/customers/${accountId}/view`, { reason: REASON });

describe.each(customerCalls)('[OP-02] %s in a read-only view', (name) => {
  const route: Route = routes[name];

  test('reads, or is refused; it changes nothing in either case', async () => {
    if (route.access === 'public' || name.endsWith('/api/auth/operator-view')) return;
    const example = await customerExamples[name](site);
    const { accountId } = example.as ?? site.customer;
    const token = await beginView(support, accountId);
    const before = await snapshot(site.h.database);
    const answer = await callExample(site.h, name, example, { 'x-is-at': token, 'idempotency-key': 'view-1' });
    if (viewCalls.has(name)) expect(answer.status, answer.text).toBe(example.status);
    else {
      const { type, code } = answer.body.error;
      expect([answer.status, type, code], answer.text).toEqual([403, 'FORBIDDEN', 'read_only']);
    }
    expect(await snapshot(site.h.database)).toEqual(before);
  });
});

test('[OP-02] what a view may do is a read, but for ending it', () => {
  const writes = [...viewCalls].filter((name) => routes[name].limit !== 'read');
  expect(writes).toEqual(['DELETE /api/auth/operator-view']);
});

describe('[OP-02] a read-only view', () => {
  const names = { customer: 'Ada Byron' };

  test('shows what the customer sees, and who looks until when', async () => {
    const ada = await site.h.makeCustomer();
    const token = await beginView(support, ada.accountId);
    const own = await ada.client.get<{ user: object }>('/api/auth/me');
    const seen = await getWithToken(token);
    expect((seen.body as unknown as { user: object }).user).toEqual(own.body.user);
    const view = await getWithToken(token, '/api/auth/operator-view');
    expect(view.body).toMatchObject({ ...names, operator: expect.stringMatching(/^Jo /) });
    const { expiresAt } = view.body as unknown as { expiresAt: string };
    expect(Math.abs(Date.parse(expiresAt) - site.h.services.wallNow() - 15 * MINUTE_MS)).toBeLessThan(10_000);
    expect((await ada.client.get('/api/auth/operator-view')).status).toBe(404);
  });

  test('stands in the audit log with the reason, and in the activity of the customer, and is no session of theirs', async () => {
    const ada = await site.h.makeCustomer();
    const sessions = async ({ client }: Customer) =>
      (await client.get<{ sessions: object[] }>('/api/auth/me/security/sessions')).body.sessions;
    const before = await sessions(ada);
    await beginView(support, ada.accountId);
    expect(await sessions(ada)).toEqual(before);
    const audit = await site.h.database.query('SELECT actor, action, reason FROM audit_log WHERE account_id = $1', [
      ada.accountId,
    ]);
    expect(audit).toEqual([{ actor: support.id, action: 'view_as_customer', reason: REASON }]);
    const activity = await ada.client.get<{ events: object[] }>('/api/auth/me/security/activity');
    expect(activity.body.events).toContainEqual(
      expect.objectContaining({ type: 'viewed_by_support', device: null, address: null }),
    );
    expect(await eventOperators(site.h, 'viewed_by_support', ada)).toEqual([{ operatorId: support.id }]);
  });

  test('says where the portal of the customer is, by their brand', async () => {
    const portals: string[] = [];
    for (const brand of ['drive', 'scope'] as const) {
      const { accountId } = await site.h.makeCustomer({ brand });
      const begun = await begin(support, accountId);
      portals.push((begun.body as unknown as { portal: string }).portal);
    }
    expect(portals).toEqual(['http://drive.localhost', 'http://localhost']);
  });

  test('ends after 15 minutes, and its token is no refresh token', async () => {
    const ada = await site.h.makeCustomer();
    const operator = await makeOperator(site.h, 'support');
    const token = await beginView(operator, ada.accountId);
    site.h.wall.advance(14 * MINUTE_MS);
    expect(await statuses(token)).toEqual([200, 200]);
    site.h.wall.advance(MINUTE_MS);
    expect(await statuses(token)).toEqual([401, 401]);
    const refresh = await site.h.anonymous().post('/api/auth/tokens', { refreshToken: token });
    expect(refresh.status).toBe(401);
  });

  test.each<[string, (operator: TestOperator, token: string, ada: Customer) => Promise<unknown>]>([
    ['the operator signs out', (operator) => operator.call('DELETE', '/api/operator/sessions/me')],
    ['the operator is disabled', ({ email }) => site.h.operator.disableOperator(email, { actor: 'x', reason: 'gone' })],
    [
      'the role is withdrawn',
      ({ id }) => site.h.database.query(`UPDATE operators SET roles = ARRAY['billing'] WHERE id = $1`, [id]),
    ],
    [
      'it is ended',
      (_operator, token) =>
        inject(site.h.app, { method: 'DELETE', url: '/api/auth/operator-view', headers: { 'x-is-at': token } }),
    ],
    [
      'the account is closed',
      (_operator, _token, ada) => site.h.operator.closeAccount(ada.accountId, { actor: 'x', reason: 'y' }),
    ],
  ])('ends at once when %s', async (_title, act) => {
    const ada = await site.h.makeCustomer();
    const operator = await makeOperator(site.h, 'support');
    const token = await beginView(operator, ada.accountId);
    expect(await statuses(token)).toEqual([200, 200]);
    await act(operator, token, ada);
    expect(await statuses(token)).toEqual([401, 401]);
  });

  test('is of no use for operator calls, and the log names the operator', async () => {
    const ada = await site.h.makeCustomer();
    const token = await beginView(support, ada.accountId);
    const asOperator = await inject(site.h.app, {
      method: 'GET',
      url: '/api/operator/me',
      headers: { 'x-operator-token': token },
    });
    expect(asOperator.status).toBe(401);
    const refused = await getWithToken(token, '/api/auth/me/security/recovery-codes');
    const lines = site.h.log.lines.map((text) => JSON.parse(text) as { requestId?: string; accountId?: string });
    const line = lines.find(({ requestId }) => requestId === refused.body.error.requestId);
    expect(line?.accountId).toBe(support.id);
    expect(site.h.log.lines.join('\n')).not.toContain(token);
  });

  test('is not begun by a role that may not, for an unknown id, or for a closed account', async () => {
    const ada = await site.h.makeCustomer();
    for (const role of ['billing', 'catalogue'] as const) {
      const refused = await begin(await makeOperator(site.h, role), ada.accountId);
      expect([refused.status, refused.body.error.type]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await begin(support, 'acc_nobody')).status).toBe(404);
    await site.h.operator.closeAccount(ada.accountId, { actor: 'x', reason: 'y' });
    const closed = await begin(support, ada.accountId);
    expect([closed.status, closed.body.error.code]).toEqual([409, 'account_closed']);
    const views = await site.h.database.query('SELECT id FROM operator_views WHERE user_id = $1', [ada.userId]);
    expect(views).toEqual([]);
  });
});
