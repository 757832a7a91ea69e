import { webhookTest } from '@foyer/contract/api/entitlements';
import type { HookAttemptView, HookEndpoint, OperatorHook } from '@foyer/contract/api/operator-hooks';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { eventOperators, makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../test/operators.ts';
import { type ProductServer, parseMessage, startProduct } from '../../test/product-server.ts';
import { expectAllRight, makeHolder, starterYearly } from '../../test/shop.ts';
import { runCommand } from '../cli/run-command.ts';

/** Messages to products as operators see them: list, attempts, sending again, and test messages. */

const SECRET = `whsec_${Buffer.from('the key of the products, of today').toString('base64')}`;

let h: Harness;
let drive: ProductServer;
let support: TestOperator;
const { read, act } = makeOperatorCalls(() => support);

beforeAll(async () => {
  drive = await startProduct();
  h = await startHarness({
    hooks: { endpoints: { drive: `${drive.url}/hooks?secret=s3cret` }, secrets: [SECRET], timeoutMs: 5_000 },
  });
  support = await makeOperator(h, 'support');
});
beforeEach(() => drive.answers(204));
afterEach(() => expectAllRight(h));
afterAll(async () => {
  await h.stop();
  await drive.stop();
});

interface Detail {
  hook: OperatorHook;
  payload: { type: string; data: Record<string, unknown> };
  attempts: HookAttemptView[];
}

const detail = (id: string) => read<Detail>(`/api/operator/hooks/${id}`);
const list = async (query = '') => (await read<{ hooks: OperatorHook[] }>(`/api/operator/hooks${query}`)).hooks;
const send = (id: string, isLastTry = false) => h.work.deliverHook(id, isLastTry);

/** A purchase, and the message that waits for it. */
const makeMessage = async () => {
  const { customer } = await makeHolder(h, starterYearly);
  return { customer, id: h.queuedHooks.at(-1) ?? '' };
};

test('[BY-08] each attempt is listed with its time, status, duration and the beginning of the answer', async () => {
  const { customer, id } = await makeMessage();
  drive.answers(503);
  await expect(send(id)).rejects.toThrow('503');
  drive.answers(200);
  await send(id);
  const { hook, attempts, payload } = await detail(id);
  expect(hook).toMatchObject({
    id,
    type: 'entitlement.changed',
    product: 'drive',
    accountId: customer.accountId,
    email: customer.email,
    status: 'delivered',
    attempts: 2,
    lastHttpStatus: 200,
    lastError: null,
    nextAttemptAt: null,
  });
  expect(attempts.map(({ number, httpStatus, error, answer }) => [number, httpStatus, error, answer])).toEqual([
    [2, 200, null, 'its own words'],
    [1, 503, null, 'its own words'],
  ]);
  for (const { durationMs, at } of attempts) {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse(at)).toBeGreaterThan(0);
  }
  const received = drive.received.filter(({ headers }) => headers['webhook-id'] === id);
  expect(received.map((message) => parseMessage(message, SECRET))).toEqual([payload, payload]);
  expect(await eventOperators(h, 'operator_viewed', customer)).toContainEqual({ operatorId: support.id });
});

test('[BY-08] the list filters by product and status, and its pages follow each other without a gap', async () => {
  await h.database.query(
    `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_http_status)
     SELECT 'msg_0page_' || lpad(n::text, 3, '0'), (SELECT id FROM accounts LIMIT 1), 'scope', 'entitlement.changed', '{}', now(), 'delivered', 200
     FROM generate_series(1, 60) n`,
  );
  const first = await read<{ hooks: OperatorHook[]; nextCursor: string }>('/api/operator/hooks?product=scope');
  const rest = await read<{ hooks: OperatorHook[]; nextCursor: null }>(
    `/api/operator/hooks?product=scope&cursor=${first.nextCursor}`,
  );
  expect([first.hooks.length, rest.hooks.length, rest.nextCursor]).toEqual([50, 10, null]);
  const ids = [...first.hooks, ...rest.hooks].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(await list('?product=scope&status=failed')).toEqual([]);
  await h.database.query(`DELETE FROM product_hook_deliveries WHERE id LIKE 'msg_0page_%'`);
});

test('[BY-08] endpoints are shown without the query of their address', async () => {
  const { endpoints } = await read<{ endpoints: HookEndpoint[] }>('/api/operator/hook-endpoints');
  expect(endpoints).toEqual([{ product: 'drive', address: `${drive.url}/hooks`, failed: 0 }]);
});

test('[BY-08] [INV-4] a delivered and a given-up message is sent again with id and body, once for two calls; a waiting one is refused', async () => {
  const { id } = await makeMessage();
  const url = `/api/operator/hooks/${id}/resend`;
  const refused = await support.call<{ error: { code: string } }>('POST', url, { reason: REASON });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'already_queued']);
  await send(id);
  const before = h.queuedHooks.length;
  const both = await Promise.all([1, 2].map(() => support.call('POST', url, { reason: REASON })));
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(h.queuedHooks.slice(before)).toEqual([id]);
  drive.answers(500);
  await send(id, true);
  expect(h.log.takeErrors()).toEqual([expect.stringContaining(`message ${id} to the endpoint of drive was given up`)]);
  expect((await detail(id)).hook).toMatchObject({ status: 'failed', attempts: 2 });
  await act(url);
  drive.answers(204);
  await send(id);
  expect((await detail(id)).hook).toMatchObject({ status: 'delivered', attempts: 3 });
  const bodies = drive.received.filter(({ headers }) => headers['webhook-id'] === id).map(({ body }) => body);
  expect([bodies.length, new Set(bodies).size]).toEqual([3, 1]);
  const records = await h.database.query('SELECT actor, reason FROM audit_log WHERE subject_id = $1', [id]);
  expect(records).toEqual(Array(2).fill({ actor: support.id, reason: REASON }));
});

test('[BY-08] a test message is signed, about no account, has one attempt, and is neither work nor an event of the feed', async () => {
  const { id } = await act<{ id: string }>('/api/operator/hook-endpoints/drive/test');
  expect(h.queuedHooks.at(-1)).toBe(id);
  await send(id);
  const { body = '', headers = {} } = drive.received.at(-1) ?? {};
  const message = new Webhook(SECRET).verify(body, headers);
  expect(webhookTest.parse(message)).toEqual({
    ...(message as object),
    type: 'webhook.test',
    data: { product: 'drive' },
  });
  expect((await detail(id)).hook).toMatchObject({
    type: 'webhook.test',
    accountId: null,
    email: null,
    status: 'delivered',
  });

  drive.answers(500);
  const failing = await act<{ id: string }>('/api/operator/hook-endpoints/drive/test');
  await send(failing.id);
  expect((await detail(failing.id)).hook).toMatchObject({ status: 'failed', attempts: 1, lastHttpStatus: 500 });
  const work = await read<{ failedHooks: { id: string }[] }>('/api/operator/work');
  expect(work.failedHooks.map((hook) => hook.id)).not.toContain(failing.id);
  const { endpoints } = await read<{ endpoints: HookEndpoint[] }>('/api/operator/hook-endpoints');
  expect(endpoints.map((endpoint) => endpoint.failed)).toEqual([0]);
  expect(await h.database.query('SELECT 1 FROM entitlement_events WHERE id = ANY ($1)', [[id, failing.id]])).toEqual(
    [],
  );
  const records = await h.database.query(
    `SELECT subject_type, subject_id FROM audit_log WHERE action = 'send_test_hook'`,
  );
  expect(records).toEqual(Array(2).fill({ subjectType: 'endpoint', subjectId: 'drive' }));
});

test.each([['scope'], ['__proto__'], ['constructor']])(
  '[BY-08] a test for %s, which has no endpoint, is refused and sends nothing',
  async (product) => {
    const queued = h.queuedHooks.length;
    const answer = await support.call('POST', `/api/operator/hook-endpoints/${product}/test`, { reason: REASON });
    expect([answer.status, h.queuedHooks.length]).toEqual([404, queued]);
  },
);

test('[BY-08] attempts, and test messages that failed, are deleted after 30 days', async () => {
  drive.answers(500);
  const { id } = await act<{ id: string }>('/api/operator/hook-endpoints/drive/test');
  await send(id);
  h.wall.advance(31 * DAY_MS);
  support = await makeOperator(h, 'support');
  drive.answers(204);
  const { id: later } = await act<{ id: string }>('/api/operator/hook-endpoints/drive/test');
  await send(later);
  const ids = await h.database.query(`SELECT id FROM product_hook_deliveries WHERE account_id IS NULL`);
  expect(ids).toEqual([{ id: later }]);
  expect(await h.database.query('SELECT delivery_id FROM product_hook_attempts')).toEqual([{ deliveryId: later }]);
  h.wall.reset();
});

test('[BY-08] the command line sends a delivered message again and sends a test, both audited', async () => {
  const run = (...args: string[]) =>
    runCommand([...args, '--reason', REASON, '--by', 'jo@vendor.example'], async () => h.operator);
  const { id } = await makeMessage();
  await send(id);
  expect(await run('hooks', 'retry', '--id', id)).toEqual({ code: 0, out: [`Message ${id} is in the queue again.`] });
  expect(h.queuedHooks.at(-1)).toBe(id);
  const { code, out } = await run('hooks', 'test', '--product', 'drive');
  const test = h.queuedHooks.at(-1) ?? '';
  expect([code, out[0]]).toEqual([0, expect.stringContaining(`Test message ${test} is in the queue.`)]);
  await send(test);
  expect((await detail(test)).hook).toMatchObject({ type: 'webhook.test', status: 'delivered' });
  const audited = `SELECT action, subject_id FROM audit_log WHERE actor = 'jo@vendor.example' ORDER BY wall_at, id`;
  expect(await h.database.query(audited)).toEqual([
    { action: 'resend_hook', subjectId: id },
    { action: 'send_test_hook', subjectId: 'drive' },
  ]);
});

test('[BY-08] the command line refuses a waiting message, an unknown one, and a product without an endpoint', async () => {
  const run = (...args: string[]) =>
    runCommand([...args, '--reason', REASON, '--by', 'eve@vendor.example'], async () => h.operator);
  const { id } = await makeMessage();
  const queued = [...h.queuedHooks];
  expect((await run('hooks', 'retry', '--id', id)).out.join()).toContain('is in the queue already');
  expect(await run('hooks', 'retry', '--id', 'msg_none')).toMatchObject({ code: 1 });
  expect(await run('hooks', 'test', '--product', 'scope')).toMatchObject({
    code: 1,
    out: [expect.stringContaining('PRODUCT_HOOKS has no endpoint of this product.')],
  });
  expect(h.queuedHooks).toEqual(queued);
  expect(await h.database.query(`SELECT 1 FROM audit_log WHERE actor = 'eve@vendor.example'`)).toEqual([]);
  await send(id);
});
