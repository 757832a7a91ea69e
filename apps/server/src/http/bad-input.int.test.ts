import type { Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { json, noRequests, wrongFor } from '../../test/bad-bodies.ts';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { bodies, goodBodies, membersOf, notOfForm, target } from '../../test/good-bodies.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { BUY } from '../../test/shop.ts';
import { spoilCalls } from '../../test/spoilt-calls.ts';

const calls = spoilCalls();
const { send } = calls;
const SIGN_IN = '/api/auth/sessions';

describe('[CA-02] a body that is no request', () => {
  /** Calls of operators and of the vendor API refuse the token of a customer before they read the body. */
  const writes = (Object.keys(routes) as RouteName[]).filter(
    (name) => 'body' in routes[name] && !['operator', 'vendor'].includes(routes[name].access),
  );

  test.each(noRequests)('%s: 400 on every call of the portal that needs one', async (what, payload) => {
    for (const name of writes) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(':id', name.includes('receipts') ? calls.receiptId : calls.subscriptionId);
      const answer = await send({ method: method as 'POST', url, payload, headers: json });
      // A call whose body may be left out is the same call when it names a content type all the same.
      const route: Route = routes[name];
      if (what === 'empty' && route.body?.safeParse({}).success) {
        const without = await send({ method: method as 'POST', url });
        expect([answer.status, answer.body.error?.type], name).toEqual([without.status, without.body.error?.type]);
        continue;
      }
      // Nesting is no fault of the syntax: where its place is unknown it is dropped, so the plan decides.
      if (what === 'nesting beyond reason') expect(answer.status, `${name} ${answer.text}`).toBeLessThan(500);
      else expectRefusal(answer, 'INVALID_REQUEST', name);
    }
  });

  test('[CA-02] a call that takes no body is carried out when it names a JSON content type, with and without a length', async () => {
    const url = '/api/auth/verify-email';
    for (const headers of [json, { ...json, 'content-length': '0' }])
      expectRefusal(await send({ method: 'POST', url, headers }), 'ALREADY_VERIFIED');
    expectRefusal(await send({ method: 'POST', url, payload: '{', headers: json }), 'INVALID_REQUEST');
  });

  test('nesting beyond reason under an Idempotency-Key is no fault either', async () => {
    const payload = `{"planId":"pln_nothing","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const answer = await send({ method: 'POST', url: BUY, payload, headers: { ...json, 'idempotency-key': 'deep' } });
    await calls.h.database.query('DELETE FROM idempotency_keys');
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
        payload: JSON.stringify({ email: calls.customer.email, password: PASSWORD }),
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
  test.each(bodies)('in every member of the body of %s', async (name) => {
    const good = goodBodies[name] ?? {};
    const { properties = {}, required = [] } = membersOf(name);
    for (const [field, { type }] of Object.entries(properties)) {
      for (const value of wrongFor(type)) {
        // An empty card number is a wrong number.
        if (value === '' && notOfForm[`${name} ${field}`] === 'StripeCardError') continue;
        const answer = await send({ ...target(name, calls), payload: { ...good, [field]: value } });
        expectRefusal(answer, 'INVALID_REQUEST', `${field}: ${JSON.stringify(value)}`);
        expect(answer.body.error.field?.split('.')[0]).toBe(field);
      }
    }
    for (const field of required) {
      const { [field]: _left, ...rest } = good;
      const answer = await send({ ...target(name, calls), payload: rest });
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
    { by: 'P1D', to: '2026-01-20T00:00:00Z' },
    { by: 'P1D', until: 'next_renewal' },
  ])('the clock is not moved by %j: 400', async (body) => {
    expectRefusal(
      await send({ method: 'POST', url: '/api/account/me/clock/advance', payload: body }),
      'INVALID_REQUEST',
    );
  });

  test('[BY-07] two ways to say how far are one too many, and the answer says so', async () => {
    const payload = { by: 'P1D', until: 'next_renewal' };
    const answer = await send({ method: 'POST', url: '/api/account/me/clock/advance', payload });
    expect(answer.body).toMatchObject({
      error: { field: 'until', message: expect.stringContaining('one of to, by and until') },
    });
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
    expectRefusal(
      await send({ method: 'PATCH', url: `${BUY}/${calls.subscriptionId}`, payload: {} }),
      'INVALID_REQUEST',
    );
    expectRefusal(
      await send({ method: 'PATCH', url: `${BUY}/${calls.subscriptionId}`, payload: { colour: 'red' } }),
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
