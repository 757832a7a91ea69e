import type { Usage } from '@foyer/contract/api/usage';
import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';

let h: Harness;
let key: string;
let holder: Customer;

beforeAll(async () => {
  h = await startHarness();
  ({ key } = await makeVendorKey(h, { scopes: ['usage:write'] }));
  holder = await makeHolder();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

/** Customer with Drive Starter. */
const makeHolder = async (): Promise<Customer> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const bought = await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
  expect(bought.status, bought.text).toBe(201);
  return customer;
};

const at = (afterMs = 0) => new Date(h.wall.now() + afterMs).toISOString();

const report = async ({ accountId }: Pick<Customer, 'accountId'>, change: object = {}) => {
  const payload = { product: 'drive', limit: 'storage', used: 12_000_000_000, measuredAt: at(), ...change };
  const headers = { authorization: `Bearer ${key}` };
  return inject(h.app, { method: 'PUT', url: `/vendor/v1/accounts/${accountId}/usage`, headers, payload });
};

const usageOf = async ({ client }: Customer) =>
  (await client.get<{ usage: Usage[] }>('/api/subscription/usage')).body.usage;

test('the customer sees the last report of each limit, with what the plan allows', async () => {
  const customer = await makeHolder();
  expect(await usageOf(customer)).toEqual([]);
  const measuredAt = at();
  expect((await report(customer, { measuredAt })).status).toBe(204);
  expect((await report(customer, { limit: 'keys', used: 0, measuredAt })).status).toBe(204);
  expect(await usageOf(customer)).toEqual([
    { product: 'drive', limit: 'storage', used: 12_000_000_000, allowed: expect.any(Number), measuredAt },
    { product: 'drive', limit: 'keys', used: 0, allowed: expect.any(Number), measuredAt },
  ]);
  // Nothing is charged by it.
  expect((await customer.client.get<{ total: number }>('/api/account/me/receipts')).body).toMatchObject({ total: 1 });
});

describe('reports out of order', () => {
  test('an older measurement is refused and changes nothing; a repeated one is accepted; a later one counts', async () => {
    const customer = await makeHolder();
    const measuredAt = at();
    const outcomes = [];
    for (const change of [
      { measuredAt, used: 5 },
      { measuredAt, used: 5 },
      { measuredAt, used: 6 },
      { measuredAt: at(-SECOND_MS), used: 7 },
    ]) {
      const { status, body } = await report(customer, change);
      outcomes.push(status === 204 ? status : body.error.code);
    }
    expect(outcomes).toEqual([204, 204, 'older_report', 'older_report']);
    expect(await usageOf(customer)).toMatchObject([{ used: 5, measuredAt }]);
    expect((await report(customer, { measuredAt: at(SECOND_MS), used: 8 })).status).toBe(204);
    expect(await usageOf(customer)).toMatchObject([{ used: 8 }]);
  });

  test('of several at once the last measurement stays', async () => {
    const customer = await makeHolder();
    const used = [3, 1, 4, 2, 0];
    await Promise.all(used.map((seconds) => report(customer, { measuredAt: at(seconds * SECOND_MS), used: seconds })));
    expect(await usageOf(customer)).toMatchObject([{ used: 4 }]);
  });
});

test.each<[string, object, string]>([
  ['an unknown limit', { limit: 'devices' }, 'limit'],
  ['a limit without a number', { limit: 'sharing' }, 'limit'],
  ['a limit that the family does not have', { product: 'scope' }, 'limit'],
  ['an unknown family', { product: 'nope' }, 'product'],
  ['a negative use', { used: -1 }, 'used'],
  ['a fraction', { used: 1.5 }, 'used'],
  ['a use beyond whole numbers', { used: 2 ** 53 }, 'used'],
  ['a time that does not exist', { measuredAt: '2026-13-41T00:00:00Z' }, 'measuredAt'],
  ['a day that February does not have', { measuredAt: '2026-02-31T00:00:00Z' }, 'measuredAt'],
  ['a day of a leap year in another year', { measuredAt: '2025-02-29T00:00:00Z' }, 'measuredAt'],
  ['an hour that no day has', { measuredAt: '2026-01-09T24:00:00Z' }, 'measuredAt'],
  ['a time with another zone', { measuredAt: '2026-01-10T12:00:00+01:00' }, 'measuredAt'],
])('%s is refused, and nothing is stored', async (_what, change, field) => {
  const before = await usageOf(holder);
  const { status, body } = await report(holder, change);
  expect([status, body.error.type, body.error.field]).toEqual([400, 'INVALID_REQUEST', field]);
  expect(await usageOf(holder)).toEqual(before);
});

test('a measurement from the future is refused, because later ones would be older than it', async () => {
  const { status, body } = await report(holder, { measuredAt: at(2 * MINUTE_MS) });
  expect([status, body.error.field]).toEqual([400, 'measuredAt']);
});

test('an account without the entitlement, or an unknown one, has no usage', async () => {
  const refused = await report(await h.makeCustomer());
  expect([refused.status, refused.body.error.code]).toEqual([409, 'not_entitled']);
  expect((await report({ accountId: 'acc_x' })).status).toBe(404);
});

test('usage is no longer shown when the entitlement has ended', async () => {
  const customer = await makeHolder();
  await report(customer);
  await h.database.query("UPDATE subscriptions SET status = 'canceled', ended_at = now() WHERE account_id = $1", [
    customer.accountId,
  ]);
  expect(await usageOf(customer)).toEqual([]);
});
