import { errorBody, type Route } from '@foyer/contract/api/route';
import { routes } from '@foyer/contract/api/routes';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customerCalls, customerExamples } from '../../test/contract-walk/customers.ts';
import { callExample, openSite, type Site } from '../../test/contract-walk/example.ts';
import { PASSWORD } from '../../test/customers.ts';
import { expectDocumentedErrors } from '../../test/documented-errors.ts';
import { startHarness } from '../../test/harness.ts';
import { tablesHolding } from '../../test/snapshot.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite(await startHarness());
});
afterEach(() => site.h.log.expectQuiet());
afterAll(() => site.h.stop());

describe.each(customerCalls)('[CA-02] %s', (name) => {
  const route: Route = routes[name];

  test('is served, and what it answers is what it promises, without one member more', async () => {
    const example = await customerExamples[name](site);
    const caller = example.as ?? site.customer;
    const reply = await callExample(site.h, name, example, { 'x-is-at': caller.client.accessToken });
    expect(reply.status, reply.text).toBe(example.status);
    const schema = route.replies[example.status];
    expect(schema, 'the status is one of the promised ones').not.toBeUndefined();
    if (!schema) {
      expect(reply.text).toBe('');
      return;
    }
    if (route.produces) {
      expect(reply.headers['content-type']).toBe(route.produces);
      return;
    }
    // zod drops what it does not know: equality means that nothing else was sent.
    expect(schema.parse(reply.body)).toEqual(reply.body);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  test('ignores members it does not know and stores none of them', async () => {
    if (!route.body) return;
    const example = await customerExamples[name](site);
    const caller = example.as ?? site.customer;
    const marker = `stowaway${customerCalls.indexOf(name)}`;
    const body = {
      ...example.body,
      isAdmin: marker,
      accountId: marker,
      unitAmountCents: 1,
      status: marker,
      claims: { [marker]: {} },
      amount: 1,
      balanceCents: -1,
    };
    const reply = await callExample(
      site.h,
      name,
      { ...example, body },
      { 'x-is-at': caller.client.accessToken, 'idempotency-key': `walk-${customerCalls.indexOf(name)}` },
    );
    expect([example.status, 200], reply.text).toContain(reply.status);
    expect(reply.text).not.toContain(marker);
    expect(await tablesHolding(site.h.database, marker)).toEqual([]);
  });

  test('wants a session when it says so, and a genuine one', async () => {
    const example = await customerExamples[name](site);
    const without = await callExample(site.h, name, example, {});
    if (route.access !== 'session') {
      expect(without.status).not.toBe(401);
      return;
    }
    expect(without.status).toBe(401);
    expect(without.body.error.type).toBe('UNAUTHORIZED');
    const [head, payload, signature = ''] = site.customer.client.accessToken.split('.');
    const forged = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const refused = await callExample(site.h, name, example, { 'x-is-at': forged });
    expect(refused.status).toBe(401);
    expect(refused.body.error.type).toBe('INVALID_TOKEN');
    expect(errorBody.parse(refused.body)).toEqual(refused.body);
    expect(refused.body.message).toBe(refused.body.error.message);
    expect(refused.body.error.requestId).toMatch(/^req_/);
  });
});

test('[CA-01] the API document lists every refusal of the walk', async () => {
  await expectDocumentedErrors(site.h.app);
});

test('the books are right after the walk', async () => {
  expect(await site.h.ledgerCheck()).toEqual([]);
});

test('[INV-22] the log holds no token and no secret of a customer', () => {
  const log = site.h.log.lines.join('\n');
  expect(log).not.toContain(PASSWORD);
  expect(log).not.toContain(site.customer.client.accessToken);
  expect(log).not.toContain('fr_ses_');
});
