import type { OperatorVendorKey } from '@foyer/contract/api/operator-keys';
import { DAY_MS, iso } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeOperator, makeOperatorCalls, REASON, type TestOperator } from '../../test/operators.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { hashKeyText } from '../services/vendor/key-text.ts';

let h: Harness;
let admin: TestOperator;
const { read, act } = makeOperatorCalls(() => admin);

beforeAll(async () => {
  h = await startHarness();
  admin = await makeOperator(h, 'admin');
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const order = { name: 'licence server', scopes: ['entitlements:read', 'events:read'] };
const create = (more: object = {}) =>
  act<{ id: string; key: string }>('/api/operator/vendor-keys', { ...order, ...more });
const keys = async () => (await read<{ keys: OperatorVendorKey[] }>('/api/operator/vendor-keys')).keys;
const keyOf = async (id: string) => (await keys()).find((key) => key.id === id);

const useKey = (key: string) => inject(h.app, { url: '/vendor/v1/key', headers: { authorization: `Bearer ${key}` } });

test('[INV-22] a key created at the operator site works at once; the list names its maker, scopes, expiry and use', async () => {
  const { id, key } = await create({ days: 30 });
  const listed = await keyOf(id);
  expect(listed).toEqual({
    id,
    name: 'licence server',
    hint: `${key.slice(0, 13)}…${key.slice(-4)}`,
    scopes: order.scopes,
    createdBy: expect.stringMatching(/^Jo /),
    createdAt: expect.any(String),
    expiresAt: iso(Date.parse(listed?.createdAt ?? '') + 30 * DAY_MS),
    lastUsedAt: null,
    revokedAt: null,
    state: 'live',
  });
  expect((await useKey(key)).status).toBe(200);
  expect(await keyOf(id)).toMatchObject({ lastUsedAt: expect.any(String), state: 'live' });
});

test('[INV-22] only the hash of a key is stored: it is in no table, log line or stored response', async () => {
  const { status, body, text } = await inject<{ id: string; key: string }>(h.app, {
    method: 'POST',
    url: '/api/operator/vendor-keys',
    headers: { 'x-operator-token': admin.token, 'idempotency-key': 'press-1' },
    payload: { ...order, reason: REASON },
  });
  expect(status, text).toBe(201);
  expect(await h.database.query('SELECT secret_hash FROM vendor_keys WHERE id = $1', [body.id])).toEqual([
    { secretHash: hashKeyText(body.key) },
  ]);
  const secret = body.key.slice(13, -4);
  expect(await tablesHolding(h.database, secret)).toEqual([]);
  expect(JSON.stringify(h.log.lines)).not.toContain(secret);
  expect(await tablesHolding(h.database, hashKeyText(body.key))).toEqual(['public.vendor_keys']);
});

test('[INV-4] the audit log has who created and revoked a key, with the reason, and not the key', async () => {
  const { id } = await create({ days: 7 });
  const { expiresAt } = (await keyOf(id)) ?? {};
  await act(`/api/operator/vendor-keys/${id}/revoke`);
  const rows = await h.database.query(
    'SELECT actor, action, reason, after FROM audit_log WHERE subject_id = $1 ORDER BY wall_at, id',
    [id],
  );
  const by = { actor: admin.id, reason: REASON };
  expect(rows).toEqual([
    {
      ...by,
      action: 'create_vendor_key',
      after: { name: order.name, scopes: order.scopes, expiresAt },
    },
    { ...by, action: 'revoke_vendor_key', after: {} },
  ]);
});

test('a revoked key is refused at its next call and cannot be revoked again; an expired one is listed as such', async () => {
  const revoked = await create();
  await act(`/api/operator/vendor-keys/${revoked.id}/revoke`);
  const refused = await useKey(revoked.key);
  expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('key_revoked')]);
  const url = `/api/operator/vendor-keys/${revoked.id}/revoke`;
  const again = await admin.call<{ error: { code: string } }>('POST', url, { reason: REASON });
  expect([again.status, again.body.error.code]).toEqual([409, 'done_already']);
  expect(await keyOf(revoked.id)).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) });

  const expiring = await create({ days: 1 });
  await h.database.query(`UPDATE vendor_keys SET expires_at = created_at WHERE id = $1`, [expiring.id]);
  expect(await keyOf(expiring.id)).toMatchObject({ state: 'expired' });
  expect((await useKey(expiring.key)).text).toContain('key_expired');
});

test('two revocations at once give one record, and the second is refused', async () => {
  const { id } = await create();
  const url = `/api/operator/vendor-keys/${id}/revoke`;
  const both = await Promise.all([1, 2].map(() => admin.call('POST', url, { reason: REASON })));
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  const rows = await h.database.query(
    `SELECT 1 FROM audit_log WHERE subject_id = $1 AND action = 'revoke_vendor_key'`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
  ['no name', { name: '' }, 'name'],
  ['a life of no day', { days: 0 }, 'days'],
  ['a life above ten years', { days: 3651 }, 'days'],
])('an order with %s is refused, and no key is made', async (_what, wrong, field) => {
  const before = await keys();
  const body = { ...order, reason: REASON, ...wrong };
  const refused = await admin.call<{ error: { field: string } }>('POST', '/api/operator/vendor-keys', body);
  expect([refused.status, refused.body.error.field]).toEqual([400, field]);
  expect(await keys()).toEqual(before);
});

test('a vendor key, a customer and operators of other roles neither list, create nor revoke keys', async () => {
  const { id } = await create();
  const { key } = await makeVendorKey(h);
  const customer = await h.makeCustomer();
  const others = await Promise.all(
    (['support', 'billing', 'catalogue'] as const).map(async (role) => (await makeOperator(h, role)).token),
  );
  const before = await keys();
  const strangers: [number, Record<string, string>][] = [
    [401, { authorization: `Bearer ${key}` }],
    [401, { 'x-operator-token': key }],
    [401, { 'x-is-at': customer.client.accessToken }],
    [401, { 'x-operator-token': customer.client.accessToken }],
    [401, {}],
    ...others.map((token): [number, Record<string, string>] => [403, { 'x-operator-token': token }]),
  ];
  for (const [wanted, headers] of strangers) {
    const payload = { ...order, reason: REASON };
    const answers = [
      await inject(h.app, { url: '/api/operator/vendor-keys', headers }),
      await inject(h.app, { method: 'POST', url: '/api/operator/vendor-keys', headers, payload }),
      await inject(h.app, { method: 'POST', url: `/api/operator/vendor-keys/${id}/revoke`, headers, payload }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([wanted, wanted, wanted]);
  }
  expect(await keys()).toEqual(before);
});
