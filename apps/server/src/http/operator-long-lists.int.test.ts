import type { OperatorWork } from '@foyer/contract/api/operator';
import type { OperatorCustomer, Review } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption, CouponBatch } from '@foyer/contract/api/operator-sale';
import { beforeAll, expect, test } from 'vitest';
import { makeOperator, type TestOperator } from '../../test/operators.ts';
import { makePurchase } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { runCommand } from '../cli/run-command.ts';

/** Lists that are longer than what is shown: each says of how many it is, or goes on (OP-02, OP-03, OP-04). */

const h = useShop({ queue: 'real' });
let admin: TestOperator;

beforeAll(async () => {
  admin = await makeOperator(h, 'admin');
});

const bodyOf = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await admin.call<Body>('GET', path);
  expect(status, text).toBe(200);
  return body;
};

/** So many prepaid codes, in the batches that an SQL expression of `n` names. */
const codesOf = (batch: string, count: number) =>
  h.database.query(
    `INSERT INTO coupons (id, batch, code_hash, type, product, plan_id, price_id, tier_id, duration_months, max_redemptions, valid_from)
     SELECT 'cpn_' || ${batch} || n, ${batch}, 'hash' || ${batch} || n, 'Prepaid', 'drive', 'pln_drive_starter', p.id, 'starter', 12, 1, now()
     FROM generate_series(1, $1::int) n, plan_prices p WHERE p.interval_id = 'pln_drive_starter_yearly' AND p.active`,
    [count],
  );

test('[OP-03] batches of codes go on where a page ended, each once and the newest first', async () => {
  await h.database.query(
    `INSERT INTO coupon_batches (id, name, created_at) SELECT 'ppd-many' || n, 'many', now() - n / 3 * interval '1 second' FROM generate_series(1, 120) n`,
  );
  await codesOf(`'ppd-many' || n`, 120);
  const seen: CouponBatch[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { batches: CouponBatch[]; nextCursor: string | null } = await bodyOf(
      `/api/operator/coupon-batches${cursor && `?cursor=${cursor}`}`,
    );
    seen.push(...page.batches);
    sizes.push(page.batches.length);
    cursor = page.nextCursor;
  }
  expect(sizes.slice(0, 2)).toEqual([50, 50]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
  expect(seen.filter(({ name }) => name === 'many')).toHaveLength(120);
  const made = seen.map(({ createdAt }) => Date.parse(createdAt));
  expect(made).toEqual([...made].sort((a, b) => b - a));
  const refused = await admin.call('GET', '/api/operator/coupon-batches?cursor=made-up');
  expect(refused.status).toBe(400);
});

test('[OP-03] redemptions of a batch are counted, also those that are not shown', async () => {
  const { accountId } = await h.makeCustomer();
  await h.database.query(`INSERT INTO coupon_batches (id, name) VALUES ('ppd-wide', 'wide')`);
  await codesOf(`'ppd-wide'`, 510);
  await h.database.query(
    `INSERT INTO coupon_redemptions (id, coupon_id, account_id, status, typed_code, at)
     SELECT 'red_' || c.id, c.id, $1, 'released', 'x', now() FROM coupons c WHERE c.batch = 'ppd-wide'`,
    [accountId],
  );
  const { redemptions, redemptionsInAll } = await bodyOf<{ redemptions: BatchRedemption[]; redemptionsInAll: number }>(
    '/api/operator/coupon-batches/ppd-wide',
  );
  expect([redemptions.length, redemptionsInAll]).toEqual([100, 510]);
});

test('[OP-04] what is given up is counted to a thousand and no further; the command line says the same', async () => {
  const { accountId } = await h.makeCustomer();
  const give = (from: number, to: number) =>
    h.database.query(
      `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_attempt_at)
       SELECT 'msg_long_' || n, $1, 'drive', 'entitlement.changed', '{}', now(), 'failed', now() FROM generate_series($2::int, $3::int) n`,
      [accountId, from, to],
    );
  const work = async () => {
    const { failedHooks, inAll } = await bodyOf<OperatorWork>('/api/operator/work');
    const { out } = await runCommand(['hooks', 'list'], async () => h.operator);
    return [failedHooks.length, inAll.failedHooks, out.at(0), out.at(-1)];
  };
  await give(1, 1_000);
  expect(await work()).toEqual([50, 1_000, 'Messages to products given up: 1000', '  … and 950 more']);
  await give(1_001, 1_300);
  expect(await work()).toEqual([50, 1_001, 'Messages to products given up: more than 1000', '  … and many more']);
  await h.database.query(`DELETE FROM product_hook_deliveries WHERE id LIKE 'msg_long_%'`);
  const { inAll } = await bodyOf<OperatorWork>('/api/operator/work');
  expect(inAll.failedHooks).toBe(0);
});

test('[OP-02] [EX-01] mails and decided reviews are counted beyond what is shown', async () => {
  const { accountId } = await h.makeCustomer();
  await h.database.query(
    `INSERT INTO export_reviews (id, account_id, reason, status, created_at, decided_at)
     SELECT 'exr_long_' || n, $1, 'x', 'cleared', now(), now() FROM generate_series(1, 103) n`,
    [accountId],
  );
  const { reviews, inAll } = await bodyOf<{ reviews: Review[]; inAll: number }>('/api/operator/reviews?status=decided');
  expect([reviews.length, inAll]).toEqual([100, 103]);
  await h.database.query(
    `INSERT INTO pgboss.job (name, data, state) SELECT 'mail', jsonb_build_object('accountId', $1::text, 'template', 'receipt'), 'cancelled'
     FROM generate_series(1, 25)`,
    [accountId],
  );
  const { mails, mailsInAll } = await bodyOf<OperatorCustomer>(`/api/operator/customers/${accountId}`);
  expect([mails.length, mailsInAll]).toEqual([20, 25]);
});

test('[OP-04] who lives on a sandbox clock is not among what is due, but in a list with the time of the clock', async () => {
  const sandboxClockLine = async () =>
    (await runCommand(['due'], async () => h.operator)).out.find((line) => line.includes('sandbox clock'));
  expect(await sandboxClockLine()).toBeUndefined();
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
  await makePurchase(customer, { planId: 'pln_drive_starter_monthly' });
  expect(await sandboxClockLine()).toBe('  Not listed, because they are on a sandbox clock: 1');
  const { onClock, due } = await bodyOf<OperatorWork>('/api/operator/work');
  expect(onClock).toEqual([
    {
      accountId: customer.accountId,
      email: customer.email,
      at: expect.stringMatching(/^2026-02-/),
      clockAt: '2026-01-10T12:00:00.000Z',
    },
  ]);
  expect(due.map(({ accountId }) => accountId)).not.toContain(customer.accountId);
});
