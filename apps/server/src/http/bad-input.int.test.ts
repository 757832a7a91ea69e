import { createHmac, hkdfSync } from 'node:crypto';
import { errorBody, type Route } from '@foyer/contract/api/route';
import { type RouteName, routes } from '@foyer/contract/api/routes';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, inject, payloadOf } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { type Customer, type Harness, SECRET, startHarness } from '../../test/harness.ts';
import { snapshot } from '../../test/snapshot.ts';
import { documentSchema } from './json-schema.ts';

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

/** The refusal is of the given type, under the status that belongs to it, in the shape of every refusal. */
const expectRefusal = (answer: Answer<unknown>, type: ErrorType, about = '') => {
  expect({ about, status: answer.status, type: answer.body?.error?.type, text: answer.text }).toMatchObject({
    status: errorStatus[type],
    type,
  });
  expect(errorBody.parse(answer.body), about).toEqual(answer.body);
  expect(answer.headers['content-type'], about).toContain('application/json');
};

const SIGN_IN = '/api/auth/sessions';
const BUY = '/api/subscription/subscriptions';
const json = { 'content-type': 'application/json' };

describe('[CA-02] a body that is no request', () => {
  const writes = (Object.keys(routes) as RouteName[]).filter((name) => 'body' in routes[name]);

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
  ])('%s: 400 on every call that takes one', async (what, payload) => {
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

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly const?: unknown }>>;
  readonly required?: readonly string[];
}

const schemaOf = (schema: Route['body']): JsonSchema => (schema ? (documentSchema(schema, 'input') as JsonSchema) : {});

/** A good body of each call that has one, to spoil one member of. */
const goodBodies = (): Partial<Record<RouteName, Record<string, unknown>>> => ({
  'POST /api/auth/sessions': { email: 'nobody@test.arcwave.test', password: PASSWORD },
  'POST /api/auth/tokens': { refreshToken: 'fr_nothing' },
  'POST /api/account/me/receipts/:id/pay': { expectedTotalCents: 1 },
  'POST /api/account/me/payment_methods': { type: 'stripe', token: 'tok_visa' },
  'POST /api/account/me/clock/advance': { by: 'P1D' },
  'POST /api/subscription/subscriptions/preview': { planId: 'pln_drive_pro' },
  'POST /api/subscription/subscriptions': { planId: 'pln_drive_pro' },
  'PATCH /api/subscription/subscriptions/:id': { planId: 'pln_drive_pro' },
  'POST /sandbox/tokens': { number: '4242424242424242', expMonth: 4, expYear: 2030, cvc: '123' },
});

const bodies = Object.keys(goodBodies()) as RouteName[];
const target = (name: RouteName): { method: 'POST' | 'PATCH'; url: string } => {
  const [method, path = ''] = name.split(' ');
  return { method: method as 'POST', url: path.replace(':id', name.includes('receipts') ? receiptId : subscriptionId) };
};

/** Where hostile text is no defect of form but a wrong secret, token or number. */
const notOfForm: Readonly<Record<string, ErrorType>> = {
  'POST /api/auth/tokens refreshToken': 'INVALID_TOKEN',
  'POST /sandbox/tokens number': 'StripeCardError',
};

const hostile: readonly (readonly [string, string])[] = [
  ['NUL', 'a\\u0000b'],
  ['a lone high surrogate', 'a\\ud800'],
  ['a lone low surrogate', '\\udc00b'],
  ['swapped surrogates', '\\udc00\\ud800'],
  ['a line break', 'a\\r\\nb'],
  ['escape', '\\u001b[31m'],
  ['a C1 control character', 'a\\u0085b'],
  ['delete', '\\u007f'],
];

describe('[CA-02] hostile strings', () => {
  test.each(bodies)('in every text of the body of %s', async (name) => {
    const good = goodBodies()[name] ?? {};
    const { properties = {} } = schemaOf((routes[name] as Route).body);
    const texts = Object.keys(properties).filter((field) => properties[field]?.type === 'string');
    for (const field of texts) {
      if (name === 'POST /api/auth/sessions' && field === 'password') continue; // below: it may hold anything
      for (const [what, text] of hostile) {
        const payload = JSON.stringify({ ...good, [field]: 'HERE' }).replace('HERE', text);
        const answer = await send({ ...target(name), payload, headers: json });
        expectRefusal(answer, notOfForm[`${name} ${field}`] ?? 'INVALID_REQUEST', `${field}: ${what}`);
      }
      const long = await send({ ...target(name), payload: { ...good, [field]: 'x'.repeat(10_000) } });
      expectRefusal(long, 'INVALID_REQUEST', `${field}: long`);
    }
  });

  const paths = [
    ['/api/account/me/receipts/HERE', 'GET'],
    ['/api/account/me/receipts/HERE/pay', 'POST'],
    ['/api/subscription/subscriptions/HERE', 'GET'],
    ['/api/subscription/subscriptions/HERE', 'PATCH'],
    ['/api/auth/me/security/tokens/HERE', 'DELETE'],
    ['/api/account/taxes/rate/HERE', 'GET'],
  ] as const;

  test('bytes in a path that are no UTF-8, or no percent-encoding, which the framework meets before a route is found', async () => {
    for (const [path, method] of paths) {
      for (const text of ['%ED%A0%80', '%C0%80', '%FF', '%ZZ', '%', '%E2%82']) {
        const body = method === 'PATCH' ? { payload: { cancelAtPeriodEnd: true } } : {};
        const answer = await send({ method, url: path.replace('HERE', text), ...body });
        expectRefusal(answer, 'INVALID_REQUEST', `${path} ${text}`);
        expect(answer.text, 'what was sent is not told back').not.toContain(text);
      }
    }
  });

  test.each(paths)('in the path %s, %s', async (path, method) => {
    const body = method === 'PATCH' ? { payload: { cancelAtPeriodEnd: true } } : {};
    for (const text of ['%00', 'a%00b', '%0d%0aSet-Cookie:x', '%7f', '%C2%85', '%1b']) {
      expectRefusal(await send({ method, url: path.replace('HERE', text), ...body }), 'INVALID_REQUEST', text);
    }
    const long = await send({ method, url: path.replace('HERE', 'x'.repeat(400)), ...body });
    expectRefusal(long, 'INVALID_REQUEST', 'long');
    expect((await send({ method, url: path.replace('HERE', 'x'.repeat(4_000)), ...body })).status).toBeLessThan(500);
  });

  test.each([
    '/api/account/me/receipts?cursor=HERE',
    '/api/account/me/receipts?page=HERE',
    '/api/account/me/receipts?pageSize=HERE',
    '/api/subscription/plans?product=HERE',
    '/api/subscription/subscriptions?product=HERE',
    '/api/subscription/subscriptions?includeEnded=HERE',
    '/api/account/taxes/rate/02110?country=HERE',
    '/sandbox/mails?to=HERE',
    '/sandbox/mails?limit=HERE',
  ])('in the query %s', async (url) => {
    for (const text of ['%00', 'a%00b', '%0d%0a', '%7f', '%1b', 'x'.repeat(2_000)]) {
      expectRefusal(await send({ url: url.replace('HERE', text) }), 'INVALID_REQUEST', text);
    }
    for (const text of ['%ED%A0%80', '%FF', '%ZZ', '%', '%27%20OR%201=1--', '%F0%9F%92%A9']) {
      expect((await send({ url: url.replace('HERE', text) })).status, text).toBeLessThan(500);
    }
  });

  test('in the address of a mail of the sandbox', async () => {
    for (const text of ['%00', 'a%00b', 'mail_%00', '%7f', '%1b', 'x'.repeat(400)]) {
      expectRefusal(await send({ url: `/sandbox/mail/${text}` }), 'NOT_FOUND', text);
    }
  });

  test('harmless but odd text finds nothing and breaks nothing', async () => {
    for (const text of [
      "'; DROP TABLE invoices;--",
      '%',
      '_',
      '../../etc/passwd',
      '👩‍🚀',
      'ﷺ',
      '\u202e',
      '#{7*7}',
      '<script>',
      'sub_',
      '0',
      '-1',
      'null',
      'undefined',
      'NaN',
    ]) {
      const id = encodeURIComponent(text);
      if (id.includes('..')) continue; // an address with dots is resolved before it is sent
      expectRefusal(await send({ url: `/api/subscription/subscriptions/${id}` }), 'NOT_FOUND', text);
      expectRefusal(await send({ url: `/api/account/me/receipts/${id}` }), 'NOT_FOUND', text);
      expectRefusal(
        await send({
          method: 'PATCH',
          url: `/api/subscription/subscriptions/${id}`,
          payload: { cancelAtPeriodEnd: true },
        }),
        'NOT_FOUND',
        text,
      );
      expectRefusal(await send({ method: 'POST', url: BUY, payload: { planId: text } }), 'INVALID_PLAN', text);
    }
  });

  test.each(['', ' ', 'a\tb', 'ä', 'x'.repeat(256)])('an Idempotency-Key that is none (%j): 400', async (key) => {
    const answer = await send({
      method: 'POST',
      url: BUY,
      payload: { planId: 'pln_drive_pro' },
      headers: { 'idempotency-key': key },
    });
    expectRefusal(answer, 'INVALID_REQUEST');
    expect(answer.body.error.field).toBe('Idempotency-Key');
  });
});

test('[CA-02] a secret may hold any character and is refused like any wrong one; only failures are counted', async () => {
  for (const [what, text] of hostile) {
    const payload = `{"email":"hostile-secret@test.arcwave.test","password":"${text}"}`;
    const answer = await send({ method: 'POST', url: SIGN_IN, payload, headers: json });
    // The fifth wrong one locks.
    expect(['INVALID_CREDENTIALS', 'INVALID_REQUEST', 'RATE_LIMITED'], what).toContain(answer.body.error.type);
  }
  const after = await snapshot(h.database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed.sort()).toEqual(['public.failure_counters', 'public.rate_windows', 'public.security_events']);
  before = after;
});

describe('[CA-02] wrong types', () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    string: [1, true, null, {}, [], ['pln_drive_pro'], ''],
    integer: ['1', 1.5, 1e308, -1e308, 2 ** 53, null, true, {}, []],
    boolean: ['true', 1, 0, null, {}, []],
  };

  test.each(bodies)('in every member of the body of %s', async (name) => {
    const good = goodBodies()[name] ?? {};
    const { properties = {}, required = [] } = schemaOf((routes[name] as Route).body);
    for (const [field, { type }] of Object.entries(properties)) {
      for (const value of wrong[type ?? 'string'] ?? []) {
        // An empty card number is a wrong number.
        if (value === '' && notOfForm[`${name} ${field}`] === 'StripeCardError') continue;
        const answer = await send({ ...target(name), payload: { ...good, [field]: value } });
        expectRefusal(answer, 'INVALID_REQUEST', `${field}: ${JSON.stringify(value)}`);
        expect(answer.body.error.field?.split('.')[0]).toBe(field);
      }
    }
    for (const field of required) {
      const { [field]: _left, ...rest } = good;
      const answer = await send({ ...target(name), payload: rest });
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

describe('a forged token', () => {
  const b64 = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', SECRET, '', `foyer ${purpose}`, 32));
  const signed = (
    header: unknown,
    payload: unknown,
    secret: string | Buffer = key('access token'),
    hash = 'sha256',
  ) => {
    const text = `${b64(header)}.${b64(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const HEAD = { alg: 'HS256', typ: 'at+jwt' };

  /** Another spelling of the same bytes: the bits of the last character that carry nothing. */
  const otherSpelling = (text: string): string => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const same = [...alphabet].map((last) => text.slice(0, -1) + last);
    return (
      same.find(
        (candidate) => candidate !== text && Buffer.from(candidate, 'base64url').equals(Buffer.from(text, 'base64url')),
      ) ?? ''
    );
  };

  /** Mutations of a genuine access token; none may pass. */
  const forgeries = (): Record<string, string> => {
    const genuine = customer.client.accessToken;
    const [head = '', body = '', signature = ''] = genuine.split('.');
    const claims = payloadOf(genuine);
    const changed = (change: Record<string, unknown>) => `${head}.${b64({ ...claims, ...change })}.${signature}`;
    const flipped = (text: string, index: number) =>
      text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
    const now = Math.floor(Date.now() / 1000);
    return {
      'alg none, no signature': `${b64({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'alg none, old signature': `${b64({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
      'alg None': `${b64({ alg: 'None', typ: 'at+jwt' })}.${body}.`,
      'alg NONE': `${b64({ alg: 'NONE' })}.${body}.`,
      'alg nOnE without dots': `${b64({ alg: 'nOnE' })}.${body}`,
      'alg null': signed({ alg: null, typ: 'at+jwt' }, claims),
      'alg HS512': signed({ alg: 'HS512', typ: 'at+jwt' }, claims, undefined, 'sha512'),
      'alg HS384': signed({ alg: 'HS384', typ: 'at+jwt' }, claims, undefined, 'sha384'),
      'alg RS256': signed({ alg: 'RS256', typ: 'at+jwt' }, claims),
      'alg EdDSA': signed({ alg: 'EdDSA', typ: 'at+jwt' }, claims),
      'alg hs256': signed({ alg: 'hs256', typ: 'at+jwt' }, claims),
      'typ JWT': signed({ alg: 'HS256', typ: 'JWT' }, claims),
      'typ missing': signed({ alg: 'HS256' }, claims),
      'typ rt+jwt': signed({ alg: 'HS256', typ: 'rt+jwt' }, claims),
      'members in another order': signed({ typ: 'at+jwt', alg: 'HS256' }, claims),
      'a kid': signed({ ...HEAD, kid: '../../dev/null' }, claims),
      'a jku': signed({ ...HEAD, jku: 'https://evil.example/keys' }, claims),
      'a jwk': signed({ ...HEAD, jwk: { kty: 'oct', k: 'AA' } }, claims),
      'an x5u': signed({ ...HEAD, x5u: 'https://evil.example/cert' }, claims),
      crit: signed({ ...HEAD, crit: ['exp'] }, claims),
      'signed with nothing': signed(HEAD, claims, ''),
      'signed with the whole secret': signed(HEAD, claims, SECRET),
      'signed with the refresh key': signed(HEAD, claims, key('refresh token')),
      'signed with "secret"': signed(HEAD, claims, 'secret'),
      'signed as sha512': signed(HEAD, claims, undefined, 'sha512'),
      'another user': changed({ usr: 'usr_other' }),
      'another session': changed({ jti: 'ses_other' }),
      'a later end': changed({ exp: now + 10_000_000 }),
      'end as a text': signed(HEAD, { ...claims, exp: String(now + 1000) }),
      'no end': signed(HEAD, without('exp')),
      'end null': signed(HEAD, { ...claims, exp: null }),
      'no session': signed(HEAD, without('jti')),
      'no user': signed(HEAD, without('usr')),
      'no issue time': signed(HEAD, without('iat')),
      'another issuer': signed(HEAD, { ...claims, iss: 'evil' }),
      'no issuer': signed(HEAD, without('iss')),
      'another audience': signed(HEAD, { ...claims, aud: 'elsewhere' }),
      audiences: signed(HEAD, { ...claims, aud: ['foyer-api'] }),
      'a session that does not exist, well signed': signed(HEAD, { ...claims, jti: 'ses_00000000000000000000000000' }),
      'the session of nobody of that name, well signed': signed(HEAD, {
        ...claims,
        usr: 'usr_00000000000000000000000000',
      }),
      'a user as a list, well signed': signed(HEAD, { ...claims, usr: [claims.usr] }),
      'payload is no JSON, well signed': signed(HEAD, '{broken'),
      'payload is null, well signed': signed(HEAD, 'null'),
      'payload is a list, well signed': signed(HEAD, '[]'),
      'first character of the signature': `${head}.${body}.${flipped(signature, 0)}`,
      'middle of the signature': `${head}.${body}.${flipped(signature, 20)}`,
      'short signature': `${head}.${body}.${signature.slice(0, -1)}`,
      'long signature': `${genuine}A`,
      'no signature': `${head}.${body}.`,
      'no third part': `${head}.${body}`,
      'four parts': `${genuine}.${signature}`,
      'parts swapped': `${body}.${head}.${signature}`,
      'changed payload character': `${head}.${flipped(body, 30)}.${signature}`,
      'changed header character': `${flipped(head, 5)}.${body}.${signature}`,
      'another spelling of the signature': `${head}.${body}.${otherSpelling(signature)}`,
      'another spelling of the payload, padded': `${head}.${body}=.${signature}`,
      'padding at the end': `${genuine}=`,
      'standard base64': `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      'a space inside': `${head}.${body}. ${signature}`,
      'a line break at the end': `${genuine}%0a`,
      'dots alone': '..',
      'one dot': '.',
      'a word': 'undefined',
      null: 'null',
      'the refresh token': customer.client.refreshToken,
      'the refresh token without its prefix': customer.client.refreshToken.slice(3),
      'the session id': String(claims.jti),
      'very long': 'x'.repeat(12_000),
      'another case': genuine.toUpperCase(),
      'twice, as of two headers': `${genuine}, ${genuine}`,
    };
  };

  test('[SE-12] is refused on each call, in more than fifty forms', async () => {
    const all = forgeries();
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(50);
    for (const [what, token] of Object.entries(all)) {
      for (const url of ['/api/auth/me', '/api/account/me', '/api/subscription/subscriptions']) {
        expectRefusal(await inject(h.app, { url, headers: { 'x-is-at': token } }), 'INVALID_TOKEN', what);
      }
      const bought = await inject(h.app, {
        method: 'POST',
        url: BUY,
        payload: { planId: 'pln_drive_pro' },
        headers: { authorization: `Bearer ${token}` },
      });
      expectRefusal(bought, 'INVALID_TOKEN', what);
    }
  });

  test('an expired genuine one is UNAUTHORIZED, so that the page refreshes', async () => {
    const past = Math.floor(Date.now() / 1000);
    const claims = { ...payloadOf(customer.client.accessToken), iat: past - 301, exp: past - 1 };
    for (const url of ['/api/auth/me', '/api/account/me']) {
      expectRefusal(await inject(h.app, { url, headers: { 'x-is-at': signed(HEAD, claims) } }), 'UNAUTHORIZED');
    }
  });

  test('no token, an empty one, another scheme: UNAUTHORIZED', async () => {
    for (const headers of [
      {},
      { 'x-is-at': '' },
      { authorization: `Basic ${customer.client.accessToken}` },
      { cookie: `token=${customer.client.accessToken}` },
    ]) {
      expectRefusal(await inject(h.app, { url: '/api/account/me', headers }), 'UNAUTHORIZED');
    }
    const asQuery = `/api/account/me?access_token=${customer.client.accessToken}`;
    expectRefusal(await inject(h.app, { url: asQuery }), 'UNAUTHORIZED');
  });

  test('[SE-12] no spelling of a refresh token but its own is taken', async () => {
    const genuine = customer.client.refreshToken;
    const [, session = '', generation = '', signature = ''] = /^fr_(.*)\.(\d+)\.(.*)$/.exec(genuine) ?? [];
    const forged: Record<string, string> = {
      'the access token': customer.client.accessToken,
      'no prefix': genuine.slice(3),
      'another prefix': `rt_${genuine.slice(3)}`,
      'the next generation': `fr_${session}.${Number(generation) + 1}.${signature}`,
      'an earlier generation': `fr_${session}.0.${signature}`,
      'a generation with a zero in front': `fr_${session}.0${generation}.${signature}`,
      'a generation with a sign': `fr_${session}.+${generation}.${signature}`,
      'a generation beyond all': `fr_${session}.99999999999999999999.${signature}`,
      'another session': `fr_ses_other.${generation}.${signature}`,
      'no signature': `fr_${session}.${generation}.`,
      'a short signature': genuine.slice(0, -1),
      'a long signature': `${genuine}A`,
      'another spelling of the signature': `fr_${session}.${generation}.${otherSpelling(signature)}`,
      'signed with the access key': `fr_${session}.${generation}.${createHmac('sha256', key('access token')).update(`${session}.${generation}`).digest('base64url')}`,
      'a line break at the end': `${genuine}\n`,
      'spaces around': ` ${genuine} `,
      empty: '.',
    };
    for (const [what, refreshToken] of Object.entries(forged)) {
      expectRefusal(
        await inject(h.app, { method: 'POST', url: '/api/auth/tokens', payload: { refreshToken } }),
        'INVALID_TOKEN',
        what,
      );
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
