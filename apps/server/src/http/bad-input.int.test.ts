import { type RouteName, routes } from '@foyer/contract/api/routes';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { bodies, goodBodies, membersOf, notOfForm, target } from '../../test/good-bodies.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { snapshot } from '../../test/snapshot.ts';

let h: Harness;
let customer: Customer;
let subscriptionId: string;
let receiptId: string;
let before: Readonly<Record<string, string>>;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  const bought = await customer.client.post<{ id: string; receipt: { id: string } }>(
    '/api/subscription/subscriptions',
    { planId: 'pln_drive_starter' },
  );
  subscriptionId = bought.body.id;
  receiptId = bought.body.receipt.id;
});

beforeEach(async () => {
  before = await snapshot(h.database);
});

/** Nothing that is refused leaves a trace, and none of it is a fault of ours (INV-23). */
afterEach(async () => {
  h.log.expectQuiet();
  expect(await snapshot(h.database)).toEqual(before);
});
afterAll(() => h.stop());

const send = (options: InjectOptions): Promise<Answer<unknown>> =>
  inject(h.app, { ...options, headers: { 'x-is-at': customer.client.accessToken, ...options.headers } });
const ids = () => ({ subscriptionId, receiptId });
const SIGN_IN = '/api/auth/sessions';
const BUY = '/api/subscription/subscriptions';
const json = { 'content-type': 'application/json' };

describe('[CA-02] a body that is no request', () => {
  /** The operator's door is a customer's to no call: it refuses before it looks at a body. */
  const writes = (Object.keys(routes) as RouteName[]).filter(
    (name) => 'body' in routes[name] && routes[name].access !== 'operator',
  );

  test.each([
    ['broken', '{"planId": "pln_drive'],
    ['no JSON at all', 'planId=pln_drive_starter'],
    ['empty', ''],
    ['a lone quote', '"'],
    ['a byte order mark inside', '{"planId":\ufeff1}'],
    ['a NUL byte', '{"planId":"a\u0000b"}'],
    ['a raw control character', '{"planId":"a\nb"}'],
    ['NaN', '{"quantity":NaN}'],
    ['trailing garbage', '{"planId":"pln_drive_starter"} x'],
    ['an array', '[]'],
    ['a string', '"pln_drive_starter"'],
    ['a number', '12'],
    ['null', 'null'],
    ['__proto__', '{"planId":"pln_drive_pro","__proto__":{"trial":true}}'],
    ['__proto__ by another spelling', '{"planId":"pln_drive_pro","\\u005f_proto__":{"trial":true}}'],
    ['constructor.prototype', '{"planId":"pln_drive_pro","constructor":{"prototype":{"trial":true}}}'],
    ['nesting beyond reason', `{"planId":"x","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('%s: 400 on every call of the portal that takes one', async (what, payload) => {
    for (const name of writes) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(':id', name.includes('receipts') ? receiptId : subscriptionId);
      const answer = await send({ method: method as 'POST', url, payload, headers: json });
      // Nesting is no fault of the syntax: where its place is unknown it is dropped, so the plan decides.
      if (what === 'nesting beyond reason') expect(answer.status, `${name} ${answer.text}`).toBeLessThan(500);
      else expectRefusal(answer, 'INVALID_REQUEST', name);
    }
  });

  test('nesting beyond reason under an Idempotency-Key is no fault either', async () => {
    const payload = `{"planId":"pln_nothing","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const answer = await send({ method: 'POST', url: BUY, payload, headers: { ...json, 'idempotency-key': 'deep' } });
    await h.database.query('DELETE FROM idempotency_keys');
    expect(answer.status, answer.text).toBeLessThan(500);
  });

  test('a body of 2 MB: 413, also without a declared length', async () => {
    const payload = JSON.stringify({ planId: 'pln_drive_starter', ballast: 'x'.repeat(2_000_000) });
    expectRefusal(await send({ method: 'POST', url: BUY, payload, headers: json }), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await send({ method: 'POST', url: SIGN_IN, payload, headers: json }), 'PAYLOAD_TOO_LARGE');
    expectRefusal(await send({ method: 'POST', url: '/sandbox/tokens', payload, headers: json }), 'PAYLOAD_TOO_LARGE');
  });

  test('a body just over 64 KiB: 413; one just under is read', async () => {
    const sized = (bytes: number) => {
      const frame = JSON.stringify({ planId: 'pln_nothing', ballast: '' });
      return JSON.stringify({ planId: 'pln_nothing', ballast: 'x'.repeat(bytes - frame.length) });
    };
    expectRefusal(
      await send({ method: 'POST', url: BUY, payload: sized(64 * 1024 + 1), headers: json }),
      'PAYLOAD_TOO_LARGE',
    );
    expectRefusal(await send({ method: 'POST', url: BUY, payload: sized(64 * 1024), headers: json }), 'INVALID_PLAN');
  });

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('%s: 415', async (type) => {
    const payload = JSON.stringify({ planId: 'pln_nothing' });
    expectRefusal(
      await send({ method: 'POST', url: BUY, payload, headers: { 'content-type': type } }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectRefusal(
      await send({
        method: 'POST',
        url: SIGN_IN,
        payload: JSON.stringify({ email: customer.email, password: PASSWORD }),
        headers: { 'content-type': type },
      }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity'])('content-encoding %s: 415', async (encoding) => {
    const payload = JSON.stringify({ planId: 'pln_drive_pro' });
    expectRefusal(
      await send({ method: 'POST', url: BUY, payload, headers: { ...json, 'content-encoding': encoding } }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('[CA-02] wrong types', () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    string: [1, true, null, {}, [], ['pln_drive_pro'], ''],
    integer: ['1', 1.5, 1e308, -1e308, 2 ** 53, null, true, {}, []],
    boolean: ['true', 1, 0, null, {}, []],
  };

  test.each(bodies)('in every member of the body of %s', async (name) => {
    const good = goodBodies[name] ?? {};
    const { properties = {}, required = [] } = membersOf(name);
    for (const [field, { type }] of Object.entries(properties)) {
      for (const value of wrong[type ?? 'string'] ?? []) {
        // An empty card number is a wrong number.
        if (value === '' && notOfForm[`${name} ${field}`] === 'StripeCardError') continue;
        const answer = await send({ ...target(name, ids()), payload: { ...good, [field]: value } });
        expectRefusal(answer, 'INVALID_REQUEST', `${field}: ${JSON.stringify(value)}`);
        expect(answer.body.error.field?.split('.')[0]).toBe(field);
      }
    }
    for (const field of required) {
      const { [field]: _left, ...rest } = good;
      const answer = await send({ ...target(name, ids()), payload: rest });
      expectRefusal(answer, 'INVALID_REQUEST', `without ${field}`);
      expect(answer.body.error.field).toBe(field);
    }
  });

  test.each([
    '/api/subscription/plans',
    '/api/subscription/plans?product=',
    '/api/subscription/plans?product=lunch',
    '/api/subscription/plans?product=drive&product=scope',
    '/api/subscription/plans?product[]=drive',
    '/api/subscription/subscriptions?product=lunch',
    '/api/subscription/subscriptions?includeEnded=perhaps',
    '/api/account/me/receipts?page=0',
    '/api/account/me/receipts?page=-1',
    '/api/account/me/receipts?page=1.5',
    '/api/account/me/receipts?page=abc',
    '/api/account/me/receipts?page=',
    '/api/account/me/receipts?page=99999999999999999999',
    '/api/account/me/receipts?pageSize=0',
    '/api/account/me/receipts?pageSize=101',
    '/api/account/me/receipts?pageSize=1&pageSize=2',
    '/api/account/me/receipts?cursor=abc',
    '/api/account/me/receipts?cursor=',
    '/api/account/taxes/rate/02110?country=USA',
    '/api/account/taxes/rate/1234567890123',
    '/sandbox/mails?limit=0',
    '/sandbox/mails?limit=1000',
  ])('%s: 400', async (url) => {
    expectRefusal(await send({ url }), 'INVALID_REQUEST');
  });

  test('a postal code of more than 8 characters: 400', async () => {
    expectRefusal(await send({ url: '/api/account/taxes/rate/123456789' }), 'INVALID_REQUEST');
  });

  test('a cursor at the end of time is an empty page', async () => {
    for (const at of ['0', '999999999999999', '253402300800000']) {
      const cursor = Buffer.from(`${at}:inv_x`).toString('base64url');
      expect((await send({ url: `/api/account/me/receipts?cursor=${cursor}` })).status, at).toBe(200);
    }
  });

  test.each([
    { to: '2025-01-01T00:00:00Z' },
    { to: '2099-01-01T00:00:00Z' },
    { to: '9999-12-31T23:59:59Z' },
    { to: '0000-01-01T00:00:00Z' },
    { to: 'tomorrow' },
    { to: '2026-02-30T00:00:00Z' },
    { by: 'P26M' },
    { by: 'P99Y' },
    { by: '-P1D' },
    { by: 'P1W' },
    { by: 'PT1H' },
    { until: 'doomsday' },
    {},
  ])('the clock is not moved by %j: 400', async (body) => {
    expectRefusal(
      await send({ method: 'POST', url: '/api/account/me/clock/advance', payload: body }),
      'INVALID_REQUEST',
    );
  });

  test.each([
    ['quantity 0', { planId: 'pln_drive_pro', quantity: 0 }],
    ['quantity -1', { planId: 'pln_drive_pro', quantity: -1 }],
    ['quantity 101', { planId: 'pln_drive_pro', quantity: 101 }],
    ['an interval that does not exist', { planId: 'pln_drive_pro', interval: 'weekly' }],
  ])('%s: 400', async (_what, payload) => {
    expectRefusal(await send({ method: 'POST', url: BUY, payload }), 'INVALID_REQUEST');
  });

  test('a PATCH that asks for nothing: 400', async () => {
    expectRefusal(await send({ method: 'PATCH', url: `${BUY}/${subscriptionId}`, payload: {} }), 'INVALID_REQUEST');
    expectRefusal(
      await send({ method: 'PATCH', url: `${BUY}/${subscriptionId}`, payload: { colour: 'red' } }),
      'INVALID_REQUEST',
    );
  });
});

describe('[CA-02] addresses', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/account'],
    ['GET', '/api/account/me/'],
    ['GET', '/API/account/me'],
    ['GET', '/api//account/me'],
    ['POST', '/api/account/me'],
    ['DELETE', '/api/subscription/plans'],
    ['PUT', '/api/auth/sessions'],
    ['OPTIONS', '/api/auth/sessions'],
    ['GET', '/sandbox/nothing'],
    ['POST', '/webhooks/stripe'],
  ] as const)('%s %s: 404 in JSON', async (method, url) => {
    expectRefusal(await send({ method, url }), 'NOT_FOUND');
  });

  test('an address over 8 KiB: 400', async () => {
    expectRefusal(await send({ url: `/api/account/me?x=${'y'.repeat(9_000)}` }), 'INVALID_REQUEST');
    expectRefusal(await send({ url: `/api/${'y'.repeat(9_000)}` }), 'INVALID_REQUEST');
  });

  test('headers of the API stand on refusals too', async () => {
    for (const url of ['/api/nothing', '/api/subscription/plans', '/api/account/me/receipts/%ZZ']) {
      const { headers } = await send({ url });
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['content-security-policy'], url).toContain("default-src 'none'");
      expect(headers['x-powered-by'] ?? headers.server, url).toBeUndefined();
    }
  });
});

describe('behind a proxy', () => {
  let proxied: Harness;
  beforeAll(async () => {
    proxied = await startHarness({ proxyHops: 1 });
  });
  afterEach(() => proxied.log.expectQuiet());
  afterAll(() => proxied.stop());

  test.each(['unknown', '_hidden', 'garbage, 10.0.0.1', '1.2.3.4:5678', '[::1]:80', "'; --", ''])(
    'X-Forwarded-For "%s" is no fault, however the sign-in ends',
    async (address) => {
      const answer = await inject(proxied.app, {
        method: 'POST',
        url: SIGN_IN,
        payload: { email: `nobody-${address.length}@test.arcwave.test`, password: 'wrong-secret' },
        headers: { 'x-forwarded-for': address },
      });
      expect(answer.status, answer.text).toBe(400);
    },
  );
});
