import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type ProductServer, parseMessage, startProduct } from '../../../test/product-server.ts';
import { buy, makeHolder, starterYearly } from '../../../test/shop.ts';

const SECRET = `whsec_${Buffer.from('the key of the products, of today').toString('base64')}`;
const POLLING = { interval: 25 };

let own: TestDatabase;
let drive: ProductServer;
/** A server whose workers never come to anything: what it leaves behind is what a killed one leaves behind. */
let h: Harness;

beforeAll(async () => {
  [own, drive] = await Promise.all([createTestDatabase(), startProduct()]);
  h = await startHarness({ config: own.config, queue: 'unworked', hooks: settings() });
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  await drive.stop();
  await own.drop();
});

const settings = () => ({ endpoints: { drive: drive.url }, secrets: [SECRET] });

/** Messages about an account, and the jobs that will send them. */
const messagesOf = async (accountId: string) => {
  const rows = await h.database.query<{ id: string; hasJob: boolean; reason: string }>(
    `SELECT d.id, data ->> 'reason' AS reason, EXISTS (
       SELECT FROM pgboss.job j WHERE j.name = 'product-hook' AND j.data ->> 'deliveryId' = d.id) AS has_job
     FROM product_hook_deliveries d WHERE d.account_id = $1 ORDER BY d.seq`,
    [accountId],
  );
  return rows.map(({ reason, hasJob }) => [reason, hasJob]);
};

const orphans = () =>
  h.database.query(
    `SELECT FROM pgboss.job j WHERE j.name = 'product-hook'
       AND NOT EXISTS (SELECT FROM product_hook_deliveries d WHERE d.id = j.data ->> 'deliveryId')`,
  );

test.each(['before', 'after'] as const)(
  '[BY-08] [INV-26] a connection lost at any statement of a purchase (%s it ran): the message and its job are there with the entitlement, and without it there is neither',
  async (how) => {
    const seen = new Set<string>();
    await atEveryStatement(
      h,
      how,
      async (label, underFault) => {
        const customer = await h.makeCustomer({ card: 'tok_visa' });
        await underFault(() => buy(customer, starterYearly, 'step'));
        const entitled = (await h.subscriptions(customer, true)).some((subscription) => subscription.entitled);
        seen.add(String(entitled));
        expect(await messagesOf(customer.accountId), label).toEqual(entitled ? [['activated', true]] : []);
      },
      { stride: 2 },
    );
    expect(await orphans()).toEqual([]);
    expect([...seen].sort()).toEqual(['false', 'true']);
  },
  120_000,
);

test('[BY-08] [INV-26] the server is gone between the commit and the delivery: another one delivers; an attempt whose note is lost is made again under the same id', async () => {
  await h.database.query('DELETE FROM pgboss.job');
  const { customer, id } = await makeHolder(h, starterYearly);
  expect(await messagesOf(customer.accountId)).toEqual([['activated', true]]);
  expect(drive.received).toEqual([]);

  const [delivery = { id: '' }] = await h.database.query<{ id: string }>(
    'SELECT id FROM product_hook_deliveries WHERE account_id = $1',
    [customer.accountId],
  );
  // It arrives, and the process is gone before it could write that down.
  h.databaseFaults.arm(2, 'before');
  await expect(h.work.deliverHook(delivery.id, false)).rejects.toThrow();
  expect(h.databaseFaults.disarm()).toBe(true);
  expect(drive.received).toHaveLength(1);

  const next = await startHarness({ config: own.config, queue: 'real', hooks: settings() });
  await expect.poll(() => drive.received.length, POLLING).toBe(2);
  const [first, second] = drive.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(second && parseMessage(second, SECRET).data).toMatchObject({ subscriptionId: id, reason: 'activated' });

  drive.answers(500);
  await makeHolder(next, starterYearly);
  await expect.poll(() => drive.received.length, POLLING).toBe(3);
  const retry = () => next.database.query(`SELECT FROM pgboss.job WHERE name = 'product-hook' AND state = 'retry'`);
  await expect.poll(async () => (await retry()).length, POLLING).toBe(1);
  drive.answers(204);
  await next.database.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'product-hook' AND state = 'retry'`,
  );
  await expect.poll(() => drive.received.length, POLLING).toBe(4);
  const states = () =>
    next.database.query<{ status: string; attempts: number }>(
      'SELECT status, attempts FROM product_hook_deliveries WHERE attempts > 0 ORDER BY seq',
    );
  await expect.poll(states, POLLING).toEqual([
    { status: 'delivered', attempts: 1 },
    { status: 'delivered', attempts: 2 },
  ]);
  await next.stop();
});
