import { expect, test } from 'vitest';
import type { Customer } from '../../../test/harness.ts';
import { amounts, buy, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { readDatabaseFacts } from '../../adapters/postgres/metric-reads.ts';

const h = useShop();

const undecided = async (how: 'silent-before' | 'silent-after'): Promise<Customer> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  h.faults.fail('charge', how);
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  h.faults.clear();
  return customer;
};
const age = async (customer: Customer, interval: string) => {
  await h.database.query(
    `UPDATE payment_attempts SET created_at = now() - $2::interval WHERE account_id = $1 AND kind = 'charge'`,
    [customer.accountId, interval],
  );
  await h.expireLeases();
};

test.each([
  ['silent-before', []],
  ['silent-after', [32462]],
] as const)(
  '[INV-12] %s, 20 hours ago: no key is trusted any more, the payment is looked up and never sent again',
  async (how, charged) => {
    const customer = await undecided(how);
    await age(customer, '20 hours');
    const asked = h.faults.calls.charge;
    expect(await h.work.recoverAttempts()).toBe(1);
    expect(h.faults.calls.charge).toBe(asked);
    expect(await amounts(h, customer)).toEqual(charged);
    expect(await h.subscriptions(customer)).toHaveLength(charged.length);
    if (charged.length > 0) return;
    expect((await buy(customer, starterYearly)).status).toBe(201);
    expect(await amounts(h, customer)).toEqual([32462]);
  },
);

test('[INV-12] a little under 20 hours ago: the same call under the same key', async () => {
  const customer = await undecided('silent-after');
  await age(customer, '19 hours 59 minutes');
  const asked = h.faults.calls.charge;
  await h.work.recoverAttempts();
  expect(h.faults.calls.charge).toBe(asked + 1);
  expect(await amounts(h, customer)).toEqual([32462]);
});

test('a failure that the gateway has kept under the key is looked up at once: nothing was charged, and a new try may start', async () => {
  const customer = await h.makeCustomer({ card: 'tok_sandbox_error500' });
  const answer = await buy(customer, starterYearly);
  expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([502, 'PAYMENT_GATEWAY_ERROR', null]);
  expect(await h.subscriptions(customer, true)).toEqual([]);
  expect(await refusal(buy(customer, starterYearly))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
});

test('[INV-2] the pauses between the looks grow to five minutes', async () => {
  const customer = await undecided('silent-before');
  h.faults.fail('charge', 'silent-before');
  const pauses: number[] = [];
  for (let look = 0; look < 6; look += 1) {
    await h.expireLeases();
    await h.work.recoverAttempts();
    const [row] = await h.database.query<{ seconds: number }>(
      `SELECT round(extract(epoch FROM lease_until - now()) / 10)::integer * 10 AS seconds FROM payment_attempts WHERE account_id = $1 AND kind = 'charge'`,
      [customer.accountId],
    );
    pauses.push(row?.seconds ?? 0);
  }
  expect(pauses).toEqual([60, 120, 240, 300, 300, 300]);
  h.faults.clear();
  await h.expireLeases();
  await h.work.recoverAttempts();
  expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
});

test('[INV-12] one that cannot be asked about stops no other, and is told about', async () => {
  const customers = [
    await undecided('silent-after'),
    await undecided('silent-after'),
    await undecided('silent-before'),
  ];
  const [broken] = customers;
  await h.database.query('UPDATE accounts SET gateway_customer_ref = NULL WHERE id = $1', [broken?.accountId]);
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(3);
  expect(h.log.takeErrors()).toHaveLength(1);
  for (const customer of customers.slice(1)) {
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect(await amounts(h, customer)).toEqual([32462]);
  }
  await h.database.query(
    `UPDATE accounts SET gateway_customer_ref = (SELECT id FROM sandbox.customers WHERE account_ref = $1) WHERE id = $1`,
    [broken?.accountId],
  );
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(1);
});

test('after seven days a person is told, once, and nothing is asked any more until they say so', async () => {
  const customer = await undecided('silent-after');
  await age(customer, '7 days 1 minute');
  expect(await h.work.recoverAttempts()).toBe(0);
  expect(h.log.takeErrors().join()).toContain('undecided for seven days');
  await h.expireLeases();
  expect(await h.work.recoverAttempts()).toBe(0);
  expect((await h.receipts(customer))[0]?.status).toBe('Processing');
  await h.database.query(
    `UPDATE payment_attempts SET given_up_at = NULL, created_at = now() - interval '6 days' WHERE account_id = $1`,
    [customer.accountId],
  );
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await amounts(h, customer)).toEqual([32462]);
});

test('[INV-2] a charge counts as unanswered from the fifth minute until the gateway answers, between the checks and given up too', async () => {
  const unanswered = async () => (await readDatabaseFacts(h.database)).unansweredAttempts;
  const before = await unanswered();
  const customer = await undecided('silent-before');
  await age(customer, '4 minutes');
  expect(await unanswered()).toBe(before);
  await age(customer, '6 minutes');
  h.faults.fail('charge', 'silent-before');
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await unanswered()).toBe(before + 1);
  await age(customer, '7 days 1 minute');
  expect(await h.work.recoverAttempts()).toBe(0);
  expect(h.log.takeErrors().join()).toContain('undecided for seven days');
  expect(await unanswered()).toBe(before + 1);
  h.faults.clear();
  await h.database.query(
    `UPDATE payment_attempts SET given_up_at = NULL, created_at = now() - interval '6 minutes' WHERE account_id = $1`,
    [customer.accountId],
  );
  expect(await h.work.recoverAttempts()).toBe(1);
  expect(await unanswered()).toBe(before);
});
