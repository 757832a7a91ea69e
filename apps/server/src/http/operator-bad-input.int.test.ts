import { operator } from '@foyer/contract/api/operator';
import type { Route } from '@foyer/contract/api/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { hostile, inherited, json, noRequests, wrongFor } from '../../test/bad-bodies.ts';
import { inject } from '../../test/client.ts';
import { allCalls, methodOf, patternOf } from '../../test/contract-walk/example.ts';
import { portland } from '../../test/customers.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { membersOf } from '../../test/good-bodies.ts';
import { makeOperator, REASON } from '../../test/operators.ts';
import { spoilCalls } from '../../test/spoilt-calls.ts';

/** Every call updates the last use of the operator's session; a refused one changes nothing else. */
const calls = spoilCalls({ moving: ['public.operator_sessions'] });
let token: string;
/** A review that waits and a message that was given up: there is something that a bad call could spoil. */
const WAITING = { reviewId: 'exr_waiting', messageId: 'msg_given_up' };

beforeAll(async () => {
  token = (await makeOperator(calls.h, 'admin')).token;
  const { accountId } = calls.customer;
  await calls.h.database.query(`INSERT INTO export_reviews (id, account_id, reason) VALUES ($1, $2, 'country')`, [
    WAITING.reviewId,
    accountId,
  ]);
  await calls.h.database.query(
    `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status)
     VALUES ($1, $2, 'drive', 'entitlement.changed', '{}', now(), 'failed')`,
    [WAITING.messageId, accountId],
  );
});

type Name = keyof typeof operator;
const names = allCalls.filter((name): name is Name => Object.hasOwn(operator, name));
const routeOf = (name: Name): Route => operator[name];
const withBody = names.filter((name) => routeOf(name).body !== undefined);
const withPath = names.filter((name) => name.includes(':'));

/** A good body of each call, where that is more than a reason; one member of it is spoilt. */
const goodBodies: Readonly<Partial<Record<Name, object>>> = {
  'POST /api/operator/sessions': { email: 'nobody@vendor.example', password: 'a password of nobody' },
  'POST /api/operator/me/change-password': { password: 'not the current one', newPassword: 'an entirely new phrase' },
  'POST /api/operator/customers/search': { q: 'ada' },
  'POST /api/operator/customers/:accountId/credit': { reason: REASON, amountCents: 500 },
  'POST /api/operator/customers/:accountId/address': { reason: REASON, ...portland },
  'POST /api/operator/receipts/:id/refund': { reason: REASON, amountCents: 100 },
  'POST /api/operator/coupon-batches': {
    reason: REASON,
    name: 'trade fair',
    type: 'Prepaid',
    count: 3,
    planId: 'pln_drive_starter',
    months: 12,
  },
  'POST /api/operator/vendor-keys': { reason: REASON, name: 'licence server', scopes: ['events:read'], days: 30 },
};
/** Lines of an address that a country may not have. */
const mayBeEmpty = ['addressLine2', 'state', 'postalCode', 'phone1'];
/** It may hold anything, and is no more than wrong. */
const isPassword = (field: string): boolean => /password$/i.test(field);

const goodBody = (name: Name): object => goodBodies[name] ?? { reason: REASON };

const idFor = (name: Name): string => {
  if (name.includes('/receipts/')) return calls.receiptId;
  return name.includes('/jobs/') ? WAITING.messageId : WAITING.reviewId;
};

/** Where the call goes: to something that is there, or to `id` in place of it. */
const target = (name: Name, id?: string) => ({
  method: methodOf(name),
  url: patternOf(name)
    .replace(':accountId', id ?? calls.customer.accountId)
    .replace(':mailId', 'x')
    .replace(':list', id ?? 'due')
    .replace(':id', id ?? idFor(name)),
});

const send = (options: Parameters<typeof calls.send>[0]) =>
  inject<unknown>(calls.h.app, { ...options, headers: { 'x-operator-token': token, ...options.headers } });

describe('[CA-02] [OP-01] a body that is no request, on every operator call that takes one', () => {
  test('400', async () => {
    for (const name of withBody) {
      for (const [what, payload] of noRequests)
        expectRefusal(await send({ ...target(name), payload, headers: json }), 'INVALID_REQUEST', `${name}: ${what}`);
    }
  });

  test('2 MB: 413; not JSON by its own word: 415; packed: 415', async () => {
    for (const name of withBody) {
      const payload = JSON.stringify({ ...goodBody(name), ballast: 'x'.repeat(2_000_000) });
      expectRefusal(await send({ ...target(name), payload, headers: json }), 'PAYLOAD_TOO_LARGE', name);
      const good = JSON.stringify(goodBody(name));
      for (const headers of [{ 'content-type': 'text/plain' }, { ...json, 'content-encoding': 'gzip' }])
        expectRefusal(await send({ ...target(name), payload: good, headers }), 'UNSUPPORTED_MEDIA_TYPE', name);
    }
  });
});

describe('[CA-02] [OP-01] one bad member', () => {
  test.each(withBody)('of another type, or missing: %s', async (name) => {
    const { properties = {}, required = [] } = membersOf(name);
    for (const [field, { type }] of Object.entries(properties)) {
      for (const value of wrongFor(type)) {
        if (value === '' && (isPassword(field) || mayBeEmpty.includes(field))) continue;
        const answer = await send({ ...target(name), payload: { ...goodBody(name), [field]: value } });
        expectRefusal(answer, 'INVALID_REQUEST', `${field}: ${JSON.stringify(value)}`);
        expect(answer.body.error.field).toBe(field);
      }
    }
    for (const field of required) {
      const { [field]: _left, ...payload } = goodBody(name) as Record<string, unknown>;
      const answer = await send({ ...target(name), payload });
      expectRefusal(answer, 'INVALID_REQUEST', `without ${field}`);
      expect(answer.body.error.field).toBe(field);
    }
  });

  test.each(withBody)('of text that nobody types, or too long: %s', async (name) => {
    const { properties = {} } = membersOf(name);
    const texts = Object.keys(properties).filter((field) => properties[field]?.type === 'string' && !isPassword(field));
    for (const field of texts) {
      for (const [what, text] of hostile) {
        const payload = JSON.stringify({ ...goodBody(name), [field]: 'HERE' }).replace('HERE', text);
        expectRefusal(await send({ ...target(name), payload, headers: json }), 'INVALID_REQUEST', `${field}: ${what}`);
      }
      const long = await send({ ...target(name), payload: { ...goodBody(name), [field]: 'x'.repeat(10_000) } });
      expectRefusal(long, 'INVALID_REQUEST', `${field}: long`);
    }
  });

  test('beyond its bounds: 400', async () => {
    const beyond: readonly (readonly [Name, object])[] = [
      ['POST /api/operator/customers/:accountId/credit', { amountCents: 0 }],
      ['POST /api/operator/customers/:accountId/credit', { amountCents: -1 }],
      ['POST /api/operator/customers/:accountId/credit', { amountCents: 10_000_001 }],
      ['POST /api/operator/receipts/:id/refund', { amountCents: 0 }],
      ['POST /api/operator/coupon-batches', { count: 0 }],
      ['POST /api/operator/coupon-batches', { count: 10_001 }],
      ['POST /api/operator/coupon-batches', { type: 'Gift' }],
      ['POST /api/operator/coupon-batches', { percent: 101 }],
      ['POST /api/operator/coupon-batches', { validTo: '2026-02-30T00:00:00Z' }],
      ['POST /api/operator/coupon-batches', { validTo: 'tomorrow' }],
    ];
    for (const [name, change] of beyond) {
      const answer = await send({ ...target(name), payload: { ...goodBody(name), ...change } });
      expectRefusal(answer, 'INVALID_REQUEST', `${name} ${JSON.stringify(change)}`);
    }
  });

  test('more than there is to give back is refused in the words of the call', async () => {
    const payload = { reason: REASON, amountCents: Number.MAX_SAFE_INTEGER };
    const answer = await send({ ...target('POST /api/operator/receipts/:id/refund'), payload });
    expectRefusal(answer, 'ACTION_REFUSED');
    expect(answer.body.error.code).toBe('more_than_left');
    const { id } = answer.body.error.subject ?? {};
    expect(answer.body.error.amounts).toEqual({ leftCents: 32_462, requestedCents: Number.MAX_SAFE_INTEGER });
    expect(answer.body.message).toContain(`Receipt ${id}: $324.62 is left of the payment`);
  });

  test('a batch without its months is refused with the field and the plan', async () => {
    const payload = { reason: REASON, type: 'Prepaid', planId: 'pln_drive_starter', name: 'fair', count: 1 };
    const answer = await send({ ...target('POST /api/operator/coupon-batches'), payload });
    expectRefusal(answer, 'ACTION_REFUSED');
    expect(answer.body.error).toMatchObject({
      code: 'batch_not_valid',
      field: 'months',
      subject: { type: 'plan', id: 'pln_drive_starter' },
    });
    expect(answer.body.message).toContain('Plan pln_drive_starter: months is not valid.');
  });
});

describe('[CA-02] [OP-02] what an address may hold', () => {
  const payloadOf = (name: Name) => (routeOf(name).body ? { payload: goodBody(name) } : {});

  test.each(withPath)('nobody’s id, or odd text in its place: %s', async (name) => {
    // A job may be one that was done meanwhile: that is no unknown address.
    const type = name.includes('/jobs/') ? 'ACTION_REFUSED' : 'NOT_FOUND';
    for (const text of [
      'acc_nobody',
      '00000000-0000-4000-8000-000000000000',
      "'; DROP TABLE invoices;--",
      '%',
      '-1',
      '👩‍🚀',
      'null',
      ...inherited.map(([word]) => word),
    ])
      expectRefusal(await send({ ...target(name, encodeURIComponent(text)), ...payloadOf(name) }), type, text);
  });

  test.each(withPath)('bytes that are no text, and more of them than an id has: %s', async (name) => {
    for (const text of [
      '%00',
      'a%00b',
      '%0d%0aSet-Cookie:x',
      '%7f',
      '%C2%85',
      '%ED%A0%80',
      '%FF',
      '%ZZ',
      '%',
      'x'.repeat(400),
    ])
      expectRefusal(await send({ ...target(name, text), ...payloadOf(name) }), 'INVALID_REQUEST', text);
  });

  test('what every object has is no plan, no state and no kind of code', async () => {
    const order = 'POST /api/operator/coupon-batches';
    for (const [word] of inherited) {
      for (const [field, type] of [
        ['planId', 'ACTION_REFUSED'],
        ['type', 'INVALID_REQUEST'],
      ] as const)
        expectRefusal(await send({ ...target(order), payload: { ...goodBody(order), [field]: word } }), type, word);
      expectRefusal(await send({ url: `/api/operator/reviews?status=${word}` }), 'INVALID_REQUEST', word);
      expectRefusal(await send({ url: `/api/operator/audit?cursor=${word}` }), 'INVALID_REQUEST', word);
      expect((await send({ url: `/api/operator/audit?accountId=${word}` })).body).toEqual({
        entries: [],
        nextCursor: null,
      });
    }
  });

  test('a query that says nothing: 400', async () => {
    for (const url of [
      '/api/operator/audit?cursor=',
      '/api/operator/audit?cursor=abc',
      '/api/operator/audit?cursor=%00',
      `/api/operator/audit?cursor=${'x'.repeat(2_000)}`,
      '/api/operator/audit?accountId=',
      '/api/operator/audit?accountId=a%00b',
      '/api/operator/audit?accountId=acc_1&accountId=acc_2',
      '/api/operator/reviews?status=',
      '/api/operator/reviews?status=perhaps',
      '/api/operator/reviews?status=pending&status=decided',
      '/api/operator/customers/acc_nobody/timeline?cursor=abc',
      '/api/operator/customers/acc_nobody/timeline?cursor=%7f',
    ])
      expectRefusal(await send({ url }), 'INVALID_REQUEST', url);
  });

  test('a cursor at the end of time is an empty page or the whole list, and no fault', async () => {
    const { accountId } = calls.customer;
    for (const at of ['0', '8999999999999999']) {
      const cursor = Buffer.from(`${at}:x`).toString('base64url');
      for (const url of ['/api/operator/audit', `/api/operator/customers/${accountId}/timeline`])
        expect((await send({ url: `${url}?cursor=${cursor}` })).status, `${url} ${at}`).toBe(200);
    }
    // that an operator read the customer is recorded once per hour
    const { 'public.security_events': viewed = '' } = await calls.look();
    calls.before = { ...calls.before, 'public.security_events': viewed };
  });

  test('an Idempotency-Key that is none: 400', async () => {
    for (const name of names.filter((one) => routeOf(one).idempotent)) {
      for (const key of ['', ' ', 'a\tb', 'ä', 'x'.repeat(256)]) {
        const answer = await send({ ...target(name), ...payloadOf(name), headers: { 'idempotency-key': key } });
        expectRefusal(answer, 'INVALID_REQUEST', `${name} ${key}`);
        expect(answer.body.error.field).toBe('Idempotency-Key');
      }
    }
  });
});
