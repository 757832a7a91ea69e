import type { OperatorWork } from '@foyer/contract/api/operator';
import type { OperatorCustomer, Review } from '@foyer/contract/api/operator-customers';
import type { BatchRedemption } from '@foyer/contract/api/operator-sale';
import type { Receipt } from '@foyer/contract/api/receipt';
import { type WorkList, workLists } from '@foyer/contract/vocabulary/work-lists';
import { beforeAll, expect, test } from 'vitest';
import type { Customer } from '../../test/harness.ts';
import { makeOperator, type TestOperator } from '../../test/operators.ts';
import { makeHolder, starterYearly } from '../../test/shop.ts';
import { useHarness } from '../../test/use-harness.ts';

/** Every list of the operator site goes on where its page ended: each row once, in one order, to the last (OP-02, OP-03, OP-04). */

/** Without the look at the books after each test: rows by the hundred are copies here, which no money stands behind. */
const h = useHarness({ queue: 'real' });
let admin: TestOperator;
let holder: Customer;

beforeAll(async () => {
  admin = await makeOperator(h, 'admin');
  ({ customer: holder } = await makeHolder(h, starterYearly));
});

const bodyOf = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await admin.call<Body>('GET', path);
  expect(status, text).toBe(200);
  return body;
};

interface Part {
  readonly nextCursor: string | null;
}

/** All that a list has, from its first part on, with how long each part was; in one order from the first row to the last. */
const toTheEnd = async <Page extends Part, Row>(
  first: { readonly rows: readonly Row[]; readonly next: string | null },
  path: string,
  rowsOf: (page: Page) => readonly Row[],
  order: { readonly oldestFirst: (row: Row) => unknown } | { readonly newestFirst: (row: Row) => unknown },
): Promise<{ all: Row[]; sizes: number[] }> => {
  const all = [...first.rows];
  const sizes = [first.rows.length];
  for (let cursor = first.next; cursor !== null; ) {
    const page: Page = await bodyOf(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    all.push(...rowsOf(page));
    sizes.push(rowsOf(page).length);
    cursor = page.nextCursor;
  }
  const rising = 'oldestFirst' in order ? all.map(order.oldestFirst) : all.map(order.newestFirst).toReversed();
  expect(rising).toEqual(rising.map(String).toSorted());
  return { all, sizes };
};

/** Copies of a row: the same but for what tells them apart. */
const copies = async (table: string, source: string, count: number, different: string): Promise<void> => {
  await h.database.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(x, to_jsonb(x) || (${different}))).*
     FROM ${table} x, generate_series(1, $2::int) n WHERE x.id = $1`,
    [source, count],
  );
};

/** So many receipts more, three of a moment, each newer than what was there. */
const moreReceipts = async (count: number, different = `'{}'::jsonb`, whose = holder): Promise<void> => {
  const [receipt] = await h.receipts(whose);
  await copies(
    'invoices',
    receipt?.id ?? '',
    count,
    `jsonb_build_object('id', 'inv_copy' || n || md5(random()::text), 'number', 'R-9' || n || floor(random() * 1e9), 'subscription_id', NULL, 'finalized_at', x.finalized_at + n / 3 * interval '1 minute') || ${different}`,
  );
};

test('[OP-02] receipts: beyond the newest twenty too, each with what can be given back of it', async () => {
  const { customer } = await makeHolder(h, starterYearly);
  const [bought] = await h.receipts(customer);
  await moreReceipts(44, undefined, customer);
  const { paid } = await bodyOf<OperatorCustomer>(`/api/operator/customers/${customer.accountId}`);
  const given: Record<string, number> = { ...paid.refundable };
  const { all, sizes } = await toTheEnd<Part & { receipts: Receipt[]; refundable: Record<string, number> }, Receipt>(
    { rows: paid.receipts, next: paid.nextCursor },
    `/api/operator/customers/${customer.accountId}/receipts`,
    (page) => {
      Object.assign(given, page.refundable);
      return page.receipts;
    },
    { newestFirst: (receipt) => receipt.createdDate },
  );
  expect(sizes).toEqual([20, 20, 5]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(paid.receiptsInAll);
  // the oldest, on the last part, is the one that was really paid
  expect(all.at(-1)?.id).toBe(bought?.id);
  expect(given).toEqual({ [bought?.id ?? '']: bought?.totalCents });
});

test('[OP-02] mails', async () => {
  const { accountId } = await h.makeCustomer();
  await h.database.query(
    `INSERT INTO pgboss.job (name, data, state, created_on) SELECT 'mail', jsonb_build_object('accountId', $1::text, 'template', 'receipt'), 'cancelled',
       now() - n / 4 * interval '1 minute' FROM generate_series(1, 47) n`,
    [accountId],
  );
  const first = await bodyOf<OperatorCustomer>(`/api/operator/customers/${accountId}`);
  const { all, sizes } = await toTheEnd<Part & Pick<OperatorCustomer, 'mails'>, { id: string; at: string }>(
    { rows: first.mails, next: first.mailsNext },
    `/api/operator/customers/${accountId}/mails`,
    ({ mails }) => mails,
    { newestFirst: ({ at }) => at },
  );
  expect([sizes, new Set(all.map(({ id }) => id)).size, first.mailsInAll]).toEqual([[20, 20, 7], 47, 47]);
});

test.each([
  ['pending', `'pending', now() - n / 4 * interval '1 minute', NULL`],
  // the later decided, the earlier opened: those go on by when they were decided, the newest first
  ['decided', `'cleared', now() + (n / 4 - 1000) * interval '1 minute', now() - n / 4 * interval '1 minute'`],
])('[EX-01] reviews: %s', async (status, columns) => {
  await h.database.query(
    `INSERT INTO accounts (id, brand, gateway) SELECT 'acc_${status}' || n, 'drive', 'sandbox' FROM generate_series(1, 230) n`,
  );
  await h.database.query(
    `INSERT INTO export_reviews (id, account_id, reason, status, created_at, decided_at)
     SELECT 'exr_${status}' || n, 'acc_${status}' || n, 'country', ${columns} FROM generate_series(1, 230) n`,
  );
  const path = `/api/operator/reviews?status=${status}`;
  const first = await bodyOf<{ reviews: Review[]; inAll: number } & Part>(path);
  const { all, sizes } = await toTheEnd<Part & { reviews: Review[] }, Review>(
    { rows: first.reviews, next: first.nextCursor },
    path,
    ({ reviews }) => reviews,
    { oldestFirst: ({ openedAt }) => openedAt },
  );
  expect([sizes, new Set(all.map(({ id }) => id)).size, first.inAll]).toEqual([[100, 100, 30], 230, 230]);
});

test('[OP-03] redemptions of a batch', async () => {
  await h.database.query(`INSERT INTO coupon_batches (id, name) VALUES ('ppd-rest', 'rest')`);
  await h.database.query(
    `INSERT INTO coupons (id, batch, code_hash, type, product, plan_id, price_id, tier_id, duration_months, max_redemptions, valid_from)
     SELECT 'cpn_rest' || n, 'ppd-rest', 'hash-rest' || n, 'Prepaid', 'drive', 'pln_drive_starter', p.id, 'starter', 12, 1, now()
     FROM generate_series(1, 230) n, plan_prices p WHERE p.interval_id = 'pln_drive_starter_yearly' AND p.active`,
  );
  await h.database.query(
    `INSERT INTO coupon_redemptions (id, coupon_id, account_id, status, typed_code, at)
     SELECT 'red_' || c.id, c.id, $1, 'released', 'x', now() - substr(c.id, 9)::int / 4 * interval '1 minute'
     FROM coupons c WHERE c.batch = 'ppd-rest'`,
    [holder.accountId],
  );
  const path = '/api/operator/coupon-batches/ppd-rest';
  const first = await bodyOf<{ redemptions: BatchRedemption[]; redemptionsInAll: number } & Part>(path);
  const { all, sizes } = await toTheEnd<Part & { redemptions: BatchRedemption[] }, BatchRedemption>(
    { rows: first.redemptions, next: first.nextCursor },
    `${path}/redemptions`,
    ({ redemptions }) => redemptions,
    { newestFirst: ({ at }) => at },
  );
  expect([sizes, new Set(all.map(({ id }) => id)).size, first.redemptionsInAll]).toEqual([[100, 100, 30], 230, 230]);
});

const open = `'status', 'open', 'amount_paid_cents', 0, 'paid_at', NULL`;

/** 120 of each kind of work, and what tells its rows apart. */
const work: Readonly<Record<WorkList, { make: () => Promise<unknown>; keyOf: string; atOf: string }>> = {
  due: {
    make: () =>
      h.database.query(
        `INSERT INTO accounts (id, brand, gateway, next_action_at) SELECT 'acc_due' || n, 'drive', 'sandbox', $1::timestamptz + n / 4 * interval '1 minute'
         FROM generate_series(1, 120) n`,
        [new Date(h.wall.now())],
      ),
    keyOf: 'accountId',
    atOf: 'at',
  },
  onClock: {
    make: async () => {
      await h.database.query(
        `INSERT INTO clocks (id, frozen_at) SELECT 'clk_page' || n, now() FROM generate_series(1, 120) n`,
      );
      await h.database.query(
        `INSERT INTO accounts (id, brand, gateway, clock_id, next_action_at)
         SELECT 'acc_clock' || n, 'drive', 'sandbox', 'clk_page' || n, now() + n / 4 * interval '1 minute' FROM generate_series(1, 120) n`,
      );
    },
    keyOf: 'accountId',
    atOf: 'at',
  },
  requests: {
    make: async () => {
      await h.database.query(
        `INSERT INTO accounts (id, brand, gateway) SELECT 'acc_req' || n, 'drive', 'sandbox' FROM generate_series(1, 120) n`,
      );
      await h.database.query(
        `INSERT INTO subscriptions SELECT (jsonb_populate_record(x, to_jsonb(x) || jsonb_build_object('id', 'sub_req' || n,
           'account_id', 'acc_req' || n, 'status', 'requested', 'source', 'custom',
           'current_period_start', now() - n / 4 * interval '1 minute'))).*
         FROM subscriptions x, generate_series(1, 120) n WHERE x.account_id = $1`,
        [holder.accountId],
      );
    },
    keyOf: 'subscriptionId',
    atOf: 'requestedAt',
  },
  failing: {
    make: () =>
      moreReceipts(
        120,
        `jsonb_build_object(${open}, 'attempt_count', 1, 'next_attempt_at', now() + n / 4 * interval '1 minute')`,
      ),
    keyOf: 'receiptId',
    atOf: 'nextAttemptAt',
  },
  overdue: {
    make: () => moreReceipts(120, `jsonb_build_object(${open}, 'overdue_at', now() - n / 4 * interval '1 minute')`),
    keyOf: 'receiptId',
    atOf: 'overdueSince',
  },
  waiting: {
    make: async () => {
      const [attempt] = await h.database.query<{ id: string }>(
        `SELECT id FROM payment_attempts WHERE account_id = $1 AND status = 'succeeded' LIMIT 1`,
        [holder.accountId],
      );
      await moreReceipts(120);
      await h.database.query(
        `INSERT INTO payment_attempts SELECT (jsonb_populate_record(x, to_jsonb(x) || jsonb_build_object('id', 'pat_' || i.id, 'account_id', i.account_id, 'invoice_id', i.id,
           'status', 'processing', 'decided_at', NULL, 'gateway_charge_ref', NULL, 'gateway_intent_ref', 'pi_' || i.id, 'sent_at', i.finalized_at))).*
         FROM payment_attempts x, invoices i WHERE x.id = $1 AND i.id LIKE 'inv_copy%'`,
        [attempt?.id],
      );
      await h.database.query(
        `INSERT INTO refunds (id, account_id, attempt_id, amount_cents, tax_cents, status, lease_until, sent_at)
         VALUES ('ref_w', $1, $2, 1, 0, 'sending', now() + interval '1 day', now())`,
        [holder.accountId, attempt?.id],
      );
    },
    keyOf: 'id',
    atOf: 'at',
  },
  disputes: {
    make: () =>
      h.database.query(
        `INSERT INTO payment_attempts SELECT (jsonb_populate_record(x, to_jsonb(x) || jsonb_build_object('id', 'dis_' || n, 'attempt_no', 100 + n,
           'status', 'canceled', 'gateway_charge_ref', NULL, 'gateway_intent_ref', 'dis_' || n, 'gateway_key', NULL,
           'disputed_at', now() - n / 4 * interval '1 minute'))).*
         FROM payment_attempts x, generate_series(1, 120) n
         WHERE x.id = (SELECT min(id) FROM payment_attempts WHERE account_id = $1 AND id LIKE 'att_%')`,
        [holder.accountId],
      ),
    keyOf: 'id',
    atOf: 'disputedAt',
  },
  failedMails: {
    make: () =>
      h.database.query(
        `INSERT INTO pgboss.job (name, data, state, completed_on) SELECT 'mail', '{"template":"receipt"}', 'failed', now() - n / 4 * interval '1 minute'
         FROM generate_series(1, 120) n`,
      ),
    keyOf: 'id',
    atOf: 'failedAt',
  },
  parkedPayments: {
    make: () =>
      h.database.query(
        `INSERT INTO unplaced_payments (gateway_ref, account_id, amount_cents, reason, found_at)
         SELECT 'pi_w' || n, $1, 1, 'no_rule', now() - n / 4 * interval '1 minute' FROM generate_series(1, 120) n`,
        [holder.accountId],
      ),
    keyOf: 'gatewayRef',
    atOf: 'foundAt',
  },
  failedHooks: {
    make: () =>
      h.database.query(
        `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at, status, last_attempt_at)
         SELECT 'msg_w' || n, $1, 'drive', 'entitlement.changed', '{}', now(), 'failed', now() - n / 4 * interval '1 minute' FROM generate_series(1, 120) n`,
        [holder.accountId],
      ),
    keyOf: 'id',
    atOf: 'failedAt',
  },
  failedDetachments: {
    make: () =>
      h.database.query(
        `INSERT INTO pgboss.job (name, data, state, completed_on) SELECT 'detach-card', '{"cardId":"pm_erased"}', 'failed', now() - n / 4 * interval '1 minute'
         FROM generate_series(1, 120) n`,
      ),
    keyOf: 'id',
    atOf: 'failedAt',
  },
  unplacedRefunds: {
    make: () =>
      h.database.query(
        `INSERT INTO unplaced_refunds (gateway_ref, amount_cents, found_at)
         SELECT 're_w' || n, 100, now() - n / 4 * interval '1 minute' FROM generate_series(1, 120) n`,
      ),
    keyOf: 'id',
    atOf: 'foundAt',
  },
};

test.each(workLists)('[OP-04] work: %s', async (name) => {
  const { make, keyOf, atOf } = work[name];
  await make();
  const first = await bodyOf<OperatorWork>('/api/operator/work');
  type Row = Record<string, unknown>;
  const { all, sizes } = await toTheEnd<Part & { [key: string]: unknown }, Row>(
    { rows: first[name] as Row[], next: first.next[name] },
    `/api/operator/work/${name}`,
    (page) => page[name] as Row[],
    { oldestFirst: (row) => row[atOf] },
  );
  expect(sizes.slice(0, 2)).toEqual([50, 50]);
  expect(all.length).toBeGreaterThanOrEqual(120);
  expect([new Set(all.map((row) => row[keyOf])).size, first.inAll[name]]).toEqual([all.length, all.length]);
});

test('a cursor that was never given out, and a list that is none, are refused', async () => {
  for (const path of [
    `/api/operator/customers/${holder.accountId}/mails?cursor=made-up`,
    `/api/operator/customers/${holder.accountId}/receipts?cursor=made-up`,
    '/api/operator/reviews?cursor=made-up',
    '/api/operator/work/due?cursor=made-up',
  ])
    expect((await admin.call('GET', path)).status, path).toBe(400);
  expect((await admin.call('GET', '/api/operator/work/nothing')).status).toBe(404);
});
