import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { setReadOnly } from '../../test/read-only.ts';

let own: TestDatabase;
let h: Harness;
let customer: Customer;

beforeAll(async () => {
  own = await createTestDatabase();
  h = await startHarness({ config: own.config });
  customer = await h.makeCustomer({ card: 'tok_visa' });
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await own.drop();
});

const ready = async () => (await inject(h.app, { url: '/readyz' })).status;
const writes = () => [
  () => customer.client.post('/api/account/me/payment_methods', { type: 'stripe', token: 'tok_visa' }),
  () => h.anonymous().post('/api/auth/sessions', { email: customer.email, password: 'wrong' }),
  () => customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' }, { key: 'read-only' }),
];

test('[O15] a server that takes no writes: 503 for each write, not ready, and new connections when it takes them again', async () => {
  expect(await ready()).toBe(200);
  await setReadOnly(own.config, own.name, true);
  await expect.poll(() => h.database.query('SELECT 1 AS one').catch(() => null)).toEqual([{ one: 1 }]);

  // reads are answered by connections to the copy; more of them are open than any one call uses
  await Promise.all(Array.from({ length: 8 }, () => h.database.query('SELECT pg_sleep(0.05)')));
  expect((await customer.client.get('/api/account/me')).status).toBe(200);
  expect(await ready()).toBe(503);
  for (const write of writes()) {
    const { status, body, headers, text } = await write();
    expect([status, body.error?.type], text).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await Promise.all(Array.from({ length: 8 }, () => h.database.query('SELECT pg_sleep(0.05)')));

  await setReadOnly(own.config, own.name, false);
  // the first that is refused drops every connection that was made to the copy
  await ready();
  expect(await ready()).toBe(200);
  for (let calls = 0; calls < 8; calls += 1) {
    const { status, text } = await customer.client.post('/api/account/me/payment_methods', {
      type: 'stripe',
      token: 'tok_visa',
    });
    expect(status, text).toBeLessThan(300);
  }
  expect(await h.ledgerCheck()).toEqual([]);
});
