import { errorBody, type Route } from '@foyer/contract/api/route';
import { vendor as calls } from '@foyer/contract/api/vendor';
import { MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { vendorScopeNames } from '@foyer/contract/vocabulary/vendor-scopes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { json, noRequests } from '../../test/bad-bodies.ts';
import { type Answer, inject } from '../../test/client.ts';
import { customerCalls } from '../../test/contract-walk/customers.ts';
import { allCalls, callExample, methodOf, patternOf } from '../../test/contract-walk/example.ts';
import { makeVendorKey, type VendorCall, vendorExamples } from '../../test/contract-walk/vendor.ts';
import { expectDocumentedErrors } from '../../test/documented-errors.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { makeOperator, type TestOperator } from '../../test/operators.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { newKeyText } from '../services/vendor/key-text.ts';

let h: Harness;
let customer: Customer;
let admin: TestOperator;
let key: string;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
  admin = await makeOperator(h, 'admin');
  ({ key } = await makeVendorKey(h));
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const names = Object.keys(calls) as VendorCall[];
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

const refusal = ({ status, body, headers }: Answer<unknown>) => {
  const { error } = errorBody.parse(body);
  return [status, error.type, error.code, headers['www-authenticate'] ?? null];
};

const readKey = (authorization?: string) =>
  inject(h.app, { url: '/vendor/v1/key', headers: authorization === undefined ? {} : { authorization } });

describe.each(names)('%s', (name) => {
  const route: Route = calls[name];

  test('[CA-02] a key with its scope is served what is promised, without one member more', async () => {
    const example = await vendorExamples[name]({ h, customer });
    const reply = await callExample(h, name, example, bearer(key));
    expect(reply.status, reply.text).toBe(example.status);
    const schema = route.replies[example.status];
    expect(schema, 'the status is one of the promised ones').not.toBeUndefined();
    if (schema) expect(schema.parse(reply.body)).toEqual(reply.body);
    else expect(reply.text).toBe('');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('a key without its scope is refused as RFC 6750 says, and nothing changes', async () => {
    const { scope } = route;
    if (scope === undefined) return;
    const others = vendorScopeNames.filter((each) => each !== scope);
    const { key: lesser } = await makeVendorKey(h, { scopes: others });
    const marker = `unscoped${names.indexOf(name)}`;
    const example = await vendorExamples[name]({ h, customer });
    const body = { ...example.body, marker, text: marker, externalId: marker };
    const reply = await callExample(h, name, { ...example, ...(example.body ? { body } : {}) }, bearer(lesser));
    const challenge = `Bearer realm="vendor API", error="insufficient_scope", scope="${scope}"`;
    expect(refusal(reply)).toEqual([403, 'FORBIDDEN', 'scope_missing', challenge]);
    expect(reply.body.message).toContain(scope);
    expect(await tablesHolding(h.database, marker)).toEqual([]);
  });

  test('an unknown field of the body is refused by its name, and nothing changes', async () => {
    if (!('body' in route)) return;
    const example = await vendorExamples[name]({ h, customer });
    const marker = `unknown${names.indexOf(name)}`;
    const marked = Object.keys(example.body ?? {}).filter((field) => ['externalId', 'reason', 'text'].includes(field));
    const texts = Object.fromEntries(marked.map((field) => [field, marker]));
    const body = { ...example.body, ...texts, addOns: [marker] };
    const reply = await callExample(h, name, { ...example, body }, bearer(key));
    expect([reply.status, errorBody.parse(reply.body).error]).toMatchObject([
      400,
      { type: 'INVALID_REQUEST', field: 'addOns', message: 'This call has no field addOns.' },
    ]);
    expect(await tablesHolding(h.database, marker)).toEqual([]);
  });

  test('an unknown parameter of the query is refused by its name', async () => {
    const example = await vendorExamples[name]({ h, customer });
    const query = `${example.query ?? '?'}&aftr=1`;
    const reply = await callExample(h, name, { ...example, query }, bearer(key));
    expect([reply.status, errorBody.parse(reply.body).error]).toMatchObject([
      400,
      { type: 'INVALID_REQUEST', field: 'aftr', message: 'This call has no parameter aftr.' },
    ]);
  });

  test('tokens of a customer and of an operator are refused in every header', async () => {
    const example = await vendorExamples[name]({ h, customer });
    const { accessToken, refreshToken } = customer.client;
    const missing = [401, 'UNAUTHORIZED', 'key_missing', 'Bearer realm="vendor API"'];
    expect(refusal(await callExample(h, name, example, {}))).toEqual(missing);
    expect(refusal(await callExample(h, name, example, { 'x-is-at': accessToken }))).toEqual(missing);
    expect(refusal(await callExample(h, name, example, { 'x-operator-token': admin.token }))).toEqual(missing);
    for (const token of [accessToken, refreshToken, admin.token])
      expect(refusal(await callExample(h, name, example, bearer(token))).slice(0, 3)).toEqual([
        401,
        'INVALID_TOKEN',
        'key_malformed',
      ]);
  });
});

test.each(noRequests)(
  '[CA-02] a body that is no request, %s, is refused with a key as by any call',
  async (what, payload) => {
    for (const name of names.filter((each) => 'body' in calls[each])) {
      const url = patternOf(name).replace(':accountId', customer.accountId);
      const headers = { ...json, ...bearer(key) };
      const { status, text } = await inject(h.app, { method: methodOf(name), url, payload, headers });
      if (what === 'nesting beyond reason') expect(status, text).toBeLessThan(500);
      else expect(status, `${name} ${text}`).toBe(400);
    }
  },
);

test('a vendor key opens no call of a customer or an operator, in any header', async () => {
  const guarded = allCalls.filter((name) => !Object.hasOwn(calls, name));
  const served: string[] = [];
  const open = new Set<string>(customerCalls);
  for (const name of guarded) {
    const path = { id: 'x', accountId: customer.accountId, list: 'due', article: 'marketing' };
    for (const headers of [bearer(key), { 'x-is-at': key }, { 'x-operator-token': key }]) {
      const { status } = await callExample(h, name, { path }, headers);
      const isGuarded = !open.has(name) || (await callExample(h, name, { path }, {})).status === 401;
      if (isGuarded && status !== 401 && !name.endsWith(' /api/operator/sessions')) served.push(`${name} ${status}`);
    }
  }
  expect(served).toEqual([]);
});

describe('[INV-22] a vendor key', () => {
  test.each<[string, () => string, string]>([
    ['a mistyped one', () => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, 'key_malformed'],
    ['another scheme', () => `Basic ${key}`, 'key_malformed'],
    ['without a scheme', () => key, 'key_malformed'],
    ['that of another installation', () => `Bearer ${newKeyText()}`, 'key_unknown'],
  ])('%s is refused', async (_name, header, code) => {
    const challenge = `Bearer realm="vendor API", error="invalid_token", error_description="${code}"`;
    expect(refusal(await readKey(header()))).toEqual([401, 'INVALID_TOKEN', code, challenge]);
  });

  test('is shown once and stored as a hash; the audit log names it without the key', async () => {
    const made = await makeVendorKey(h, { scopes: ['events:read'], days: 30 });
    expect(await tablesHolding(h.database, made.key)).toEqual([]);
    expect(h.log.lines.join('\n')).not.toContain(made.key);
    const [entry] = await h.database.query<{ actor: string; after: object }>(
      `SELECT actor, after FROM audit_log WHERE action = 'create_vendor_key' AND subject_id = $1`,
      [made.id],
    );
    expect(entry).toMatchObject({ actor: 'test', after: { name: 'licence server', scopes: ['events:read'] } });
  });

  test('is refused after it was revoked, and from its expiry on', async () => {
    const [revoked, expiring] = [await makeVendorKey(h), await makeVendorKey(h, { days: 1 })];
    expect((await readKey(`Bearer ${revoked.key}`)).status).toBe(200);
    await h.operator.revokeVendorKey(revoked.id, { actor: 'test', reason: 'it was published' });
    expect(refusal(await readKey(`Bearer ${revoked.key}`)).slice(0, 3)).toEqual([401, 'INVALID_TOKEN', 'key_revoked']);
    await expect(h.operator.revokeVendorKey(revoked.id, { actor: 'test', reason: 'again' })).rejects.toMatchObject({
      detail: { code: 'done_already' },
    });
    expect((await readKey(`Bearer ${expiring.key}`)).status).toBe(200);
    await h.database.query('UPDATE vendor_keys SET expires_at = $2 WHERE id = $1', [
      expiring.id,
      new Date(h.wall.now()),
    ]);
    expect(refusal(await readKey(`Bearer ${expiring.key}`)).slice(0, 3)).toEqual([401, 'INVALID_TOKEN', 'key_expired']);
  });

  test('its last use is written at most once a minute', async () => {
    const made = await makeVendorKey(h);
    const lastUse = async () =>
      (await h.operator.listVendorKeys()).keys.find(({ id }) => id === made.id)?.lastUsedAt ?? null;
    expect(await lastUse()).toBeNull();
    await readKey(`Bearer ${made.key}`);
    const first = await lastUse();
    expect(first).not.toBeNull();
    h.wall.advance(MINUTE_MS / 2);
    await readKey(`Bearer ${made.key}`);
    expect(await lastUse()).toBe(first);
    h.wall.advance(MINUTE_MS);
    await readKey(`Bearer ${made.key}`);
    expect(await lastUse()).toBeGreaterThan(first ?? 0);
  });

  test('with a scope that does not exist is not created', async () => {
    await expect(makeVendorKey(h, { scopes: ['everything'] })).rejects.toMatchObject({
      type: 'ACTION_REFUSED',
      detail: { code: 'unknown_scope' },
    });
  });
});

test('[CA-01] the API document lists every refusal of the walk', async () => {
  await expectDocumentedErrors(h.app);
});
