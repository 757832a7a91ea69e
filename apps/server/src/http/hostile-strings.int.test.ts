import { describe, expect, test } from 'vitest';
import { hostile, json } from '../../test/bad-bodies.ts';
import { expectRefusal } from '../../test/expect-refusal.ts';
import { bodies, goodBodies, membersOf, notOfForm, target } from '../../test/good-bodies.ts';
import { BUY } from '../../test/shop.ts';
import { spoilCalls } from '../../test/spoilt-calls.ts';

const calls = spoilCalls();
const { send } = calls;
const SIGN_IN = '/api/auth/sessions';

describe('[CA-02] hostile strings', () => {
  test.each(bodies)('in every text of the body of %s', async (name) => {
    const good = goodBodies[name] ?? {};
    const { properties = {} } = membersOf(name);
    const texts = Object.keys(properties).filter((field) => properties[field]?.type === 'string');
    for (const field of texts) {
      if (name === 'POST /api/auth/sessions' && field === 'password') continue; // below: it may hold anything
      for (const [what, text] of hostile) {
        const payload = JSON.stringify({ ...good, [field]: 'HERE' }).replace('HERE', text);
        const answer = await send({ ...target(name, calls), payload, headers: json });
        expectRefusal(answer, notOfForm[`${name} ${field}`] ?? 'INVALID_REQUEST', `${field}: ${what}`);
      }
      const long = await send({ ...target(name, calls), payload: { ...good, [field]: 'x'.repeat(10_000) } });
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
  const after = await calls.look();
  const changed = Object.keys(after).filter((table) => after[table] !== calls.before[table]);
  expect(changed.sort()).toEqual(['public.failure_counters', 'public.rate_windows', 'public.security_events']);
  calls.before = after;
});
